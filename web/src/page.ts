/** The page of one manifold: the view, its controls, and what stands beside it. */

import { besideLink, framed, keepAddress, link, readAddress } from "./address";
import { Beside } from "./beside";
import { brush } from "./brush";
import { causesPanel } from "./causes";
import { type Mode, modesOf, tellingMode } from "./colouring";
import { type Choices, controls, type Taken } from "./controls";
import { details, facts } from "./details";
import { h, shortLayer, title } from "./dom";
import type { Gallery } from "./gallery";
import { Held, type Kept } from "./held";
import { Inspector } from "./inspect";
import { helpDialog, listenToKeys } from "./keys";
import { MAX_SURFACE_DISTANCE, levels } from "./levels";
import type { Manifold, Whose } from "./manifold";
import { strongCount } from "./quantile";
import { drawing, record, saveCsv, saveJson, savePng, saveSvg, table } from "./save";
import { Scene } from "./scene";
import { Selection } from "./selection";
import { strip } from "./strip";
import { themeButton } from "./theme";
import { typedPanel } from "./typed";

export interface Page {
  element: HTMLElement;
  dispose(): void;
}

export function manifoldPage(gallery: Gallery, manifold: Manifold, other: Manifold | null): Page {
  const { card } = manifold;
  const wanted = readAddress().settings;
  const first = firstChoices(manifold);
  const choices = readChoices(manifold, first, wanted);
  const scene = new Scene(manifold, choices, () => {
    bar?.legend.replaceChildren(scene.legend);
    pairs?.draw();
    places?.draw(choices.shown);
  });
  const { stage, overlay } = scene;
  const shown = () => scene.visible;
  const kept = readKept(wanted.get("keep"));

  const remember = () => {
    const settings: Record<string, string> = {};
    if (choices.mode !== first.mode) settings.colour = choices.mode;
    if (choices.shown !== first.shown) settings.shown = String(choices.shown);
    if (choices.context !== first.context) settings.weak = choices.context ? "on" : "off";
    if (!choices.labels) settings.words = "off";
    if (choices.whose !== first.whose) settings.quadric = choices.whose;
    if (choices.surface !== first.surface) settings.surface = choices.surface ? "on" : "off";
    if (choices.level !== first.level) settings.level = String(Number(choices.level.toPrecision(6)));
    if (choices.axes.join() !== first.axes.join())
      settings.axes = choices.axes.map((axis) => axis + 1).join("_");
    const { azimuth, elevation, distance, target } = stage.orbit.aim;
    if (!stage.orbit.atHome)
      settings.view = [azimuth, elevation, distance, ...target].map((v) => Number(v.toFixed(4))).join("_");
    if (inspector.pinned >= 0) settings.pin = String(inspector.pinned);
    if (selection.query) settings.token = selection.query;
    else if (selection.code) settings.select = selection.code;
    if (kept.length)
      settings.keep = kept.map(({ name, code }) => [name, code].map(encodeURIComponent).join(":")).join("|");
    if (other) settings.with = other.card.id;
    keepAddress(card.id, settings);
  };
  const save = (kind: Taken) => {
    const named = kept.find(({ code }) => code === selection.code)?.name ?? "";
    if (kind === "png") savePng(scene);
    else if (kind === "svg") saveSvg(scene, shown());
    else if (kind === "csv") saveCsv(manifold, shown(), selection.chosen);
    else saveJson(manifold, shown(), selection.chosen, named);
  };
  const selection = new Selection(stage, shown, () => choices.shown, {
    toolChanged: (tool) => bar.setTool(tool),
    changed() {
      scene.choose(selection.chosen);
      held.update();
      bar.setToken(selection.query);
      places?.set(selection.source.kind === "path" && selection.chosen ? selection.source : null);
      beside?.choose(selection.chosen);
      remember();
    },
  });
  const reading = {
    pin: (i: number) => inspector.pin(i),
    toggle: (i: number) => selection.toggle(i),
    adds: () => selection.adds,
  };
  const inspector = new Inspector(scene, {
    ...reading,
    changed() {
      beside?.point(inspector.current);
      remember();
    },
  });
  const held = new Held(manifold, selection, shown, kept, {
    save,
    pin: (i) => inspector.pin(i),
    changed: remember,
  });
  const beside = other && new Beside(manifold, other, reading);
  const places = brush(manifold, (from, to) => selection.byPath(from, to));
  const level = () => {
    stage.drawSurface(choices.surface, manifold.forms[choices.whose]);
    bar.setEmpty(choices.surface && stage.surface !== null && !stage.surface.set(choices.level));
    stage.draw();
    remember();
  };
  const show = () => {
    scene.show();
    side.show(choices.shown);
    selection.refresh();
    remember();
  };
  const axes = () => {
    scene.turnTo();
    bar.setAxes();
    level();
    pairs?.draw();
  };
  const pairs = strip(scene, (chosen) => {
    choices.axes = chosen;
    axes();
  });
  const causes = causesPanel(card, () => stage.draw());
  overlay.extra = causes.dots;
  const help = helpDialog();
  const bar = controls(gallery, manifold, choices, {
    paint() {
      scene.paint();
      remember();
    },
    show,
    level,
    save,
    labels() {
      overlay.on = choices.labels;
      stage.draw();
      remember();
    },
    axes,
    tour() {
      bar.setTour(
        scene.tour(() => {
          bar.setAxes();
          level();
          pairs?.draw();
        }),
      );
    },
    tool: (tool) => selection.use(tool),
    add: (on) => (selection.adds = on),
    token: (query) => (query ? selection.byToken(query) : selection.clear()),
    reset: () => stage.orbit.reset(),
    help: () => help.showModal(),
    beside: (id) => {
      location.hash = besideLink(card.id, id);
    },
  });
  const side = details(
    gallery,
    manifold,
    {
      held: held.element,
      causes: causes.element,
      places: places?.element,
      pairs: pairs?.element,
      typed: typedPanel(gallery, manifold, (words) => {
        overlay.extra = [...words, ...causes.dots];
        stage.bringIn(words.map(({ at }) => at));
      }),
    },
    {
      pin: (i) => inspector.pin(i),
      token: (query) => selection.byToken(query),
      samples: (chosen) => selection.set(chosen),
    },
  );
  const unlisten = listenToKeys(stage, inspector, selection, shown, help);
  stage.onFrame(remember);
  stage.canvas.setAttribute("role", "application");
  stage.canvas.setAttribute("aria-roledescription", "3D view");
  stage.canvas.setAttribute(
    "aria-label",
    `${card.name}: ${card.shape}, ${card.points} points. Arrow keys turn, full stop and comma step through the samples, question mark lists all keys.`,
  );

  show();
  level();
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
  else if (wanted.get("select")) selection.restore(wanted.get("select")!);

  // For tests, timings and people at the console: the view as numbers.
  Object.assign(window, {
    quadric: {
      manifold,
      scene,
      stage,
      overlay,
      inspector,
      selection,
      choices,
      beside,
      pick: (x: number, y: number) => scene.pick(x, y),
      project: (i: number) => stage.project(stage.points, 3 * i),
      svg: () => drawing(scene, shown()),
      csv: () => table(manifold, shown(), selection.chosen),
      json: () => record(manifold, shown(), selection.chosen, ""),
    },
  });

  scene.element.append(selection.overlay, inspector.ring, inspector.element);
  return {
    element: h(
      "main",
      { class: other ? "manifold double" : "manifold" },
      topBar(gallery, manifold),
      h("div", { class: "views" }, scene.element, beside?.element),
      h("aside", { "aria-label": "About this manifold" }, side.element),
      bar.element,
      help,
    ),
    dispose() {
      unlisten();
      beside?.dispose();
      scene.dispose();
    },
  };
}

