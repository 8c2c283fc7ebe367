// Which lines a phone says, and with which voice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({});
const { toSay, voicesFor } = await import("../../../web/static/phone_voice.js");

const line = (number, urgency = 1) => ({ number, text: `line ${number}`, urgency, at: 0 });

test("only what is new is said", () => {
  assert.deepEqual(toSay([line(1), line(2), line(3)], 2).map((one) => one.number), [3]);
});

test("where much has piled up, what is urgent and the newest are left", () => {
  const captions = [line(1), line(2, 2), line(3), line(4), line(5, 3), line(6)];
  assert.deepEqual(toSay(captions, 0).map((one) => one.number), [2, 5, 6]);
});

test("voices of the language, the phone's own first", () => {
  const voices = [
    { name: "far", lang: "pl-PL", localService: false }, { name: "near", lang: "pl_PL", localService: true },
    { name: "other", lang: "en-GB", localService: true },
  ];
  assert.deepEqual(voicesFor(voices, "pl").map((one) => one.name), ["near", "far"]);
});
