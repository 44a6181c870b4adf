/** Find a word or a phrase in all manifolds: which light up, and where on them. */

import { type Columns, readColumns } from "./columns";
import { tokenText } from "./dom";
import { loadFile } from "./files";
import { type Gallery, matches } from "./gallery";
import { loadManifold, type Manifold } from "./manifold";

export interface Found {
  /** Which share of each manifold's squared strength lies on what was found, by number. */
  share: Map<number, number>;
  /** What was found there. */
  tokens: Map<number, string[]>;
  /** Manifolds with some of a phrase's words that were too many to be read. */
  unread: number;
}

/** Manifolds whose text is read for a phrase, and whose pictures get marks. */
const [MAX_READ, MAX_MARKED] = [30, 12];
/** Marks on one picture. */
const MAX_MARKS = 60;

let index: Promise<Columns> | undefined;
const loaded = new Map<number, Promise<Manifold>>();

function load(gallery: Gallery, m: number): Promise<Manifold> {
  let manifold = loaded.get(m);
  if (!manifold) loaded.set(m, (manifold = loadManifold(gallery.manifolds[m])));
  return manifold;
}

/** A phrase, or a word that no token begins with, is looked up in the text itself. */
export async function search(gallery: Gallery, query: string, tell: (text: string) => void): Promise<Found> {
  if (!/\s/.test(query.trim())) {
    const found = await searchTokens((token) => matches(token, query));
    if (found.share.size) return found;
  }
  const words = query.trim().toLowerCase().split(/\s+/);
  const parts = await searchTokens((token) => {
    const own = token.trim().toLowerCase();
    return own.length > 1 && words.some((word) => word.startsWith(own));
  });
  const order = [...parts.share].sort((a, b) => b[1] - a[1]).slice(0, MAX_READ);
  const found: Found = { share: new Map(), tokens: new Map(), unread: parts.share.size - order.length };
  for (const [k, [m]] of order.entries()) {
    tell(`Reading ${k + 1} of ${order.length} manifolds …`);
    const manifold = await load(gallery, m);
    const inside = manifold.inPhrase(query);
    let [own, all] = [0, 0];
    inside.forEach((on, i) => {
      const energy = manifold.strength[i] ** 2;
      all += energy;
      if (on) own += energy;
    });
    if (own > 0) {
      found.share.set(m, own / all);
      found.tokens.set(m, [query.trim()]);
    }
  }
  return found;
}

async function searchTokens(wanted: (token: string) => boolean): Promise<Found> {
  index ??= loadFile("tokens.safetensors.gz", "tokens").then((data) =>
    readColumns(data, "tokens.safetensors.gz"),
  );
  const columns = await index;
  const tokens = columns.about.tokens as string[];
  const start = columns.numbers("start", tokens.length + 1);
  const manifold = columns.numbers("manifold", start[tokens.length]);
  const share = columns.numbers("share", start[tokens.length]);
  const found: Found = { share: new Map(), tokens: new Map(), unread: 0 };
  const best = new Map<number, [string, number][]>();
  tokens.forEach((token, t) => {
    if (!wanted(token)) return;
    for (let k = start[t]; k < start[t + 1]; k++) {
      found.share.set(manifold[k], (found.share.get(manifold[k]) ?? 0) + share[k]);
      if (!best.has(manifold[k])) best.set(manifold[k], []);
      best.get(manifold[k])!.push([token, share[k]]);
    }
  });
  for (const [m, list] of best) {
    list.sort((a, b) => b[1] - a[1]);
    // "these" and "These" are one word.
    const words = new Map<string, string>();
    for (const [token] of list) {
      const word = tokenText(token).toLowerCase();
      if (!words.has(word)) words.set(word, token);
    }
    found.tokens.set(m, [...words.values()].slice(0, 6));
  }
  return found;
}

/** Where on the first of these manifolds the strongest hits are, one manifold after the other. */
export async function* places(gallery: Gallery, found: Found, query: string) {
  const order = [...found.share].sort((a, b) => b[1] - a[1]).slice(0, MAX_MARKED);
  for (const [m] of order) {
    const manifold = await load(gallery, m);
    const { coordinates, k, own, token, vocab, n } = manifold;
    const known = vocab.map((text) => matches(text, query));
    const phrase = /\s/.test(query.trim()) || !known.includes(true) ? manifold.inPhrase(query) : null;
    const at: number[][] = [];
    for (let i = 0; i < n && at.length < MAX_MARKS; i++) {
      if (phrase ? phrase[i] : known[token[i]])
        at.push(Array.from(coordinates.subarray(k * i, k * i + Math.min(own, 3))));
    }
    yield { manifold: m, at };
  }
}
