// What can be done at a space of a map: every offer of the present prompts that the space answers.

import { part } from "./store.js";
/** @import { AnyMap, Ask, Choice, MapSpace, Offer, Panel, PickAsk, Prompt, Spot, Value } from "./types.d.ts" */

/** @type {() => Prompt[]} */
const prompts = () => part("prompts") ?? [];
/** @param {Ask} ask @param {string} map @returns {ask is PickAsk} */
const onMap = (ask, map) => ask.type === "Pick" && ask.on === map;
/** @type {(map: string) => (ask: Ask) => ask is PickAsk} */
const isOn = (map) => (ask) => onMap(ask, map);

/** @type {() => Panel[]} */
export const panels = () => (part("panels") ?? []).map((name) => part(`panel:${name}`)).filter((one) => one !== null && one !== undefined);
/** @type {() => AnyMap[]} */
export const maps = () => panels().flatMap((panel) => panel.widgets).filter((one) => one.type === "HexMap" || one.type === "PlaceMap");
/** @type {(name: string | null | undefined) => AnyMap | undefined} */
export const mapNamed = (name) => maps().find((one) => one.name === name);

// What can be tapped of a map: tiles with their spaces, or places, which have none.
/** @type {MapSpace[]} */
const NO_SPACES = [];
/** @type {(map: AnyMap) => Spot[]} */
export const spotsOf = (map) => ("tiles" in map ? map.tiles : map.places);
/** @type {(spot: Spot) => MapSpace[]} */
export const spacesOf = (spot) => ("spaces" in spot ? spot.spaces : NO_SPACES);
/** @type {(spot: Spot) => string[]} */
export const valuesAt = (spot) => [spot.value, ...spacesOf(spot).map((space) => space.value)];
/** @type {(map: AnyMap) => string[]} */
const everyValue = (map) => spotsOf(map).flatMap(valuesAt);

// The offer with this ask answered already; how the choice is called stands in its note.
/** @type {(offer: Offer, ask: PickAsk, choice: Choice, called?: string) => Offer} */
export function answered(offer, ask, choice, called) {
  const notes = [offer.note, choice.label === called ? null : choice.label].filter(Boolean);
  return {
    ...offer,
    move: { ...offer.move, args: { ...offer.move.args, [ask.name]: choice.value } },
    asks: offer.asks.filter((one) => one !== ask),
    note: notes.length ? notes.join(" – ") : undefined,
  };
}

/** @type {(offer: Offer, map: AnyMap, value: string, called?: string) => Offer[]} */
function answersOf(offer, map, value, called) {
  if (Object.values(offer.move.args).includes(value)) return [offer];
  for (const ask of offer.asks) {
    const choice = onMap(ask, map.name) && choiceOf(ask, value);
    if (choice) return [answered(offer, ask, choice, called)]; // the first; the next tap is for the next
  }
  return [];
}

/** @type {(ask: PickAsk, value: unknown) => Choice | undefined} */
export const choiceOf = (ask, value) => ask.choices.find((one) => one.value === value);

// What of an offer is still answered by a tap on this map.
/** @type {(offer: Offer, name: string) => PickAsk | undefined} */
export const nextOn = (offer, name) => offer.asks.find(isOn(name));

/** @type {(map: AnyMap, value: string, called?: string, among?: Prompt[]) => Offer[]} */
export const offersAt = (map, value, called, among = prompts()) => among.flatMap((prompt) => prompt.offers.flatMap((offer) => answersOf(offer, map, value, called)));

// How an offer calls a space or a place.
/** @type {(map: AnyMap, value: string) => Choice | undefined} */
const choiceOn = (map, value) => prompts().flatMap((prompt) => prompt.offers).flatMap((offer) => offer.asks)
  .filter(isOn(map.name)).flatMap((ask) => ask.choices).find((one) => one.value === value);

// A place without a label of its own is called as an offer calls it, else like the whole map.
/** @type {(map: AnyMap, spot: Spot) => string} */
export const calledOn = (map, spot) => spot.label || choiceOn(map, spot.value)?.label || map.label;

// Every space and place of a map that answers some offer.
/** @type {(map: AnyMap, among?: Prompt[]) => Set<string>} */
export function openOn(map, among = prompts()) {
  /** @type {Set<Value>} */
  const here = new Set(everyValue(map));
  /** @type {Set<string>} */
  const found = new Set();
  for (const offer of among.flatMap((prompt) => prompt.offers)) {
    for (const value of Object.values(offer.move.args)) if (here.has(value)) found.add(String(value));
    for (const ask of offer.asks.filter(isOn(map.name))) for (const choice of ask.choices) found.add(choice.value);
  }
  return found;
}

// How the game may be ended: these stand on the Table page, and nowhere among the answers.
/** @type {() => Offer[]} */
export const endings = () => prompts().flatMap((prompt) => prompt.offers).filter((offer) => offer.ends);

// What is asked before anything else.
export const firstPrompt = () => prompts().slice(0, 1);

// The offers of the first prompt that this map answers.
/** @type {(map: AnyMap) => Offer[]} */
export const offersOn = (map) => firstPrompt().flatMap((prompt) => prompt.offers).filter((offer) => offer.asks.some(isOn(map.name)));

// Maps on which the first prompt can be answered.
/** @type {() => AnyMap[]} */
export const mapsAsked = () => maps().filter((map) => offersOn(map).length > 0);
