/** The values that the form takes on the samples, and whether its surface says anything about them. */

import { eigen } from "./eigen";
import type { Form, Manifold } from "./manifold";
import { quantile } from "./quantile";

export interface Levels {
  low: number;
  typical: number;
  high: number;
  /** The middle distance of a strong sample from the typical surface, in parts of the samples' reach. */
  gap: number;
  /** Whether it is an ellipsoid or a tube: the sheets of a hyperboloid are in the way of the points. */
  round: boolean;
}

/** A surface is drawn at first only if it passes this close to the strong samples. */
export const MAX_SURFACE_DISTANCE = 0.12;

/** Samples, taken evenly, that are looked at. */
const MAX_SEEN = 2048;

/** An eigenvalue of the other sign counts as zero up to this share of the first. */
const FLAT = 0.02;

/** Whether all eigenvalues have one sign. */
export function round({ matrix }: Form): boolean {
  const { values } = eigen(matrix);
  return values[0] !== 0 && values.every((value) => value / values[0] > -FLAT);
}

export function levels(manifold: Manifold, strong: number, form: Form | undefined): Levels | null {
  const { coordinates, k, n } = manifold;
  if (!form || k < 3) return null;
  const axes = form.matrix.length;
  const value = (i: number) => {
    let sum = form.constant;
    for (let a = 0; a < axes; a++) {
      const x = coordinates[k * i + a];
      sum += form.linear[a] * x;
      for (let b = 0; b < axes; b++) sum += x * form.matrix[a][b] * coordinates[k * i + b];
    }
    return sum;
  };
  const slope = (i: number) => {
    let sum = 0;
    for (let a = 0; a < axes; a++) {
      let d = form.linear[a];
      for (let b = 0; b < axes; b++) d += 2 * form.matrix[a][b] * coordinates[k * i + b];
      sum += d * d;
    }
    return Math.sqrt(sum);
  };
  // What a function says of the first `count` samples, sorted.
  const sorted = (count: number, of: (i: number) => number) => {
    const step = Math.max(1, Math.floor(count / MAX_SEEN));
    const values = new Float64Array(Math.ceil(count / step));
    for (let j = 0; j < values.length; j++) values[j] = of(j * step);
    return values.sort();
  };
  const all = sorted(n, value);
  const ofStrong = (of: (i: number) => number) => sorted(strong, of);
  const typical = form.residual === undefined ? quantile(ofStrong(value), 0.5) : 0;
  const [low, high] = [quantile(all, 0.002), quantile(all, 0.998)];
  const length = (i: number) => {
    let sum = 0;
    for (let a = 0; a < axes; a++) sum += coordinates[k * i + a] ** 2;
    return Math.sqrt(sum);
  };
  const reach = quantile(ofStrong(length), 0.9);
  const gaps = ofStrong((i) => Math.abs(value(i) - typical) / Math.max(slope(i), 1e-12));
  return {
    low,
    high: high > low ? high : low + 1e-9,
    typical,
    round: round(form),
    gap: quantile(gaps, 0.5) / Math.max(reach, 1e-12),
  };
}
