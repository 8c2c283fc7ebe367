// The live stream: differences are put together, silence is noticed, a phone that was removed is told.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { browser, companion, settled, streams } from "./browser.js";

browser();
const { connect, disconnect, want } = await import("../../../web/static/live.js");
const { draws, store, update } = await import("../../../web/static/store.js");

const stream = () => streams.at(-1);
const all = (parts, to = 1) => ({ of: "screen", to, parts });

test("every message holds what changed: the rest stays, and null is a part that went away", () => {
  connect();
  stream().say("patch", all({ version: 1, ending: null, "adjust:coal": { now: 3 } }));
  stream().say("patch", { of: "screen", from: 1, to: 2, parts: { version: 2, "adjust:coal": null }, edits: {} });
  assert.deepEqual(store.parts, { version: 2, ending: null, "adjust:coal": null });
  assert.equal(store.link, "live");
});

test("a patch changes what this stream has told, and nobody else's copy of it", () => {
  connect();
  stream().say("patch", all({ version: 2, ending: null, "adjust:coal": { now: 3, ask: { label: "Coal" } } }));
  const before = store.parts["adjust:coal"];
  update({ parts: { ...store.parts, "adjust:coal": { now: 99 } } }); // fetched meanwhile, as after a tap
  stream().say("patch", { of: "screen", from: 1, to: 5, parts: {}, edits: { "adjust:coal": [[["now"], 4]] } });
  assert.deepEqual(store.parts["adjust:coal"], { now: 4, ask: { label: "Coal" } });
  assert.deepEqual(before, { now: 3, ask: { label: "Coal" } });
  update({ parts: { version: 2, ending: null, "adjust:coal": null } });
});

test("a page that has missed something asks for everything anew, and keeps what it shows until it comes", () => {
  connect();
  stream().say("patch", all({ version: 2 }, 7));
  const old = stream();
  old.say("patch", { of: "screen", from: 8, to: 9, parts: { version: 3 }, edits: {} });
  assert.notEqual(stream(), old);
  assert.equal(old.readyState, 2);
  assert.equal(store.parts.version, 2);
  stream().say("patch", all({ version: 3 }, 9));
  assert.equal(store.parts.version, 3);
  update({ parts: { version: 2, ending: null, "adjust:coal": null } });
});

test("a stream that opens and stays silent is asked for unpacked the next time", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  connect();
  assert.doesNotMatch(stream().address, /packed/);
  mock.timers.tick(13_000);
  assert.match(stream().address, /packed=0/);
  stream().say("beat", 1);
  mock.timers.reset();
});

test("nothing is drawn for a device's figures, but where they stand", async () => {
  let drawn = 0;
  const stop = draws(() => { drawn += 1; });
  const drawer = { name: "drawer", state: "ok", words: "", figures: [["Noise", "90"]] };
  const told = async (devices) => {
    stream().say("patch", { of: "health", to: 1, parts: { devices } });
    await settled();
    assert.deepEqual(store.parts.devices, devices);
    return drawn;
  };
  connect();
  stream().say("beat", 1);
  await settled();
  drawn = 0;
  assert.equal(await told([drawer]), 1);
  assert.equal(await told([{ ...drawer, figures: [["Noise", "100"]] }]), 1);
  assert.equal(await told([{ ...drawer, state: "lost" }]), 2);
  update({ route: "table" });
  assert.equal(await told([{ ...drawer, state: "lost", figures: [] }]), 4);
  update({ route: "now", parts: { version: 2 } });
  stop();
});

test("an older stream is not listened to any more", () => {
  const old = stream();
  connect();
  old.say("patch", all({ version: 99 }));
  assert.equal(store.parts.version, 2);
  assert.equal(old.readyState, 2);
});

test("parts that tremble are asked for while somebody looks at them, by a new stream", () => {
  const stop = want("scale", "trace");
  assert.match(decodeURIComponent(stream().address), /wanted=scale,trace&/);
  stop();
  assert.match(stream().address, /wanted=&/);
});

test("what two views want is asked for until neither does, and is then forgotten", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  update({ parts: { version: 2 } });
  const [one, other] = [want("adjustables"), want("adjustables", "pile")];
  stream().say("patch", { of: "adjustables", to: 1, parts: { adjustables: ["coal"], "adjust:coal": { now: 3 } } });
  stream().say("patch", { of: "pile", to: 1, parts: { pile: { step: "none" } } });
  other();
  mock.timers.tick(1000);
  assert.match(decodeURIComponent(stream().address), /wanted=adjustables&/);
  assert.deepEqual(store.parts, { version: 2, adjustables: ["coal"], "adjust:coal": { now: 3 } });
  stream().say("patch", { of: "adjustables", to: 1, parts: { adjustables: ["coal"], "adjust:coal": { now: 3 } } });
  one();
  assert.match(stream().address, /wanted=&/);
  mock.timers.tick(999);
  const next = want("adjustables"); // the next page
  mock.timers.tick(1);
  assert.equal(store.parts["adjust:coal"].now, 3);
  next();
  stream().say("beat", 1);
  mock.timers.tick(1000);
  assert.deepEqual(store.parts, { version: 2 });
  disconnect();
  mock.timers.reset();
});

test("after 13 seconds without a beat the page is offline and connects anew", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  connect();
  stream().say("beat", 1);
  const before = streams.length;
  mock.timers.tick(12_999);
  assert.equal(store.link, "live");
  stream().say("beat", 1);
  mock.timers.tick(12_999);
  assert.equal(store.link, "live");
  mock.timers.tick(1);
  assert.equal(store.link, "offline");
  assert.equal(streams.length, before + 1);
  mock.timers.reset();
});

test("where the stream is refused but the companion answers, too many are watching", async () => {
  companion(() => [200, { version: 5 }]);
  connect();
  stream().close();
  stream().dispatchEvent(new Event("error"));
  await settled();
  assert.equal(store.link, "full");
  assert.equal(store.parts.version, 5);
});

test("where nothing answers the page is offline, and tries again after one second, then two", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  companion(() => null);
  connect();
  stream().say("beat", 1); // the waits begin anew
  for (const wait of [1000, 2000]) {
    const before = streams.length;
    stream().close();
    stream().dispatchEvent(new Event("error"));
    await settled();
    assert.equal(store.link, "offline");
    mock.timers.tick(wait - 1);
    assert.equal(streams.length, before);
    mock.timers.tick(1);
    assert.equal(streams.length, before + 1);
  }
  mock.timers.reset();
});

test("a page that is not seen has no stream", () => {
  globalThis.document.hidden = true;
  const before = streams.length;
  globalThis.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(stream().readyState, 2);
  connect();
  assert.equal(streams.length, before);
  globalThis.document.hidden = false;
  globalThis.document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(streams.length, before + 1);
});

test("a phone that was removed keeps only what came with that news, and is told", () => {
  update({ parts: { version: 5, devices: [] } });
  stream().say("patch", all({ joined: false, version: 6 }));
  assert.equal(store.phone, null);
  assert.deepEqual(store.parts, { joined: false, version: 6 });
  assert.equal(store.message.text, "phones.removed");
  disconnect();
});
