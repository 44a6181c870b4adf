/** The controls below the view: colour, how many points, the surface's level, tools. */

import { type Mode, MODES, modesOf } from "./colouring";
import { count, figure, h } from "./dom";
import type { Manifold } from "./manifold";
import { evaluate } from "./march";
import type { Tool } from "./selection";

export interface Choices {
  mode: Mode;
  shown: number;
  surface: boolean;
  level: number;
  token: string;
}

export interface Actions {
  paint(): void;
  show(): void;
  level(): void;
  tool(tool: Tool): void;
  token(query: string): void;
  reset(): void;
  save(kind: "png" | "svg" | "csv"): void;
  help(): void;
}

/** The levels that the form takes on the strongest samples: lowest, typical, highest. */
export function levels(manifold: Manifold): { low: number; typical: number; high: number } | null {
  const form = manifold.quadric;
  if (!form) return null;
  const at = (i: number) =>
    evaluate(form, manifold.points[3 * i], manifold.points[3 * i + 1], manifold.points[3 * i + 2]);
  const step = Math.max(1, Math.floor(manifold.n / 8192));
  const all: number[] = [];
  const strong: number[] = [];
  for (let i = 0; i < manifold.n; i += step) {
    all.push(at(i));
    if (i < manifold.n * 0.06) strong.push(all[all.length - 1]);
  }
  all.sort((a, b) => a - b);
  strong.sort((a, b) => a - b);
  const [low, high] = [all[Math.floor(all.length * 0.002)], all[Math.ceil(all.length * 0.998) - 1]];
  return { low, high: high > low ? high : low + 1e-9, typical: strong[strong.length >> 1] };
}

const SLIDER = 1000;

export interface Controls {
  element: HTMLElement;
  legend: HTMLElement;
  setTool(tool: Tool): void;
  /** Say whether there is a surface at this level. */
  setEmpty(empty: boolean): void;
}

export function controls(manifold: Manifold, choices: Choices, act: Actions): Controls {
  const legend = h("div", { class: "legends" });
  const colour = h(
    "select",
    { id: "colour" },
    ...modesOf(manifold).map((mode) =>
      h("option", { value: mode, selected: mode === choices.mode }, MODES[mode]),
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
  const save = (kind: "png" | "svg" | "csv", title: string) =>
    h(
      "button",
      { type: "button", title, "data-save": kind, click: () => act.save(kind) },
      kind.toUpperCase(),
    );
  const surface = levelControl(manifold, choices, act);
  return {
    legend,
    setTool(tool) {
      for (const button of tools) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    },
    setEmpty: surface.setEmpty,
    element: h(
      "div",
      { class: "controls" },
      h("div", { class: "row whole" }, h("label", { for: "colour" }, "Colour"), colour, legend),
      h("div", { class: "row" }, h("label", { for: "shown" }, "Strongest"), amount, amountText),
      surface.element,
      h(
        "div",
        { class: "row whole buttons" },
        h("span", { class: "group", role: "group", "aria-label": "Select" }, ...tools),
        token,
        h(
          "span",
          { class: "group", role: "group", "aria-label": "Save" },
          save("png", "Save the view as a picture"),
          save("svg", "Save the view as vectors"),
          save("csv", "Save the shown points, or the selection"),
        ),
        h(
          "button",
          { type: "button", click: () => act.reset(), title: "Back to the first view (0)" },
          "Reset",
        ),
        h("button", { type: "button", click: () => act.help(), "aria-label": "Keys and help" }, "?"),
      ),
      h(
        "p",
        { class: "caution whole small" },
        "Only the strongest samples are here. An empty region may be an illusion: weaker samples, left out, could fill it.",
      ),
    ),
  };
}

function levelControl(manifold: Manifold, choices: Choices, act: Actions) {
  const range = levels(manifold);
  if (!range) return { element: null, setEmpty: () => {} };
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
    text.textContent = `q = ${figure(choices.level)}${empty ? ", no surface" : ""}`;
    slider.setAttribute("aria-valuetext", text.textContent);
  };
  slider.value = String(Math.round(((choices.level - range.low) / (range.high - range.low)) * SLIDER));
  slider.disabled = !choices.surface;
  slider.addEventListener("input", () => {
    choices.level = range.low + (Number(slider.value) / SLIDER) * (range.high - range.low);
    act.level();
    tell();
  });
  box.addEventListener("change", () => {
    choices.surface = box.checked;
    slider.disabled = !box.checked;
    act.level();
    tell();
  });
  tell();
  return {
    element: h("div", { class: "row" }, h("label", { for: "surface" }, box, "Quadric"), slider, text),
    setEmpty(now: boolean) {
      empty = now;
      tell();
    },
  };
}
