import assert from "node:assert/strict";
import test from "node:test";
import { decodeSet, encodeSet } from "../src/codes";
import { eigen } from "../src/eigen";
import { axesFrame, see, seeAll, tourFrame } from "../src/frame";
import { round } from "../src/levels";
import { pointAt, positions, type Path } from "../src/path";
import { quantile, strongCount } from "../src/quantile";

const close = (a: number, b: number, gap = 1e-9) => assert.ok(Math.abs(a - b) < gap, `${a} is not ${b}`);

test("quantiles lie between the values", () => {
  assert.equal(quantile([1, 2, 3, 4], 0), 1);
  assert.equal(quantile([1, 2, 3, 4], 1), 4);
  close(quantile([1, 2, 3, 4], 0.5), 2.5);
  close(quantile([0, 10], 0.25), 2.5);
  assert.equal(quantile([7], 0.3), 7);
});

test("strong samples are told from a weak crowd", () => {
  const strength = Float32Array.from({ length: 5000 }, (_, i) =>
    i < 200 ? 1 - i / 2000 : 0.2 * (1 - i / 5000),
  );
  assert.equal(strongCount(strength), 200);
});

test("where all are alike, all are strong", () => {
  assert.equal(strongCount(new Float32Array(1000).fill(1)), 1000);
  assert.equal(strongCount(new Float32Array(8).fill(1)), 8);
});

test("there are always a few strong samples", () => {
  const strength = Float32Array.from({ length: 1000 }, (_, i) => (i < 2 ? 100 : i < 13 ? 50 : 1e-3));
  assert.equal(strongCount(strength), 24);
});

test("a selection is the same after the address", () => {
  for (const n of [1, 7, 500, 70000]) {
    const chosen = Uint8Array.from({ length: n }, (_, i) => Number((i * 2654435761) % 97 < 5 || i === n - 1));
    const text = encodeSet(chosen);
    assert.match(text, /^[\w-]*$/);
    assert.deepEqual(decodeSet(text, n), chosen);
  }
});

test("an address that is no selection of so many samples is refused", () => {
  assert.equal(decodeSet("!!", 10), null);
  assert.equal(decodeSet(encodeSet(Uint8Array.from({ length: 20 }, () => 1)), 10), null);
});

test("eigenvectors are orthonormal and belong to their values", () => {
  const matrix = [
    [2, -1, 0.5],
    [-1, 0.3, 4],
    [0.5, 4, -3],
  ];
  const { values, vectors } = eigen(matrix);
  vectors.forEach((v, k) => {
    matrix.forEach((row, i) => close(row[0] * v[0] + row[1] * v[1] + row[2] * v[2], values[k] * v[i], 1e-8));
    vectors.forEach((w, j) => close(v[0] * w[0] + v[1] * w[1] + v[2] * w[2], Number(j === k), 1e-10));
  });
  assert.ok(Math.abs(values[0]) >= Math.abs(values[1]) && Math.abs(values[1]) >= Math.abs(values[2]));
});

test("the chosen axes are the ones that are seen", () => {
  const coordinates = Float32Array.from({ length: 10 }, (_, i) => i);
  assert.deepEqual([...seeAll(axesFrame(5, [3, 0, 4]), coordinates)], [3, 0, 4, 8, 5, 9]);
  assert.deepEqual([...seeAll(axesFrame(5, [3, 0]), coordinates)], [3, 0, 0, 8, 5, 0]);
  assert.deepEqual(see(axesFrame(5, [1, 0, 4]), [6, 7, 8]), [7, 6, 0]);
});

test("a tour passes through every axis, by directions that stay orthonormal", () => {
  const shown = new Set<number>();
  for (let legs = 0; legs < 8; legs += 0.125) {
    const { k, rows } = tourFrame(6, [0, 1, 2], legs);
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        let dot = 0;
        for (let axis = 0; axis < k; axis++) dot += rows[a * k + axis] * rows[b * k + axis];
        close(dot, Number(a === b), 1e-12);
      }
      for (let axis = 0; axis < k; axis++) if (rows[a * k + axis] > 0.99) shown.add(axis);
    }
  }
  assert.deepEqual([...shown].sort(), [0, 1, 2, 3, 4, 5]);
});

const SQUARE: Path = {
  closed: true,
  at: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
  ticks: [],
};

test("a place on a path is a share of its length", () => {
  assert.deepEqual(pointAt(SQUARE, 0.125), [0.5, 0, 0]);
  assert.deepEqual(pointAt(SQUARE, 0.875), [0, 0.5, 0]);
  const open: Path = { closed: false, at: [[0, 0], [3, 0], [3, 1]], ticks: [] }; // prettier-ignore
  assert.deepEqual(pointAt(open, 0.75), [3, 0]);
  assert.deepEqual(pointAt(open, 1), [3, 1]);
});

test("each sample stands where the path is nearest, as a search over all of it finds", () => {
  const coordinates = Float32Array.from(
    { length: 90 },
    (_, i) => (((i * 7919) % 301) / 100 - 1) * (i % 3 === 2 ? 0.1 : 1),
  );
  const found = new Float32Array(30);
  positions(SQUARE, coordinates, 3, found, 0, 30);
  for (let i = 0; i < 30; i++) {
    const gap = (t: number) =>
      Math.hypot(...pointAt(SQUARE, t).map((v, axis) => v - coordinates[3 * i + axis]));
    let best = Infinity;
    for (let t = 0; t <= 1; t += 1e-4) best = Math.min(best, gap(t));
    assert.ok(gap(found[i]) <= best + 1e-6);
  }
});

test("an ellipsoid and a tube are round, a hyperboloid is not", () => {
  const form = (...diagonal: number[]) => ({
    matrix: diagonal.map((v, i) => diagonal.map((_, j) => (i === j ? v : 0))),
    linear: [0, 0, 0],
    constant: -1,
  });
  assert.ok(round(form(1, 2, 3)));
  assert.ok(round(form(-1, -2, -3)));
  assert.ok(!round(form(1, 2, -3)));
  assert.ok(round(form(1, 1, 0)));
});
