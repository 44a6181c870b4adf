/** What the gallery says of its manifolds before any points are loaded. */

import { spelled } from "./dom";
import { loadFile } from "./files";
import type { Chart, Path, Tick } from "./path";
import type { Side } from "./varying";

/** Words at a place of the manifold's space. */
export interface Label {
  text: string;
  at: number[];
}

/** What the model does when it is moved inside the manifold. */
export interface Causes {
  arms: { name: string; value: number; se: number }[];
  places: { at: number[]; text: string; gain: [string, number][]; lose: [string, number][] }[];
}

/** The same manifold in another layer, as a page of its own. */
export interface Layer {
  layer: string;
  link: string;
  /** The share of strong samples that both have, and what the best of random sets has. */
  overlap: number;
  chance?: number;
  name?: string;
}

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
  /** The rest is there where somebody computed it. */
  rank?: number;
  axes?: number;
  passes?: boolean;
  sentence?: string;
  used?: number;
  labels?: Label[];
  /** Words of the labels and ticks once more, where their samples form a further group. */
  groups?: Label[];
  path?: Path;
  chart?: Chart;
  causes?: Causes;
  layers?: Layer[];
  /** The middle and half the side of the cube that the preview's bytes divide. */
  frame?: number[];
  /** The neighbour that tells where samples lie, where their own token does not. */
  varies?: Side;
  /** One byte for each point of the preview: its place on the path, or the number of its label. */
  tints?: string;
}

export interface Gallery {
  title: string;
  about: Record<string, string>;
  manifolds: Card[];
}

const FIELDS = {
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
} as const;

type Any = Record<string, any>;
const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isPlace = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isNumber);
const all = (value: unknown, test: (entry: Any) => boolean): boolean =>
  Array.isArray(value) && value.every((entry) => entry !== null && typeof entry === "object" && test(entry));
const isLabels = (value: unknown): boolean => all(value, (label) => isText(label.text) && isPlace(label.at));
const isShift = (value: unknown) =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && isText(pair[0]) && isNumber(pair[1]));

/** What a card may have besides, and how it must look; what looks otherwise is left out. */
const OPTIONAL: Record<string, (value: any) => boolean> = {
  rank: isNumber,
  axes: isNumber,
  passes: (value) => typeof value === "boolean",
  sentence: (value) => isText(value) && value !== "",
  tints: (value) => isText(value) && value !== "",
  varies: (value) => value === "before" || value === "after",
  used: isNumber,
  frame: (value) => isPlace(value) && value.length >= 4,
  labels: isLabels,
  groups: isLabels,
  path: (value) =>
    value !== null &&
    typeof value === "object" &&
    Array.isArray(value.at) &&
    value.at.length > 1 &&
    value.at.every((at: unknown) => isPlace(at) && (at as number[]).length === value.at[0].length) &&
    all(value.ticks ?? [], (tick: Any) => isText((tick as Tick).text) && isNumber((tick as Tick).t)),
  chart: (value) =>
    value !== null &&
    typeof value === "object" &&
    Array.isArray(value.at) &&
    value.at.length > 1 &&
    value.at.every(
      (row: unknown) =>
        Array.isArray(row) && row.length > 1 && row.length === value.at[0].length && row.every(isPlace),
    ),
  causes: (value) =>
    value !== null &&
    typeof value === "object" &&
    all(value.arms ?? [], (arm) => isText(arm.name) && isNumber(arm.value)) &&
    all(value.places ?? [], (p) => isPlace(p.at) && isText(p.text) && isShift(p.gain) && isShift(p.lose)),
  layers: (value) =>
    all(
      value,
      (one) =>
        isText(one.layer) &&
        isText(one.link) &&
        isNumber(one.overlap) &&
        (one.chance === undefined || isNumber(one.chance)) &&
        (one.name === undefined || isText(one.name)),
    ),
};

function keepValid(card: Card): void {
  const entry = card as unknown as Any;
  for (const [key, valid] of Object.entries(OPTIONAL)) {
    if (entry[key] !== undefined && !valid(entry[key])) delete entry[key];
  }
  if (card.path) card.path.ticks ??= [];
  if (card.causes) {
    card.causes.arms ??= [];
    card.causes.places ??= [];
  }
}

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
    keepValid(card);
    card.name = spelled(card.name);
  });
  return gallery;
}

export function matches(token: string, query: string): boolean {
  return token.trim().toLowerCase().startsWith(query.trim().toLowerCase());
}
