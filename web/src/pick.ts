/** Which point is under the pointer, and which lie inside a drawn outline: plain loops, no index. */

import type { Stage } from "./stage";

const REACH = 12;

/** The nearest point to the eye whose disc holds the pointer; else the nearest disc within reach; -1 for none. */
export function pick(stage: Stage, x: number, y: number, shown: number): number {
  const { points } = stage.manifold;
  const m = stage.matrix();
  const { clientWidth: width, clientHeight: height } = stage.canvas;
  // In the screen's cube, with the pointer at zero, both axes in pixels.
  const [sx, sy] = [width / 2, height / 2];
  const [px, py] = [x - sx, sy - y];
  const [m0, m4, m8, m12, m1, m5, m9, m13] = [0, 4, 8, 12, 1, 5, 9, 13].map((k) => m[k]);
  const [m3, m7, m11, m15] = [3, 7, 11, 15].map((k) => m[k]);
  let [covering, front, nearest, closest] = [-1, Infinity, -1, REACH * REACH];
  for (let i = 0, k = 0; i < shown; i++, k += 3) {
    const a = points[k];
    const b = points[k + 1];
    const c = points[k + 2];
    const depth = m3 * a + m7 * b + m11 * c + m15;
    if (depth <= 0) continue;
    const limit = 24 * depth;
    const wide = (m0 * a + m4 * b + m8 * c + m12) * sx - px * depth;
    if (wide > limit || wide < -limit) continue;
    const high = (m1 * a + m5 * b + m9 * c + m13) * sy - py * depth;
    if (high > limit || high < -limit) continue;
    const gap = (wide * wide + high * high) / (depth * depth);
    const half = stage.pointWidth(i, depth) / 2;
    if (gap <= half * half && depth < front) [covering, front] = [i, depth];
    if (gap < closest) [nearest, closest] = [i, gap];
  }
  return covering >= 0 ? covering : nearest;
}

/** The shown points that are seen inside an outline, as one byte a point. */
export function inside(stage: Stage, outline: [number, number][], shown: number): Uint8Array {
  const { points, n } = stage.manifold;
  const chosen = new Uint8Array(n);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (let i = 0; i < shown; i++) {
    const { x, y, depth } = stage.project(points, 3 * i);
    if (depth <= 0 || x < left || x > right || y < top || y > bottom) continue;
    let odd = false;
    for (let a = 0, b = outline.length - 1; a < outline.length; b = a++) {
      const [ax, ay] = outline[a];
      const [bx, by] = outline[b];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
    if (odd) chosen[i] = 1;
  }
  return chosen;
}

export interface Excess {
  token: number;
  inside: number;
  outside: number;
  /** How many standard errors its log-odds lie above the rest's. */
  z: number;
}

/** Tokens that a selection holds more of than the other shown points do: log-odds with a prior. */
export function overrepresented(token: Uint32Array, chosen: Uint8Array, shown: number): Excess[] {
  const held = new Map<number, number>();
  const rest = new Map<number, number>();
  let [total, remainder] = [0, 0];
  for (let i = 0; i < shown; i++) {
    const counts = chosen[i] ? held : rest;
    counts.set(token[i], (counts.get(token[i]) ?? 0) + 1);
    if (chosen[i]) total++;
    else remainder++;
  }
  // As many pretended samples as are shown, with their own frequencies: a weaker prior would doubt
  // just the tokens that are found nowhere else.
  const prior = total + remainder;
  return [...held]
    .map(([id, a]) => {
      const b = rest.get(id) ?? 0;
      const pretended = a + b;
      const odds = (k: number, n: number) =>
        Math.log((k + pretended) / Math.max(n + prior - k - pretended, 1e-9));
      const difference = odds(a, total) - odds(b, remainder);
      return {
        token: id,
        inside: a,
        outside: b,
        z: difference / Math.sqrt(1 / (a + pretended) + 1 / (b + pretended)),
      };
    })
    .sort((p, q) => q.z - p.z || q.inside - p.inside);
}
