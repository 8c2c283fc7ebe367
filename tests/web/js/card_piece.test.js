// The piece of a picture in which a word stands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();

const { firstToLookAt, partOf } = await import("../../../web/static/card_piece.js");

test("a word is shown in the middle of what is around it, and never beyond the picture", () => {
  // 40 x 20 pixels at (400, 300) of 800 x 1000: 48 high and nine times as wide
  assert.deepEqual(partOf([500, 300, 550, 320], 800, 1000), { part: [204, 286, 432, 48], word: [400, 300, 40, 20] });
  assert.deepEqual(partOf([0, 0, 50, 20], 800, 1000).part, [0, 0, 432, 48]);
});

test("the picture starts at the first word in doubt", () => {
  const blocks = [
    { kind: "title", text: "Snow", doubtful: [], places: [[100, 450, 300, 480]] },
    { kind: "body", text: "Lose hope", doubtful: [1], places: [[100, 500, 150, 520], [160, 530, 220, 550]] },
  ];
  assert.equal(firstToLookAt(blocks), 530);
  assert.equal(firstToLookAt(blocks.slice(0, 1)), 450);
  assert.equal(firstToLookAt([{ kind: "body", text: "old", doubtful: [0] }]), 0);
});
