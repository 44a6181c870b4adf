import type { Manifold } from "./manifold";

/** The middle and the reach of the points, a few far ones aside; the origin is kept in sight. */
export function extent(manifold: Manifold): { centre: number[]; radius: number } {
  const { points, n } = manifold;
  const step = Math.max(1, Math.floor(n / 4000));
  const ranges = [0, 1, 2].map((axis) => {
    const values = [0];
    for (let i = 0; i < n; i += step) values.push(points[3 * i + axis]);
    values.sort((a, b) => a - b);
    return [values[Math.floor(values.length * 0.005)], values[Math.ceil(values.length * 0.995) - 1]];
  });
  const centre = ranges.map(([low, high]) => (low + high) / 2);
  const reaches = [Math.hypot(...centre)];
  for (let i = 0; i < n; i += step)
    reaches.push(Math.hypot(...centre.map((v, axis) => points[3 * i + axis] - v)));
  reaches.sort((a, b) => a - b);
  return { centre, radius: Math.max(reaches[Math.ceil(reaches.length * 0.995) - 1], 1e-9) };
}
