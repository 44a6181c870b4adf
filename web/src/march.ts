/** A quadric's level surface as triangles: marching tetrahedra, each corner then moved onto the form. */

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

/** The part of q(u) = level within a ball, on a grid of so many cells across it. */
export function levelSurface(
  form: Form,
  level: number,
  centre: number[],
  radius: number,
  cells: number,
): Triangles {
  const side = cells + 1;
  const step = (2 * radius) / cells;
  const at = (k: number, axis: number) => centre[axis] - radius + k * step;
  const values = new Float64Array(side ** 3);
  for (let z = 0, k = 0; z < side; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++, k++) values[k] = evaluate(form, at(x, 0), at(y, 1), at(z, 2)) - level;
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
      const place = [p, q].map((k) => [
        at(k % side, 0),
        at(Math.floor(k / side) % side, 1),
        at(Math.floor(k / side ** 2), 2),
      ]);
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
  const reach = radius + step;
  /** From a cell's first corner to each of its eight. */
  const steps = Array.from({ length: 8 }, (_, c) => (c & 1) + side * ((c >> 1) & 1) + side * side * (c >> 2));
  for (let z = 0; z < cells; z++)
    for (let y = 0; y < cells; y++)
      for (let x = 0; x < cells; x++) {
        const first = x + side * (y + side * z);
        let below = 0;
        for (const step of steps) if (values[first + step] < 0) below++;
        if (below === 0 || below === 8) continue;
        if (
          Math.hypot(at(x + 0.5, 0) - centre[0], at(y + 0.5, 1) - centre[1], at(z + 0.5, 2) - centre[2]) >
          reach
        )
          continue;
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
  const slope = form.matrix.map((row, k) => 2 * (row[0] * x + row[1] * y + row[2] * z) + form.linear[k]);
  const square = slope[0] ** 2 + slope[1] ** 2 + slope[2] ** 2;
  if (square < 1e-18) return [x, y, z];
  const move = (evaluate(form, x, y, z) - level) / square;
  return [x - move * slope[0], y - move * slope[1], z - move * slope[2]];
}
