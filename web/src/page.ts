/** The page of one manifold: the view, its controls, and what stands beside it. */

import { keepAddress, link, readAddress } from "./address";
import { colouring, type Mode, modesOf } from "./colouring";
import { type Choices, controls, levels } from "./controls";
import { details, facts } from "./details";
import { h } from "./dom";
import type { Gallery } from "./gallery";
import { Inspector } from "./inspect";
import { helpDialog, listenToKeys } from "./keys";
import type { Manifold } from "./manifold";
import { pick } from "./pick";
import { drawing, saveCsv, savePng, saveSvg, table } from "./save";
import { Selection } from "./selection";
import { Stage } from "./stage";
import { onTheme, themeButton } from "./theme";

export interface Page {
  element: HTMLElement;
  dispose(): void;
}

export function manifoldPage(gallery: Gallery, manifold: Manifold): Page {
  const { card } = manifold;
  const wanted = readAddress().settings;
  const typical = levels(manifold)?.typical ?? 0;
  const choices: Choices = {
    mode: modesOf(manifold).includes(wanted.get("colour") as Mode)
      ? (wanted.get("colour") as Mode)
      : "strength",
    shown: bounded(wanted.get("shown"), 1, manifold.n, manifold.n),
    surface: wanted.get("surface") !== "off",
    level: bounded(wanted.get("level"), -Infinity, Infinity, typical),
    token: wanted.get("token") ?? "",
  };
  const stage = new Stage(manifold);
  const shown = () => choices.shown;
  const home = JSON.stringify(stage.orbit.aim);

  const remember = () => {
    const settings: Record<string, string> = {};
    if (choices.mode !== "strength") settings.colour = choices.mode;
    if (choices.shown !== manifold.n) settings.shown = String(choices.shown);
    if (!choices.surface) settings.surface = "off";
    if (choices.level !== typical) settings.level = String(Number(choices.level.toPrecision(6)));
    const { azimuth, elevation, distance, target } = stage.orbit.aim;
    if (JSON.stringify(stage.orbit.aim) !== home)
      settings.view = [azimuth, elevation, distance, ...target].map((v) => Number(v.toFixed(4))).join("_");
    if (inspector.pinned >= 0) settings.pin = String(inspector.pinned);
    if (selection.query) settings.token = selection.query;
    keepAddress(card.id, settings);
  };
  const inspector = new Inspector(stage, shown, remember);
  const save = (kind: "png" | "svg" | "csv") => {
    if (kind === "png") savePng(stage);
    else if (kind === "svg") saveSvg(stage, choices.shown);
    else saveCsv(manifold, choices.shown, selection.chosen);
  };
  const selection = new Selection(stage, shown, {
    toolChanged: (tool) => bar.setTool(tool),
    saveCsv: () => save("csv"),
    pin: (i) => inspector.pin(i),
    changed: remember,
  });
  const paint = () => {
    const colours = colouring(manifold, choices.mode, choices.shown);
    stage.cloud.paint((looks) => colours.paint(looks));
    bar.legend.replaceChildren(colours.legend);
    stage.draw();
    remember();
  };
  const level = () => {
    if (stage.surface) {
      stage.surface.object.visible = choices.surface;
      bar.setEmpty(choices.surface && !stage.surface.set(choices.level));
    }
    stage.draw();
    remember();
  };
  const show = () => {
    stage.show(choices.shown);
    side.show(choices.shown);
    selection.refresh();
    if (choices.mode === "token" || choices.mode === "predicted") paint();
    stage.draw();
    remember();
  };
  const help = helpDialog();
  const bar = controls(manifold, choices, {
    paint,
    show,
    level,
    save,
    tool: (tool) => selection.use(tool),
    token: (query) => (query ? selection.byToken(query) : selection.clear()),
    reset: () => stage.orbit.reset(),
    help: () => help.showModal(),
  });
  const side = details(gallery, manifold, (i) => inspector.pin(i));
  const unlisten = listenToKeys(stage, inspector, selection, shown, help);
  const untheme = onTheme(() => {
    stage.retheme();
    paint();
  });
  stage.onFrame(remember);
  stage.canvas.setAttribute("role", "application");
  stage.canvas.setAttribute("aria-roledescription", "3D view");
  stage.canvas.setAttribute(
    "aria-label",
    `${card.name}: ${card.shape}, ${card.points} points. Arrow keys turn, full stop and comma step through the samples, question mark lists all keys.`,
  );

  paint();
  level();
  if (choices.shown !== manifold.n) show();
  const view = (wanted.get("view") ?? "").split("_").map(Number);
  if (view.length === 6 && view.every(Number.isFinite)) {
    stage.orbit.set(
      { azimuth: view[0], elevation: view[1], distance: view[2], target: [view[3], view[4], view[5]] },
      true,
    );
  }
  const pinned = bounded(wanted.get("pin"), 0, manifold.n - 1, -1);
  if (pinned >= 0) inspector.pin(pinned);
  if (choices.token) selection.byToken(choices.token);

  // For tests, timings and people at the console: the view as numbers.
  Object.assign(window, {
    quadric: {
      manifold,
      stage,
      inspector,
      selection,
      choices,
      pick: (x: number, y: number) => pick(stage, x, y, choices.shown),
      project: (i: number) => stage.project(manifold.points, 3 * i),
      svg: () => drawing(stage, choices.shown),
      csv: () => table(manifold, choices.shown, selection.chosen),
    },
  });

  const place = gallery.manifolds.indexOf(card);
  const step = (by: number, sign: string, title: string) => {
    const next = gallery.manifolds[place + by];
    return next
      ? h("a", { class: "icon", href: link(next.id), title, "aria-label": `${title}: ${next.name}` }, sign)
      : h("span", { class: "icon off", "aria-hidden": "true" }, sign);
  };
  return {
    element: h(
      "main",
      { class: "manifold" },
      h(
        "header",
        { class: "top" },
        h("a", { class: "back", href: link(null) }, "←", h("span", {}, gallery.title || "Gallery")),
        h("div", { class: "title" }, h("h1", {}, card.name), facts(manifold)),
        h(
          "nav",
          { "aria-label": "Manifolds" },
          step(-1, "‹", "The one before"),
          step(1, "›", "The one after"),
          themeButton(),
        ),
      ),
      h(
        "div",
        { class: "view" },
        stage.canvas,
        selection.overlay,
        stage.labels,
        inspector.ring,
        inspector.element,
      ),
      h("aside", {}, selection.panel, side.element),
      bar.element,
      help,
    ),
    dispose() {
      unlisten();
      untheme();
      stage.dispose();
    },
  };
}

function bounded(text: string | null, low: number, high: number, otherwise: number): number {
  const value = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : otherwise;
}
