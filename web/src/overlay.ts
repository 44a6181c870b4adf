/** Words and the path in front of the points: placed anew each frame, so that none covers another. */

import { type Colour, css, ink, legible } from "./colour";
import { h, svg } from "./dom";
import { see } from "./frame";
import { type Chart, chartLines, type Path, vertices } from "./path";
import { place } from "./placing";
import type { Stage } from "./stage";
import { background, theme } from "./theme";
import { CLOSE_UP, type Word } from "./words";

/** A word as it stands on the screen now: its left end and the middle of its height. */
export interface Shown {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  strong: boolean;
  opacity: number;
  colour: Colour;
}

const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
const SIZE = 13;
const HEIGHT = 18;
/** The plate behind a word, which would be lost among points without it: past its text on both sides. */
export const PLATE = { past: 3, tall: HEIGHT - 2, round: 4, opacity: 0.72 };
/** Words of the first view; twice as close, there may be four times as many. */
const FIRST_WORDS = 26;
const MAX_WORDS = 90;
/** Pixels from a dot within which a click is meant for it, and from the path. */
const MAX_DOT_PIXELS = 11;
const MAX_PATH_PIXELS = 5;
/** Words this close to the pointer make room for the points under it. */
const POINTER_PIXELS = 22;

export class Overlay {
  readonly element = h("div", { class: "labels", "aria-hidden": "true" });
  readonly lines = svg("svg", { class: "lines", "aria-hidden": "true" });
  on = true;
  /** Words besides the manifold's own: a typed sentence, places of interventions. */
  extra: Word[] = [];
  shown: Shown[] = [];
  private readonly spans: HTMLSpanElement[] = [];
  private readonly widths = new Map<string, number>();
  private readonly before = new Set<Word>();
  private readonly near = new Map<number, Word>();
  private readonly grid = svg("path", { class: "chart" });
  private readonly halo = svg("path", { class: "halo" });
  private readonly line = svg("path", { class: "path" });
  private readonly marks: SVGCircleElement[] = [];
  private pointer: { x: number; y: number } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly words: () => Word[],
    private readonly path: Path | undefined,
    private readonly chart: Chart | undefined,
    /** The strong samples, each with its word for those who come close. */
    private readonly samples: { count(): number; word(i: number): Word },
  ) {
    this.lines.append(this.grid, this.halo, this.line);
    stage.canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      const box = stage.canvas.getBoundingClientRect();
      this.pointer = { x: event.clientX - box.left, y: event.clientY - box.top };
      this.fade();
    });
    stage.canvas.addEventListener("pointerleave", () => {
      this.pointer = null;
      this.fade();
    });
    stage.onFrame(() => this.layout());
  }

  layout(): void {
    const { stage } = this;
    const { clientWidth: width, clientHeight: height } = stage.canvas;
    if (!width) return;
    const words = this.all();
    const [near, far] = stage.cloud.uniforms.range.value as [number, number];
    const closer = stage.orbit.first.distance / stage.orbit.now.distance;
    const eligible = words.filter((word) => closer >= word.zoom);
    if (this.on && closer >= CLOSE_UP) eligible.push(...this.inSight(width, height));
    const seen = eligible.map((word) => stage.project(see(stage.view, word.at)));
    const ends = stage.ends.map(({ text, at }) => ({ text, ...stage.project(at) }));
    const wishes = [
      ...eligible.map((word, k) => ({
        x: seen[k].depth > 0 ? seen[k].x : -1,
        y: seen[k].y,
        width: this.width(word.text) + 6,
        height: HEIGHT,
        // Who was there a moment ago stays, so that nothing flickers while the view turns.
        weight: word.weight + (this.before.has(word) ? 12 : 0),
        beside: word.beside,
      })),
      ...ends.map(({ text, x, y, depth }) => ({
        x: depth > 0 ? x : -1,
        y,
        width: this.width(text) + 6,
        height: HEIGHT,
        weight: 5e6,
        beside: true,
      })),
    ];
    const room = Math.min(
      MAX_WORDS,
      Math.max(8, (width * height) / 7000),
      FIRST_WORDS * Math.max(1, closer * closer),
    );
    const boxes = place(wishes, { width, height }, Math.round(room) + ends.length);
    this.before.clear();
    this.shown = [];
    boxes.forEach((box, k) => {
      if (!box) return;
      const word = eligible[k] as Word | undefined;
      if (word) this.before.add(word);
      const { depth } = seen[k] ?? ends[k - eligible.length];
      const at = Math.min(Math.max((depth - near) / (far - near), 0), 1);
      this.shown.push({
        text: wishes[k] === undefined ? "" : (word?.text ?? ends[k - eligible.length].text),
        x: box.left + 3,
        y: (box.top + box.bottom) / 2,
        width: box.right - box.left - 6,
        size: SIZE,
        strong: word !== undefined,
        opacity: word ? 1 - 0.6 * at * at * (3 - 2 * at) : 0.8,
        colour: word ? this.colour(word) : GREY(),
      });
    });
    this.render();
    this.draw(width, height);
  }

  /** Words of the strongest samples that are in sight. */
  private inSight(width: number, height: number): Word[] {
    const { points } = this.stage;
    const m = this.stage.matrix();
    const found: Word[] = [];
    for (let i = 0, end = this.samples.count(); i < end && found.length < MAX_WORDS; i++) {
      const [x, y, z] = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
      const depth = m[3] * x + m[7] * y + m[11] * z + m[15];
      const across = Math.abs(m[0] * x + m[4] * y + m[8] * z + m[12]);
      const up = Math.abs(m[1] * x + m[5] * y + m[9] * z + m[13]);
      // Far enough inside for the word to find room.
      if (depth <= 0 || across > depth * (1 - 60 / width) || up > depth * (1 - 30 / height)) continue;
      let word = this.near.get(i);
      if (!word) this.near.set(i, (word = this.samples.word(i)));
      found.push(word);
    }
    return found;
  }

  /** The path on the screen, cut where it would pass behind the eye. */
  pathData(): string {
    return this.path && this.on ? this.traced(vertices(this.path)) : "";
  }

  /** The lines of the chart, likewise. */
  chartData(): string {
    return this.chart && this.on
      ? chartLines(this.chart)
          .map((line) => this.traced(line))
          .join("")
      : "";
  }

  private traced(line: number[][]): string {
    let out = "";
    let drawn = false;
    for (const vertex of line) {
      const { x, y, depth } = this.stage.project(see(this.stage.view, vertex));
      if (depth > 0) out += `${drawn ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      drawn = depth > 0;
    }
    return out;
  }

  /** Where there are dots. */
  markPlaces(): { x: number; y: number; radius: number; colour: Colour; edge: Colour; word: Word }[] {
    return this.all()
      .filter((word) => word.mark)
      .map((word) => ({
        ...this.stage.project(see(this.stage.view, word.at)),
        radius: word.lit?.() ? 8 : word.act ? 5.5 : 4,
        colour: this.colour(word),
        edge: word.mark === "typed" ? ACCENT() : background(),
        word,
      }))
      .filter(({ depth }) => depth > 0);
  }

  /** Do what the dot under the pointer does, if there is one, or the one that is next on the path. */
  click(x: number, y: number): boolean {
    const marks = this.markPlaces().filter(({ word }) => word.act);
    const gap = (at: { x: number; y: number }) => Math.hypot(at.x - x, at.y - y);
    const near = marks.sort((a, b) => gap(a) - gap(b))[0];
    if (!near) return false;
    if (gap(near) <= MAX_DOT_PIXELS) {
      near.word.act!();
      return true;
    }
    const vertex = this.underPointer(x, y);
    if (!vertex) return false;
    const apart = (word: Word) => Math.hypot(...vertex.map((v, axis) => v - (word.at[axis] ?? 0)));
    marks.sort((a, b) => apart(a.word) - apart(b.word))[0].word.act!();
    return true;
  }

  /** The place of the path that is drawn under the pointer. */
  private underPointer(x: number, y: number): number[] | null {
    if (!this.path || !this.on) return null;
    let best: { gap: number; at: number[] } = { gap: MAX_PATH_PIXELS, at: [] };
    const line = vertices(this.path);
    const seen = line.map((vertex) => this.stage.project(see(this.stage.view, vertex)));
    for (let s = 1; s < line.length; s++) {
      const [a, b] = [seen[s - 1], seen[s]];
      if (a.depth <= 0 || b.depth <= 0) continue;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const part = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1);
      const along = Math.min(Math.max(part, 0), 1);
      const gap = Math.hypot(a.x + along * dx - x, a.y + along * dy - y);
      if (gap < best.gap)
        best = { gap, at: line[s].map((v, k) => line[s - 1][k] + along * (v - line[s - 1][k])) };
    }
    return best.at.length ? best.at : null;
  }

  /** All words, each once: a place of an intervention takes over the tick or the label of the same word. */
  private all(): Word[] {
    if (!this.on) return this.extra;
    const places = new Map(
      this.extra.filter(({ mark }) => mark === "place").map((word) => [word.text.toLowerCase(), word]),
    );
    if (!places.size) return [...this.extra, ...this.words()];
    const taken = new Set<Word>();
    const own = this.words().filter((word) => {
      const place = places.get(word.text.toLowerCase());
      if (!place || word.again) return true;
      if (word.mark === "tick") {
        [word.act, word.lit] = [place.act, place.lit];
        taken.add(place);
        return true;
      }
      // As the text writes it: "I", not "i".
      [place.sample, place.text] = [word.sample, word.text];
      // Older galleries keep three numbers of it, which say nothing on further axes.
      if (place.at.length < word.at.length) place.at = word.at;
      return false;
    });
    return [...this.extra.filter((word) => !taken.has(word)), ...own];
  }

  private colour(word: Word): Colour {
    const { looks } = this.stage.cloud;
    // None of the colours of the points, where it is none of them.
    if (word.sample < 0) return word.mark ? ink(theme()) : GREY();
    const at = 4 * word.sample;
    return legible([looks[at] / 255, looks[at + 1] / 255, looks[at + 2] / 255], theme());
  }

  private width(text: string): number {
    let width = this.widths.get(text);
    if (width === undefined) {
      PEN.font = `600 ${SIZE}px ${FONT}`;
      this.widths.set(text, (width = PEN.measureText(text).width));
    }
    return width;
  }

  private render(): void {
    this.shown.forEach((label, k) => {
      let span = this.spans[k];
      if (!span) {
        span = h("span");
        this.spans.push(span);
        this.element.append(span);
      }
      if (span.textContent !== label.text) span.textContent = label.text;
      span.className = label.strong ? "word" : "end";
      span.hidden = false;
      span.style.transform = `translate(${label.x.toFixed(1)}px, ${(label.y - HEIGHT / 2).toFixed(1)}px)`;
      span.style.color = css(label.colour);
    });
    for (let k = this.shown.length; k < this.spans.length; k++) this.spans[k].hidden = true;
    this.fade();
  }

  private fade(): void {
    this.shown.forEach((label, k) => {
      let { opacity } = label;
      if (this.pointer) {
        const dx = Math.max(label.x - this.pointer.x, this.pointer.x - label.x - this.width(label.text), 0);
        const dy = Math.max(Math.abs(label.y - this.pointer.y) - HEIGHT / 2, 0);
        if (Math.hypot(dx, dy) < POINTER_PIXELS) opacity *= 0.15;
      }
      this.spans[k].style.opacity = opacity.toFixed(2);
    });
  }

  private draw(width: number, height: number): void {
    this.lines.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const data = this.pathData();
    this.grid.setAttribute("d", this.chartData());
    this.halo.setAttribute("d", data);
    this.line.setAttribute("d", data);
    const places = this.markPlaces();
    places.forEach(({ x, y, radius, colour, edge }, k) => {
      if (!this.marks[k]) this.lines.append((this.marks[k] = svg("circle", { class: "mark" })));
      this.marks[k].setAttribute("r", String(radius));
      this.marks[k].setAttribute("cx", x.toFixed(1));
      this.marks[k].setAttribute("cy", y.toFixed(1));
      this.marks[k].style.fill = css(colour);
      this.marks[k].style.stroke = css(edge);
      this.marks[k].style.display = "";
    });
    for (let k = places.length; k < this.marks.length; k++) this.marks[k].style.display = "none";
  }
}

const PEN = document.createElement("canvas").getContext("2d")!;
const ACCENT = (): Colour => (theme() === "dark" ? [1, 0.61, 0.49] : [0.64, 0.19, 0.37]);
const GREY = (): Colour => (theme() === "dark" ? [0.6, 0.62, 0.68] : [0.4, 0.4, 0.44]);
