// What can be done at a space of a map: every offer of the present prompts that the space answers.

import { part } from "./store.js";

const prompts = () => part("prompts") ?? [];
const onMap = (ask, map) => ask.type === "Pick" && ask.on === map;

export const panels = () => (part("panels") ?? []).map((name) => part(`panel:${name}`)).filter(Boolean);
export const maps = () => panels().flatMap((panel) => panel.widgets).filter((one) => ["HexMap", "PlaceMap"].includes(one.type));
export const mapNamed = (name) => maps().find((one) => one.name === name);

// What can be tapped of a map: tiles with their spaces, or places, which have none.
const NO_SPACES = [];
export const spotsOf = (map) => map.tiles ?? map.places;
export const spacesOf = (spot) => spot.spaces ?? NO_SPACES;
export const valuesAt = (spot) => [spot.value, ...spacesOf(spot).map((space) => space.value)];
const everyValue = (map) => spotsOf(map).flatMap(valuesAt);

// The offer with this ask answered already; how the choice is called stands in its note.
export function answered(offer, ask, choice, called) {
  const notes = [offer.note, choice.label === called ? null : choice.label].filter(Boolean);
  return {
    ...offer,
    move: { ...offer.move, args: { ...offer.move.args, [ask.name]: choice.value } },
    asks: offer.asks.filter((one) => one !== ask),
    note: notes.length ? notes.join(" – ") : undefined,
  };
}

function answersOf(offer, map, value, called) {
  if (Object.values(offer.move.args).includes(value)) return [offer];
  const ask = offer.asks.find((one) => onMap(one, map.name) && choiceOf(one, value)); // the first; the next tap is for the next
  return ask ? [answered(offer, ask, choiceOf(ask, value), called)] : [];
}

export const choiceOf = (ask, value) => ask.choices.find((one) => one.value === value);

// What of an offer is still answered by a tap on this map.
export const nextOn = (offer, name) => offer.asks.find((ask) => onMap(ask, name));

export const offersAt = (map, value, called) => prompts().flatMap((prompt) => prompt.offers.flatMap((offer) => answersOf(offer, map, value, called)));

// How an offer calls a space or a place.
export const choiceOn = (map, value) => prompts().flatMap((prompt) => prompt.offers).flatMap((offer) => offer.asks)
  .filter((ask) => onMap(ask, map.name)).flatMap((ask) => ask.choices).find((one) => one.value === value);

// Every space and place of a map that answers some offer.
export function openOn(map) {
  const here = new Set(everyValue(map));
  const found = new Set();
  for (const offer of prompts().flatMap((prompt) => prompt.offers)) {
    for (const value of Object.values(offer.move.args)) if (here.has(value)) found.add(value);
    for (const ask of offer.asks.filter((one) => onMap(one, map.name))) for (const choice of ask.choices) found.add(choice.value);
  }
  return found;
}

// Maps on which the first prompt can be answered.
export const mapsAsked = () => maps().filter((map) => prompts().slice(0, 1).some((prompt) =>
  prompt.offers.some((offer) => offer.asks.some((ask) => onMap(ask, map.name)))));
