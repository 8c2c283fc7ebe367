// A map among the tracks: a tap on it says what can be done there; it can be looked at larger.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { AimBar, aimed, aimOn, endAim, openTo, takeOn } from "./aim.js";
import { bySpaceAt, extentOf, isBoard, Picture, thumbWidth, widthIn } from "./any_map.js";
import { inWords, THUMB_PX, useWidth } from "./map_picture.js";
import { Edges, pressing } from "./map_moves.js";
import { MapSheet } from "./map_sheet.js";
import { Link, Message } from "./messages.js";
import { calledOn, firstPrompt, nextOn, offersAt, openOn, mapNamed, mapsAsked, spacesOf, spotsOf, valuesAt } from "./picks.js";
import { endSteps, lookedAt, StepBar } from "./steps.js";
import { part, show, store, update } from "./store.js";
import { t } from "./text.js";
import { toDo } from "./todo.js";
import { Button, heeded, IconButton } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, OnTap, Spot, TargetWords, View } from "./types.d.ts" */

const PHONE_PX = 328;
const ALONE_PX = 240;
const STEP = 1.35;
const LARGEST = 6;
const ROOMY = 1.2; // spaces open larger than a thumb needs, so that their words can be read
const LEGIBLE = 1.5; // and so large where the whole map, which is less wide than the screen, would be smaller

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
  if (isBoard(map)) return inWords({ ...spot, tone: heeded(spot.tone), label: calledOn(map, spot) }, more);
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

// `atOnce`: the map stands where the question is, so that a place that answers it in one way alone does so by one tap.
/** @type {View<{ map: AnyMap, width: number, atOnce?: boolean }>} */
export function Tappable({ map, width, atOnce = false }) {
  const [only, setOnly] = useState(/** @type {string | null} */ (null)); // the tile whose spaces are shown alone
  const aim = atOnce || isBoard(map) ? aimOn(map) : null;
  const looked = lookedAt(map, true);
  const alone = only !== null && aim ? only : null;
  const bySpace = alone !== null || bySpaceAt(map, width);
  const open = store.phone ? openOn(map, atOnce ? firstPrompt() : undefined) : undefined;
  /** @type {OnTap} */
  const tapped = (value, spot) => {
    if (aim) {
      const able = answering(openTo(aim), bySpace ? [value, spot.value] : valuesAt(spot), bySpace);
      if (able.length > 1) setOnly(spot.value);
      else aimed(map, able[0] ?? value);
      return;
    }
    if (looked) endSteps();
    if (!atOnce || !takeAtOnce(map, spot, bySpace ? value : undefined)) begin(map, spot, bySpace ? value : undefined);
  };
  const shown = aim ? openTo(aim) : open?.size ? open : undefined;
  const lit = bySpace || !shown ? shown : new Set([...shown, ...spotsOf(map).filter((spot) => valuesAt(spot).some((one) => shown.has(one))).map((spot) => spot.value)]);
  return html`<${Picture} map=${map} width=${alone ? Math.min(ALONE_PX, width) : width} only=${alone} open=${looked ? undefined : lit} chosen=${aim?.from} bySpace=${bySpace} words=${named(map, bySpace)}
    step=${looked?.step} onTap=${tapped} />
    ${alone && html`<${Button} icon="back" onClick=${() => setOnly(null)}>${t("map.whole")}<//>`}`;
}

// Those of the values that are possible; of a space and its tile, the space's own first.
/** @type {(able: Set<string>, values: string[], bySpace: boolean) => string[]} */
const answering = (able, values, bySpace) => values.filter((one) => able.has(one)).slice(0, bySpace ? 1 : undefined);

// Takes the one thing that can be done there; false where there are several, or none.
/** @type {(map: AnyMap, spot: Spot, value?: string) => boolean} */
function takeAtOnce(map, spot, value) {
  if (!store.phone) return false;
  const at = (/** @type {string} */ one) => offersAt(map, one, undefined, firstPrompt()).map((offer) => ({ offer, one }));
  const own = value === undefined ? valuesAt(spot).flatMap(at) : at(value);
  const found = own.length > 0 || value === undefined ? own : at(spot.value);
  if (found.length !== 1) return false;
  takeOn(map, found[0].offer, found[0].one);
  return true;
}

