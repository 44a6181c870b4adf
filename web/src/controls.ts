/** The controls below the view: colour, how many points, the surface's level, tools. */

import { readAddress } from "./address";
import { type Mode, modesOf, modeText } from "./colouring";
import { count, figure, h } from "./dom";
import type { Gallery } from "./gallery";
import type { Form, Manifold, Whose } from "./manifold";
import { type Levels, levels } from "./levels";
import type { Tool } from "./selection";

export interface Choices {
  mode: Mode;
  /** How many of the strongest are coloured. */
  shown: number;
  /** Whether the weaker ones are there too, in grey. */
  context: boolean;
  labels: boolean;
  /** The axes of the view: three, or two for a flat one. */
  axes: number[];
  surface: boolean;
  /** Whose quadric it is. */
  whose: Whose;
  level: number;
  token: string;
}

export type Taken = "png" | "svg" | "csv" | "json";

export interface Actions {
  paint(): void;
  show(): void;
  level(): void;
  labels(): void;
  axes(): void;
  tour(): void;
  tool(tool: Tool): void;
  /** Whether what is selected next is added. */
  add(on: boolean): void;
  token(query: string): void;
  reset(): void;
  save(kind: Taken): void;
  help(): void;
  /** Show another manifold beside this one; "" for none. */
  beside(id: string): void;
}

const SLIDER = 1000;
const FORMS: Record<Whose, string> = { samples: "of the samples", weights: "of the weights" };

export interface Controls {
  element: HTMLElement;
  legend: HTMLElement;
  setTool(tool: Tool): void;
  setToken(query: string): void;
  /** Follow the choice of axes. */
  setAxes(): void;
  setTour(on: boolean): void;
  /** Say whether there is a surface at this level. */
  setEmpty(empty: boolean): void;
}

export function controls(gallery: Gallery, manifold: Manifold, choices: Choices, act: Actions): Controls {
  const legend = h("div", { class: "legends" });
  const colour = h(
    "select",
    { id: "colour" },
    ...modesOf(manifold).map((mode) =>
      h("option", { value: mode, selected: mode === choices.mode }, modeText(manifold, mode)),
    ),
  );
  colour.addEventListener("change", () => {
    choices.mode = colour.value as Mode;
    act.paint();
  });

  // Squared, so that the few strongest get as much of the slider as the many weak.
  const amount = h("input", {
    id: "shown",
    type: "range",
    min: 1,
    max: SLIDER,
    value: Math.round(SLIDER * Math.sqrt(choices.shown / manifold.n)),
  });
  const amountText = h("output", { for: "shown" });
  const context = h("input", { id: "context", type: "checkbox", checked: choices.context });
  context.addEventListener("change", () => {
    choices.context = context.checked;
    act.show();
  });
  const tellAmount = () => {
    amountText.textContent = `${count(choices.shown)} of ${count(manifold.n)}`;
    amount.setAttribute("aria-valuetext", `the ${amountText.textContent} strongest samples`);
  };
  amount.addEventListener("input", () => {
    choices.shown = Math.max(1, Math.round(manifold.n * (Number(amount.value) / SLIDER) ** 2));
    tellAmount();
    act.show();
  });
  tellAmount();

  const tools = (["box", "lasso"] as const).map((tool) => {
    const button = h(
      "button",
      {
        type: "button",
        "aria-pressed": "false",
        "data-tool": tool,
        title: tool === "box" ? "Select by a box (or drag with Shift)" : "Select by a lasso",
      },
      tool === "box" ? "Box" : "Lasso",
    );
    button.addEventListener("click", () =>
      act.tool(button.getAttribute("aria-pressed") === "true" ? "orbit" : tool),
    );
    return button;
  });
  const add = h(
    "button",
    { type: "button", "aria-pressed": "false", title: "Add to the selection (as with Ctrl)" },
    "Add",
  );
  add.addEventListener("click", () => {
    const on = add.getAttribute("aria-pressed") !== "true";
    add.setAttribute("aria-pressed", String(on));
    act.add(on);
  });
  const token = h("input", {
    type: "search",
    class: "find",
    placeholder: "Select a token",
    "aria-label": "Select a token",
    value: choices.token,
    spellcheck: "false",
    autocomplete: "off",
  });
  token.addEventListener("input", () => act.token(token.value.trim()));
  const labels = h("input", { id: "labels", type: "checkbox", checked: choices.labels });
  labels.addEventListener("change", () => {
    choices.labels = labels.checked;
    act.labels();
  });
  const save = (kind: Taken, title: string) =>
    h(
      "button",
      { type: "button", title, "data-save": kind, click: () => act.save(kind) },
      kind.toUpperCase(),
    );
  const surface = levelControl(manifold, choices, act);
  const dims = dimensions(manifold, choices, act);
  const second = besideControl(gallery, manifold, act);
  return {
    legend,
    setTool(tool) {
      for (const button of tools) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    },
    setToken(query) {
      if (document.activeElement !== token) token.value = query;
    },
    setAxes() {
      dims.flat?.setAttribute("aria-pressed", String(choices.axes.length === 2));
      surface.setFlat(choices.axes.length === 2);
    },
    setTour(on) {
      dims.tour?.setAttribute("aria-pressed", String(on));
    },
    setEmpty: surface.setEmpty,
    element: h(
      "div",
      { class: "controls" },
      h("div", { class: "row whole" }, h("label", { for: "colour" }, "Colour"), colour, legend),
      h(
        "div",
        { class: "row" },
        h("label", { for: "shown" }, "Strongest"),
        amount,
        amountText,
        h(
          "label",
          { class: "check", for: "context", title: "Weaker samples, in grey" },
          context,
          "weak in grey",
        ),
      ),
      surface.element,
      h(
        "div",
        { class: "row whole buttons" },
        h("span", { class: "group", role: "group", "aria-label": "Select" }, ...tools, add),
        token,
        h(
          "span",
          { class: "group", role: "group", "aria-label": "Save" },
          save("png", "Save the view as a picture"),
          save("svg", "Save the view as vectors"),
          save("csv", "Save the points that are shown, or the selection, as a table"),
          save("json", "Save the points that are shown, or the selection, with tokens and contexts"),
        ),
        h("label", { class: "check", for: "labels" }, labels, "Words"),
        dims.flat,
        dims.tour,
        second,
        h(
          "button",
          { type: "button", click: () => act.reset(), title: "Back to the first view (0)" },
          "Reset",
        ),
        h("button", { type: "button", click: () => act.help(), "aria-label": "Keys and help" }, "?"),
      ),
    ),
  };
}

