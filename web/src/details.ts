/** Beside the view: one sentence, examples, shares; then what it is made of and how well it stands up. */

import { besideLink, link } from "./address";
import { layersStrip } from "./causes";
import { histogram, measure, shareBar, signedBar, spectrum } from "./charts";
import { type Child, count, figure, h, percent, sameWord, sceneText } from "./dom";
import type { Card, Gallery } from "./gallery";
import { inContext } from "./inspect";
import type { Manifold } from "./manifold";
import { strongCount } from "./quantile";
import { examples, type Share, sentenceOf, tokenShares } from "./story";
import { BESIDE, telling } from "./varying";

function panel(title: string, open: boolean, ...children: Child[]): HTMLElement {
  return h("details", { class: "panel", open }, h("summary", {}, h("h2", {}, title)), ...children);
}

/** Characters before the token of an example, so that it stands within the two lines that are shown. */
const CHARACTERS_BEFORE = 56;

export interface Details {
  element: HTMLElement;
  /** Follow the number of strong points. */
  show(strong: number): void;
}

export interface DetailActions {
  pin(i: number): void;
  token(query: string): void;
  /** Select samples, one byte each. */
  samples(chosen: Uint8Array): void;
}

/** What the page has made goes between: the selection, causes, the path's histogram, pairs of axes. */
export function details(
  gallery: Gallery,
  manifold: Manifold,
  inserts: { held: HTMLElement; causes: Child; places: Child; pairs: Child; typed: Child },
  act: DetailActions,
): Details {
  const { card } = manifold;
  const strengths = h("div");
  const read = h("ol", { class: "samples examples" });
  const shares = h("ul", { class: "shares" });
  const neighbours = h("ul", { class: "shares" });
  const show = (strong: number) => {
    strengths.replaceChildren(histogram(manifold.strength, manifold.strength[Math.max(0, strong - 1)]));
    read.replaceChildren(
      ...examples(manifold, strong).map((i) =>
        h(
          "li",
          {},
          h("button", { type: "button", click: () => act.pin(i) }, inContext(manifold, i, CHARACTERS_BEFORE)),
        ),
      ),
    );
    shares.replaceChildren(
      ...shareList(tokenShares(manifold, strong), manifold.vocab, (id) =>
        act.token(manifold.vocab[id].trim()),
      ),
    );
    if (!card.varies) return;
    const { ids, texts } = telling(manifold);
    const word = sameWord(texts);
    neighbours.replaceChildren(
      ...shareList(tokenShares(manifold, strong, { ids, texts }), texts, (id) =>
        act.samples(Uint8Array.from(ids, (own, i) => Number(i < strong && word[own] === id))),
      ),
    );
  };
  const strong = strongCount(manifold.strength);
  const first = tokenShares(manifold, strong);
  const hasText = examples(manifold, strong).some((i) => {
    const { before, after } = manifold.context(i);
    return before !== "" || after !== "";
  });
  const sentence = sentenceOf(
    card,
    first.map(({ id }) => manifold.vocab[id]),
  );
  return {
    show,
    element: h(
      "div",
      { class: "details" },
      h("p", { class: "sentence" }, sentence),
      layersStrip(gallery, card),
      inserts.held,
      panel(hasText ? "In the text" : "Samples", true, read),
      inserts.places,
      card.varies && panel(`The ${BESIDE[card.varies]}`, true, neighbours),
      panel("Its tokens", true, shares, h("p", { class: "small" }, "Shares of the squared strength.")),
      inserts.causes,
      inserts.pairs,
      inserts.typed,
      near(gallery, card),
      panel("Strength", false, strengths, caution()),
      (manifold.eigenvalues.length > 0 || manifold.members.length > 0) &&
        panel(
          "Made of",
          false,
          manifold.eigenvalues.length > 0 && spectrum(manifold.eigenvalues),
          manifold.members.length > 0 && members(manifold),
        ),
      manifold.parts.length > 0 && scores(manifold),
    ),
  };
}

