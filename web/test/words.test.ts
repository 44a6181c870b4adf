import assert from "node:assert/strict";
import { test } from "node:test";

import type { Card } from "../src/gallery";
import type { Manifold } from "../src/manifold";
import { pathEnds, ticksOf } from "../src/ticks";
import { again, wordsOf } from "../src/words";

/** So many places around a middle. */
function around(middle: number[], samples: number): number[] {
  return Array.from({ length: samples }, (_, i) => [
    middle[0] + 0.1 * Math.sin(7 * i),
    middle[1] + 0.1 * Math.cos(11 * i),
  ]).flat();
}

function manifold(
  vocab: string[],
  token: number[],
  coordinates: number[],
  card: Partial<Card> = {},
  along: number[] = [],
): Manifold {
  return {
    card: card as Card,
    vocab,
    token: Uint32Array.from(token),
    strength: Float32Array.from(token, () => 1),
    coordinates: Float32Array.from(coordinates),
    k: 2,
    labels: null,
    along: () => Float32Array.from(along),
  } as Partial<Manifold> as Manifold;
}

const TWO_GROUPS = [...around([0, 0], 40), ...around([2, 0], 20), ...around([0, 2], 30)];
const IS_ARE = [...Array<number>(60).fill(0), ...Array<number>(30).fill(1)];

test("a word stands at each group that the gallery names, right behind its first place", () => {
  const groups = [{ text: " Is", at: [2, 0] }];
  const labels = [" are", " is"].map((text, k) => ({ text, at: [0, k ? 0 : 2] }));
  for (const card of [{ groups }, { groups, labels }]) {
    const words = wordsOf(manifold([" is", " are"], IS_ARE, TWO_GROUPS, card), 90);
    const order = [...words].sort((a, b) => b.weight - a.weight).map(({ text }) => text);
    assert.deepEqual(order, card.labels ? ["are", "is", "is"] : ["is", "is", "are"]);
    const [second] = words.filter((word) => word.again);
    assert.deepEqual([second.text, second.at], ["is", [2, 0]]);
    assert.ok(second.sample >= 40 && second.sample < 60);
  }
});

test("without groups, as in older galleries, or with those of words that are not there, each stands once", () => {
  for (const card of [{}, { groups: [{ text: " was", at: [2, 0] }] }]) {
    const words = wordsOf(manifold([" is", " are"], IS_ARE, TWO_GROUPS, card), 90);
    assert.deepEqual(
      words.map(({ text, again }) => [text, again ?? false]),
      [
        ["is", false],
        ["are", false],
      ],
    );
  }
});

test("a tick's further group has no dot, and a neighbour's word its dots", () => {
  const groups = [{ text: "may", at: [1, 0] }];
  const path = { closed: false, at: [[0, 0], [1, 0]], ticks: [{ text: "may", t: 0 }] }; // prettier-ignore
  const [, second] = wordsOf(manifold([" May"], [0, 0], [0, 0, 1, 0], { path, groups }), 2);
  assert.deepEqual([second.text, second.at, second.mark, second.again], ["May", [1, 0], null, true]);
  assert.deepEqual(again({ groups, varies: "before" } as Card, "May …"), [[1, 0]]);
});

const PATH = { closed: false, at: [[0, 0], [1, 0]] }; // prettier-ignore

test("ticks are written as the text writes their words most strongly, in their order", () => {
  const ticks = [
    { text: "may", t: 1 },
    { text: "january", t: 0 },
    { text: "elsewhere", t: 0.5 },
  ];
  const months = manifold([" January", "may", " May"], [0, 2, 2, 1], around([0, 0], 4), {
    path: { ...PATH, ticks },
  });
  assert.deepEqual(
    ticksOf(months).map(({ text }) => text),
    [" January", "elsewhere", " May"],
  );
  assert.deepEqual(pathEnds(months, 4), ["January", "May"]);
});

test("the ends of a path without ticks are called by the words there, if they differ", () => {
  const card = { path: { ...PATH, ticks: [] } };
  const words = [" on", " upon", " the"];
  const along = [0, 0.05, 0.5, 0.95, 1];
  const two = manifold(words, [0, 0, 2, 1, 1], around([0, 0], 5), card, along);
  assert.deepEqual(pathEnds(two, 5), ["on", "upon"]);
  const one = manifold(words, [0, 0, 2, 0, 0], around([0, 0], 5), card, along);
  assert.deepEqual(pathEnds(one, 5), ["start", "end"]);
});
