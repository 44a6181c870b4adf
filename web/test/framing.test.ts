import assert from "node:assert/strict";
import test from "node:test";
import { directions, fit, tellingSide } from "../src/framing";

/** Numbers that look random and are the same each time. */
function draws(seed: number): () => number {
  let state = seed;
  return () => ((state = (state * 48271) % 2147483647) / 2147483647) * 2 - 1;
}

function cloud(n: number, size: [number, number, number], seed = 7): number[] {
  const draw = draws(seed);
  return Array.from({ length: 3 * n }, (_, i) => draw() * size[i % 3]);
}

for (const [name, size, flat] of [
  ["y", [1, 0.05, 1], 1],
  ["x", [0.05, 1, 1], 0],
  ["z", [1, 1, 0.05], 2],
] as const) {
  test(`a disc that is thin along ${name} is looked at along ${name}`, () => {
    const eye = directions(tellingSide(cloud(400, [...size])))[2];
    assert.ok(Math.abs(eye[flat]) > 0.85, `it was looked at along ${eye.map((v) => v.toFixed(2))}`);
  });
}

test("from any side all points fit, and some touch the border", () => {
  const tangent = { wide: 0.5, tall: 0.3 };
  for (let k = 0; k < 12; k++) {
    const side = { azimuth: k * 0.7, elevation: -0.3 + k * 0.13 };
    const points = cloud(200, [1, 2, 0.5], k + 1).map((v, i) => v + [5, -1, 2][i % 3]);
    const { target, distance } = fit(points, side, tangent);
    const [right, up, eye] = directions(side);
    let fullest = 0;
    for (let i = 0; i < points.length; i += 3) {
      const from = [0, 1, 2].map((axis) => points[i + axis] - target[axis]);
      const along = (v: number[]) => v[0] * from[0] + v[1] * from[1] + v[2] * from[2];
      const deep = distance - along(eye);
      assert.ok(deep > 0);
      fullest = Math.max(
        fullest,
        Math.abs(along(right)) / deep / tangent.wide,
        Math.abs(along(up)) / deep / tangent.tall,
      );
    }
    assert.ok(Math.abs(fullest - 1) < 1e-9, `side ${k}: ${fullest} of the view is filled`);
  }
});

test("one point far out among many does not push the camera away", () => {
  const points = [...cloud(2000, [1, 1, 1]), 50, 50, 50];
  const side = { azimuth: 0.3, elevation: 0.4 };
  const tangent = { wide: 0.5, tall: 0.5 };
  assert.ok(fit(points, side, tangent, 0.997).distance < fit(points, side, tangent).distance / 4);
});

test("what must be seen is, far out or not", () => {
  const points = cloud(2000, [1, 1, 1]);
  const side = { azimuth: 0.3, elevation: 0.4 };
  const tangent = { wide: 0.5, tall: 0.5 };
  const far = [4, -3, 2];
  const held = fit(points, side, tangent, 0.997, far);
  const all = fit([...points, ...far], side, tangent);
  assert.ok(held.distance > 0.9 * all.distance && held.distance <= all.distance + 1e-9);
  const inside = fit(points, side, tangent, 0.997, [0, 0, 0]);
  assert.deepEqual(inside, fit(points, side, tangent, 0.997));
});

test("a single point has a distance", () => {
  assert.ok(fit([1, 2, 3], { azimuth: 0, elevation: 0 }, { wide: 0.5, tall: 0.5 }).distance > 0);
});
