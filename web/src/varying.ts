/** What tells the samples of a manifold apart: their own token, or the one before or after it. */

import { sceneText } from "./dom";
import type { Manifold } from "./manifold";

export type Side = "before" | "after";

/** How a mode of colour and a list call these tokens. */
export const BESIDE: Record<Side, string> = { before: "token before", after: "token after" };

/** Each sample's telling token as an index into `texts`, whose last is empty: for samples without one. */
export interface Telling {
  ids: Uint32Array;
  texts: string[];
}

export function beside(manifold: Manifold, side: Side): Telling {
  const none = manifold.vocab.length;
  return {
    ids: Uint32Array.from(manifold.neighbours(side), (id) => (id < 0 ? none : id)),
    texts: [...manifold.vocab, ""],
  };
}

const known = new WeakMap<Manifold, Telling>();

/** The tokens that the gallery says tell where samples lie. */
export function telling(manifold: Manifold): Telling {
  const { varies } = manifold.card;
  if (!varies) return { ids: manifold.token, texts: manifold.vocab };
  let found = known.get(manifold);
  if (!found) known.set(manifold, (found = beside(manifold, varies)));
  return found;
}

/** A telling token as a word in the picture: dots stand for the sample's own. */
export function tellingText(token: string, side: Side | undefined): string {
  const text = sceneText(token);
  return side === "before" ? `${text} …` : side === "after" ? `… ${text}` : text;
}
