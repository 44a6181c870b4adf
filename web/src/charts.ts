/** Small charts beside the view: bars and a histogram, each readable as text too. */

import { figure, h, svg } from "./dom";

const WIDTH = 300;

/** Signed values as bars up and down. */
export function spectrum(values: number[]): HTMLElement {
  const height = 92;
  const shown = values.slice(0, 40);
  const top = Math.max(0, ...shown);
  const bottom = Math.min(0, ...shown);
  const span = top - bottom || 1;
  const y = (value: number) => 6 + ((top - value) / span) * (height - 12);
  const step = WIDTH / Math.max(shown.length, 8);
  return h(
    "figure",
    {},
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${height}`,
        role: "img",
        "aria-label": `Eigenvalues: ${shown.map(figure).join(", ")}`,
      },
      ...shown.map((value, k) =>
        svg(
          "rect",
          {
            class: "eigenvalue",
            x: k * step + 1,
            width: Math.max(step - 2, 1),
            y: Math.min(y(0), y(value)),
            height: Math.max(Math.abs(y(value) - y(0)), 0.8),
            rx: 1.5,
          },
          svg("title", {}, `λ${k + 1} = ${figure(value)}`),
        ),
      ),
      svg("line", { x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
    ),
    h(
      "figcaption",
      {},
      values.length > shown.length
        ? `Eigenvalues of its form, the ${shown.length} largest of ${values.length}.`
        : "Eigenvalues of its form, the largest first.",
    ),
  );
}

/** How many points there are of each strength, with a mark at the weakest one shown. */
export function histogram(values: Float32Array, mark: number): HTMLElement {
  const height = 84;
  const bins = 48;
  const [low, high] = [values[values.length - 1], values[0]];
  const counts = new Array<number>(bins).fill(0);
  for (const value of values)
    counts[Math.min(bins - 1, Math.floor(((value - low) / (high - low || 1)) * bins))]++;
  // Square roots keep a handful of strong samples visible beside thousands of weak ones.
  const tallest = Math.sqrt(Math.max(...counts));
  const step = WIDTH / bins;
  const x = ((mark - low) / (high - low || 1)) * WIDTH;
  return h(
    "figure",
    {},
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${height}`,
        role: "img",
        "aria-label": `Strengths from ${figure(low)} to ${figure(high)}; shown from ${figure(mark)}`,
      },
      ...counts.map((n, k) => {
        const tall = (Math.sqrt(n) / tallest) * (height - 8);
        return svg(
          "rect",
          {
            class: (k + 1) * step < x ? "hidden" : "positive",
            x: k * step + 0.5,
            width: step - 1,
            y: height - tall,
            height: tall,
            rx: 1,
          },
          svg("title", {}, `${n} points`),
        );
      }),
      svg("line", { x1: x, x2: x, y1: 0, y2: height, class: "mark" }),
    ),
    h(
      "figcaption",
      { class: "ends" },
      h("span", {}, figure(low)),
      h("span", {}, "heights are square roots"),
      h("span", {}, figure(high)),
    ),
  );
}

/** A value from -1 to 1 (of the largest) as a bar from the middle. */
export function signedBar(value: number, largest: number): SVGSVGElement {
  const reach = (Math.abs(value) / (largest || 1)) * 48;
  return svg(
    "svg",
    { viewBox: "0 0 100 10", class: "signed", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("line", { x1: 50, x2: 50, y1: 0, y2: 10 }),
    svg("rect", {
      class: value < 0 ? "negative" : "positive",
      x: value < 0 ? 50 - reach : 50,
      y: 2,
      width: reach,
      height: 6,
      rx: 1,
    }),
  );
}

/** A measure as one bar: what chance reaches is its grey beginning. */
export function measure(name: string, value: number, chance: number | null): SVGSVGElement {
  const all = [value, chance ?? 0];
  const top = Math.max(1, ...all);
  const low = Math.min(0, ...all);
  const x = (v: number) => ((v - low) / (top - low)) * 100;
  const bar = (kind: string, to: number) =>
    svg("rect", { class: kind, x: Math.min(x(0), x(to)), y: 2, width: Math.abs(x(to) - x(0)), height: 6 });
  return svg(
    "svg",
    {
      viewBox: "0 0 100 10",
      class: "measure",
      role: "img",
      "aria-label": `${name} ${figure(value)}${chance === null ? "" : `, chance ${figure(chance)}`}`,
      preserveAspectRatio: "none",
    },
    svg("rect", { class: "ground", x: 0, y: 2, width: 100, height: 6, rx: 1.5 }),
    bar("positive", value),
    chance !== null && bar("chance", Math.min(chance, Math.max(value, 0))),
    chance !== null && svg("line", { class: "tick", x1: x(chance), x2: x(chance), y1: 0, y2: 10 }),
  );
}

/** A share from 0 to 1. */
export function shareBar(share: number): SVGSVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 100 10", class: "measure", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("rect", { class: "positive", x: 0, y: 2, width: 100 * share, height: 6, rx: 1.5 }),
  );
}
