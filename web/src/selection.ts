/** Select by a box, a lasso, a click, a token or a stretch of the path. What is not selected stays, in grey. */

import { decodeSet, encodeSet } from "./codes";
import { svg } from "./dom";
import { matches } from "./gallery";
import { inside, pick } from "./pick";
import type { Stage } from "./stage";

export type Tool = "orbit" | "box" | "lasso";

/** Where a selection comes from, as it stands in the address: a token, a stretch of the path, or samples. */
export type Source =
  { kind: "token"; query: string } | { kind: "path"; from: number; to: number } | { kind: "set" };

export class Selection {
  readonly overlay = svg("svg", { class: "outline", "aria-hidden": "true" });
  chosen: Uint8Array | null = null;
  source: Source = { kind: "set" };
  /** Whether clicks, boxes and lassos add to the selection without Ctrl, which a finger does not have. */
  adds = false;
  /** Whether the last query was looked up in the text: a phrase, or a word of several tokens. */
  phrase = false;
  private tool: Tool = "orbit";
  private adding = false;
  private path: [number, number][] = [];

  constructor(
    private readonly stage: Stage,
    /** How many points can be pointed at: the strong ones, or all. */
    private readonly shown: () => number,
    /** How many have a place on the path that means anything. */
    private readonly strong: () => number,
    private readonly act: { toolChanged(tool: Tool): void; changed(): void },
  ) {
    const { canvas } = stage;
    canvas.addEventListener(
      "pointerdown",
      (event) => {
        if (event.shiftKey && this.tool === "orbit" && event.button === 0) this.use("box");
        if (this.tool === "orbit") return;
        this.adding = this.adds || event.ctrlKey || event.metaKey;
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

  get query(): string {
    return this.source.kind === "token" ? this.source.query : "";
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.stage.orbit.enabled = tool === "orbit";
    this.stage.canvas.classList.toggle("drawing", tool !== "orbit");
    this.act.toolChanged(tool);
  }

  clear(): void {
    this.set(null);
  }

  /** Select the points whose token begins with the query, or is part of it where it is longer. */
  byToken(query: string): void {
    const { manifold } = this.stage;
    const wanted = Uint8Array.from(manifold.vocab, (token) => Number(matches(token, query)));
    this.phrase = /\S\s+\S/.test(query) || !wanted.includes(1);
    const found = this.phrase
      ? manifold.inPhrase(query)
      : Uint8Array.from(manifold.token, (id) => wanted[id]);
    const chosen = found.map((on, i) => (i < this.shown() ? on : 0));
    this.set(chosen, { kind: "token", query });
  }

  /** Select a stretch of the path; one that ends before it begins passes through the end of a loop. */
  byPath(from: number, to: number): void {
    const along = this.stage.manifold.along(this.strong());
    if (!along) return;
    const chosen = Uint8Array.from(along, (t, i) =>
      Number(i < this.strong() && (from <= to ? t >= from && t <= to : t >= from || t <= to)),
    );
    this.set(chosen, { kind: "path", from, to });
  }

  /** Add a sample to the selection, or take it out again. */
  toggle(i: number): void {
    const chosen = this.chosen?.slice() ?? new Uint8Array(this.stage.manifold.n);
    chosen[i] = 1 - chosen[i];
    this.set(chosen.includes(1) ? chosen : null);
  }

  set(chosen: Uint8Array | null, source: Source = { kind: "set" }): void {
    this.chosen = chosen;
    this.source = source;
    this.act.changed();
  }

  /** Follow the number of points that are shown. */
  refresh(): void {
    if (!this.chosen) return;
    const { source } = this;
    if (source.kind === "token") this.byToken(source.query);
    else if (source.kind === "path") this.byPath(source.from, source.to);
    else this.act.changed();
  }

  /** The selection as a word of the address. */
  get code(): string {
    if (!this.chosen) return "";
    const { source } = this;
    if (source.kind === "token") return `t.${source.query}`;
    if (source.kind === "path") return `p.${source.from.toFixed(3)}_${source.to.toFixed(3)}`;
    return `s.${encodeSet(this.chosen)}`;
  }

  restore(code: string): void {
    const body = code.slice(2);
    if (code.startsWith("t.")) return this.byToken(body);
    if (code.startsWith("p.")) {
      const [from, to] = body.split("_").map(Number);
      if (Number.isFinite(from) && Number.isFinite(to)) this.byPath(from, to);
      return;
    }
    const chosen = code.startsWith("s.") ? decodeSet(body, this.stage.manifold.n) : null;
    if (chosen) this.set(chosen);
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
    if (outline.length < 3) {
      // A click with the box's own key is a click on a point.
      const i = this.adding ? pick(this.stage, ...outline[0], this.shown()) : -1;
      if (i >= 0) this.toggle(i);
      else if (!this.adding) this.clear();
      return;
    }
    const found = inside(this.stage, outline, this.shown());
    if (this.adding && this.chosen) this.chosen.forEach((on, i) => (found[i] |= on));
    this.set(found);
  }
}
