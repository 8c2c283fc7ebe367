// A map among the tracks: a tap on it says what can be done there; it can be looked at larger.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { AimBar, aimed, aimOn, endAim, openTo, takeOn } from "./aim.js";
import { bySpaceAt, extentOf, isBoard, Picture, thumbWidth, widthIn } from "./any_map.js";
import { Icon } from "./icons.js";
import { inWords, THUMB_PX, useWidth } from "./map_picture.js";
import { MapSheet } from "./map_sheet.js";
import { Link, Message } from "./messages.js";
import { calledOn, nextOn, offersAt, openOn, mapNamed, spacesOf, valuesAt } from "./picks.js";
import { endSteps, lookedAt, StepBar } from "./steps.js";
import { show, store, update } from "./store.js";
import { t } from "./text.js";
import { IconButton } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, OnTap, Spot, TargetWords, View } from "./types.d.ts" */

const PHONE_PX = 328;
const STEP = 1.35;
const LARGEST = 6;
const ROOMY = 1.2; // spaces open larger than a thumb needs, so that their words can be read

// Opened to be tapped, a map shows what is now.
/** @type {(name: string, how?: { asItIs?: boolean }) => void} */
export function openMap(name, { asItIs = true } = {}) {
  if (asItIs) endSteps();
  update({ map: name, sheet: null });
}
const closeMap = () => update({ map: null, aim: null });

/** @type {(map: AnyMap, values: string[]) => number} */
const possible = (map, values) => (store.phone ? values.reduce((count, value) => count + offersAt(map, value).length, 0) : 0);

// A target's name for who does not see it.
/** @type {(map: AnyMap, bySpace: boolean) => TargetWords} */
const named = (map, bySpace) => (value, spot, space) => {
  const count = possible(map, bySpace ? [value] : valuesAt(spot));
  const more = count ? [t("map.possible", { count })] : [];
  if (space) return [calledOn(map, spot), inWords(space, more)].filter(Boolean).join(": ");
  if (isBoard(map)) return inWords({ ...spot, label: calledOn(map, spot) }, more);
  return [calledOn(map, spot), ...spacesOf(spot).map((one) => inWords(one)), ...more].filter(Boolean).join(", ");
};

/** @type {View<{ widget: AnyMap }>} */
export function MapWidget({ widget }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const room = useWidth(ref, PHONE_PX);
  const width = widthIn(widget, room);
  return html`
    <div class="widget hex-map">
      <div class="widget-head"><span class="widget-label">${widget.label}</span>
        <${IconButton} icon="larger" label=${t("map.larger", { map: widget.label })} onClick=${() => openMap(widget.name, { asItIs: false })} /></div>
      <div class="map-room" ref=${ref}>${isBoard(widget) && width < thumbWidth(widget) * 0.8
        ? html`<${TooSmall} map=${widget} width=${width} />` : html`<${Tappable} map=${widget} width=${width} />`}</div>
      <${Beside} map=${widget} />
    </div>`;
}

// Fields too small for a thumb: the whole map is one button that opens it large.
/** @type {View<{ map: AnyMap, width: number }>} */
const TooSmall = ({ map, width }) => html`
  <button type="button" class="whole-map" aria-label=${t("map.larger", { map: map.label })} onClick=${() => openMap(map.name, { asItIs: false })}>
    <${Picture} map=${map} width=${width} open=${store.phone ? openOn(map) : undefined} step=${lookedAt(map, true)?.step} /></button>`;

// What stands beside a map: the place that is still to be tapped, and what happened.
/** @type {View<{ map: AnyMap }>} */
function Beside({ map }) {
  const aim = isBoard(map) ? aimOn(map) : null;
  const first = aim?.from[0];
  return html`
    <${AimBar} map=${map} others=${first === undefined ? 0 : offersAt(map, first).length} onOthers=${() => first !== undefined && (endAim(), openSheet(map, first))} />
    <${StepBar} map=${map} quietly />`;
}

/** @type {(map: AnyMap, of: string, value?: string) => void} */
const openSheet = (map, of, value) => show(() => html`<${MapSheet} name=${map.name} of=${of} value=${value} />`);

/** @type {View<{ map: AnyMap, width: number }>} */
function Tappable({ map, width }) {
  const bySpace = bySpaceAt(map, width);
  const open = store.phone ? openOn(map) : undefined;
  const aim = isBoard(map) ? aimOn(map) : null;
  const looked = lookedAt(map, true);
  /** @type {OnTap} */
  const tapped = (value, spot) => {
    if (aim) aimed(map, value);
    else if (looked) endSteps();
    if (!aim) begin(map, spot, bySpace ? value : undefined);
  };
  const shown = aim ? openTo(aim) : open?.size ? open : undefined;
  return html`<${Picture} map=${map} width=${width} open=${looked ? undefined : shown} chosen=${aim?.from} bySpace=${bySpace} words=${named(map, bySpace)}
    step=${looked?.step} onTap=${tapped} />`;
}

