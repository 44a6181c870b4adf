/** The gallery: a card a manifold, to sort, filter and search. */

import { keepAddress, link, readAddress } from "./address";
import { announce, count, figure, h, manifolds, percent, sceneText, shortLayer, title } from "./dom";
import type { Card, Gallery } from "./gallery";
import type { Page } from "./page";
import { type Found, places, search as find } from "./search";
import { themeButton } from "./theme";
import { mark, thumbnail, turnWhileOver } from "./thumbnail";

const BY_USE: [string, (a: Card, b: Card) => number] = [
  "most used by the model",
  (a, b) => (b.used ?? -Infinity) - (a.used ?? -Infinity) || b.score - a.score,
];
const ORDERS: Record<string, [string, (a: Card, b: Card) => number]> = {
  score: ["best score", (a, b) => b.score - a.score],
  strength: ["strongest", (a, b) => b.strength - a.strength],
  shape: ["shape", (a, b) => a.shape.localeCompare(b.shape) || b.score - a.score],
  name: ["name", (a, b) => a.name.localeCompare(b.name)],
};

export function galleryPage(gallery: Gallery): Page {
  const wanted = readAddress().settings;
  const cards = gallery.manifolds.map((card, index) => ({ card, index, ...drawCard(card) }));
  const shapes = [...new Set(gallery.manifolds.map((card) => card.shape))].sort();
  const orders = gallery.manifolds.some((card) => card.used !== undefined)
    ? { ...ORDERS, used: BY_USE }
    : ORDERS;
  const state = {
    query: wanted.get("q") ?? "",
    shapes: new Set((wanted.get("shape") ?? "").split("|").filter((shape) => shapes.includes(shape))),
    order: wanted.get("sort") && orders[wanted.get("sort")!] ? wanted.get("sort")! : "score",
    score: Number(wanted.get("score")) || -Infinity,
    strength: Number(wanted.get("strength")) || -Infinity,
  };
  const list = h("ul", { class: "cards" });
  const status = h("p", { class: "status", role: "status" });
  let found: Found | null = null;
  let turn = 0;

  const arrange = () => {
    const compare = orders[state.order][1];
    const kept = cards
      .filter(
        ({ card, index }) =>
          (!state.shapes.size || state.shapes.has(card.shape)) &&
          card.score >= state.score &&
          card.strength >= state.strength &&
          (!found ||
            found.share.has(index) ||
            card.name.toLowerCase().includes(state.query.trim().toLowerCase())),
      )
      .sort(
        (a, b) =>
          (found ? (found.share.get(b.index) ?? 0) - (found.share.get(a.index) ?? 0) : 0) ||
          compare(a.card, b.card),
      );
    for (const { card, index, element, chips } of kept) {
      const tokens = found?.tokens.get(index);
      element.href = link(card.id, tokens ? { token: state.query.trim() } : {});
      chips.replaceChildren(
        ...(tokens ?? card.tokens)
          .slice(0, 6)
          .map((token) => h("span", { class: tokens ? "chip hit" : "chip" }, sceneText(token))),
        ...(tokens ? [h("small", {}, `${percent(found!.share.get(index)!)} of its strength`)] : []),
      );
    }
    list.replaceChildren(...kept.map(({ item }) => item));
    status.textContent =
      kept.length === cards.length
        ? manifolds(cards.length)
        : `${count(kept.length)} of ${manifolds(cards.length)}`;
    if (found?.unread)
      status.textContent += `; ${count(found.unread)} more, with fewer of these words, were not read`;
    if (!kept.length)
      status.textContent += cards.length ? ": nothing fits, loosen the filters" : ": this gallery is empty";
    const settings: Record<string, string> = {};
    if (state.query) settings.q = state.query;
    if (state.shapes.size) settings.shape = [...state.shapes].join("|");
    if (state.order !== "score") settings.sort = state.order;
    if (state.score > -Infinity) settings.score = String(state.score);
    if (state.strength > -Infinity) settings.strength = String(state.strength);
    keepAddress(null, settings);
  };

  const look = async () => {
    const mine = ++turn;
    const query = state.query.trim();
    const tell = (text: string) => {
      if (mine === turn) status.textContent = text;
    };
    try {
      const answer = query ? await find(gallery, query, tell) : null;
      if (mine !== turn) return;
      found = answer;
      arrange();
      for (const { picture } of cards) mark(picture, []);
      if (!found) return;
      for await (const { manifold, at } of places(gallery, found, query)) {
        if (mine !== turn) return;
        mark(cards[manifold].picture, at);
      }
    } catch (error) {
      tell(`The text cannot be searched: ${(error as Error).message}`);
    }
  };

  const search = h("input", {
    type: "search",
    value: state.query,
    placeholder: "Find a word or a phrase",
    "aria-label": "Find a word or a phrase in all manifolds",
    spellcheck: "false",
    autocomplete: "off",
  });
  search.addEventListener("input", () => {
    state.query = search.value;
    void look();
  });
  const order = h(
    "select",
    { "aria-label": "Sort by" },
    ...Object.entries(orders).map(([key, [text]]) =>
      h("option", { value: key, selected: key === state.order }, text),
    ),
  );
  order.addEventListener("change", () => {
    state.order = order.value;
    arrange();
  });
  const toggles = shapes.map((shape) => {
    const many = gallery.manifolds.filter((card) => card.shape === shape).length;
    const button = h(
      "button",
      { type: "button", class: "toggle", "aria-pressed": String(state.shapes.has(shape)) },
      shape,
      h("small", {}, count(many)),
    );
    button.addEventListener("click", () => {
      if (!state.shapes.delete(shape)) state.shapes.add(shape);
      button.setAttribute("aria-pressed", String(state.shapes.has(shape)));
      arrange();
    });
    return button;
  });
  const threshold = (key: "score" | "strength") => {
    const values = gallery.manifolds.map((card) => card[key]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const text = h("output", {}, figure(Math.max(state[key], low)));
    const slider = h("input", { type: "range", min: 0, max: 100, "aria-label": `At least this ${key}` });
    slider.value = String(state[key] > low ? Math.round(((state[key] - low) / (high - low)) * 100) : 0);
    slider.addEventListener("input", () => {
      const value = low + (Number(slider.value) / 100) * (high - low);
      // A little less, so that rounding for the address never loses the manifold at the limit itself.
      state[key] = Number(slider.value) ? Number((value - (high - low) * 1e-4).toPrecision(6)) : -Infinity;
      text.textContent = figure(value);
      arrange();
    });
    return high > low && h("label", { class: "threshold" }, `${key} ≥`, slider, text);
  };

  arrange();
  if (state.query) void look();
  announce("");
  return {
    element: h(
      "main",
      { class: "gallery" },
      h(
        "header",
        { class: "head" },
        h(
          "div",
          {},
          h("h1", {}, shortLayer(gallery.title) || "A gallery of manifolds"),
          howToRead(gallery.manifolds),
          Object.keys(gallery.about).length > 0 &&
            h(
              "details",
              { class: "from" },
              h("summary", {}, "Where it comes from"),
              h(
                "p",
                { class: "about" },
                ...Object.entries(gallery.about).map(([key, value]) =>
                  h("span", {}, h("b", {}, key), ` ${value}`),
                ),
              ),
            ),
        ),
        themeButton(),
      ),
      h(
        "div",
        { class: "filters", role: "search" },
        search,
        order,
        h("div", { class: "toggles", role: "group", "aria-label": "Shapes" }, ...toggles),
        h("div", { class: "thresholds" }, threshold("score"), threshold("strength")),
      ),
      status,
      list,
    ),
    dispose() {},
  };
}

/** What a card shows, for those who ask. */
function howToRead(cards: Card[]): HTMLElement {
  const meanings: [string, string, boolean][] = [
    [
      "A card",
      "is one manifold: a curve, a surface or clusters, in a few dimensions of the layer's activations. A point is one token of the text; the coloured ones lie on it strongly, the grey ones weakly. Words stand at their points.",
      true,
    ],
    ["Rank", "is how many dimensions it has.", cards.some(({ rank }) => rank !== undefined)],
    [
      "Score",
      "goes from 0 to 1: is it one thing, is it there again in other text, and is it more than a direction, beyond what controls reach.",
      true,
    ],
    [
      "Used",
      "is how much of the model's prediction follows when only these dimensions are swapped between two texts, beyond controls: 1 is as much as the whole vector, 0 is nothing.",
      cards.some(({ used }) => used !== undefined),
    ],
  ];
  return h(
    "details",
    { class: "from" },
    h("summary", {}, "How to read a card"),
    h(
      "p",
      { class: "about" },
      ...meanings
        .filter(([, , there]) => there)
        .map(([word, meaning]) => h("span", {}, h("b", {}, word), ` ${meaning}`)),
    ),
  );
}

function drawCard(card: Card) {
  const picture = thumbnail(card);
  const chips = h("p", { class: "chips" });
  const element = h(
    "a",
    { class: "card", href: link(card.id) },
    picture,
    h(
      "div",
      { class: "caption" },
      h("h2", {}, title(card.name)),
      h(
        "p",
        { class: "facts" },
        h("span", { class: "shape" }, card.shape),
        card.rank !== undefined && h("span", {}, "rank ", String(card.rank)),
        h("span", {}, "score ", h("b", {}, figure(card.score))),
        card.passes === false &&
          h("span", { title: "it does not stand out from random subspaces" }, "as by chance"),
        card.used !== undefined &&
          h("span", { title: "of a whole swap's effect on the model" }, "used ", figure(card.used)),
      ),
      chips,
    ),
  );
  turnWhileOver(element, picture);
  return { item: h("li", {}, element), element, chips, picture };
}