// A tap on a place that first of all begins something to be ended on another place begins it; else it tells what can be done.
/** @type {(map: AnyMap, spot: Spot, value?: string) => void} */
function begin(map, spot, value) {
  const [first] = store.phone && isBoard(map) ? offersAt(map, spot.value, spot.label) : [];
  if (first && nextOn(first, map.name)) takeOn(map, first, spot.value);
  else openSheet(map, spot.value, value);
}

// How large a map opens, as a share of the screen's width: all of it where a thumb hits every space then (`thumbs`), else so large that
// words can be read.
/** @type {(whole: number, thumbs: number) => number} */
export const opensAt = (whole, thumbs) => (whole >= thumbs ? whole : Math.min(LARGEST, Math.max(thumbs * ROOMY, Math.min(1, thumbs * LEGIBLE))));

// The map over the whole screen: larger and smaller by buttons or with two fingers. One that was asked for goes away with the
// question, and where hands have something to do; any other stays, with what is asked above it.
export function BigMap() {
  const map = mapNamed(store.map);
  const asked = map !== undefined && mapsAsked().includes(map);
  const wasAsked = useRef(false);
  const version = part("version");
  useEffect(() => {
    if (store.map && (!map || (wasAsked.current && (!asked || toDo().length > 0)))) closeMap();
  }, [store.map, map === undefined, version]);
  useEffect(() => {
    wasAsked.current = asked;
  });
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
  const [prompt] = firstPrompt();
  const [high, setHigh] = useState(0);
  const extent = extentOf(map);
  const thumbs = (THUMB_PX * extent.width) / extent.least / around;
  const whole = high ? Math.min(1, (high * extent.width) / extent.height / around) : 1; // all of it is in sight
  const now = zoom ?? opensAt(whole, thumbs);
  const width = Math.round(around * now);
  useLayoutEffect(() => {
    dialog.current.showModal();
    const see = () => setHigh(room.current?.clientHeight ?? 0);
    see();
    window.addEventListener("resize", see);
    return () => {
      window.removeEventListener("resize", see);
      dialog.current?.close();
    };
  }, []);
  useLayoutEffect(() => {
    const one = room.current;
    const at = hold.current ?? { ...pressing(one), left: one.clientWidth / 2, top: one.clientHeight / 2 };
    one.scrollTo(at.x * one.scrollWidth - at.left, at.y * one.scrollHeight - at.top);
  }, [width]);
  /** @type {(wanted: number, left: number, top: number) => void} */
  const sized = (wanted, left, top) => {
    const one = room.current;
    hold.current = { x: (one.scrollLeft + left) / one.scrollWidth, y: (one.scrollTop + top) / one.scrollHeight, left, top };
    setZoom(Math.min(LARGEST, Math.max(whole, wanted)));
  };
  const by = (/** @type {number} */ factor) => sized(now * factor, room.current.clientWidth / 2, room.current.clientHeight / 2);
  return html`
    <dialog class="big-map" ref=${dialog} aria-label=${map.label} onCancel=${(event) => (event.preventDefault(), closeMap())}>
      <div class="big-head"><div class="row-words"><h2>${map.label}</h2>${prompt && html`<p class="small">${prompt.do}</p>`}</div>
        <${IconButton} icon="minus" label=${t("map.smaller_now")} disabled=${now <= whole + 0.01} onClick=${() => by(1 / STEP)} />
        <${IconButton} icon="plus" label=${t("map.larger_now")} disabled=${now >= LARGEST} onClick=${() => by(STEP)} />
        <${IconButton} icon="close" label=${t("close")} onClick=${closeMap} /></div>
      <div class="big-frame">
        <div class="big-room" ref=${room} tabindex="-1" ...${pinch(now, sized)}><${Tappable} map=${map} width=${width} atOnce=${mapsAsked().includes(map)} /></div>
        <${Edges} room=${room} size=${`${width} ${around} ${high}`} /></div>
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