/** The largest shares, each a button that selects. */
function shareList(shares: Share[], texts: string[], select: (id: number) => void): HTMLElement[] {
  return shares
    .filter(({ id }) => texts[id] !== "")
    .slice(0, 10)
    .map(({ id, share, times }) => {
      const text = sceneText(texts[id]);
      return h(
        "li",
        { title: `${count(times)} samples` },
        h("button", { type: "button", click: () => select(id), "aria-label": `Select ${text}` }, text),
        shareBar(share),
        h("span", {}, percent(share)),
      );
    });
}

function caution(): HTMLElement {
  return h(
    "p",
    { class: "small caution" },
    "Only the strongest samples are in a gallery. An empty region may be an illusion: weaker samples, left out, could fill it.",
  );
}

/** Explanations open on demand; what chance reaches is drawn into each bar. */
function scores(manifold: Manifold): HTMLElement {
  return h(
    "details",
    { class: "panel" },
    h("summary", {}, h("h2", {}, "Score"), h("b", { class: "total" }, figure(manifold.card.score))),
    h(
      "dl",
      { class: "parts" },
      ...manifold.parts.flatMap(({ name, value, controls, meaning }) => {
        const chance = Object.entries(controls);
        const best = chance.length ? Math.max(...chance.map(([, v]) => v)) : null;
        return [
          h("dt", {}, name),
          h("dd", {}, figure(value)),
          h("dd", { class: "wide" }, measure(name, value, best)),
          h(
            "dd",
            { class: "wide small" },
            h(
              "details",
              {},
              h("summary", {}, best === null ? "what it means" : `chance reaches ${figure(best)}`),
              meaning,
              chance.length > 0 &&
                ` Controls: ${chance.map(([control, v]) => `${control} ${figure(v)}`).join(", ")}.`,
            ),
          ),
        ];
      }),
    ),
  );
}

function members(manifold: Manifold): HTMLElement {
  const largest = Math.max(...manifold.weights.map(Math.abs));
  return h(
    "table",
    { class: "members" },
    h("caption", {}, "Latents and their weights"),
    h(
      "tbody",
      {},
      ...manifold.members.map((latent, k) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, String(latent)),
          h("td", {}, signedBar(manifold.weights[k], largest)),
          h("td", {}, figure(manifold.weights[k])),
        ),
      ),
    ),
  );
}

function near(gallery: Gallery, own: Card): Child {
  const found = own.neighbours.flatMap(([id, overlap]) => {
    const card = gallery.manifolds.find((other) => other.id === id);
    return card ? [{ card, overlap }] : [];
  });
  return (
    found.length > 0 &&
    panel(
      "Neighbours",
      false,
      h(
        "ul",
        { class: "neighbours" },
        ...found.map(({ card, overlap }) =>
          h(
            "li",
            {},
            h("a", { href: link(card.id) }, card.name),
            sideBySide(own, card),
            h("span", { title: "overlap of the two subspaces, 0 to 1" }, figure(overlap)),
          ),
        ),
      ),
      h(
        "p",
        { class: "small" },
        "Manifolds whose subspaces overlap most, from 0 (orthogonal) to 1 (the same).",
      ),
    )
  );
}

/** What is selected now comes along. */
function sideBySide(own: Card, card: Card): HTMLElement {
  const element = h("a", { class: "beside", href: link(own.id, { with: card.id }) }, "side by side");
  element.addEventListener("click", () => (element.href = besideLink(own.id, card.id)));
  return element;
}

export function facts(manifold: Manifold): HTMLElement {
  const { card } = manifold;
  return h(
    "p",
    { class: "facts" },
    h("span", { class: "shape" }, card.shape),
    card.rank !== undefined && h("span", {}, "rank ", h("b", {}, String(card.rank))),
    h("span", {}, `${count(card.points)} points`),
  );
}
