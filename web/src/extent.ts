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
  const sorted = (values: number[]) => values.sort((a, b) => a - b);
  const centre = Array.from({ length: k }, (_, axis) => {
    const values = sorted([0, ...seen.map((i) => coordinates[k * i + axis])]);
    return (quantile(values, 0.005) + quantile(values, 0.995)) / 2;
  });
  const reach = (i: number) => Math.hypot(...centre.map((v, axis) => coordinates[k * i + axis] - v));
  const radius = quantile(sorted([Math.hypot(...centre), ...seen.map(reach)]), 0.995);
  return { centre, radius: Math.max(radius, 1e-9) };
}
