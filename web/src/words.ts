/** Which words stand where in the picture: the gallery's own labels, tokens, single samples. */

import { HUES } from "./colour";
import { sameWord, sceneText } from "./dom";
import type { Card } from "./gallery";
import type { Manifold } from "./manifold";
import { pointAt } from "./path";
import { ticksOf } from "./ticks";
import { telling, tellingText } from "./varying";

export interface Word {
  text: string;
  /** Its place in the manifold's own space. */
  at: number[];
  /** A sample there, whose colour it takes; -1 for none. */
  sample: number;
  weight: number;
  /** How much closer than at first one must be for it to appear. */
  zoom: number;
  /** Beside its place, not over it. */
  beside: boolean;
  /** A dot at its place: on the path, where the model was moved to, or of a typed sentence. */
  mark: "tick" | "place" | "typed" | null;
  /** The word stands elsewhere too: this is another group of its samples. */
  again?: boolean;
  /** What a click on the dot does, and whether it was the last that was clicked. */
  act?: () => void;
  lit?: () => boolean;
}

/** Tokens that get a word, those with most strength. */
const MAX_WORDS = 200;
/** How much closer than at first single samples get their words. */
export const CLOSE_UP = 2.2;
/** Strong samples among which one near a place is looked for. */
export const MAX_SEARCHED = 20000;
/** Beyond as many as have a colour, a token with less than this share of the first one's strength comes
 * with a closer look only. */
const MIN_FIRST_SHARE = 0.005;
/** Each kind comes before all of the next. */
const [MARK, LABEL, TOKEN, SAMPLE] = [4e6, 3e6, 2e6, 1e6];

/** A word with a dot. */
export function markedWord(
  text: string,
  at: number[],
  mark: Word["mark"],
  sample: number,
  act?: () => void,
  lit?: () => boolean,
): Word {
  return { text: sceneText(text), at, sample, weight: MARK, zoom: 0, beside: true, mark, act, lit };
}

export function wordsOf(manifold: Manifold, strong: number): Word[] {
  const { card } = manifold;
  const { ids, texts } = telling(manifold);
  const words: Word[] = [];
  const named = new Set<string>();
  const add = (text: string, at: number[], weight: number, more: Partial<Word> = {}) => {
    named.add(text.toLowerCase());
    words.push({ text, at, sample: -1, weight, zoom: 0, beside: false, mark: null, ...more });
  };
  for (const { text, t } of ticksOf(manifold)) {
    const at = pointAt(card.path!, t);
    named.add(sceneText(text).toLowerCase());
    words.push(markedWord(text, at, "tick", nearest(manifold, at, strong)));
  }
  // Where the ticks already say what varies, the labels would say it twice.
  const ticked = words.length > 2;
  if (!ticked && !manifold.labels) {
    (card.labels ?? []).forEach(({ text, at }, order) => {
      // "That" beside "that" says nothing new.
      const said = tellingText(text, card.varies);
      if (named.has(said.toLowerCase())) return;
      add(said, at, LABEL - order, { sample: nearest(manifold, at, strong, text) });
    });
  }
  const { labels } = manifold;
  const word = sameWord(texts);
  const own = labels ? labels.of : ids.map((id) => word[id]);
  const tokens = tokensOf(manifold, own, strong);
  tokens.forEach(({ id, sample, rare }, order) => {
    if (id < 0 || (!labels && texts[id] === "")) return;
    const text = labels ? sceneText(labels.texts[id]) : tellingText(texts[id], card.varies);
    if (named.has(text.toLowerCase())) return;
    const zoom = ticked || (rare && order >= HUES) ? 1.5 : 0;
    add(text, placeOf(manifold, sample), TOKEN - order, { sample, zoom });
  });
  return words.flatMap((word) => [
    word,
    ...again(card, word.text).map((at): Word => {
      // Right behind the word itself, but after all that has a dot.
      const weight = Math.min(word.weight, LABEL) - 0.5;
      const sample = nearest(manifold, at, strong);
      return { ...word, at, sample, weight, beside: false, mark: null, again: true };
    }),
  ]);
}

/** Where a word of the picture stands once more: at the further groups that the gallery names. */
export function again({ groups, varies }: Card, word: string): number[][] {
  const same = (text: string) => text.toLowerCase() === word.toLowerCase();
  return (groups ?? [])
    .filter(({ text }) => same(sceneText(text)) || same(tellingText(text, varies)))
    .map(({ at }) => at);
}

/** The word of a single sample, for a close look. */
export function sampleWord(manifold: Manifold, i: number): Word {
  const { ids, texts } = telling(manifold);
  const text = tellingText(texts[ids[i]], manifold.card.varies);
  const at = placeOf(manifold, i);
  return { text, at, sample: i, weight: SAMPLE - i, zoom: CLOSE_UP, beside: true, mark: null };
}

export function placeOf({ coordinates, k }: Manifold, i: number): number[] {
  return Array.from(coordinates.subarray(k * i, k * i + k));
}

/** Tokens by their share of the squared strength, each with the sample nearest to their middle. */
function tokensOf(
  manifold: Manifold,
  token: ArrayLike<number>,
  strong: number,
): { id: number; sample: number; rare: boolean }[] {
  const { strength, coordinates, k } = manifold;
  const known = new Map<number, { id: number; energy: number; middle: Float64Array }>();
  for (let i = 0; i < strong; i++) {
    let entry = known.get(token[i]);
    if (!entry) known.set(token[i], (entry = { id: token[i], energy: 0, middle: new Float64Array(k) }));
    const weight = strength[i] ** 2 || 1e-9;
    entry.energy += weight;
    for (let axis = 0; axis < k; axis++) entry.middle[axis] += weight * coordinates[k * i + axis];
  }
  const first = [...known.values()].sort((a, b) => b.energy - a.energy).slice(0, MAX_WORDS);
  const best = new Map(first.map((entry) => [entry.id, { entry, sample: -1, gap: Infinity }]));
  for (let i = 0; i < strong; i++) {
    const found = best.get(token[i]);
    if (!found) continue;
    let gap = 0;
    for (let axis = 0; axis < k; axis++)
      gap += (coordinates[k * i + axis] - found.entry.middle[axis] / found.entry.energy) ** 2;
    if (gap < found.gap) [found.gap, found.sample] = [gap, i];
  }
  return first.map(({ id, energy }) => ({
    id,
    sample: best.get(id)!.sample,
    rare: energy < MIN_FIRST_SHARE * first[0].energy,
  }));
}

/** The strong sample nearest to a place, one of this token if there is any. */
function nearest(manifold: Manifold, at: number[], strong: number, text?: string): number {
  const { coordinates, k } = manifold;
  const { ids, texts } = telling(manifold);
  const same = text === undefined ? null : texts.map((word) => word.trim() === text.trim());
  const [any, own] = [
    { sample: -1, gap: Infinity },
    { sample: -1, gap: Infinity },
  ];
  for (let i = 0; i < Math.min(strong, MAX_SEARCHED); i++) {
    let gap = 0;
    for (let axis = 0; axis < k; axis++) gap += (coordinates[k * i + axis] - (at[axis] ?? 0)) ** 2;
    if (gap < any.gap) [any.gap, any.sample] = [gap, i];
    if (same?.[ids[i]] && gap < own.gap) [own.gap, own.sample] = [gap, i];
  }
  return own.sample >= 0 ? own.sample : any.sample;
}
