// The open game's own icons come with its evening, and go with it; what names none is words alone.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { browser, settled } from "./browser.js";

/** @type {typeof import("../../../web/static/game_icon.js")} */
let icons;
/** @type {typeof import("../../../web/static/store.js")} */
let store;
const link = { attributes: {}, getAttribute: (name) => link.attributes[name], setAttribute: (name, value) => { link.attributes[name] = value; }, removeAttribute: (name) => delete link.attributes[name] };
const asked = [];
let works = true;

before(async () => {
  browser();
  const start = globalThis.document.getElementById("start");
  const words = JSON.parse(start.textContent);
  words.looks = { islands: { icons: "/games/islands/icons.svg?v=1", colours: "/games/islands/look.css?v=1" }, chess: {}, go: { icons: "/games/go/icons.svg?v=1", colours: "/games/go/look.css?v=1" } };
  start.textContent = JSON.stringify(words);
  link.attributes.href = words.looks.go.colours;
  globalThis.document.getElementById = (id) => ({ start, colours: link })[id] ?? null;
  globalThis.document.createElementNS = () => ({ setAttribute: () => {}, append: () => {} });
  globalThis.document.body = { append: () => {} };
  globalThis.DOMParser = class {
    parseFromString = (text) => ({ documentElement: { children: text.split(" ").map((id) => ({ id })) } });
  };
  globalThis.fetch = async (address) => {
    asked.push(address);
    if (!works) throw new TypeError("no connection");
    return { ok: true, text: async () => "coal reef" };
  };
  icons = await import("../../../web/static/game_icon.js");
  store = await import("../../../web/static/store.js");
});

const evening = (game) => store.update({ parts: { version: 1, evening: game ? { id: "e", name: "E", game, players: [], started: 0 } : null } });

test("the icons of a game whose colours the page comes in are asked for before any news", async () => {
  await settled();
  assert.deepEqual(asked, ["/games/go/icons.svg?v=1"]);
  assert.equal(icons.hasIcon("reef"), true);
  evening("go");
  await settled();
  assert.deepEqual(asked.splice(0), ["/games/go/icons.svg?v=1"]);
});

test("a game's icons and colours come with its evening, once", async () => {
  evening("islands");
  await settled();
  evening("islands");
  await settled();
  assert.deepEqual(asked, ["/games/islands/icons.svg?v=1"]);
  assert.equal(link.attributes.href, "/games/islands/look.css?v=1");
  assert.deepEqual([icons.hasIcon("reef"), icons.hasIcon("whale"), icons.hasIcon("undo"), icons.hasIcon(undefined)], [true, false, true, false]);
});

test("they go when another game's evening comes", async () => {
  evening("chess");
  await settled();
  assert.deepEqual([icons.hasIcon("reef"), link.attributes.href], [false, undefined]);
});

test("icons that could not be had are asked for again with the next news", async () => {
  works = false;
  evening("islands");
  await settled();
  assert.equal(icons.hasIcon("reef"), false);
  works = true;
  evening("islands");
  await settled();
  assert.equal(icons.hasIcon("reef"), true);
});
