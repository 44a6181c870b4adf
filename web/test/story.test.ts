import assert from "node:assert/strict";
import { test } from "node:test";

import type { Card } from "../src/gallery";
import type { Manifold } from "../src/manifold";
import { examples, sentenceOf, tokenShares } from "../src/story";
import { telling, tellingText } from "../src/varying";

/** Samples with these tokens, the first the strongest. */
function samples(
  vocab: string[],
  token: number[],
  along: number[] | null = null,
  before: number[] | null = null,
): Manifold {
  return {
    card: { varies: before ? "before" : undefined } as Card,
    neighbours: () => Int32Array.from(before ?? []),
    vocab,
    token: Uint32Array.from(token),
    strength: Float32Array.from(token, (_, i) => 1 / (i + 1)),
    along: () => along && Float32Array.from(along),
  } as Partial<Manifold> as Manifold;
}

test("examples are taken along the path, the strongest of each stretch", () => {
  const manifold = samples(["a"], [0, 0, 0, 0], [0.9, 0.1, 0.15, 0.6]);
  assert.deepEqual(examples(manifold, 4, 4), [1, 3, 0]);
});

test("where tokens are few each has as many examples, those of a token together", () => {
  const manifold = samples([" one", " two", "One"], [0, 0, 2, 0, 0, 1, 0, 1]);
  assert.deepEqual(examples(manifold, 8, 4), [0, 1, 5, 7]);
  assert.deepEqual(examples(manifold, 8, 8), [0, 1, 2, 3, 4, 6, 5, 7]);
  assert.deepEqual(examples(manifold, 1, 4), [0]);
});

test("where the token before tells samples apart, it has the examples and the shares", () => {
  const manifold = samples(["\n", " .", " ,"], [0, 0, 0, 0], null, [1, 1, 2, -1]);
  assert.deepEqual(examples(manifold, 3, 2), [0, 2]);
  const shares = tokenShares(manifold, 3, telling(manifold));
  assert.deepEqual(
    shares.map(({ id, times }) => [id, times]),
    [
      [1, 2],
      [2, 1],
    ],
  );
  assert.equal(telling(manifold).texts[telling(manifold).ids[3]], "");
  assert.deepEqual(
    [tellingText(" of", "before"), tellingText(" of", "after"), tellingText(" of", undefined)],
    ["of …", "… of", "of"],
  );
});

test("what interventions said follows the gallery's sentence", () => {
  const card = { sentence: "Digits, from 0 to 9, along a curve; rank 3.", used: 0.431 } as Card;
  assert.equal(
    sentenceOf(card, []),
    "Digits, from 0 to 9, along a curve; rank 3. The model uses it: beyond controls, swapping this part alone does 43% of what swapping the whole vector does.",
  );
  assert.ok(sentenceOf({ ...card, used: 0.01 }, []).endsWith("The model hardly uses it."));
});
