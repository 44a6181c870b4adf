/** A manifold before one camera: its points in colour, its words, its path. */

import { ink, other } from "./colour";
import { type Colouring, colouring, type Mode } from "./colouring";
import { h } from "./dom";
import { axesFrame, type Frame, tourFrame } from "./frame";
import type { Manifold } from "./manifold";
import { Overlay } from "./overlay";
import { vertices } from "./path";
import { pick } from "./pick";
import { Stage } from "./stage";
import { onTheme, theme } from "./theme";
import { MAX_SEARCHED, sampleWord, type Word, wordsOf } from "./words";

/** Milliseconds that a tour takes from three axes to the next three. */
const TOUR_MILLISECONDS = 5000;

export interface Look {
  mode: Mode;
  shown: number;
  context: boolean;
  labels: boolean;
  axes: number[];
}

export class Scene {
  readonly stage: Stage;
  readonly overlay: Overlay;
  readonly element: HTMLElement;
  legend: HTMLElement = h("div");
  chosen: Uint8Array | null = null;
  private words: Word[] = [];
  private colours: Colouring | null = null;
  private touring = 0;
  private readonly untheme: () => void;

  constructor(
    readonly manifold: Manifold,
    readonly look: Look,
    private readonly painted: () => void = () => {},
  ) {
    const { path, chart, labels, causes } = manifold.card;
    this.stage = new Stage(
      manifold,
      this.frame(),
      () => look.shown,
      () => [
        ...(path ? vertices(path) : []),
        ...(chart ? chart.at.flat() : []),
        ...[...(labels ?? []), ...(causes?.places ?? [])].map(({ at }) => at),
      ],
    );
    this.stage.orbit.flat = this.stage.flat;
    this.overlay = new Overlay(this.stage, () => this.words, path, chart, {
      count: () => Math.min(look.shown, MAX_SEARCHED),
      word: (i) => sampleWord(manifold, i),
    });
    this.overlay.on = look.labels;
    this.element = h("div", { class: "view" }, this.stage.canvas, this.overlay.lines, this.overlay.element);
    this.untheme = onTheme(() => {
      this.stage.retheme();
      this.paint();
    });
  }

  /** How many points can be seen and pointed at. */
  get visible(): number {
    return this.look.context ? this.manifold.n : this.look.shown;
  }

  paint(): void {
    const { stage, look } = this;
    this.colours = colouring(this.manifold, look.mode, look.shown);
    stage.cloud.paint((looks) => this.colours!.paint(looks));
    this.legend = this.colours.legend;
    this.painted();
    this.choose(this.chosen);
  }

  /** After the number of strong points changed. */
  show(): void {
    this.words = wordsOf(this.manifold, this.look.shown);
    this.overlay.on = this.look.labels;
    this.stage.show(this.visible);
    this.paint();
  }

  choose(chosen: Uint8Array | null): void {
    const before = this.chosen;
    this.chosen = chosen;
    if (chosen || before) this.stage.cloud.paint((looks) => this.light(looks));
    this.stage.cloud.quieten(this.look.shown, chosen);
    this.stage.draw();
  }

  /** What is chosen and has no colour of its own would be grey among the grey: it gets the ink's. */
  private light(looks: Uint8Array): void {
    this.colours?.paint(looks);
    const bytes = (colour: number[]) => colour.map((v) => Math.round(v * 255));
    const [grey, lit] = [bytes(other(theme())), bytes(ink(theme()))];
    this.chosen?.forEach((on, i) => {
      if (on && grey.every((v, k) => looks[4 * i + k] === v)) looks.set(lit, 4 * i);
    });
  }

  /** After other axes were chosen. */
  turnTo(): void {
    this.stopTour();
    this.apply(this.frame(), false);
    this.stage.orbit.rehome(this.stage.home());
    this.stage.orbit.reset();
  }

  /** Turn slowly through all dimensions; where motion is not wanted, one step. Returns whether it goes on. */
  tour(step: (axes: number[]) => void): boolean {
    if (this.touring) {
      this.stopTour();
      this.land(step);
      return false;
    }
    const { k } = this.manifold;
    const start = this.look.axes.length === 3 ? this.look.axes : [0, 1, 2];
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.apply(tourFrame(k, start, 1), false);
      this.land(step);
      return false;
    }
    const began = performance.now();
    const { orbit } = this.stage;
    let held = this.stage.from(orbit.aim).distance;
    const go = (now: number) => {
      this.apply(tourFrame(k, start, Math.max(0, now - began) / TOUR_MILLISECONDS), true);
      // The camera goes along, from the side and as close as the visitor has it.
      const view = this.stage.from(orbit.aim);
      orbit.set({ ...view, distance: (view.distance * orbit.aim.distance) / held }, true);
      held = view.distance;
      this.touring = requestAnimationFrame(go);
    };
    this.touring = requestAnimationFrame(go);
    return true;
  }

  pick(x: number, y: number): number {
    return pick(this.stage, x, y, this.visible);
  }

  dispose(): void {
    this.stopTour();
    this.untheme();
    this.stage.dispose();
  }

  /** Come to rest on the axes that are shown most. */
  private land(step: (axes: number[]) => void): void {
    const { k, rows } = this.stage.view;
    const axes: number[] = [];
    for (let row = 0; row < 3; row++) {
      const order = Array.from({ length: k }, (_, axis) => axis)
        .filter((axis) => !axes.includes(axis))
        .sort((a, b) => Math.abs(rows[row * k + b]) - Math.abs(rows[row * k + a]));
      axes.push(order[0]);
    }
    this.look.axes = axes;
    this.turnTo();
    step(axes);
  }

  private stopTour(): void {
    cancelAnimationFrame(this.touring);
    this.touring = 0;
  }

  private frame(): Frame {
    return axesFrame(this.manifold.k, this.look.axes);
  }

  private apply(frame: Frame, passing: boolean): void {
    this.stage.look(frame, passing);
    this.stage.orbit.flat = this.stage.flat;
  }
}
