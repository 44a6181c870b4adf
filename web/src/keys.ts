/** The view by keyboard, and the page that says how. */

import { h } from "./dom";
import type { Inspector } from "./inspect";
import type { Selection } from "./selection";
import type { Stage } from "./stage";

const HELP: [string, string][] = [
  ["drag, arrow keys", "turn"],
  ["wheel, pinch, + and −", "come closer, go away"],
  ["right drag, two fingers, Shift + arrows", "move"],
  ["0", "back to the first view"],
  ["hover, click", "read a sample, keep it"],
  [". and ,", "the next weaker sample, the next stronger"],
  ["Shift + drag, Box, Lasso, a typed token", "select"],
  ["Ctrl or Add, with click, box or lasso", "add to the selection"],
  ["Enter", "add the sample that is read, or take it out"],
  ["Escape", "let go of the selection, then of the sample"],
  ["?", "this help"],
];

export function helpDialog(): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Keys and help" },
    h("h2", {}, "Moving around"),
    h("dl", {}, ...HELP.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])),
    h(
      "p",
      { class: "small" },
      "Each point is one token of the text, projected straight onto directions of the model's own space; grey ones are weak. The line is the path that the samples lie along; a net of thin lines is the surface that they lie on. The translucent surface is a quadratic form, where it takes the value on the slider: the one that lies nearest to the samples (and how far off they are), or that of the weights, for which no sample was used. The address of the page keeps the view, so it can be sent to someone.",
    ),
    h("button", { type: "button", click: () => dialog.close() }, "Close"),
  );
  return dialog;
}

/** Whether a key is part of a text that is being written. */
function writing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && ["search", "text"].includes(target.type))
  );
}

export function listenToKeys(
  stage: Stage,
  inspector: Inspector,
  selection: Selection,
  shown: () => number,
  help: HTMLDialogElement,
): () => void {
  const { orbit } = stage;
  const turn: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  stage.canvas.addEventListener("keydown", (event) => {
    const arrow = turn[event.key];
    if (arrow && event.shiftKey) orbit.pan(-arrow[0] * 0.06, -arrow[1] * 0.06);
    else if (arrow) orbit.turn(arrow[0] * 0.14, arrow[1] * 0.14);
    else if (event.key === "+" || event.key === "=") orbit.zoom(1 / 1.18);
    else if (event.key === "-") orbit.zoom(1.18);
    else if (event.key === "0") orbit.reset();
    else if (event.key === ".") inspector.pin(Math.min(inspector.pinned + 1, shown() - 1));
    else if (event.key === ",") inspector.pin(Math.max(inspector.pinned - 1, 0));
    else if (event.key === "Enter" && inspector.pinned >= 0) selection.toggle(inspector.pinned);
    else return;
    event.preventDefault();
  });
  const anywhere = (event: KeyboardEvent) => {
    if (writing(event.target)) return;
    if (event.key === "Escape" && !help.open) {
      if (selection.chosen) selection.clear();
      else inspector.pin(-1);
    } else if (event.key === "?" && !help.open) help.showModal();
  };
  document.addEventListener("keydown", anywhere);
  return () => document.removeEventListener("keydown", anywhere);
}
