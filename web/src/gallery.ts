/** What the gallery says of its manifolds before any points are loaded. */

import { type Columns, readColumns } from "./columns";
import { loadFile } from "./files";

export interface Card {
  id: string;
  file: string;
  bytes: number;
  name: string;
  shape: string;
  score: number;
  strength: number;
  points: number;
  tokens: string[];
  neighbours: [string, number][];
  preview: string;
}

export interface Gallery {
  title: string;
  about: Record<string, string>;
  manifolds: Card[];
}

const FIELDS: Record<keyof Card, string> = {
  id: "string",
  file: "string",
  bytes: "number",
  name: "string",
  shape: "string",
  score: "number",
  strength: "number",
  points: "number",
  tokens: "object",
  neighbours: "object",
  preview: "string",
};

export async function loadGallery(): Promise<Gallery> {
  const text = new TextDecoder().decode(await loadFile("gallery.json", "gallery"));
  let gallery: Gallery & { format: string; version: number };
  try {
    gallery = JSON.parse(text);
  } catch (error) {
    throw new Error(`gallery.json is not JSON: ${(error as Error).message}.`);
  }
  if (gallery?.format !== "quadric gallery" || gallery.version !== 1 || !Array.isArray(gallery.manifolds)) {
    throw new Error("gallery.json is not the contents of a quadric gallery that this page can read.");
  }
  gallery.manifolds.forEach((card, index) => {
    for (const [field, kind] of Object.entries(FIELDS)) {
      if (typeof card?.[field as keyof Card] !== kind) {
        throw new Error(`gallery.json: manifold ${index} has no valid "${field}".`);
      }
    }
  });
  return gallery;
}

/** Which share of each manifold's squared strength lies on the tokens that begin with some text. */
export interface Found {
  share: Map<number, number>;
  tokens: Map<number, string[]>;
}

let index: Promise<Columns> | undefined;

export async function searchTokens(query: string): Promise<Found> {
  index ??= loadFile("tokens.safetensors.gz", "tokens").then((data) =>
    readColumns(data, "tokens.safetensors.gz"),
  );
  const columns = await index;
  const tokens = columns.about.tokens as string[];
  const start = columns.numbers("start", tokens.length + 1);
  const manifold = columns.numbers("manifold", start[tokens.length]);
  const share = columns.numbers("share", start[tokens.length]);
  const found: Found = { share: new Map(), tokens: new Map() };
  const best = new Map<number, [string, number][]>();
  tokens.forEach((token, t) => {
    if (!matches(token, query)) return;
    for (let k = start[t]; k < start[t + 1]; k++) {
      found.share.set(manifold[k], (found.share.get(manifold[k]) ?? 0) + share[k]);
      if (!best.has(manifold[k])) best.set(manifold[k], []);
      best.get(manifold[k])!.push([token, share[k]]);
    }
  });
  for (const [m, list] of best) {
    list.sort((a, b) => b[1] - a[1]);
    found.tokens.set(
      m,
      list.slice(0, 6).map(([token]) => token),
    );
  }
  return found;
}

export function matches(token: string, query: string): boolean {
  return token.trim().toLowerCase().startsWith(query.trim().toLowerCase());
}
