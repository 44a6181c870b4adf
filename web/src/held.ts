/** What a selection holds: sentences, shares, a name to keep it by, and files to take away. */

import { announce, count, h, sameWord, sceneText } from "./dom";
import { inContext } from "./inspect";
import type { Manifold } from "./manifold";
import { overrepresented } from "./pick";
import type { Selection } from "./selection";
import { BESIDE, telling } from "./varying";

export interface Kept {
  name: string;
  code: string;
}

/** Samples that are listed. */
const MAX_LISTED = 12;
/** Characters before the token of a listed sample. */
const CHARACTERS_BEFORE = 120;

export class Held {
  readonly element = h("section", { class: "panel selection", "aria-label": "Selection", hidden: true });
  private readonly list = h("div");
  private readonly shelf = h("div", { class: "chips", role: "group", "aria-label": "Kept selections" });
  private readonly name = h("input", {
    type: "text",
    placeholder: "Name it",
    "aria-label": "Name of the selection",
    maxlength: 60,
  });

  constructor(
    private readonly manifold: Manifold,
    private readonly selection: Selection,
    private readonly shown: () => number,
    readonly kept: Kept[],
    private readonly act: { save(kind: "csv" | "json"): void; pin(i: number): void; changed(): void },
  ) {
    const keep = h(
      "form",
      { class: "keep" },
      this.name,
      h("button", { type: "submit", title: "The address will hold it" }, "Keep"),
    );
    keep.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!selection.chosen) return;
      const name = this.name.value.trim() || `selection ${kept.length + 1}`;
      const old = kept.findIndex((one) => one.name === name);
      kept.splice(old < 0 ? kept.length : old, old < 0 ? 0 : 1, { name, code: selection.code });
      this.name.value = "";
      announce(`Kept as ${name}`);
      this.update();
      this.act.changed();
    });
    this.element.append(this.list, keep, this.shelf);
    this.update();
  }

  update(): void {
    const { selection, kept } = this;
    this.element.hidden = !selection.chosen && !kept.length;
    this.shelf.replaceChildren(
      ...kept.map((one) =>
        h(
          "span",
          { class: "kept" },
          h("button", { type: "button", class: "chip", click: () => selection.restore(one.code) }, one.name),
          h(
            "button",
            {
              type: "button",
              class: "chip",
              "aria-label": `Forget ${one.name}`,
              click: () => {
                kept.splice(kept.indexOf(one), 1);
                this.update();
                this.act.changed();
              },
            },
            "×",
          ),
        ),
      ),
    );
    this.list.replaceChildren(...(selection.chosen ? [this.contents(selection.chosen)] : []));
    this.name.form!.hidden = !selection.chosen;
  }

  private contents(chosen: Uint8Array): HTMLElement {
    const { manifold, selection } = this;
    const shown = this.shown();
    const held: number[] = [];
    for (let i = 0; i < shown; i++) if (chosen[i]) held.push(i);
    const { varies } = manifold.card;
    const { ids: spelled, texts } = telling(manifold);
    const word = sameWord(texts);
    const ids = spelled.map((id) => word[id]);
    const excess = overrepresented(ids, chosen, shown);
    const often = [...excess].sort((a, b) => b.inside - a.inside).slice(0, 8);
    const name = (id: number) => sceneText(texts[id]);
    const said = `${count(held.length)} of ${count(shown)} points selected`;
    announce(said);
    const rows = excess
      .filter((e) => e.z > 0)
      .slice(0, MAX_LISTED)
      .map((e) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: "token" }, name(e.token)),
          h("td", {}, count(e.inside)),
          h("td", {}, count(e.outside)),
          h("td", {}, e.z.toFixed(1)),
        ),
      );
    return h(
      "div",
      {},
      h(
        "header",
        {},
        h("h2", {}, "Selection"),
        h("button", { type: "button", click: () => this.act.save("csv") }, "CSV"),
        h("button", { type: "button", click: () => this.act.save("json") }, "JSON"),
        h("button", { type: "button", click: () => selection.clear() }, "Clear"),
      ),
      h("p", { class: "summary" }, said, this.origin()),
      held.length > 0 &&
        h(
          "ol",
          { class: "samples", "aria-label": "Strongest samples of the selection" },
          ...held
            .slice(0, MAX_LISTED)
            .map((i) =>
              h(
                "li",
                {},
                h(
                  "button",
                  { type: "button", click: () => this.act.pin(i) },
                  inContext(manifold, i, CHARACTERS_BEFORE),
                ),
              ),
            ),
        ),
      held.length > 0 &&
        h(
          "div",
          {
            class: "chips",
            role: "group",
            "aria-label": "Most frequent tokens",
            title: varies && `The ${BESIDE[varies]}`,
          },
          ...often.map((e) =>
            h(
              "span",
              { class: "chip" },
              name(e.token),
              h("small", {}, `${Math.round((100 * e.inside) / held.length)}%`),
            ),
          ),
        ),
      rows.length > 0 &&
        h(
          "details",
          {},
          h("summary", {}, "More of these here than elsewhere"),
          h(
            "table",
            {},
            h("caption", {}, "Log-odds against the other shown points, in standard errors (z)"),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ...[varies ? BESIDE[varies] : "token", "inside", "outside", "z"].map((title) =>
                  h("th", { scope: "col" }, title),
                ),
              ),
            ),
            h("tbody", {}, ...rows),
          ),
        ),
    );
  }

  private origin(): string {
    const { source } = this.selection;
    if (source.kind === "token")
      return this.selection.phrase
        ? ` (in “${source.query}” in the text)`
        : ` (tokens that begin with “${source.query}”)`;
    if (source.kind === "path")
      return ` (from ${Math.round(100 * source.from)}% to ${Math.round(100 * source.to)}% of the path)`;
    return "";
  }
}
