import assert from "node:assert/strict";
import { test } from "node:test";

import type { Card } from "../src/gallery";
import { groupsApart, spread } from "../src/groups";
import type { Manifold } from "../src/manifold";
import { pathEnds, ticksOf } from "../src/ticks";
import { wordsOf } from "../src/words";

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

test("a word in two groups stands at both, one in a single wide group once", () => {
  const both = manifold(
    [" is", " are"],
    [...Array<number>(60).fill(0), ...Array<number>(30).fill(1)],
    [...around([0, 0], 40), ...around([2, 0], 20), ...around([0, 2], 30)],
  );
  const words = wordsOf(both, 90);
  assert.deepEqual(
    words.map(({ text, again }) => [text, again ?? false]),
    [
      ["is", false],
      ["is", true],
      ["are", false],
    ],
  );
  assert.ok(Math.abs(words[1].at[0] - (words[0].at[0] > 1 ? 0 : 2)) < 0.2);
  const disc = Array.from({ length: 400 }, (_, i) => [
    Math.sqrt(i / 400) * Math.cos(2.4 * i),
    Math.sqrt(i / 400) * Math.sin(2.4 * i),
  ]).flat();
  assert.equal(wordsOf(manifold([" to"], Array<number>(400).fill(0), disc), 400).length, 1);
});

test("a few samples far away are no group", () => {
  const coordinates = Float32Array.from([...around([0, 0], 60), ...around([3, 0], 4)]);
  const cloud = { coordinates, k: 2 };
  const samples = Array.from({ length: 64 }, (_, i) => i);
  assert.deepEqual(groupsApart(cloud, samples, [[0, 0]], spread(cloud, 64)), []);
});

test("the spread is the root mean square distance from the middle", () => {
  assert.equal(spread({ coordinates: Float32Array.from([1, 5, 3, 5, 99, 99]), k: 2 }, 2), 1);
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
