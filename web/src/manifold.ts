/** One manifold's file, read: points strongest first, and the text that they come from. */

import { type Columns, readColumns } from "./columns";
import { loadFile } from "./files";
import type { Card } from "./gallery";
import { positions as placesOn } from "./path";
import type { Side } from "./varying";

export interface Form {
  matrix: number[][];
  linear: number[];
  constant: number;
  /** How far the samples are from q = 0, where it was fitted to them. */
  residual?: number;
}

/** Whose quadric is drawn: the one nearest to the samples, or the composite's own. */
export type Whose = "samples" | "weights";

export interface Part {
  name: string;
  value: number;
  controls: Record<string, number>;
  meaning: string;
}

export interface Manifold {
  card: Card;
  n: number;
  /** Numbers a point: the manifold's own dimensions, or what was added to draw fewer than two. */
  k: number;
  /** How many of these are the manifold's own. */
  own: number;
  coordinates: Float32Array;
  strength: Float32Array;
  vocab: string[];
  token: Uint32Array;
  predicted: Uint32Array | null;
  /** The labels that a user gave and what they are called: each sample's, as an index into the texts, and -1 for none. */
  labels: { name: string; of: Int32Array; texts: string[] } | null;
  located: boolean;
  /** How far along its path each of the first `count` samples stands, 0 to 1; null without a path. */
  along(count?: number): Float32Array | null;
  /** The token before or after each sample, -1 where there is none. */
  neighbours(side: Side): Int32Array;
  place(i: number): { document: number; position: number };
  context(i: number): { before: string; token: string; after: string };
  /** The samples whose token is part of this phrase in the text, one byte a sample. */
  inPhrase(phrase: string): Uint8Array;
  parts: Part[];
  eigenvalues: number[];
  members: number[];
  weights: number[];
  /** The forms that can be drawn, the one that is drawn at first before the other. */
  forms: Partial<Record<Whose, Form>>;
}

/** Coordinates are kept as that many steps of their range. */
const UINT16_MAX = 65535;

export async function loadManifold(card: Card): Promise<Manifold> {
  const data = await loadFile(card.file, card.id);
  if (data.length !== card.bytes) {
    throw new Error(
      `${card.file} is truncated or changed: ${data.length} bytes where ${card.bytes} were due.`,
    );
  }
  const columns = await readColumns(data, card.file);
  const about = columns.about as Record<string, any>;
  const coded = columns.numbers("points");
  const own: number = about.low.length;
  const n = coded.length / own;
  if (!Number.isInteger(n) || about.high.length !== own)
    throw new Error(`${card.file} is damaged: its points have no whole number of coordinates.`);
  const decoded = decode(coded, about.low, about.high);
  const coordinates = own === 1 ? spreadOut(decoded) : decoded;
  const strength = decode(columns.numbers("strength", n), [about.weakest], [about.strongest]);
  const vocab: string[] = about.vocab;
  const text = columns.numbers("text");
  const offset = columns.numbers("offset", n);
  const start = columns.numbers("segment_start");
  const documents = columns.numbers("segment_document", start.length);
  const positions = columns.numbers("segment_position", start.length);
  const beyond = firstFrom(offset, text.length);
  if (beyond >= 0) throw new Error(`${card.file} is damaged: point ${beyond} lies beyond its text.`);
  const token = gather(text, offset);
  const predicted = columns.has("predicted") ? new Uint32Array(columns.numbers("predicted", n)) : null;
  for (const ids of [text, predicted ?? []]) {
    const unknown = firstFrom(ids, vocab.length);
    if (unknown >= 0)
      throw new Error(`${card.file} is damaged: it uses token ${ids[unknown]} of ${vocab.length}.`);
  }
  const segment = (at: number) => upper(start, at);
  let whole: { words: string; starts: Uint32Array } | undefined;
  const words = (from: number, to: number) => {
    let out = "";
    for (let at = from; at < to; at++) out += vocab[text[at]];
    return out;
  };
  const along = card.path ? new Float32Array(n) : null;
  let placed = 0;
  const k = Math.max(own, 2);
  return {
    card,
    along(count = n) {
      // The weak are many and grey: their places are found when somebody asks.
      if (along && count > placed) placesOn(card.path!, coordinates, k, along, placed, count);
      placed = Math.max(placed, count);
      return along;
    },
    n,
    k,
    own,
    coordinates,
    strength,
    vocab,
    token,
    predicted,
    labels: readLabels(columns, about, n),
    located: about.located,
    neighbours(side) {
      const step = side === "before" ? -1 : 1;
      const seen = about.located && about[side] > 0;
      return Int32Array.from(offset, (at) => {
        const next = at + step;
        const there = seen && next >= 0 && next < text.length && segment(next) === segment(at);
        return there ? text[next] : -1;
      });
    },
    place(i) {
      const s = segment(offset[i]);
      return { document: documents[s], position: positions[s] + offset[i] - start[s] };
    },
    context(i) {
      const at = offset[i];
      const s = segment(at);
      const first = Math.max(start[s], at - about.before);
      const last = Math.min(s + 1 < start.length ? start[s + 1] : text.length, at + about.after + 1);
      const alone = !about.located;
      return {
        before: alone ? "" : words(first, at),
        token: vocab[text[at]],
        after: alone ? "" : words(at + 1, last),
      };
    },
    inPhrase(phrase) {
      whole ??= joined(text, start, vocab);
      const wanted = plain(phrase.trim());
      const marked = new Uint8Array(text.length);
      for (
        let at = whole.words.indexOf(wanted);
        wanted && at >= 0;
        at = whole.words.indexOf(wanted, at + 1)
      ) {
        let token = upper(whole.starts, at);
        for (; token < text.length && whole.starts[token] < at + wanted.length; token++) marked[token] = 1;
      }
      return Uint8Array.from({ length: n }, (_, i) => marked[offset[i]]);
    },
    parts: about.parts,
    eigenvalues: about.eigenvalues,
    members: about.members,
    weights: about.weights,
    forms: {
      ...(about.fitted && { samples: about.fitted }),
      ...(about.quadric && { weights: about.quadric }),
    },
  };
}

