// All that the page knows, and messages that go by themselves.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { browser, settled } from "./browser.js";

browser({ address: "/#tracks" });
const { draws, go, part, store, strangerNow, subscribe, tell, update, updateSoon, updateUnseen, version } = await import("../../../web/static/store.js");

test("the page begins at the address's route", () => {
  assert.equal(store.route, "tracks");
});

test("listeners hear of every change until they unsubscribe, also one that unsubscribes while it is told", () => {
  const heard = [];
  const stop = subscribe(() => { heard.push("once"); stop(); });
  const end = subscribe(() => heard.push("always"));
  update({ map: "sea" });
  update({ map: null });
  end();
  update({});
  assert.deepEqual(heard, ["once", "always", "always"]);
});

test("views are drawn at once after a tap, once for all news of a frame, and not for what nobody sees", async () => {
  let drawn = 0;
  const heard = [];
  const stop = draws(() => { drawn += 1; });
  const end = subscribe(() => heard.push(store.parts.version));
  update({ parts: { version: 1 } });
  assert.equal(drawn, 1);
  for (const now of [2, 3, 4]) updateSoon({ parts: { version: now } });
  assert.equal(store.parts.version, 4);
  assert.equal(drawn, 1);
  await settled();
  assert.equal(drawn, 2);
  updateUnseen({ parts: { version: 5 } });
  await settled();
  assert.equal(drawn, 2);
  updateSoon({ parts: {} });
  await settled();
  assert.equal(drawn, 3);
  assert.deepEqual(heard, [1, 2, 3, 4, 5, undefined]);
  stop();
  end();
});

test("parts are told by name, and the version is 0 before any has come", () => {
  assert.equal(version(), 0);
  update({ parts: { version: 7, ending: "Won" } });
  assert.equal(version(), 7);
  assert.equal(part("ending"), "Won");
  assert.equal(part("where"), undefined);
});

test("good news goes by itself after seven seconds, what is wrong stays", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  tell("Saved.", { tone: "good" });
  mock.timers.tick(6999);
  assert.equal(store.message.text, "Saved.");
  mock.timers.tick(1);
  assert.equal(store.message, null);
  tell("Broken.", { tone: "danger" });
  mock.timers.tick(60_000);
  assert.equal(store.message.text, "Broken.");
  mock.timers.reset();
});

test("an older message's time does not take a newer one away", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  tell("First.");
  mock.timers.tick(5000);
  tell("Second.");
  mock.timers.tick(5000);
  assert.equal(store.message.text, "Second.");
  mock.timers.reset();
});

test("another route closes what stood over the page", () => {
  update({ sheet: () => null, map: "sea", message: { text: "Hello" } });
  go("history");
  assert.deepEqual([store.route, globalThis.location.hash, store.sheet, store.map, store.message], ["history", "history", null, null, null]);
});

test("a page that comes by the browser's own back button does the same, and one that is shown already changes nothing", () => {
  update({ sheet: () => null });
  globalThis.location.hash = "#history";
  globalThis.window.dispatchEvent(new Event("hashchange"));
  assert.notEqual(store.sheet, null);
  globalThis.location.hash = "";
  globalThis.window.dispatchEvent(new Event("hashchange"));
  assert.deepEqual([store.route, store.sheet], ["now", null]);
});

test("a phone that has not joined any more keeps nothing but what a guest is told", () => {
  update({ parts: { version: 7, devices: [] }, sheet: () => null });
  strangerNow({ version: 8 });
  assert.deepEqual([store.phone, store.parts, store.sheet], [null, { version: 8 }, null]);
});
