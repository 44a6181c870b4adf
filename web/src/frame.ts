/** Which three directions of a manifold's own k are shown, and a tour that passes through all of them. */

/** Three rows of k numbers: the directions that are seen as x, y and z. A flat one has a row of zeros. */
export interface Frame {
  k: number;
  rows: Float64Array;
}

/** The frame that shows these axes; fewer than three leave the last rows empty. */
export function axesFrame(k: number, axes: number[]): Frame {
  const rows = new Float64Array(3 * k);
  axes.slice(0, 3).forEach((axis, row) => {
    rows[row * k + axis] = 1;
  });
  return { k, rows };
}

/** Where a place of the manifold's space is seen. Numbers that it lacks are zero. */
export function see(frame: Frame, at: ArrayLike<number>): [number, number, number] {
  const { k, rows } = frame;
  const out: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < 3; row++)
    for (let axis = 0; axis < k; axis++) out[row] += rows[row * k + axis] * (at[axis] ?? 0);
  return out;
}

/** All points as they are seen, three numbers each. */
export function seeAll(frame: Frame, coordinates: Float32Array): Float32Array {
  const { k, rows } = frame;
  if (k === 3 && rows.every((weight, i) => weight === Number(i % 4 === 0))) return coordinates.slice();
  const n = coordinates.length / k;
  const out = new Float32Array(3 * n);
  for (let row = 0; row < 3; row++) {
    for (let axis = 0; axis < k; axis++) {
      const weight = rows[row * k + axis];
      if (weight === 0) continue;
      for (let i = 0, from = axis, to = row; i < n; i++, from += k, to += 3)
        out[to] += weight * coordinates[from];
    }
  }
  return out;
}

/** The form on the shown directions, all others being zero: F A Fᵀ. It may know fewer axes than there are. */
export function restrict(frame: Frame, matrix: number[][]): number[][] {
  const { k, rows } = frame;
  return [0, 1, 2].map((a) =>
    [0, 1, 2].map((b) => {
      let sum = 0;
      for (let i = 0; i < matrix.length && i < k; i++)
        for (let j = 0; j < matrix.length && j < k; j++)
          sum += rows[a * k + i] * matrix[i][j] * rows[b * k + j];
      return sum;
    }),
  );
}

/** The frame of a tour after so many legs: each leg turns one shown axis into the longest hidden one. */
export function tourFrame(k: number, start: number[], legs: number): Frame {
  const shown = start.slice(0, 3);
  const hidden = Array.from({ length: k }, (_, axis) => axis).filter((axis) => !shown.includes(axis));
  const whole = Math.floor(legs);
  for (let leg = 0; leg < whole && hidden.length; leg++) {
    const slot = leg % 3;
    hidden.push(shown[slot]);
    shown[slot] = hidden.shift()!;
  }
  const frame = axesFrame(k, shown);
  const part = legs - whole;
  if (part > 0 && hidden.length) {
    const slot = whole % 3;
    const angle = (part * part * (3 - 2 * part) * Math.PI) / 2;
    frame.rows[slot * k + shown[slot]] = Math.cos(angle);
    frame.rows[slot * k + hidden[0]] = Math.sin(angle);
  }
  return frame;
}
