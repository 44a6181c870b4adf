/** One manifold's file, read: points strongest first, and the text that they come from. */

import { readColumns } from "./columns";
import { loadFile } from "./files";
import type { Card } from "./gallery";

export interface Form {
  matrix: number[][];
  linear: number[];
  constant: number;
  axes: number[][];
  values: number[];
}

export interface Part {
  name: string;
  value: number;
  controls: Record<string, number>;
  meaning: string;
}

export interface Manifold {
  card: Card;
  n: number;
  points: Float32Array;
  strength: Float32Array;
  vocab: string[];
  token: Uint32Array;
  predicted: Uint32Array | null;
  located: boolean;
  place(i: number): { document: number; position: number };
  context(i: number): { before: string; token: string; after: string };
  parts: Part[];
  eigenvalues: number[];
  members: number[];
  weights: number[];
  quadric: Form | null;
}

const STEPS = 65535;

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
  const n = coded.length / 3;
  const points = new Float32Array(n * 3);
  for (let axis = 0; axis < 3; axis++) {
    const low = about.low[axis];
    const step = (about.high[axis] - low) / STEPS;
    for (let i = axis; i < points.length; i += 3) points[i] = low + coded[i] * step;
  }
  const step = (about.strongest - about.weakest) / STEPS;
  const level = columns.numbers("strength", n);
  const strength = new Float32Array(n);
  for (let i = 0; i < n; i++) strength[i] = about.weakest + level[i] * step;
  const vocab: string[] = about.vocab;
  const text = columns.numbers("text");
  const offset = columns.numbers("offset", n);
  const start = columns.numbers("segment_start");
  const documents = columns.numbers("segment_document", start.length);
  const positions = columns.numbers("segment_position", start.length);
  const token = new Uint32Array(n);
  for (let i = 0; i < n; i++) token[i] = text[offset[i]];
  const predicted = columns.has("predicted") ? new Uint32Array(columns.numbers("predicted", n)) : null;
  for (const ids of [text, predicted ?? []]) {
    for (let i = 0; i < ids.length; i++) {
      if (ids[i] >= vocab.length)
        throw new Error(`${card.file} is damaged: it uses token ${ids[i]} of ${vocab.length}.`);
    }
  }
  for (let i = 0; i < n; i++) {
    if (offset[i] >= text.length)
      throw new Error(`${card.file} is damaged: point ${i} lies beyond its text.`);
  }
  const segment = (at: number) => {
    let low = 0;
    let high = start.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (start[middle] <= at) low = middle;
      else high = middle;
    }
    return low;
  };
  const words = (from: number, to: number) => {
    let out = "";
    for (let at = from; at < to; at++) out += vocab[text[at]];
    return out;
  };
  return {
    card,
    n,
    points,
    strength,
    vocab,
    token,
    predicted,
    located: about.located,
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
    parts: about.parts,
    eigenvalues: about.eigenvalues,
    members: about.members,
    weights: about.weights,
    quadric: about.quadric,
  };
}
