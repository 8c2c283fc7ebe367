// A board of places as a picture: fields that touch, or discs with lines between them; and over it what happened.

import { html, useRef } from "./vendor/preact-htm.js";
import { fit } from "./fitting.js";
import { box } from "./hexagons.js";
import { asGroup, HIDDEN, Label, LEAST_PX, MOST_PX, Target, walk } from "./map_picture.js";
import { heeded } from "./ui.js";
import { drawn, headOf, layOutPlaces, lines, pathOf, placesAt } from "./places.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Curve, Drawing, KeyEvent, MapLink, PictureOf, PlaceMap, Placed, View, Xy } from "./types.d.ts" */

// `open`, `chosen`, `onTap` and `words` as in MapPicture; `chosen` may be several. `step` is what happened, drawn over
// the places as they were then.
/** @type {View<PictureOf<PlaceMap>>} */
export function PlacePicture({ map, width, letters = 1, open, chosen, onTap, words, step }) {
  /** @type {Ref<SVGSVGElement>} */
  const ref = useRef(null);
  const { around, kind, place } = layOutPlaces(map);
  const scale = width / around.width;
  const pad = 3 / scale;
  const view = [around.left - pad, around.top - pad, around.width + 2 * pad, around.height + 2 * pad];
  const all = placesAt(map, step).map(place);
  const hidden = words ? asGroup(map.label) : HIDDEN;
  const draw = { scale: scale / letters, open, chosen: [chosen].flat(), onTap, words, lit: new Set(step?.lit), linked: kind === "linked" };
  return html`
    <svg class="map-picture place-picture ${kind} ${step ? "then" : ""} ${open && draw.chosen.some((one) => one !== undefined) ? "aiming" : ""}" ref=${ref} data-raw width=${width} height=${(view[3] / view[2]) * width}
      viewBox=${view.map((one) => one.toFixed(2)).join(" ")} onKeyDown=${words && onTap ? (/** @type {KeyEvent} */ event) => walk(event, ref.current) : undefined} ...${hidden}>
      ${lines(map.links, all).map((line) => html`<${Line} line=${line} />`)}
      ${all.map((one) => html`<${Place} key=${one.place.value} placed=${one} ...${draw} />`)}
      ${step && lines(step.links, all, { over: true, straight: kind === "board" }).map((line) => html`<${Line} line=${line} kind="happened" />`)}
    </svg>`;
}

/** @type {View<{ line: { link: MapLink } & Curve, kind?: string }>} */
const Line = ({ line, kind = "" }) => html`
  <g class="map-line ${kind} tone-${line.link.tone}" data-link="${line.link.first} ${line.link.second}">
    <path class="under" d=${pathOf(line, line.link.arrow)} /><path d=${pathOf(line, line.link.arrow)} />
    ${line.link.arrow && html`<path class="head" d=${headOf(line)} />`}
  </g>`;

/** @type {View<Drawing & { placed: Placed, chosen: unknown[], lit: Set<string>, linked: boolean }>} */
function Place({ placed, scale, open, chosen, onTap, words, lit, linked }) {
  const { place, shape, half } = placed;
  const { value } = place;
  const outline = drawn(placed);
  const state = `${open?.has(value) ? "open" : open ? "shut" : ""} ${chosen.includes(value) ? "chosen" : ""} ${lit.has(value) ? "lit" : ""}`;
  const below = linked && !fits(place.label, shape, scale);
  return html`
    <${Target} value=${value} tile=${place} words=${words} onTap=${onTap} name="space-shape field tone-${place.tone} ${state}">
      ${linked && html`<path class="reach" d=${outline} />`}
      <path class="ground" d=${outline} />
      <g class="over"><${Label} of=${{ ...place, tone: heeded(place.tone), label: below ? "" : place.label }} shape=${shape} scale=${scale} rows=${3} />
        ${below && html`<${Below} label=${place.label} shape=${shape} half=${half} scale=${scale} />`}</g>
    <//>`;
}

// Whether the words stand well inside a disc; else they stand below it.
/** @type {(label: string, shape: Xy[], scale: number) => boolean} */
function fits(label, shape, scale) {
  const { width, height } = box(shape);
  return !fit(label, { width: width * 0.86, height: height * 0.5 }, { least: LEAST_PX / scale, most: MOST_PX / scale }).cut;
}

/** @type {View<{ label: string, shape: Xy[], half: number, scale: number }>} */
function Below({ label, shape, half, scale }) {
  const { left, width, bottom } = box(shape);
  const { size, lines: words } = fit(label, { width: half * 3, height: half }, { least: LEAST_PX / scale, most: 12 / scale });
  return words.map((line, index) => html`<text class="map-label below" x=${(left + width / 2).toFixed(1)} y=${(bottom + 1.5 + size * (1 + 1.05 * index)).toFixed(1)} font-size=${size}>${line}</text>`);
}