// Loops of their own: the browser makes short functions fast while they run for the first time.

/** Rows of as many numbers as there are lows, each kept as steps of its range. */
function decode(coded: ArrayLike<number>, low: number[], high: number[]): Float32Array {
  const out = new Float32Array(coded.length);
  low.forEach((from, axis) => {
    const step = (high[axis] - from) / UINT16_MAX;
    for (let i = axis; i < out.length; i += low.length) out[i] = from + coded[i] * step;
  });
  return out;
}

/** The place of the first number that is no less than a limit, -1 for none. */
function firstFrom(numbers: ArrayLike<number>, limit: number): number {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] >= limit) return i;
  return -1;
}

function gather(values: ArrayLike<number>, places: ArrayLike<number>): Uint32Array {
  const out = new Uint32Array(places.length);
  for (let i = 0; i < out.length; i++) out[i] = values[places[i]];
  return out;
}

function readLabels(columns: Columns, about: Record<string, any>, n: number): Manifold["labels"] {
  const texts: unknown = about.label_texts;
  if (!columns.has("row_label") || !Array.isArray(texts)) return null;
  // Kept as one more than the number, zero for none.
  const of = Int32Array.from(columns.numbers("row_label", n), (v) => v - 1);
  const name = typeof about.label_name === "string" && about.label_name ? about.label_name : "label";
  return of.every((v) => v < texts.length) ? { name, of, texts: texts.map(String) } : null;
}

/** The last of the sorted starts that is not beyond a place. */
function upper(starts: ArrayLike<number>, at: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** In small letters, each blank a space: of the same length, so that places stay. */
function plain(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/\s/g, " ");
}

/** All text, with where each token begins in it; segments are kept apart. */
function joined(text: ArrayLike<number>, segments: ArrayLike<number>, vocab: string[]) {
  const words = vocab.map(plain);
  const starts = new Uint32Array(text.length);
  const pieces: string[] = [];
  let length = 0;
  for (let at = 0, s = 1; at < text.length; at++) {
    if (s < segments.length && segments[s] === at) {
      pieces.push("\0");
      length++;
      s++;
    }
    starts[at] = length;
    pieces.push(words[text[at]]);
    length += words[text[at]].length;
  }
  return { words: pieces.join(""), starts };
}

const BINS = 64;

/** Points of a line get a second number, so that they can be told apart: wider where there are more. */
export function spreadOut(line: Float32Array): Float32Array {
  const n = line.length;
  let [low, high] = [Infinity, -Infinity];
  for (const x of line) [low, high] = [Math.min(low, x), Math.max(high, x)];
  const bin = (x: number) => Math.min(BINS - 1, Math.floor(((x - low) / (high - low || 1)) * BINS));
  const counts = new Float64Array(BINS);
  for (const x of line) counts[bin(x)]++;
  const seen = new Uint32Array(BINS);
  // Roots, because a few strong samples must still be visible beside thousands of weak ones.
  const tallest = Math.sqrt(Math.max(...counts));
  const out = new Float32Array(2 * n);
  for (let i = 0; i < n; i++) {
    const b = bin(line[i]);
    const height = Math.sqrt(counts[b]) / tallest;
    out[2 * i] = line[i];
    out[2 * i + 1] = (corput(++seen[b]) - 0.5) * height * (high - low || 1) * 0.45;
  }
  return out;
}

/** Van der Corput's sequence: each further number falls into the widest gap. */
function corput(index: number): number {
  let [value, part] = [0, 0.5];
  for (let rest = index; rest > 0; rest >>= 1, part /= 2) if (rest & 1) value += part;
  return value;
}
