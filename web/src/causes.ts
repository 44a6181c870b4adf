/** What the model does when it is moved inside the manifold, and the same manifold in other layers. */

import { measure } from "./charts";
import { type Child, figure, h, percent, sceneText, shortLayer, svg, thousandths, tokenText } from "./dom";
import type { Card, Causes, Gallery, Layer } from "./gallery";
import { markedWord, type Word } from "./words";

/** The panel, and a dot in the scene for each place that the model was moved to. */
export function causesPanel({ causes }: Card, draw: () => void): { element: Child; dots: Word[] } {
  if (!causes || (!causes.arms.length && !causes.places.length)) return { element: null, dots: [] };
  const said = h("div", { class: "said", "aria-live": "polite" });
  let chosen = -1;
  const choose = (k: number) => {
    chosen = k;
    buttons.forEach((button, other) => button.setAttribute("aria-pressed", String(other === k)));
    said.replaceChildren(shifts(causes.places[k]));
    element.open = true;
    said.scrollIntoView({ block: "nearest" });
    draw();
  };
  const buttons = causes.places.map((place, k) =>
    h(
      "button",
      { type: "button", class: "chip", "aria-pressed": "false", click: () => choose(k) },
      sceneText(place.text),
    ),
  );
  const dots = causes.places.map(({ text, at }, k) =>
    markedWord(
      text,
      at,
      "place",
      -1,
      () => choose(k),
      () => chosen === k,
    ),
  );
  const element = h(
    "details",
    { class: "panel causes", open: true },
    h("summary", {}, h("h2", {}, "What the model does with it")),
    causes.arms.length > 0 && arms(causes.arms),
    causes.arms.length > 0 &&
      h(
        "details",
        { class: "small" },
        h("summary", {}, "what the bars are"),
        "The share of the way from a sample's next-token prediction to another's, when only these coordinates are swapped between the two; then the same for controls, for other ways to choose directions, for everything else and for the whole vector.",
      ),
    buttons.length > 0 &&
      h("p", { class: "small" }, "Move here, and these next tokens gain or lose (change of their log-odds):"),
    buttons.length > 0 && h("p", { class: "chips", role: "group", "aria-label": "Places" }, ...buttons),
    said,
  );
  return { element, dots };
}

/** Tokens that become likelier, and those that become less so, in log-odds. */
function shifts(place: Causes["places"][number]): HTMLElement {
  const column = (title: string, list: [string, number][]) =>
    h(
      "div",
      {},
      h("h3", {}, title),
      h(
        "ul",
        {},
        ...list
          .slice(0, 10)
          .map(([token, odds]) => h("li", {}, h("span", { class: "chip" }, tokenText(token)), figure(odds))),
      ),
    );
  return h(
    "div",
    { class: "shifts" },
    place.gain.length > 0 && column("gain", place.gain),
    place.lose.length > 0 && column("lose", place.lose),
  );
}

/** Bars with their standard errors. */
function arms(list: Causes["arms"]): HTMLElement {
  const top = Math.max(1, ...list.map(({ value, se }) => value + (se || 0)));
  const low = Math.min(0, ...list.map(({ value, se }) => value - (se || 0)));
  const x = (v: number) => ((v - low) / (top - low)) * 100;
  return h(
    "dl",
    { class: "parts arms" },
    ...list.flatMap(({ name, value, se }, k) => [
      h("dt", {}, name),
      h("dd", {}, thousandths(value), se ? h("small", {}, ` ± ${thousandths(se)}`) : null),
      h(
        "dd",
        { class: "wide" },
        svg(
          "svg",
          { viewBox: "0 0 100 10", class: "measure", "aria-hidden": "true", preserveAspectRatio: "none" },
          svg("rect", { class: "ground", x: 0, y: 2, width: 100, height: 6, rx: 1.5 }),
          svg("rect", {
            class: k === 0 ? "positive" : "chance",
            x: Math.min(x(0), x(value)),
            y: 2,
            width: Math.abs(x(value) - x(0)),
            height: 6,
          }),
          se ? svg("line", { class: "tick", x1: x(value - se), x2: x(value + se), y1: 5, y2: 5 }) : null,
        ),
      ),
    ]),
  );
}

/** The same manifold above and below. Only addresses on this page or beside it are followed. */
export function layersStrip(gallery: Gallery, card: Card): Child {
  const layers: Layer[] = (card.layers ?? []).filter(({ link }) =>
    /^(\.\.\/){0,2}(\w[\w.-]*\/){0,2}(index\.html)?#\//.test(link),
  );
  if (!layers.length) return null;
  const own = gallery.about.layer ?? "";
  const steps = [...layers.map((one) => ({ name: one.layer, one })), { name: own, one: null }]
    .filter(({ name }) => name)
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  return h(
    "nav",
    { class: "layers", "aria-label": "The same manifold in other layers" },
    ...steps.map(({ name, one }) =>
      one ? layerLink(one) : h("b", { "aria-current": "true" }, shortLayer(name)),
    ),
  );
}

function layerLink({ layer, link, overlap, chance, name }: Layer): HTMLElement {
  const shares = `shares ${percent(overlap)} of its strong samples`;
  const luck = chance === undefined ? "" : `; the best of random sets ${percent(chance)}`;
  return h(
    "a",
    { href: link, title: `${name ? `${name}: ` : ""}${shares}${luck}` },
    shortLayer(layer),
    measure(shares, overlap, chance ?? null),
    h("small", {}, percent(overlap)),
  );
}
