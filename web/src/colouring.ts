/** Colour the points by what varies, with the legend to it. */

import { along, amount, around, type Colour, css, gradient, hue, HUES, other } from "./colour";
import { count, figure, h, sameWord, sceneText } from "./dom";
import type { Manifold } from "./manifold";
import { theme } from "./theme";
import { pathEnds } from "./ticks";
import { BESIDE, beside } from "./varying";

export type Mode = "path" | "label" | "strength" | "token" | "before" | "after" | "position" | "predicted";

const MODES: Record<Mode, string> = {
  path: "place on the path",
  label: "label",
  strength: "strength",
  token: "token",
  ...BESIDE,
  position: "position in the text",
  predicted: "predicted token",
};

/** What the menu calls a mode: labels by the name that the user gave them. */
export function modeText(manifold: Manifold, mode: Mode): string {
  return mode === "label" && manifold.labels ? manifold.labels.name : MODES[mode];
}

export function modesOf(manifold: Manifold): Mode[] {
  const modes: Mode[] = [];
  if (manifold.labels) modes.push("label");
  if (manifold.card.path) modes.push("path");
  modes.push("token", "strength");
  if (manifold.located) modes.push("before", "after", "position");
  if (manifold.predicted) modes.push("predicted");
  return modes;
}

/** What varies: the user's own labels, the place on the path, a token, else only the strength. */
export function tellingMode(manifold: Manifold): Mode {
  if (manifold.labels) return "label";
  if (manifold.card.path) return "path";
  if (manifold.card.varies && manifold.located) return manifold.card.varies;
  return new Set(manifold.token).size > 1 ? "token" : "strength";
}

export interface Colouring {
  /** Fill the first three of each point's four bytes. */
  paint(looks: Uint8Array): void;
  legend: HTMLElement;
}

export function colouring(manifold: Manifold, mode: Mode, shown: number): Colouring {
  if (mode === "path") {
    const { closed } = manifold.card.path!;
    const map = (at: number) => (closed ? around(at, theme()) : along(at, theme()));
    return ramp(manifold.along(shown)!, 0, 1, map, pathEnds(manifold, shown));
  }
  if (mode === "strength") {
    const { strength, n } = manifold;
    const [low, high] = [strength[n - 1], strength[Math.floor(n * 0.002)] || strength[0]];
    return ramp(strength, low, high, (at) => amount(at, theme()), [
      `weak ${figure(low)}`,
      `${figure(high)} strong`,
    ]);
  }
  if (mode === "position") {
    const positions = Float32Array.from({ length: manifold.n }, (_, i) => manifold.place(i).position);
    const last = positions.slice().sort()[Math.floor(manifold.n * 0.99)];
    return ramp(positions, 0, last, (at) => along(at, theme()), ["start 0", `${count(last)} position`]);
  }
  if (mode === "label") {
    // No label is one more word, which nothing is coloured by.
    const { of, texts } = manifold.labels!;
    const ids = Uint32Array.from(of, (v) => (v < 0 ? texts.length : v));
    return inOrder(manifold, ids, [...texts, ""], shown);
  }
  if (mode === "before" || mode === "after") {
    const { ids, texts } = beside(manifold, mode);
    return inOrder(manifold, ids, texts, shown);
  }
  return inOrder(manifold, mode === "token" ? manifold.token : manifold.predicted!, manifold.vocab, shown);
}

function inOrder(manifold: Manifold, ids: Uint32Array, vocab: string[], shown: number): Colouring {
  const word = sameWord(vocab);
  return (
    numbers(manifold, ids, vocab, shown) ??
    hues(
      manifold,
      ids.map((id) => word[id]),
      vocab,
      shown,
    )
  );
}

