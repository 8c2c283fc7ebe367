// Which lines a phone says, and with which voice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, settled } from "./browser.js";

browser({});
const { update } = await import("../../../web/static/store.js");
const { follow, toSay, voicesFor } = await import("../../../web/static/phone_voice.js");

const line = (number, urgency = 1) => ({ number, text: `line ${number}`, urgency, at: 0 });

test("only what is new is said", () => {
  assert.deepEqual(toSay([line(1), line(2), line(3)], 2).map((one) => one.number), [3]);
});

test("what the companion said while the phone was away is not said once more", () => {
  assert.deepEqual(toSay([{ ...line(1, 2), here: true }, { ...line(2), here: true }, line(3)], 0).map((one) => one.number), [3]);
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

test("a card that is over is not heard to its end, and what is queued behind it comes at once", async () => {
  const heard = [];
  globalThis.speechSynthesis = { getVoices: () => [], speak: (one) => heard.push(one.text), cancel: () => heard.push("(cancel)") };
  globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } }; // tells of no end
  const told = async (captions) => {
    update({ parts: { captions, voice: { phone: "1", rate: 165, volume: 1, muted: false } } });
    follow();
    await settled();
  };
  const [card, question] = [{ ...line(1), language: "en" }, line(2)];
  await told([]);
  await told([card, question]);
  assert.deepEqual(heard, ["line 1"]);
  await told([{ ...card, over: true }, question]);
  assert.deepEqual(heard, ["line 1", "(cancel)", "line 2"]);
  await told([{ ...card, over: true }, question, { ...line(3), language: "en", over: true }]); // over before its turn
  assert.deepEqual(heard, ["line 1", "(cancel)", "line 2"]);
});