/** Shapes that a surface can be the shape of. */
const SURFACE_SHAPES = ["closed curve", "surface", "sphere"];

function firstChoices(manifold: Manifold): Choices {
  const shown = strongCount(manifold.strength);
  const whose = (Object.keys(manifold.forms)[0] ?? "weights") as Whose;
  const form = levels(manifold, shown, manifold.forms[whose]);
  return {
    mode: tellingMode(manifold),
    shown,
    context: true,
    labels: true,
    axes: manifold.k > 2 ? [0, 1, 2] : [0, 1],
    surface:
      form !== null &&
      form.gap < MAX_SURFACE_DISTANCE &&
      form.round &&
      SURFACE_SHAPES.includes(manifold.card.shape),
    whose,
    level: form?.typical ?? 0,
    token: "",
  };
}

function readChoices(manifold: Manifold, first: Choices, wanted: URLSearchParams): Choices {
  const switched = (key: string, otherwise: boolean) =>
    wanted.get(key) === "on" ? true : wanted.get(key) === "off" ? false : otherwise;
  const axes = (wanted.get("axes") ?? "").split("_").map((text) => Number(text) - 1);
  const valid =
    (axes.length === 2 || axes.length === 3) &&
    new Set(axes).size === axes.length &&
    axes.every((axis) => Number.isInteger(axis) && axis >= 0 && axis < manifold.k);
  const mode = wanted.get("colour") as Mode;
  return {
    mode: modesOf(manifold).includes(mode) ? mode : first.mode,
    shown: bounded(wanted.get("shown"), 1, manifold.n, first.shown),
    context: switched("weak", first.context),
    labels: switched("words", first.labels),
    axes: valid ? axes : [...first.axes],
    surface: switched("surface", first.surface),
    whose: wanted.get("quadric") === "weights" && manifold.forms.weights ? "weights" : first.whose,
    level: bounded(wanted.get("level"), -Infinity, Infinity, first.level),
    token: wanted.get("token") ?? "",
  };
}

function readKept(text: string | null): Kept[] {
  return (text ?? "").split("|").flatMap((one) => {
    try {
      const [name, code] = one.split(":").map(decodeURIComponent);
      return name && code ? [{ name, code }] : [];
    } catch {
      return [];
    }
  });
}

function topBar(gallery: Gallery, manifold: Manifold): HTMLElement {
  const { card } = manifold;
  const place = gallery.manifolds.indexOf(card);
  const step = (by: number, sign: string, what: string) => {
    const next = gallery.manifolds[place + by];
    return next
      ? h(
          "a",
          { class: "icon", href: link(next.id), title: what, "aria-label": `${what}: ${next.name}` },
          sign,
        )
      : h("span", { class: "icon off", "aria-hidden": "true" }, sign);
  };
  return h(
    "header",
    { class: "top" },
    framed
      ? h("span")
      : h(
          "a",
          { class: "back", href: link(null) },
          "←",
          h("span", {}, shortLayer(gallery.title) || "Gallery"),
        ),
    h("div", { class: "title" }, h("h1", {}, title(card.name)), facts(manifold)),
    h(
      "nav",
      { "aria-label": "Manifolds" },
      !framed && step(-1, "‹", "The one before"),
      !framed && step(1, "›", "The one after"),
      themeButton(),
    ),
  );
}

function bounded(text: string | null, low: number, high: number, otherwise: number): number {
  const value = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : otherwise;
}