function ramp(
  values: Float32Array,
  low: number,
  high: number,
  map: (at: number) => Colour,
  ends: [string, string],
): Colouring {
  const table = Array.from({ length: 256 }, (_, k) => map(k / 255).map((v) => Math.round(v * 255)));
  const rest = other(theme()).map((v) => Math.round(v * 255));
  const bar = h("div", { class: "bar" });
  bar.style.background = gradient(map);
  return {
    paint(looks) {
      const step = 255 / (high - low || 1);
      for (let i = 0; i < values.length; i++) {
        const level = Math.max(0, Math.min(255, Math.round((values[i] - low) * step)));
        const colour = table[level] ?? rest;
        looks[4 * i] = colour[0];
        looks[4 * i + 1] = colour[1];
        looks[4 * i + 2] = colour[2];
      }
    },
    legend: h("div", { class: "legend" }, h("span", {}, ends[0]), bar, h("span", {}, ends[1])),
  };
}

/** Numbers are coloured in their order only where nearly all is numbers: a strong group of others would be
 * grey, as if it were weak. */
const MIN_NUMBERS = 0.9;

/** Years and other numbers have an order, so where the strong tokens are numbers, that is shown. */
function numbers(manifold: Manifold, ids: Uint32Array, vocab: string[], shown: number): Colouring | null {
  const read = vocab.map((token) => (/^\s*-?\d+(\.\d+)?\s*$/.test(token) ? Number(token) : NaN));
  let [numeric, all] = [0, 0];
  const seen: number[] = [];
  for (let i = 0; i < shown; i++) {
    const weight = manifold.strength[i] ** 4;
    all += weight;
    if (Number.isNaN(read[ids[i]])) continue;
    numeric += weight;
    seen.push(read[ids[i]]);
  }
  if (numeric < MIN_NUMBERS * all || new Set(seen).size < 3) return null;
  seen.sort((a, b) => a - b);
  const [low, high] = [seen[Math.floor(seen.length * 0.01)], seen[Math.ceil(seen.length * 0.99) - 1]];
  return ramp(
    Float32Array.from(ids, (id) => read[id]),
    low,
    high,
    // Round a closed curve the first number follows the last.
    (at) => (manifold.card.path?.closed ? around(at, theme()) : along(at, theme())),
    [String(low), String(high)],
  );
}

/** The tokens of the strongest points get a hue each, the rest none. */
function hues(manifold: Manifold, ids: Uint32Array, vocab: string[], shown: number): Colouring {
  // Fourth powers: a common word among the weak must not outweigh a rare one among the strong.
  const energy = new Map<number, number>();
  const times = new Map<number, number>();
  for (let i = 0; i < shown; i++) {
    energy.set(ids[i], (energy.get(ids[i]) ?? 0) + manifold.strength[i] ** 4);
    times.set(ids[i], (times.get(ids[i]) ?? 0) + 1);
  }
  const first = [...energy]
    .filter(([id]) => vocab[id] !== "")
    .sort((a, b) => b[1] - a[1])
    .slice(0, HUES)
    .map(([id]) => id);
  const colours = new Map(first.map((id, k) => [id, hue(k, theme())]));
  const rest = other(theme());
  const entry = (colour: Colour, text: string, title: string) => {
    const dot = h("i", {});
    dot.style.background = css(colour);
    return h("li", { title: `${text}: ${title}` }, dot, text);
  };
  const list = first.map((id) =>
    entry(colours.get(id)!, sceneText(vocab[id]), `${count(times.get(id)!)} points`),
  );
  if (energy.size > first.length)
    list.push(entry(rest, "others", `${energy.size - first.length} other words`));
  return {
    paint(looks) {
      const bytes = new Map([...colours].map(([id, colour]) => [id, colour.map((v) => Math.round(v * 255))]));
      const grey = rest.map((v) => Math.round(v * 255));
      for (let i = 0; i < ids.length; i++) looks.set(bytes.get(ids[i]) ?? grey, 4 * i);
    },
    legend: h("ul", { class: "legend tokens", "aria-label": "Colours of tokens" }, ...list),
  };
}
