/** What a point is: shown while the pointer is on it, kept when it is clicked. */

import { announce, count, figure, h, lastWords, tokenText } from "./dom";
import type { Manifold } from "./manifold";
import type { Scene } from "./scene";
import type { Stage } from "./stage";

/** A token in its context, as text, with at most so many characters before it. */
export function inContext(manifold: Manifold, i: number, room = Infinity): HTMLElement {
  const { before: all, token, after } = manifold.context(i);
  const line = (text: string) => text.replace(/\s*\n\s*/g, " ⏎ ");
  const before = room < Infinity ? lastWords(all, room) : all;
  const lead = /^\s/.test(token) && before ? " " : "";
  return h(
    "span",
    { class: "context" },
    line(before).trimStart() + lead,
    h("mark", {}, tokenText(token)),
    line(after),
  );
}

export class Inspector {
  readonly element = h("div", { class: "tip", hidden: true });
  readonly ring = h("div", { class: "ring", hidden: true });
  pinned = -1;
  /** How long the last search for the point under the pointer took, in milliseconds. */
  spent = 0;
  private hovered = -1;
  private waiting: PointerEvent | null = null;

  private readonly stage: Stage;

  constructor(
    private readonly scene: Scene,
    private readonly act: { changed(): void; toggle(i: number): void; adds(): boolean },
  ) {
    const { stage } = scene;
    this.stage = stage;
    const { canvas, orbit } = stage;
    let pressed = { x: 0, y: 0 };
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch" || event.buttons || !orbit.enabled) return;
      if (!this.waiting) requestAnimationFrame(() => this.look());
      this.waiting = event;
    });
    canvas.addEventListener("pointerleave", () => {
      this.hover(-1);
      this.act.changed();
    });
    canvas.addEventListener("pointerdown", (event) => {
      pressed = { x: event.clientX, y: event.clientY };
    });
    canvas.addEventListener("pointerup", (event) => {
      const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 5;
      if (moved || event.button !== 0 || !orbit.enabled) return;
      const found = this.at(event);
      if (event.ctrlKey || event.metaKey || this.act.adds()) {
        if (found >= 0) this.act.toggle(found);
        return;
      }
      const box = canvas.getBoundingClientRect();
      if (scene.overlay.click(event.clientX - box.left, event.clientY - box.top)) return;
      this.pin(found === this.pinned ? -1 : found);
    });
    stage.onFrame(() => this.follow());
  }

  get current(): number {
    return this.hovered >= 0 ? this.hovered : this.pinned;
  }

  pin(i: number): void {
    this.pinned = i;
    this.render();
    this.act.changed();
    if (i >= 0) announce(this.describe(i));
  }

  describe(i: number): string {
    const { manifold } = this.stage;
    const { before, token, after } = manifold.context(i);
    return `Sample ${i + 1} of ${manifold.n}: ${tokenText(token)}, strength ${figure(manifold.strength[i])}. ${before}${token}${after}`;
  }

  hover(i: number): void {
    if (i === this.hovered) return;
    this.hovered = i;
    this.stage.canvas.classList.toggle("over", i >= 0);
    this.render();
  }

  private look(): void {
    const event = this.waiting;
    this.waiting = null;
    if (!event || this.stage.orbit.dragging) return;
    this.hover(this.at(event));
    this.act.changed();
  }

  private at(event: PointerEvent): number {
    const box = this.stage.canvas.getBoundingClientRect();
    const started = performance.now();
    const found = this.scene.pick(event.clientX - box.left, event.clientY - box.top);
    this.spent = performance.now() - started;
    return found;
  }

  private render(): void {
    const i = this.current;
    this.element.hidden = this.ring.hidden = i < 0;
    if (i < 0) return;
    const { manifold } = this.stage;
    const place = manifold.located ? manifold.place(i) : null;
    this.element.classList.toggle("pinned", i === this.pinned);
    this.element.replaceChildren(
      inContext(manifold, i),
      h(
        "dl",
        {},
        ...(manifold.labels && manifold.labels.of[i] >= 0
          ? [h("dt", {}, manifold.labels.name), h("dd", {}, manifold.labels.texts[manifold.labels.of[i]])]
          : []),
        h("dt", {}, "strength"),
        h("dd", {}, figure(manifold.strength[i])),
        h("dt", {}, "sample"),
        h("dd", {}, `${count(i + 1)} of ${count(manifold.n)}, by strength`),
        ...(manifold.predicted
          ? [h("dt", {}, "predicts"), h("dd", {}, tokenText(manifold.vocab[manifold.predicted[i]]))]
          : []),
        ...(place
          ? [
              h("dt", {}, "text"),
              h("dd", {}, `document ${count(place.document)}, position ${count(place.position)}`),
            ]
          : []),
      ),
    );
    this.follow();
  }

  private follow(): void {
    const i = this.current;
    if (i < 0) return;
    const { x, y, depth } = this.stage.project(this.stage.points, 3 * i);
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    const seen = depth > 0 && x > -20 && x < width + 20 && y > -20 && y < height + 20;
    this.ring.hidden = !seen;
    this.ring.style.transform = `translate(${x}px, ${y}px)`;
    const box = this.element.getBoundingClientRect();
    const left = Math.max(8, Math.min(x + 18, width - box.width - 8));
    const below = y + 18 + box.height < height;
    this.element.style.transform = `translate(${left}px, ${below ? y + 18 : Math.max(8, y - box.height - 18)}px)`;
  }
}
