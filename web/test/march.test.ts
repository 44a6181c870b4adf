import assert from "node:assert/strict";
import { test } from "node:test";

import type { Form } from "../src/manifold";
import { evaluate, levelSurface } from "../src/march";

/** Squares with these weights along axes that are turned about z by some angle, around a middle. */
function quadratic(weights: number[], angle: number, middle: number[]): Form {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const axes = [
    [c, s, 0],
    [-s, c, 0],
    [0, 0, 1],
  ];
  const matrix = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => axes.reduce((sum, axis, k) => sum + weights[k] * axis[i] * axis[j], 0)),
  );
  const linear = matrix.map((row) => -2 * row.reduce((sum, v, k) => sum + v * middle[k], 0));
  const constant = -0.5 * linear.reduce((sum, v, k) => sum + v * middle[k], 0);
  return { matrix, linear, constant } as Form;
}

const MIDDLE = [0.3, -0.2, 0.1];

function cornersOf(form: Form, level: number): number[][] {
  const { corners } = levelSurface(form, level, [0, 0, 0], 2, 15);
  return Array.from({ length: corners.length / 3 }, (_, k) => [...corners.subarray(3 * k, 3 * k + 3)]);
}

for (const thin of [1, 100, 2500]) {
  test(`an ellipsoid ${Math.sqrt(thin)} times as wide as thick is closed and round at its rim`, () => {
    const form = quadratic([thin, 1, 1], 0.5, MIDDLE);
    const corners = cornersOf(form, 1);
    for (const [x, y, z] of corners) assert.ok(Math.abs(evaluate(form, x, y, z) - 1) < 0.1);
    const wide = [-Math.sin(0.5), Math.cos(0.5), 0];
    for (let k = 0; k < 24; k++) {
      const [a, b] = [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)];
      const out = corners.map((at) => {
        const [x, y, z] = at.map((v, axis) => v - MIDDLE[axis]);
        return a * (wide[0] * x + wide[1] * y) + b * z;
      });
      assert.ok(Math.max(...out) > 0.96, `towards ${15 * k} degrees it ends at ${Math.max(...out)}`);
    }
    const { triangles } = levelSurface(form, 1, [0, 0, 0], 2, 15);
    const edges = new Map<string, number>();
    for (let t = 0; t < triangles.length; t += 3)
      for (const [p, q] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ]) {
        // prettier-ignore
        const edge = [triangles[t + p], triangles[t + q]].sort((u, v) => u - v).join();
        edges.set(edge, (edges.get(edge) ?? 0) + 1);
      }
    assert.ok([...edges.values()].every((sides) => sides === 2));
  });
}

test("a tube and a hyperboloid fill the ball, and a level that is never taken leaves nothing", () => {
  for (const weights of [
    [1, 1, 0],
    [1, 1, -0.5],
    [1, -1, -1],
  ]) {
    const form = quadratic(weights, 0.5, MIDDLE);
    const corners = cornersOf(form, 0.3);
    for (const [x, y, z] of corners) assert.ok(Math.abs(evaluate(form, x, y, z) - 0.3) < 0.05);
    const far = Math.max(...corners.map((at) => Math.hypot(...at)));
    assert.ok(far > 1.8 && far < 2.6, `it reaches ${far}`);
  }
  assert.equal(cornersOf(quadratic([1, 1, 1], 0, MIDDLE), -1).length, 0);
  assert.equal(cornersOf(quadratic([1, 1, 1], 0, [9, 9, 9]), 1).length, 0);
});
