// Taps: one at a time, each with a key, sent again with the same key where no answer came.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { browser, companion, sent, settled } from "./browser.js";

browser();
const { cancel, newKey, post, read, remove, tap } = await import("../../../web/static/send.js");
const { store, update } = await import("../../../web/static/store.js");

beforeEach(() => update({ parts: { version: 4 }, phone: { id: "1", name: "Ada", was: [] }, pending: null, message: null, link: "live" }));

test("a key is 24 hexadecimal digits, and none comes twice", () => {
  const keys = Array.from({ length: 100 }, newKey);
  for (const key of keys) assert.match(key, /^[0-9a-f]{24}$/);
  assert.equal(new Set(keys).size, 100);
});

test("a tap is sent as JSON with a key, and gives the answer", async () => {
  companion(() => [200, { version: 4, done: true }]);
  assert.deepEqual(await tap("/api/undo", { steps: 1 }, "Undo"), { version: 4, done: true });
  const [{ address, method, body, key }] = sent;
  assert.deepEqual([address, method, body, key.length], ["/api/undo", "POST", { steps: 1 }, 24]);
  assert.equal(store.pending, null);
});

test("without an answer it is sent again with the same key, after longer and longer pauses", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  companion(() => (sent.length < 4 ? null : [200, { version: 4 }]));
  const done = tap("/api/play", {}, "Fuel");
  for (const [count, wait] of [[1, 700], [2, 1400], [3, 2800]]) {
    await settled();
    assert.equal(sent.length, count);
    assert.equal(store.pending.waiting, true);
    mock.timers.tick(wait - 1);
    await settled();
    assert.equal(sent.length, count);
    mock.timers.tick(1);
  }
  assert.deepEqual(await done, { version: 4 });
  assert.equal(new Set(sent.map((one) => one.key)).size, 1);
  mock.timers.reset();
});

test("two taps have two keys", async () => {
  companion(() => [200, { version: 4 }]);
  await tap("/api/play", {}, "Fuel");
  await tap("/api/play", {}, "Fuel");
  assert.notEqual(sent[0].key, sent[1].key);
});

test("it is sent again at once when the live stream is back", async () => {
  companion(() => (sent.length < 2 ? null : [200, { version: 4 }]));
  update({ link: "offline" });
  const done = tap("/api/play", {}, "Fuel");
  await settled();
  assert.equal(sent.length, 1);
  update({ link: "live" });
  assert.deepEqual(await done, { version: 4 });
});

test("a second tap while one is on its way is not sent, and the person is told", async () => {
  let answer;
  companion(() => new Promise((resolve) => { answer = resolve; }));
  const first = tap("/api/play", {}, "Fuel");
  assert.equal(await tap("/api/play", {}, "Fuel"), null);
  assert.equal(store.message.text, "pending.busy");
  assert.equal(sent.length, 1);
  answer([200, { version: 4 }]);
  assert.deepEqual(await first, { version: 4 });
});

test("a tap on the next screen waits for the answer to the one before it", async () => {
  const answers = [];
  companion(() => new Promise((resolve) => { answers.push(resolve); }));
  const first = tap("/api/play", { move: "fuel", seen: 4 }, "Fuel");
  update({ parts: { version: 5 } }); // the stream was quicker than the answer
  const second = tap("/api/play", { move: "fuel", seen: 5 }, "Fuel"); // the same is asked once more
  assert.equal(await tap("/api/play", { move: "bank" }, "Bank"), null); // one may wait
  assert.equal(store.message.text, "pending.busy");
  assert.equal(sent.length, 1);
  answers[0]([200, { version: 5 }]);
  assert.deepEqual(await first, { version: 5 });
  await settled();
  assert.deepEqual(sent.map((one) => one.body.move), ["fuel", "fuel"]);
  update({ parts: { version: 6 } });
  answers[1]([200, { version: 6 }]);
  assert.deepEqual(await second, { version: 6 });
  assert.equal(store.pending, null);
});

test("a tap that waits for the connection can be cancelled: it is not sent again", async () => {
  companion(() => null);
  const done = tap("/api/play", {}, "Fuel");
  await settled();
  cancel();
  assert.equal(await done, null);
  assert.equal(sent.length, 1);
  assert.equal(store.pending, null);
  assert.equal(store.message.text, "cancelled");
});

