/** A quadric's level surface as triangles: marching tetrahedra, each corner then moved onto the form. */

import { eigen } from "./eigen";
import type { Form } from "./manifold";

export function evaluate(form: Form, x: number, y: number, z: number): number {
  const [[a, b, c], [, d, e], [, , f]] = form.matrix;
  const [p, q, r] = form.linear;
  return (
    a * x * x +
    d * y * y +
    f * z * z +
    2 * (b * x * y + c * x * z + e * y * z) +
    p * x +
    q * y +
    r * z +
    form.constant
  );
}

function gradient({ matrix, linear }: Form, [x, y, z]: number[]): number[] {
  return matrix.map((row, k) => 2 * (row[0] * x + row[1] * y + row[2] * z) + linear[k]);
}

/** Six tetrahedra that fill a cube, by the numbers of its corners (x + 2y + 4z). */
const TETRAHEDRA = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

export interface Triangles {
  /** Three numbers a corner. */
  corners: Float32Array;
  /** Three corners a triangle. */
  triangles: Uint32Array;
}

/** From where to where the surface can be along each of the form's own axes, measured from the ball's centre.
 * With slopes g there, λᵢyᵢ² + gᵢyᵢ has to make up what the other axes leave of the level: null if none can. */
function reaches(
  values: number[],
  slopes: number[],
  left: number,
  radius: number,
): [number, number][] | null {
  const spans = values.map((): [number, number] => [-radius, radius]);
  const part = (axis: number, y: number) => values[axis] * y * y + slopes[axis] * y;
  const range = (axis: number) => {
    const top = Math.min(Math.max(-slopes[axis] / (2 * values[axis]) || 0, spans[axis][0]), spans[axis][1]);
    const all = [...spans[axis], top].map((y) => part(axis, y));
    return [Math.min(...all), Math.max(...all)];
  };
  // Each axis bounds the others, so a second time is a little closer.
  for (let k = 0; k < 2 * values.length; k++) {
    const axis = k % values.length;
    const sign = Math.sign(values[axis]);
    if (sign === 0) continue;
    let most = sign * left;
    values.forEach((_, other) => {
      if (other !== axis) most -= Math.min(...range(other).map((v) => sign * v));
    });
    const [size, slope] = [Math.abs(values[axis]), sign * slopes[axis]];
    const root = slope * slope + 4 * size * most;
    if (root < 0) return null;
    const [middle, half] = [-slope / (2 * size), Math.sqrt(root) / (2 * size)];
    spans[axis] = [Math.max(spans[axis][0], middle - half), Math.min(spans[axis][1], middle + half)];
    if (spans[axis][0] >= spans[axis][1]) return null;
  }
  return spans;
}

/** The part of q(u) = level within a ball, on a grid of so many cells along each of the form's own axes.
 * The grid ends where the surface does: a thin one has as many cells across it as a round one. */
export function levelSurface(
  form: Form,
  level: number,
  centre: number[],
  radius: number,
  cells: number,
): Triangles {
  const side = cells + 1;
  const own = eigen(form.matrix);
  const slope = gradient(form, centre);
  const slopes = own.vectors.map((vector) => vector.reduce((sum, v, axis) => sum + v * slope[axis], 0));
  const left = level - evaluate(form, centre[0], centre[1], centre[2]);
  const spans = reaches(own.values, slopes, left, radius);
  if (!spans) return { corners: new Float32Array(0), triangles: new Uint32Array(0) };
  // Half a cell more on each side, so that the surface does not touch the border.
  const step = spans.map(([from, to]) => (to - from) / (cells - 1));
  const along = (k: number, axis: number) => spans[axis][0] + (k - 0.5) * step[axis];
  const at = (k: number) => {
    const place = [k % side, Math.floor(k / side) % side, Math.floor(k / side ** 2)].map(along);
    return centre.map((c, axis) => c + place.reduce((sum, y, i) => sum + y * own.vectors[i][axis], 0));
  };
  const values = new Float64Array(side ** 3);
  for (let k = 0; k < values.length; k++) {
    const [x, y, z] = at(k);
    values[k] = evaluate(form, x, y, z) - level;
  }
  const corners: number[] = [];
  const triangles: number[] = [];
  const known = new Map<number, number>();
  /** The corner on the edge between two places of the grid, made once for all that share it. */
  const cut = (a: number, b: number): number => {
    const [p, q] = a < b ? [a, b] : [b, a];
    const key = p * values.length + q;
    let corner = known.get(key);
    if (corner === undefined) {
      known.set(key, (corner = corners.length / 3));
      const mix = values[p] / (values[p] - values[q]);
      const place = [p, q].map(at);
      corners.push(
        ...settle(
          form,
          level,
          [0, 1, 2].map((k) => place[0][k] + mix * (place[1][k] - place[0][k])),
        ),
      );
    }
    return corner;
  };
  const reach = radius + Math.max(...step);
  /** From a cell's first corner to each of its eight. */
  const steps = Array.from({ length: 8 }, (_, c) => (c & 1) + side * ((c >> 1) & 1) + side * side * (c >> 2));
  for (let z = 0; z < cells; z++)
    for (let y = 0; y < cells; y++)
      for (let x = 0; x < cells; x++) {
        const first = x + side * (y + side * z);
        let below = 0;
        for (const step of steps) if (values[first + step] < 0) below++;
        if (below === 0 || below === 8) continue;
        if (Math.hypot(along(x + 0.5, 0), along(y + 0.5, 1), along(z + 0.5, 2)) > reach) continue;
        const places = steps.map((step) => first + step);
        for (const tetrahedron of TETRAHEDRA) {
          const low = tetrahedron.map((c) => places[c]).filter((k) => values[k] < 0);
          const high = tetrahedron.map((c) => places[c]).filter((k) => values[k] >= 0);
          const [few, many] = low.length < high.length ? [low, high] : [high, low];
          if (few.length === 1) triangles.push(...many.map((k) => cut(few[0], k)));
          if (few.length === 2) {
            const [a, b, c, d] = [
              cut(few[0], many[0]),
              cut(few[0], many[1]),
              cut(few[1], many[0]),
              cut(few[1], many[1]),
            ];
            triangles.push(a, b, c, c, b, d);
          }
        }
      }
  return { corners: Float32Array.from(corners), triangles: Uint32Array.from(triangles) };
}

/** One step of Newton's along the gradient: what a straight edge cut off is given back. */
function settle(form: Form, level: number, [x, y, z]: number[]): number[] {
  const slope = gradient(form, [x, y, z]);
  const square = slope[0] ** 2 + slope[1] ** 2 + slope[2] ** 2;
  if (square < 1e-18) return [x, y, z];
  const move = (evaluate(form, x, y, z) - level) / square;
  return [x - move * slope[0], y - move * slope[1], z - move * slope[2]];
}
