import assert from "node:assert/strict";
import test from "node:test";
import { overlap, place, type Wish } from "../src/placing";

const VIEW = { width: 800, height: 500 };

function crowd(n: number, spread = 1): Wish[] {
  return Array.from({ length: n }, (_, k) => ({
    x: 400 + spread * (((k * 7919) % 301) - 150),
    y: 250 + spread * (((k * 104729) % 201) - 100),
    width: 20 + ((k * 31) % 60),
    height: 17,
    weight: -k,
    beside: k % 3 === 0,
  }));
}

test("no two labels overlap and none leaves the view", () => {
  const boxes = place(crowd(300), VIEW, 300).filter((box) => box !== null);
  assert.ok(boxes.length > 20);
  boxes.forEach((a, i) => {
    assert.ok(a.left >= 0 && a.top >= 0 && a.right <= VIEW.width && a.bottom <= VIEW.height);
    for (const b of boxes.slice(i + 1)) assert.ok(!overlap(a, b));
  });
});

test("the weightiest has its place whoever else is there", () => {
  const wishes = crowd(300);
  wishes[299].weight = 1e9;
  assert.ok(place(wishes, VIEW, 300)[299]);
  assert.equal(place(wishes, VIEW, 1).filter(Boolean).length, 1);
});

test("the closer one is, the more labels have room", () => {
  const count = (spread: number) =>
    place(crowd(200, spread), { width: 4000, height: 3000 }, 200).filter(Boolean).length;
  assert.ok(count(2) > count(1) && count(4) > count(2));
});

test("a label beside a mark does not cover it", () => {
  const box = place([{ x: 400, y: 250, width: 60, height: 17, weight: 1, beside: true }], VIEW, 1)[0]!;
  assert.ok(box.bottom <= 250 || box.top >= 250 || box.left >= 400 || box.right <= 400);
});

test("what is out of sight has no label", () => {
  assert.deepEqual(place([{ x: -1, y: 250, width: 60, height: 17, weight: 1 }], VIEW, 1), [null]);
});
