// Pieces that are put into a text by a tap.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();
const { meantBy, putIn, typedAt } = await import("../../../web/static/words_field.js");

// The text with the cursor or what is selected in brackets.
function put(marked, piece, lines) {
  const cursor = marked.indexOf("|");
  const { text, from, to } = putIn(marked.replace("|", ""), cursor, piece, lines);
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
}

test("into an empty text a piece is put as it is, its number ready to be typed over", () => {
  assert.equal(put("|", "gain 2 coal"), "gain [2] coal");
});

test("words in quotes are selected without their quotes, and before a later number", () => {
  assert.equal(put("|", 'say "Hello" 3 times'), 'say "[Hello]" 3 times');
});

test("where there is nothing to type over the cursor stands behind the piece", () => {
  assert.equal(put("|", "draw a card"), "draw a card[]");
});

test("a second piece stands behind the first one, with a semicolon between", () => {
  assert.equal(put("gain 2 coal|", "lose 1 hope"), "gain 2 coal; lose [1] hope");
  assert.equal(put("gain 2 coal;|", "lose 1 hope"), "gain 2 coal; lose [1] hope");
  assert.equal(put("gain 2 coal; |", "lose 1 hope"), "gain 2 coal; lose [1] hope");
});

test("a piece is not put within another but behind it", () => {
  assert.equal(put("gain |2 coal; rest", "lose 1 hope"), "gain 2 coal; lose [1] hope; rest");
  assert.equal(put("gain |2 coal\nnow: rest", "lose 1 hope"), "gain 2 coal; lose [1] hope\nnow: rest");
});

test("behind a heading there is no semicolon", () => {
  assert.equal(put("now:|", "gain 2 coal"), "now: gain [2] coal");
});

test("a heading stands on a line of its own, and its gap is where the cursor goes", () => {
  assert.equal(put("gain 2 coal|", "if :"), "gain 2 coal\nif []:");
  assert.equal(put("gain 2 coal|", "options:"), "gain 2 coal\noptions:[]");
});

test("what begins with a new line gets one, but none at the beginning of a line", () => {
  assert.equal(put("a|", "\nnext"), "a\nnext[]");
  assert.equal(put("a\n|", "\nnext"), "a\nnext[]");
});

test("a piece may bring its own semicolon", () => {
  assert.equal(put("gain 2 coal|", "; else rest"), "gain 2 coal; else rest[]");
});

test("in a text of one line a heading is a piece like any other", () => {
  assert.equal(put("a|", "options:", false), "a; options:[]");
});

test("what is being typed is the beginning of a piece", () => {
  assert.equal(typedAt("gain 2 coal; los", 16), "los");
  assert.equal(typedAt("now: ga", 7), "ga");
  assert.equal(typedAt("gain 2 coal; ", 13), "");
});

test("pieces are meant by how one of their words begins, in whatever language, without accents", () => {
  const blocks = [{ label: "Zyskaj Wiedzę", value: "gain 1 knowledge" }, { label: "Rusz Bestię", value: "move 1" }];
  assert.deepEqual(meantBy(blocks, "bes"), [blocks[1]]);
  assert.deepEqual(meantBy(blocks, "wiedze"), [blocks[0]]);
  assert.deepEqual(meantBy(blocks, "know"), [blocks[0]]);
  assert.deepEqual(meantBy(blocks, "z"), []);
  assert.deepEqual(meantBy(blocks, "ska"), []);
});
