/** What a newcomer should read first: one sentence, examples along what varies, and shares of tokens. */

import { percent, sameWord, tokenText } from "./dom";
import type { Card } from "./gallery";
import type { Manifold } from "./manifold";
import { type Telling, telling } from "./varying";

const SHAPES: Record<string, string> = {
  direction: "along a direction",
  clusters: "in clusters",
  curve: "along a curve",
  "closed curve": "around a closed curve",
  surface: "on a surface",
  sphere: "on a sphere",
  cloud: "in a cloud",
};

/** The gallery's own sentence, or one made of what the card says and of the main tokens. */
export function sentenceOf(card: Card, tokens: string[]): string {
  if (card.sentence) return [card.sentence, usedBy(card)].filter(Boolean).join(" ");
  const shape = SHAPES[card.shape] ?? "";
  const ticks = [...(card.path?.ticks ?? [])].sort((a, b) => a.t - b.t).map(({ text }) => tokenText(text));
  const words = [...new Set(tokens.map(tokenText))].slice(0, 4);
  const what =
    ticks.length > 1 && !card.path!.closed
      ? `From ${ticks[0]} to ${ticks[ticks.length - 1]}`
      : ticks.length > 1
        ? ticks.slice(0, 4).join(", ")
        : words.join(", ");
  const parts = [[what, shape].filter(Boolean).join(", ")];
  if (card.rank !== undefined) parts.push(`rank ${card.rank}`);
  if (card.passes !== undefined)
    parts.push(card.passes ? "stands out from random subspaces" : "no clearer than random subspaces");
  return [`${parts.join("; ")}.`, usedBy(card)].filter(Boolean).join(" ");
}

/** What interventions said, in a sentence. */
function usedBy({ used }: Card): string {
  if (used === undefined) return "";
  return used > 0.05
    ? `The model uses it: beyond controls, swapping this part alone does ${percent(used)} of what swapping the whole vector does.`
    : "The model hardly uses it.";
}

/** Samples to read: the strongest of each stretch of the path, or of each of the main telling tokens. */
export function examples(manifold: Manifold, strong: number, count = 8): number[] {
  const along = manifold.along(strong);
  if (along) {
    const bins = new Array<number>(count).fill(-1);
    for (let i = strong - 1; i >= 0; i--) bins[Math.min(count - 1, Math.floor(along[i] * count))] = i;
    return bins.filter((i) => i >= 0);
  }
  const { ids, texts } = telling(manifold);
  const word = sameWord(texts);
  const own = new Map<number, number[]>(
    tokenShares(manifold, strong, { ids, texts })
      .slice(0, count)
      .map(({ id }) => [id, []]),
  );
  for (let i = 0; i < strong; i++) own.get(word[ids[i]])?.push(i);
  // Where tokens are few, each has several; those of a token stand together.
  return [...own.values()]
    .flatMap((group, token) => group.slice(0, count).map((i, turn) => ({ i, turn, token })))
    .sort((a, b) => a.turn - b.turn || a.token - b.token)
    .slice(0, count)
    .sort((a, b) => a.token - b.token || a.turn - b.turn)
    .map(({ i }) => i);
}

export interface Share {
  id: number;
  share: number;
  times: number;
}

/** Each word's share of the strong samples' squared strength, the largest first. */
export function tokenShares(
  { strength, token, vocab }: Manifold,
  strong: number,
  { ids, texts }: Telling = { ids: token, texts: vocab },
): Share[] {
  const word = sameWord(texts);
  const found = new Map<number, Share>();
  let all = 0;
  for (let i = 0; i < strong; i++) {
    const energy = strength[i] ** 2;
    const id = word[ids[i]];
    all += energy;
    const entry = found.get(id);
    if (entry) {
      entry.share += energy;
      entry.times++;
    } else found.set(id, { id, share: energy, times: 1 });
  }
  const list = [...found.values()].sort((a, b) => b.share - a.share);
  for (const entry of list) entry.share /= all || 1;
  return list;
}