// A tap on a place that first of all begins something to be ended on another place begins it; else it tells what can be done.
/** @type {(map: AnyMap, spot: Spot, value?: string) => void} */
function begin(map, spot, value) {
  const [first] = store.phone && isBoard(map) ? offersAt(map, spot.value, spot.label) : [];
  if (first && nextOn(first, map.name)) takeOn(map, first, spot.value);
  else openSheet(map, spot.value, value);
}

// The map over the whole screen: larger and smaller by buttons or with two fingers.
export function BigMap() {
  const map = mapNamed(store.map);
  useEffect(() => {
    if (store.map && !map) closeMap();
  }, [store.map, map]);
  return map ? html`<${BigDialog} map=${map} key=${map.name} />` : null;
}

/** @type {View<{ map: AnyMap }>} */
function BigDialog({ map }) {
  /** @type {Ref<HTMLDialogElement>} */
  const dialog = useRef(null);
  /** @type {Ref<HTMLDivElement>} */
  const room = useRef(null);
  const hold = useRef(/** @type {{ x: number, y: number, left: number, top: number } | null} */ (null)); // the point of the map that stays where it is while the size changes
  const around = useWidth(room, PHONE_PX);
  const [zoom, setZoom] = useState(/** @type {number | null} */ (null));
  const extent = extentOf(map);
  const thumbs = (THUMB_PX * ROOMY * extent.width) / extent.least / around;
  const now = zoom ?? Math.min(LARGEST, Math.max(1, thumbs));
  const width = Math.round(around * now);
  useLayoutEffect(() => {
    dialog.current.showModal();
    return () => dialog.current?.close();
  }, []);
  useLayoutEffect(() => {
    const one = room.current;
    const at = hold.current ?? { x: 0.5, y: 0.5, left: one.clientWidth / 2, top: one.clientHeight / 2 };
    one.scrollTo(at.x * one.scrollWidth - at.left, at.y * one.scrollHeight - at.top);
  }, [width]);
  /** @type {(wanted: number, left: number, top: number) => void} */
  const sized = (wanted, left, top) => {
    const one = room.current;
    hold.current = { x: (one.scrollLeft + left) / one.scrollWidth, y: (one.scrollTop + top) / one.scrollHeight, left, top };
    setZoom(Math.min(LARGEST, Math.max(1, wanted)));
  };
  const by = (/** @type {number} */ factor) => sized(now * factor, room.current.clientWidth / 2, room.current.clientHeight / 2);
  return html`
    <dialog class="big-map" ref=${dialog} aria-label=${map.label} onCancel=${(event) => (event.preventDefault(), closeMap())}>
      <div class="big-head"><h2>${map.label}</h2>
        <${IconButton} icon="minus" label=${t("map.smaller_now")} disabled=${now <= 1.01} onClick=${() => by(1 / STEP)} />
        <${IconButton} icon="plus" label=${t("map.larger_now")} disabled=${now >= LARGEST} onClick=${() => by(STEP)} />
        <${IconButton} icon="close" label=${t("close")} onClick=${closeMap} /></div>
      <div class="big-room" ref=${room} tabindex="-1" ...${pinch(now, sized)}><${Tappable} map=${map} width=${width} /></div>
      <div class="big-foot">${!store.sheet && html`<${Link} /><${Message} />`}<${Beside} map=${map} /></div>
    </dialog>`;
}

/** @type {{ apart: number, zoom: number } | null} */
let fingers = null;

/** @type {(now: number, sized: (wanted: number, left: number, top: number) => void) => Record<string, (event: TouchEvent) => void>} */
function pinch(now, sized) {
  const apart = (/** @type {TouchList} */ [a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return {
    onTouchStart: ({ touches }) => {
      fingers = touches.length === 2 ? { apart: apart(touches), zoom: now } : null;
    },
    onTouchMove: (event) => {
      if (!fingers || event.touches.length !== 2) return;
      event.preventDefault();
      const { left, top } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      const [a, b] = event.touches;
      sized((fingers.zoom * apart(event.touches)) / fingers.apart, (a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top);
    },
    onTouchEnd: () => {
      fingers = null;
    },
  };
}

/** @type {View<{ map: AnyMap }>} */
export const MapButton = ({ map }) => html`
  <button type="button" class="button offer second" onClick=${() => openMap(map.name)}><${Icon} name="map" />
    <span class="words">${t("map.choose", { map: map.label })}</span><${Icon} name="chevron" /></button>`;
