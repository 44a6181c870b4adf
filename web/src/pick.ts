/** Which point is under the pointer, and which lie inside a drawn outline. */

import { heft } from "./points";
import type { Stage } from "./stage";

/** Pixels from the pointer within which a point may be picked. */
const MAX_PICK_PIXELS = 12;
/** Pixels within which any disc that holds the pointer has its middle. */
const MAX_DISC_PIXELS = 24;

/** The nearest point to the eye whose disc holds the pointer; else the nearest disc within reach; -1 for none. */
export function pick(stage: Stage, x: number, y: number, shown: number): number {
  const { order, places, start, middles, radius } = cellsOf(stage.points);
  const m = stage.matrix();
  const { clientWidth: width, clientHeight: height } = stage.canvas;
  // Distances from the pointer in pixels, times the depth: all three are linear in the point.
  const [sx, sy] = [width / 2, height / 2];
  const [px, py] = [x - sx, sy - y];
  const deep = [m[3], m[7], m[11], m[15]];
  const [da, db, dc, dd] = deep;
  const [wa, wb, wc, wd] = deep.map((d, k) => m[4 * k] * sx - px * d);
  const [ha, hb, hc, hd] = deep.map((d, k) => m[4 * k + 1] * sy - py * d);
  const slack = MAX_DISC_PIXELS * radius * Math.hypot(da, db, dc);
  const [slackW, slackH] = [slack + radius * Math.hypot(wa, wb, wc), slack + radius * Math.hypot(ha, hb, hc)];
  const { gain, least, most } = stage.pointWidths();
  const { looks } = stage.cloud;
  let [covering, front, nearest, closest] = [-1, Infinity, -1, MAX_PICK_PIXELS * MAX_PICK_PIXELS];
  for (let cell = 0, k = 0; cell < start.length - 1; cell++, k += 3) {
    if (start[cell] === start[cell + 1]) continue;
    const a = middles[k];
    const b = middles[k + 1];
    const c = middles[k + 2];
    const limit = MAX_DISC_PIXELS * (da * a + db * b + dc * c + dd);
    if (Math.abs(wa * a + wb * b + wc * c + wd) > limit + slackW) continue;
    if (Math.abs(ha * a + hb * b + hc * c + hd) > limit + slackH) continue;
    for (let at = start[cell]; at < start[cell + 1]; at++) {
      const i = order[at];
      if (i >= shown) break;
      const a = places[3 * at];
      const b = places[3 * at + 1];
      const c = places[3 * at + 2];
      const depth = da * a + db * b + dc * c + dd;
      if (depth <= 0) continue;
      const wide = (wa * a + wb * b + wc * c + wd) / depth;
      const high = (ha * a + hb * b + hc * c + hd) / depth;
      const gap = wide * wide + high * high;
      if (gap > MAX_DISC_PIXELS * MAX_DISC_PIXELS) continue;
      const half = Math.min(most, Math.max(least, (gain * heft(looks, i)) / depth)) / 2;
      if (gap <= half * half && depth < front) {
        covering = i;
        front = depth;
      }
      if (gap < closest) {
        nearest = i;
        closest = gap;
      }
    }
  }
  return covering >= 0 ? covering : nearest;
}

interface Cells {
  /** Points by cell, strongest first. */
  order: Uint32Array;
  /** Their places in that order, so that a cell's lie side by side in memory. */
  places: Float32Array;
  /** Where each cell begins in the order, and the end. */
  start: Uint32Array;
  middles: Float32Array;
  /** Of the ball around a middle that holds its cell. */
  radius: number;
}

/** Cells of the grid along each axis, so that few points are looked at. */
const GRID_SIDE = 20;
const known = new WeakMap<Float32Array, Cells>();

/** The least and the greatest of the points along an axis. */
function range(points: Float32Array, axis: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = axis; k < points.length; k += 3) {
    if (points[k] < low) low = points[k];
    if (points[k] > high) high = points[k];
  }
  return [low, high];
}

/** Points in a grid of cells, so that a pointer meets only those near its ray. Made once. */
function cellsOf(points: Float32Array): Cells {
  const made = known.get(points);
  if (made) return made;
  const n = points.length / 3;
  const ranges = [0, 1, 2].map((axis) => range(points, axis));
  const low = ranges.map(([from]) => from);
  const step = ranges.map(([from, to]) => (to - from) / GRID_SIDE || 1);
  const cell = new Uint16Array(n);
  const start = new Uint32Array(GRID_SIDE ** 3 + 1);
  for (let i = 0; i < n; i++) {
    let number = 0;
    for (let axis = 0; axis < 3; axis++) {
      const place = Math.floor((points[3 * i + axis] - low[axis]) / step[axis]);
      number = number * GRID_SIDE + Math.min(GRID_SIDE - 1, place);
    }
    cell[i] = number;
    start[number + 1]++;
  }
  for (let c = 0; c < GRID_SIDE ** 3; c++) start[c + 1] += start[c];
  const next = start.slice();
  const order = new Uint32Array(n);
  const places = new Float32Array(points.length);
  for (let i = 0; i < n; i++) {
    const at = next[cell[i]]++;
    order[at] = i;
    for (let axis = 0; axis < 3; axis++) places[3 * at + axis] = points[3 * i + axis];
  }
  const middles = new Float32Array(3 * GRID_SIDE ** 3);
  for (let c = 0; c < GRID_SIDE ** 3; c++) {
    const place = [Math.floor(c / GRID_SIDE ** 2), Math.floor(c / GRID_SIDE) % GRID_SIDE, c % GRID_SIDE];
    place.forEach((p, axis) => {
      middles[3 * c + axis] = low[axis] + (p + 0.5) * step[axis];
    });
  }
  const cells = { order, places, start, middles, radius: 0.501 * Math.hypot(...step) };
  known.set(points, cells);
  return cells;
}

/** The shown points that are seen inside an outline, as one byte a point. */
export function inside(stage: Stage, outline: [number, number][], shown: number): Uint8Array {
  const { points } = stage;
  const { n } = stage.manifold;
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
