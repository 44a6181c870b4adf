/** A second manifold next to the first: where are the selected samples over there? */

import { besideLink } from "./address";
import { tellingMode } from "./colouring";
import { count, h } from "./dom";
import { Inspector } from "./inspect";
import type { Manifold } from "./manifold";
import { strongCount } from "./quantile";
import { Scene } from "./scene";

export class Beside {
  readonly scene: Scene;
  readonly element: HTMLElement;
  private readonly inspector: Inspector;
  private readonly note = h("span", { class: "note", role: "status" });
  /** For each sample of the first the same sample here, -1 where it is not among them; and back. */
  private readonly there: Int32Array | null;
  private readonly back: Int32Array | null;

  constructor(
    first: Manifold,
    readonly manifold: Manifold,
    act: { pin(i: number): void; toggle(i: number): void; adds(): boolean },
  ) {
    this.scene = new Scene(manifold, {
      mode: tellingMode(manifold),
      shown: strongCount(manifold.strength),
      context: true,
      labels: true,
      axes: manifold.k > 2 ? [0, 1, 2] : [0, 1],
    });
    this.inspector = new Inspector(this.scene, {
      // A click here is a click on the same sample there.
      changed: () => {
        const i = this.inspector.pinned;
        if (i >= 0 && this.back && this.back[i] >= 0) act.pin(this.back[i]);
      },
      toggle: (i) => {
        if (this.back && this.back[i] >= 0) act.toggle(this.back[i]);
      },
      adds: act.adds,
    });
    this.there = same(first, manifold);
    this.back = same(manifold, first);
    this.scene.element.append(
      h(
        "p",
        { class: "named" },
        h("a", { href: `#/m/${manifold.card.id}` }, manifold.card.name),
        this.note,
        h(
          "button",
          {
            type: "button",
            class: "icon",
            "aria-label": "Close the second manifold",
            click: () => (location.hash = besideLink(first.card.id, "")),
          },
          "×",
        ),
      ),
      this.inspector.ring,
      this.inspector.element,
    );
    this.scene.stage.canvas.setAttribute("role", "application");
    this.scene.stage.canvas.setAttribute("aria-roledescription", "3D view");
    this.scene.stage.canvas.setAttribute("aria-label", `${manifold.card.name}, beside it`);
    this.element = this.scene.element;
    this.scene.show();
    if (!this.there) this.note.textContent = "not linked: the samples have no places in a text";
  }

  /** Light the same samples here; the others turn grey. */
  choose(chosen: Uint8Array | null): void {
    if (!this.there) return;
    if (!chosen) {
      this.note.textContent = "";
      return this.scene.choose(null);
    }
    const here = new Uint8Array(this.manifold.n);
    let [all, found] = [0, 0];
    chosen.forEach((on, i) => {
      if (!on) return;
      all++;
      if (this.there![i] < 0) return;
      found++;
      here[this.there![i]] = 1;
    });
    this.note.textContent = `${count(found)} of ${count(all)} selected samples are here`;
    this.scene.choose(here);
  }

  /** Show where the sample that is pointed at is here. */
  point(i: number): void {
    this.inspector.hover(i >= 0 && this.there ? this.there[i] : -1);
  }

  dispose(): void {
    this.scene.dispose();
  }
}

/** The samples of one manifold among those of another, by document and position. */
function same(from: Manifold, to: Manifold): Int32Array | null {
  if (!from.located || !to.located) return null;
  const key = ({ document, position }: { document: number; position: number }) =>
    document * 2 ** 24 + position;
  const known = new Map<number, number>();
  for (let i = 0; i < to.n; i++) known.set(key(to.place(i)), i);
  return Int32Array.from({ length: from.n }, (_, i) => known.get(key(from.place(i))) ?? -1);
}
