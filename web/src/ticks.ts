/** The words along a path as the text writes them, and what its two ends are called. */

import { sceneText, tokenText } from "./dom";
import type { Manifold } from "./manifold";
import type { Tick } from "./path";
import { telling, tellingText } from "./varying";

/** A path's ends, as shares of its length, within which a word names the end of one without ticks. */
const END = 0.1;

const known = new WeakMap<Manifold, Tick[]>();

/** The ticks from the path's beginning to its end, each word in the spelling that is strongest. */
export function ticksOf(manifold: Manifold): Tick[] {
  let ticks = known.get(manifold);
  if (ticks) return ticks;
  ticks = [...(manifold.card.path?.ticks ?? [])].sort((a, b) => a.t - b.t);
  const { ids, texts } = telling(manifold);
  const energy = new Float64Array(texts.length);
  ids.forEach((id, i) => (energy[id] += manifold.strength[i] ** 2));
  const strongest = new Map<string, number>();
  texts.forEach((text, id) => {
    const word = tokenText(text).toLowerCase();
    if (energy[id] > (energy[strongest.get(word) ?? -1] ?? 0)) strongest.set(word, id);
  });
  ticks = ticks.map(({ text, t }) => {
    const id = strongest.get(tokenText(text).toLowerCase());
    return { text: id === undefined ? text : texts[id], t };
  });
  known.set(manifold, ticks);
  return ticks;
}

/** The first and the last tick; without ticks the strongest word at each end, if they are two. */
export function pathEnds(manifold: Manifold, strong: number): [string, string] {
  const ticks = ticksOf(manifold);
  if (ticks.length > 1) return [sceneText(ticks[0].text), sceneText(ticks[ticks.length - 1].text)];
  const along = manifold.along(strong)!;
  const { ids, texts } = telling(manifold);
  const word = texts.map((text) => tellingText(text, manifold.card.varies));
  const strongest = (at: (t: number) => boolean) => {
    const energy = new Map<string, number>();
    for (let i = 0; i < strong; i++) {
      if (!at(along[i]) || texts[ids[i]] === "") continue;
      const text = word[ids[i]];
      energy.set(text, (energy.get(text) ?? 0) + manifold.strength[i] ** 2);
    }
    return [...energy].sort((a, b) => b[1] - a[1])[0]?.[0];
  };
  const [first, last] = [strongest((t) => t < END), strongest((t) => t > 1 - END)];
  return first === undefined || last === undefined || first === last ? ["start", "end"] : [first, last];
}
