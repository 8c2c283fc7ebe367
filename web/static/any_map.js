// What maps of hexagons and boards of places have in common for whoever shows them.

import { html } from "./vendor/preact-htm.js";
import { layOut, leastSpace } from "./hexagons.js";
import { MapPicture, spacesFit, THUMB_PX } from "./map_picture.js";
import { PlacePicture } from "./place_picture.js";
import { layOutPlaces, STEP } from "./places.js";
/** @import { AnyMap, PictureOf, PlaceMap, View } from "./types.d.ts" */

const MOST_STEP_PX = 104; // a small board is not blown up

/** @type {(map: AnyMap) => map is PlaceMap} */
export const isBoard = (map) => map.type === "PlaceMap";

/** @type {View<PictureOf<AnyMap>>} */
export const Picture = ({ map, ...rest }) => (isBoard(map) ? html`<${PlacePicture} map=${map} ...${rest} />` : html`<${MapPicture} map=${map} ...${rest} />`);

// Whether a tap means a space rather than the tile that it is on.
/** @type {(map: AnyMap, width: number) => boolean} */
export const bySpaceAt = (map, width) => isBoard(map) || spacesFit(map, width);

// How large a map is and what is the least of it that can be tapped, in its own units.
/** @type {(map: AnyMap) => { width: number, height: number, least: number }} */
export function extentOf(map) {
  if (isBoard(map)) {
    const { around, side } = layOutPlaces(map);
    return { width: around.width, height: around.height, least: side };
  }
  const { tiles, around } = layOut(map);
  return { width: around.width, height: around.height, least: leastSpace(tiles) };
}

// The width to draw a map at where there is so much room.
/** @type {(map: AnyMap, room: number) => number} */
export const widthIn = (map, room) => (isBoard(map) ? Math.min(room, Math.round((extentOf(map).width / STEP) * MOST_STEP_PX)) : room);

// The width at which a thumb hits every place.
/** @type {(map: AnyMap) => number} */
export const thumbWidth = (map) => {
  const { width, least } = extentOf(map);
  return Math.ceil((THUMB_PX * width) / least);
};

// How high it is at that width.
/** @type {(map: AnyMap, width: number) => number} */
export const heightAt = (map, width) => {
  const extent = extentOf(map);
  return (width * extent.height) / extent.width;
};
