/** Select by a box, a lasso or a token, and list what the selection holds. */

import { announce, count, h, svg, tokenText } from "./dom";
import { matches } from "./gallery";
import { inContext } from "./inspect";
import { inside, overrepresented } from "./pick";
import type { Stage } from "./stage";

export type Tool = "orbit" | "box" | "lasso";

export class Selection {
  readonly overlay = svg("svg", { class: "outline", "aria-hidden": "true" });
  readonly panel = h("section", { class: "panel selection", "aria-label": "Selection", hidden: true });
  chosen: Uint8Array | null = null;
  /** The words of the address that led here, where the selection is by token. */
  query = "";
  private tool: Tool = "orbit";
  private path: [number, number][] = [];

  constructor(
    private readonly stage: Stage,
    private readonly shown: () => number,
    private readonly act: {
      toolChanged(tool: Tool): void;
      saveCsv(): void;
      pin(i: number): void;
      changed(): void;
    },
  ) {
    const { canvas } = stage;
    canvas.addEventListener(
      "pointerdown",
      (event) => {
        if (event.shiftKey && this.tool === "orbit" && event.button === 0) this.use("box");
        if (this.tool === "orbit") return;
        canvas.setPointerCapture(event.pointerId);
        this.path = [this.at(event)];
      },
      { capture: true },
    );
    canvas.addEventListener("pointermove", (event) => {
      if (this.path.length) this.extend(this.at(event));
    });
    canvas.addEventListener("pointerup", () => this.finish());
    canvas.addEventListener("pointercancel", () => this.cancel());
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.stage.orbit.enabled = tool === "orbit";
    this.stage.canvas.classList.toggle("drawing", tool !== "orbit");
    this.act.toolChanged(tool);
  }

  clear(): void {
    this.query = "";
    this.set(null);
  }

  /** Select the points whose token begins with the query. */
  byToken(query: string): void {
    const { manifold } = this.stage;
    const wanted = Uint8Array.from(manifold.vocab, (token) => Number(matches(token, query)));
    this.query = query;
    this.set(Uint8Array.from(manifold.token, (id, i) => (i < this.shown() ? wanted[id] : 0)));
  }

  set(chosen: Uint8Array | null): void {
    this.chosen = chosen;
    this.stage.cloud.choose(chosen);
    this.stage.draw();
    this.list();
    this.act.changed();
  }

  /** Count again, after the number of shown points changed. */
  refresh(): void {
    if (this.query) this.byToken(this.query);
    else if (this.chosen) this.list();
  }

  private at(event: PointerEvent): [number, number] {
    const box = this.stage.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private extend(at: [number, number]): void {
    const [start] = this.path;
    if (this.tool === "box") this.path = [start, [at[0], start[1]], at, [start[0], at[1]]];
    else this.path.push(at);
    this.overlay.replaceChildren(svg("polygon", { points: this.path.map((p) => p.join(",")).join(" ") }));
  }

  private cancel(): void {
    this.path = [];
    this.overlay.replaceChildren();
  }

  private finish(): void {
    if (this.tool === "orbit" || !this.path.length) return;
    const outline = this.path;
    this.cancel();
    this.use("orbit");
    this.query = "";
    if (outline.length < 3) return this.set(null);
    this.set(inside(this.stage, outline, this.shown()));
  }

  private list(): void {
    this.panel.hidden = !this.chosen;
    if (!this.chosen) return;
    const { manifold } = this.stage;
    const shown = this.shown();
    const held: number[] = [];
    for (let i = 0; i < shown; i++) if (this.chosen[i]) held.push(i);
    const excess = overrepresented(manifold.token, this.chosen, shown);
    const often = [...excess].sort((a, b) => b.inside - a.inside).slice(0, 8);
    const name = (id: number) => tokenText(manifold.vocab[id]);
    const said = `${count(held.length)} of ${count(shown)} points selected`;
    announce(said);
    const rows = excess
      .filter((e) => e.z > 0)
      .slice(0, 12)
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
    this.panel.replaceChildren(
      h(
        "div",
        {},
        h(
          "header",
          {},
          h("h2", {}, "Selection"),
          h("button", { type: "button", click: () => this.act.saveCsv() }, "CSV"),
          h("button", { type: "button", click: () => this.clear() }, "Clear"),
        ),
        h("p", { class: "summary" }, said, this.query ? ` (tokens that begin with “${this.query}”)` : ""),
        held.length > 0 &&
          h(
            "p",
            { class: "chips", "aria-label": "Most frequent tokens" },
            ...often.map((e) => h("span", { class: "chip" }, name(e.token), h("small", {}, count(e.inside)))),
          ),
        rows.length > 0 &&
          h(
            "table",
            {},
            h(
              "caption",
              {},
              "Over-represented tokens: log-odds against the other shown points, in standard errors",
            ),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ...["token", "inside", "outside", "z"].map((title) => h("th", { scope: "col" }, title)),
              ),
            ),
            h("tbody", {}, ...rows),
          ),
        held.length > 0 &&
          h(
            "ol",
            { class: "samples", "aria-label": "Strongest samples of the selection" },
            ...held
              .slice(0, 12)
              .map((i) =>
                h(
                  "li",
                  {},
                  h("button", { type: "button", click: () => this.act.pin(i) }, inContext(manifold, i)),
                ),
              ),
          ),
      ),
    );
  }
}
