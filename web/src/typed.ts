/** A sentence of one's own: its tokens as points, where a server runs the model; elsewhere how to get one. */

import { h, sceneText } from "./dom";
import type { Gallery } from "./gallery";
import type { Manifold } from "./manifold";
import { markedWord, type Word } from "./words";

interface Answer {
  tokens: string[];
  points: number[][];
}

/** As many as the server reads. */
const MAX_SENTENCE_CHARACTERS = 2000;

export function typedPanel(gallery: Gallery, manifold: Manifold, put: (words: Word[]) => void): HTMLElement {
  const live = document.documentElement.dataset.live === "on";
  const said = h("p", { class: "small", role: "status" });
  const text = h("textarea", {
    rows: 2,
    maxlength: MAX_SENTENCE_CHARACTERS,
    placeholder: "A sentence of your own",
    "aria-label": "A sentence of your own",
  });
  const form = h(
    "form",
    { class: "typed" },
    text,
    h("button", { type: "submit" }, "Show its tokens"),
    h("button", { type: "button", click: () => clear() }, "Clear"),
    said,
  );
  let turn = 0;
  const clear = () => {
    turn++;
    text.value = said.textContent = "";
    put([]);
  };
  const run = async () => {
    const mine = ++turn;
    if (!text.value.trim()) return clear();
    said.textContent = "The model reads it …";
    try {
      const answer = await ask(manifold.card.id, text.value);
      if (mine !== turn) return;
      put(answer.points.map((at, k) => markedWord(answer.tokens[k], at, "typed", -1)));
      said.textContent = `${answer.tokens.length} tokens: ${answer.tokens.map(sceneText).join(" · ")}. A text's first token is left out, as in the gallery.`;
    } catch (error) {
      if (mine === turn) said.textContent = (error as Error).message;
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  text.addEventListener("keydown", (event) => {
    // An Enter that ends a word of a Japanese or Chinese keyboard is not meant for the page.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void run();
  });
  const model = gallery.about.model ?? "MODEL";
  return h(
    "details",
    { class: "panel" },
    h("summary", {}, h("h2", {}, "Type a sentence")),
    live
      ? form
      : h(
          "p",
          { class: "small" },
          "Where the tokens of your own sentence lie is shown by a page that can run the model: ",
          h("code", {}, `quadric explore gallery/ --model ${model}`),
        ),
  );
}

async function ask(id: string, text: string): Promise<Answer> {
  const answer = await fetch(`live/${encodeURIComponent(id)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(String(body.error));
  return body as Answer;
}
