import type { Manifold } from "./manifold";

/** The middle and the reach of the points, a few far ones aside; the origin is kept in sight.
 *
 * The strongest points are few and may lie far out, but they are what one came to see: all of them
 * are looked at, of the others only so many.
 */
export function extent(manifold: Manifold): { centre: number[]; radius: number } {
  const { points, strength, n } = manifold;
  const step = Math.max(1, Math.floor(n / 4000));
  const strong = Float32Array.from(strength).sort()[Math.floor(n * 0.98)];
  const seen: number[] = [];
  for (let i = 0; i < n; i++) if (i % step === 0 || strength[i] >= strong) seen.push(i);
  const inner = (values: number[], share: number) =>
    values.sort((a, b) => a - b)[Math.round((values.length - 1) * share)];
  const centre = [0, 1, 2].map((axis) => {
    const values = [0, ...seen.map((i) => points[3 * i + axis])];
    return (inner(values, 0.005) + inner(values, 0.995)) / 2;
  });
  const reach = (i: number) => Math.hypot(...centre.map((v, axis) => points[3 * i + axis] - v));
  const radius = inner([Math.hypot(...centre), ...seen.map(reach)], 0.995);
  return { centre, radius: Math.max(radius, 1e-9) };
}