test("an answer to a cancelled tap does not end the next one's", async () => {
  const answers = [];
  companion(() => new Promise((resolve) => { answers.push(resolve); }));
  const first = tap("/api/play", {}, "Fuel");
  cancel();
  const second = tap("/api/play", {}, "Stoke");
  answers[0]([200, { version: 4 }]);
  assert.equal(await first, null);
  assert.equal(store.pending.what, "Stoke");
  answers[1]([200, { version: 4 }]);
  assert.deepEqual(await second, { version: 4 });
});

test("what is refused is told with the rule and the page to open", async () => {
  companion(() => [422, { error: "Too cold.", kind: "illegal", rule: "heat", page: 12 }]);
  assert.equal(await tap("/api/play", {}, "Fuel"), null);
  assert.deepEqual(store.message, { text: "Too cold.", tone: "danger", rule: "heat", page: 12 });
});

test("where somebody was quicker the news is fetched, and what the companion says of it is told once", async () => {
  companion((address) => (address.startsWith("/api/screen") ? [200, { version: 5, last: { by: "Ben", label: "Stoked" } }] : [409, { error: "Too late.", kind: "stale", version: 5 }]));
  assert.equal(await tap("/api/play", { seen: 4 }, "Fuel"), null);
  await settled();
  assert.equal(store.parts.version, 5);
  assert.deepEqual(store.message, { text: "Too late.", tone: "warm", brief: true });
});

test("a phone that is not known any more watches on", async () => {
  companion(() => [401, { error: "Join first.", kind: "unpaired" }]);
  await tap("/api/play", {}, "Fuel");
  assert.equal(store.phone, null);
  assert.equal(store.message.text, "Join first.");
});

test("a tap is done when its news has come: until then no other is sent for the screen before", async () => {
  companion(() => [200, { version: 6 }]);
  const done = tap("/api/play", {}, "Fuel");
  await settled();
  assert.equal(store.pending.what, "Fuel");
  update({ parts: { version: 5 } }); // somebody else's, made before
  await settled();
  assert.equal(store.pending.what, "Fuel");
  update({ parts: { version: 6 } });
  assert.deepEqual(await done, { version: 6 });
  assert.equal(store.pending, null);
  assert.equal(sent.length, 1);
});

test("what somebody did right after it stands for its news", async () => {
  companion(() => [200, { version: 6 }]);
  const done = tap("/api/play", {}, "Fuel");
  await settled();
  update({ parts: { version: 7 } });
  assert.deepEqual(await done, { version: 6 });
});

test("an older evening that was opened has a smaller number than the one before", async () => {
  companion(() => [200, { version: 2 }]);
  const done = tap("/api/evenings/open", {}, "Friday");
  await settled();
  assert.equal(store.pending.what, "Friday");
  update({ parts: { version: 2 } });
  assert.deepEqual(await done, { version: 2 });
});

test("news that the stream does not bring within a second and a half is fetched", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  companion(() => [200, { version: 5 }]);
  const done = tap("/api/play", {}, "Fuel");
  await settled();
  mock.timers.tick(1499);
  await settled();
  assert.equal(sent.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(await done, { version: 5 });
  assert.equal(sent.length, 2);
  assert.equal(store.parts.version, 5);
  mock.timers.reset();
});

test("without a live stream it is fetched at once", async () => {
  companion(() => [200, { version: 5 }]);
  update({ link: "full" });
  await tap("/api/play", {}, "Fuel");
  assert.equal(sent.length, 2);
  assert.equal(store.parts.version, 5);
});

test("what is read quietly gives its error to whoever asked, what is read aloud tells the person", async () => {
  companion(() => [404, { error: "Not there.", kind: "not_found" }]);
  assert.deepEqual(await read("/api/cards/X", { quiet: true }), { error: "Not there." });
  assert.equal(store.message, null);
  assert.equal(await read("/api/cards/X"), null);
  assert.equal(store.message.text, "Not there.");
});

test("what nobody tapped for is sent beside any tap, once, and says nothing", async () => {
  companion(() => null);
  update({ pending: { what: "Fuel" } });
  assert.equal(await post("/api/phones/invite", {}), null);
  assert.equal(sent.length, 1);
  assert.equal(store.message, null);
});

test("deleting is a tap too", async () => {
  companion(() => [200, {}]);
  await remove("/api/scan/wrong", "Delete");
  assert.deepEqual([sent[0].method, sent[0].body], ["DELETE", {}]);
});
