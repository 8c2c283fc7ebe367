// Photos stay on the phone until they are called.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { browser, companion, sent, settled } from "./browser.js";

browser();
const { cancelPhoto, photoWaits, sendPhoto } = await import("../../../web/static/send_photo.js");
const { store, update } = await import("../../../web/static/store.js");

const PHOTO = new Blob(["jpeg"], { type: "image/jpeg" });
const placed = (before) => [200, { place: "abc", before, wait_s: 3 * before, ask_s: 0.7 }];

beforeEach(() => update({ photo: null, message: null, link: "live" }));

test("a photo that nobody is before is sent at once, with its place", async () => {
  companion((address) => (address.startsWith("/api/photo/places") ? placed(0) : [200, { reads: [] }]));
  assert.deepEqual(await sendPhoto("/api/photo?for=play", PHOTO, "Photo"), { reads: [] });
  assert.deepEqual(sent.map((one) => one.address), ["/api/photo/places", "/api/photo?for=play&place=abc"]);
  assert.equal(sent[1].body, PHOTO);
  assert.equal(store.photo, null);
});

test("while others are before it, it asks again when it was told to, and says how long it takes", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const before = [2, 0];
  companion((address) => (address.startsWith("/api/photo/places") ? placed(before.shift()) : [200, { reads: [] }]));
  const done = sendPhoto("/api/photo", PHOTO, "Photo");
  await settled();
  assert.equal(photoWaits(), "2 before, 6 s");
  mock.timers.tick(700);
  await done;
  assert.deepEqual(sent.map((one) => `${one.method} ${one.address}`), ["POST /api/photo/places", "GET /api/photo/places/abc", "POST /api/photo?place=abc"]);
  assert.equal(photoWaits(), null);
  mock.timers.reset();
});

test("a place that was given up meanwhile is taken anew", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [placed(1), [404, { error: "Gone." }], placed(0), [200, { reads: [] }]];
  companion(() => answers.shift());
  const done = sendPhoto("/api/photo", PHOTO, "Photo");
  await settled();
  mock.timers.tick(700);
  await settled();
  assert.equal(photoWaits(), "Photo: waiting");
  mock.timers.tick(700);
  assert.deepEqual(await done, { reads: [] });
  mock.timers.reset();
});

test("where too many wait, it waits as long as it was told and says so", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [[503, { error: "Full.", wait_s: 5 }], placed(0), [200, { reads: [] }]];
  companion(() => answers.shift());
  const done = sendPhoto("/api/photo", PHOTO, "Photo");
  await settled();
  assert.equal(photoWaits(), "photo.full");
  mock.timers.tick(4999);
  await settled();
  assert.equal(sent.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(await done, { reads: [] });
  mock.timers.reset();
});

test("a photo that is cancelled gives its place up", async () => {
  companion(() => placed(3));
  const done = sendPhoto("/api/photo", PHOTO, "Photo");
  await settled();
  cancelPhoto();
  assert.equal(await done, null);
  assert.deepEqual([sent.at(-1).method, sent.at(-1).address], ["DELETE", "/api/photo/places/abc"]);
  assert.equal(store.photo, null);
});

test("one photo at a time", async () => {
  companion(() => new Promise(() => {}));
  sendPhoto("/api/photo", PHOTO, "Photo");
  assert.equal(await sendPhoto("/api/photo", PHOTO, "Photo"), null);
  assert.equal(store.message.text, "photo.busy");
});
