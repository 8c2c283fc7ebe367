// Which devices that have stopped working whoever plays is told of.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, screen } from "./browser.js";

browser();
const { start } = await import("../../../web/static/text.js");
const { update } = await import("../../../web/static/store.js");
const { missed, troubled } = await import("../../../web/static/table.js");

const DEVICES = ["drawer", "camera", "voice"].map((name) => ({ name, label: name, state: "lost", words: "Gone." }));
const names = (devices) => devices.map((one) => one.name);

test("a drawer or a camera that the open game never asks is not missed; what helps in every game is", () => {
  update({ parts: { ...screen(), devices: DEVICES } });
  assert.deepEqual(names(missed()), ["drawer", "camera", "voice"]); // a game that does not say
  start.devices = { islands: ["camera"] };
  assert.deepEqual(names(missed()), ["camera", "voice"]);
  start.devices = { islands: [] };
  assert.deepEqual(names(missed()), ["voice"]);
  assert.deepEqual(names(troubled()), ["drawer", "camera", "voice"]);
});