/** Two dimensions or three, and a tour where there are more. */
function dimensions(manifold: Manifold, choices: Choices, act: Actions) {
  const { k } = manifold;
  if (k < 3) return { flat: null, tour: null };
  const flat = h(
    "button",
    {
      type: "button",
      id: "flat",
      title: "Only the first two of the shown axes",
      "aria-pressed": String(choices.axes.length === 2),
    },
    "2D",
  );
  flat.addEventListener("click", () => {
    const rest = Array.from({ length: k }, (_, axis) => axis).find((axis) => !choices.axes.includes(axis))!;
    choices.axes = choices.axes.length === 2 ? [...choices.axes, rest] : choices.axes.slice(0, 2);
    act.axes();
  });
  const tour =
    k > 3
      ? h(
          "button",
          {
            type: "button",
            id: "tour",
            "aria-pressed": "false",
            title: `Turn slowly through all ${k} dimensions`,
            click: () => act.tour(),
          },
          "Tour",
        )
      : null;
  return { flat, tour };
}

/** Which manifold stands beside this one: its neighbours come first. */
function besideControl(gallery: Gallery, manifold: Manifold, act: Actions): HTMLElement | null {
  if (gallery.manifolds.length < 2) return null;
  const near = new Map(manifold.card.neighbours.map(([id], order) => [id, order]));
  const others = gallery.manifolds
    .filter((card) => card.id !== manifold.card.id)
    .sort((a, b) => (near.get(a.id) ?? Infinity) - (near.get(b.id) ?? Infinity) || 0);
  const now = readAddress().settings.get("with");
  const select = h(
    "select",
    { id: "beside", "aria-label": "Beside it" },
    h("option", { value: "" }, "Beside it …"),
    ...others.map((card) => h("option", { value: card.id, selected: card.id === now }, card.name)),
  );
  select.addEventListener("change", () => act.beside(select.value));
  return select;
}

function levelControl(manifold: Manifold, choices: Choices, act: Actions) {
  const ranges = new Map<Whose, Levels>();
  for (const [whose, form] of Object.entries(manifold.forms) as [Whose, Form][]) {
    const range = levels(manifold, choices.shown, form);
    if (range) ranges.set(whose, range);
  }
  if (!ranges.has(choices.whose)) return { element: null, setEmpty: () => {}, setFlat: () => {} };
  const range = () => ranges.get(choices.whose)!;
  const whose = h(
    "select",
    { id: "whose", "aria-label": "Whose surface is drawn", hidden: ranges.size < 2 },
    ...[...ranges.keys()].map((name) =>
      h("option", { value: name, selected: name === choices.whose }, FORMS[name]),
    ),
  );
  const box = h("input", { id: "surface", type: "checkbox", checked: choices.surface });
  const slider = h("input", {
    id: "level",
    type: "range",
    min: 0,
    max: SLIDER,
    "aria-label": "Level of the surface",
  });
  const text = h("output", { for: "level" });
  let empty = false;
  const tell = () => {
    const off = manifold.forms[choices.whose]?.residual;
    const far = off === undefined ? "" : `, ${Math.round(100 * off)}% off`;
    text.textContent = `q = ${figure(choices.level)}${empty ? ", no surface" : far}`;
    text.title = off === undefined ? "" : "How far the samples are from q = 0, in parts of their spread";
    slider.setAttribute("aria-valuetext", text.textContent);
  };
  const follow = () => {
    const { low, high } = range();
    slider.value = String(Math.round(((choices.level - low) / (high - low)) * SLIDER));
  };
  follow();
  slider.disabled = !choices.surface;
  slider.addEventListener("input", () => {
    const { low, high } = range();
    choices.level = low + (Number(slider.value) / SLIDER) * (high - low);
    act.level();
    tell();
  });
  box.addEventListener("change", () => {
    choices.surface = box.checked;
    slider.disabled = !box.checked;
    act.level();
    tell();
  });
  whose.addEventListener("change", () => {
    choices.whose = whose.value as Whose;
    choices.level = range().typical;
    follow();
    act.level();
    tell();
  });
  tell();
  return {
    element: h("div", { class: "row" }, h("label", { for: "surface" }, box, "Quadric"), whose, slider, text),
    setEmpty(now: boolean) {
      empty = now;
      tell();
    },
    /** A flat view has no surface. */
    setFlat(flat: boolean) {
      box.disabled = flat;
      slider.disabled = flat || !box.checked;
    },
  };
}
