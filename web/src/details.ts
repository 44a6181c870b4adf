/** Beside the view: what the manifold is made of and how well it stands up. */

import { link } from "./address";
import { histogram, measure, signedBar, spectrum } from "./charts";
import { type Child, count, figure, h } from "./dom";
import type { Gallery } from "./gallery";
import { inContext } from "./inspect";
import type { Manifold } from "./manifold";

function panel(title: string, ...children: Child[]): HTMLElement {
  return h("details", { class: "panel", open: true }, h("summary", {}, h("h2", {}, title)), ...children);
}

export interface Details {
  element: HTMLElement;
  /** Follow the number of shown points. */
  show(shown: number): void;
}

export function details(gallery: Gallery, manifold: Manifold, pin: (i: number) => void): Details {
  const strengths = h("div", {});
  const show = (shown: number) =>
    strengths.replaceChildren(histogram(manifold.strength, manifold.strength[Math.max(0, shown - 1)]));
  show(manifold.n);
  return {
    show,
    element: h(
      "div",
      { class: "details" },
      manifold.parts.length > 0 && scores(manifold),
      panel("Strength", strengths),
      manifold.eigenvalues.length > 0 && panel("Eigenvalues", spectrum(manifold.eigenvalues)),
      manifold.members.length > 0 && members(manifold),
      neighbours(gallery, manifold),
      panel(
        "Strongest samples",
        h(
          "ol",
          { class: "samples" },
          ...Array.from({ length: Math.min(20, manifold.n) }, (_, i) =>
            h("li", {}, h("button", { type: "button", click: () => pin(i) }, inContext(manifold, i))),
          ),
        ),
      ),
    ),
  };
}

function scores(manifold: Manifold): HTMLElement {
  return panel(
    "Score",
    h("p", { class: "total" }, h("b", {}, figure(manifold.card.score)), " in all"),
    h(
      "dl",
      { class: "parts" },
      ...manifold.parts.flatMap(({ name, value, controls, meaning }) => [
        h("dt", {}, name),
        h("dd", {}, figure(value)),
        h("dd", { class: "wide" }, measure(value, controls)),
        h(
          "dd",
          { class: "wide small" },
          meaning,
          Object.keys(controls).length > 0 &&
            h(
              "span",
              { class: "versus" },
              `${meaning ? " " : ""}Controls: ${Object.entries(controls)
                .map(([k, v]) => `${k} ${figure(v)}`)
                .join(", ")}.`,
            ),
        ),
      ]),
    ),
  );
}

function members(manifold: Manifold): HTMLElement {
  const largest = Math.max(...manifold.weights.map(Math.abs));
  return panel(
    "Member latents",
    h(
      "table",
      { class: "members" },
      h(
        "thead",
        { class: "unseen" },
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "latent"),
          h("th", { scope: "col" }, "bar"),
          h("th", { scope: "col" }, "weight"),
        ),
      ),
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
    ),
  );
}

function neighbours(gallery: Gallery, manifold: Manifold): Child {
  const near = manifold.card.neighbours.flatMap(([id, overlap]) => {
    const card = gallery.manifolds.find((other) => other.id === id);
    return card ? [{ card, overlap }] : [];
  });
  return (
    near.length > 0 &&
    panel(
      "Neighbours",
      h(
        "ul",
        { class: "neighbours" },
        ...near.map(({ card, overlap }) =>
          h(
            "li",
            {},
            h("a", { href: link(card.id) }, card.name),
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

export function facts(manifold: Manifold): HTMLElement {
  const { card } = manifold;
  return h(
    "p",
    { class: "facts" },
    h("span", { class: "shape" }, card.shape),
    h("span", {}, "score ", h("b", {}, figure(card.score))),
    h("span", {}, `${count(card.points)} points`),
  );
}
