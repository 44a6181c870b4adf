/** From which side a cloud tells most, and how far the camera must stand so that nothing is cut off. */

import { quantile } from "./quantile";

export interface Side {
  azimuth: number;
  elevation: number;
}

type Vector = [number, number, number];

/** Right, up and towards the eye, for a camera that looks from this side with z upright. */
export function directions({ azimuth: a, elevation: e }: Side): [Vector, Vector, Vector] {
  return [
    [-Math.sin(a), Math.cos(a), 0],
    [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)],
    [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)],
  ];
}

/** Views that are tried: turns around the vertical axis, and tilts in radians. */
const TURNS_TRIED = 36;
const TILTS_TRIED = [0, 0.2, 0.42, 0.65, 0.9, 1.2, 1.5];

/** The side from which the points lie farthest apart: the largest area of their ellipse of spread. */
export function tellingSide(points: ArrayLike<number>): Side {
  const n = points.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += points[i] / n;
  const spread = [0, 1, 2].map((a) =>
    [0, 1, 2].map((b) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += (points[3 * i + a] - mean[a]) * (points[3 * i + b] - mean[b]);
      return sum / n;
    }),
  );
  const between = (u: Vector, v: Vector) => {
    let sum = 0;
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) sum += u[a] * spread[a][b] * v[b];
    return sum;
  };
  let best: Side = { azimuth: -0.75, elevation: 0.42 };
  let most = -1;
  for (const elevation of TILTS_TRIED) {
    for (let turn = 0; turn < TURNS_TRIED; turn++) {
      const azimuth = -0.75 + (turn / TURNS_TRIED) * 2 * Math.PI;
      const [right, up] = directions({ azimuth, elevation });
      const [wide, tall, both] = [between(right, right), between(up, up), between(right, up)];
      const area = Math.sqrt(Math.max(wide * tall - both * both, 0));
      // Screens are wide, and a slight tilt shows depth: these decide between sides that are equally good.
      const value =
        area * (1 + 0.06 * (wide >= tall ? 1 : 0) + 0.04 * Math.exp(-(((elevation - 0.4) / 0.3) ** 2)));
      if (value > most * (1 + 1e-9)) {
        most = value;
        best = { azimuth, elevation };
      }
    }
  }
  return best;
}

/** Target and distance from which the points just fit, with `margin` of the half view left free.
 *
 * A point at (x, y, z) along right, up and eye is inside when |x − t| ≤ (D − z)·tan, so the least D over
 * the best t is half of max(x/tan + z) + max(−x/tan + z); likewise for the height. With many points,
 * `share` of them must fit, and all of `must`.
 */
export function fit(
  points: ArrayLike<number>,
  side: Side,
  tangent: { wide: number; tall: number },
  share = 1,
  must: ArrayLike<number> = [],
): { target: Vector; distance: number } {
  const [right, up, eye] = directions(side);
  const along = (of: ArrayLike<number>, axis: Vector) =>
    Float64Array.from(
      { length: of.length / 3 },
      (_, i) => axis[0] * of[3 * i] + axis[1] * of[3 * i + 1] + axis[2] * of[3 * i + 2],
    );
  const [z, front] = [along(points, eye), along(must, eye)];
  const span = (axis: Vector, tan: number): [number, number] => {
    const [x, edge] = [along(points, axis), along(must, axis)];
    const [ahead, behind] = [1, -1].map((sign) =>
      edge.reduce(
        (most, v, i) => Math.max(most, (sign * v) / tan + front[i]),
        quantile(x.map((v, i) => (sign * v) / tan + z[i]).sort(), share),
      ),
    );
    return [(tan * (ahead - behind)) / 2, (ahead + behind) / 2];
  };
  const [across, wide] = span(right, tangent.wide);
  const [above, tall] = span(up, tangent.tall);
  const depth = quantile(z.slice().sort(), 0.5);
  const target = [0, 1, 2].map((k) => across * right[k] + above * up[k] + depth * eye[k]) as Vector;
  return { target, distance: Math.max(wide, tall, depth + 1e-3) - depth };
}
