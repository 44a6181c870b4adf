import type { Manifold } from "./manifold";
import { quantile } from "./quantile";

/** The middle and the reach of the points, a few far ones aside.
 *
 * The strongest points are few and may lie far out, but they are what one came to see: all of them
 * are looked at, of the others only so many.
 */
export function extent({ coordinates, strength, n, k }: Manifold): { centre: number[]; radius: number } {
  const step = Math.max(1, Math.floor(n / 4000));
  const strong = strength[Math.floor(n * 0.02)];
  const seen: number[] = [0];
  for (let i = 1; i < n; i++) if (i % step === 0 || strength[i] >= strong) seen.push(i);
  // The origin is among them, as the last one.
  const sorted = (value: (i: number) => number, atOrigin: number) => {
    const values = new Float64Array(seen.length + 1);
    for (let j = 0; j < seen.length; j++) values[j] = value(seen[j]);
    values[seen.length] = atOrigin;
    return values.sort();
  };
  const centre = Array.from({ length: k }, (_, axis) => {
    const values = sorted((i) => coordinates[k * i + axis], 0);
    return (quantile(values, 0.005) + quantile(values, 0.995)) / 2;
  });
  const reach = (i: number) => {
    let sum = 0;
    for (let axis = 0; axis < k; axis++) sum += (coordinates[k * i + axis] - centre[axis]) ** 2;
    return Math.sqrt(sum);
  };
  const radius = quantile(sorted(reach, Math.hypot(...centre)), 0.995);
  return { centre, radius: Math.max(radius, 1e-9) };
}
