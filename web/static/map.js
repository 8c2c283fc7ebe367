// A map among the tracks: a tap on it says what can be done there; it can be looked at larger.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { layOut, leastSpace } from "./hexagons.js";
import { Icon } from "./icons.js";
import { inWords, MapPicture, THUMB_PX, spacesFit, useWidth } from "./map_picture.js";
import { OfferRows } from "./offer_list.js";
import { choiceOn, mapNamed, offersAt, openOn } from "./picks.js";
import { hide, show, store, update } from "./store.js";
import { t } from "./text.js";
import { IconButton, Sheet, Tone } from "./ui.js";

const PHONE_PX = 328;
const STEP = 1.35;
const LARGEST = 6;
const ROOMY = 1.2; // spaces open larger than a thumb needs, so that their words can be read

export const openMap = (name) => update({ map: name, sheet: null });
const closeMap = () => update({ map: null });

const possible = (map, values) => (store.phone ? values.reduce((count, value) => count + offersAt(map, value).length, 0) : 0);

// A place without a label of its own is called as an offer calls it, else like the whole map.
const calledOn = (map, tile) => tile.label || choiceOn(map, tile.value)?.label || map.label;

// A target's name for who does not see it.
const named = (map, bySpace) => (value, tile, space) => {
  const values = bySpace ? [value] : [tile.value, ...tile.spaces.map((one) => one.value)];
  const count = possible(map, values);
  const more = count ? [t("map.possible", { count })] : [];
  if (space) return [calledOn(map, tile), inWords(space, more)].filter(Boolean).join(": ");
  return [calledOn(map, tile), ...tile.spaces.map((one) => inWords(one)), ...more].filter(Boolean).join(", ");
};

export function HexMap({ widget }) {
  const ref = useRef(null);
  const width = useWidth(ref, PHONE_PX);
  return html`
    <div class="widget hex-map">
      <div class="widget-head"><span class="widget-label">${widget.label}</span>
        <${IconButton} icon="larger" label=${t("map.larger", { map: widget.label })} onClick=${() => openMap(widget.name)} /></div>
      <div class="map-room" ref=${ref}><${Tappable} map=${widget} width=${width} /></div>
    </div>`;
}

function Tappable({ map, width }) {
  const bySpace = spacesFit(map, width);
  const open = store.phone ? openOn(map) : undefined;
  return html`<${MapPicture} map=${map} width=${width} open=${open?.size ? open : undefined} bySpace=${bySpace} words=${named(map, bySpace)}
    onTap=${(value, tile) => show(() => html`<${SpaceSheet} name=${map.name} of=${tile.value} value=${bySpace ? value : undefined} />`)} />`;
}

// What stands on a tile and what can be done there now: of one space, or of all of them.
function SpaceSheet({ name, of, value }) {
  const ref = useRef(null);
  const map = mapNamed(name);
  const tile = map?.tiles.find((one) => one.value === of);
  useEffect(() => {
    if (!tile) hide();
  }, [tile]);
  if (!tile) return null;
  const spaces = tile.spaces.filter((one) => value === undefined || value === tile.value || one.value === value);
  const nothing = store.phone && possible(map, [tile.value, ...spaces.map((one) => one.value)]) === 0;
  const jump = (to) => ref.current.querySelector(`[data-space="${CSS.escape(to)}"]`)?.scrollIntoView({ block: "start", behavior: "smooth" });
  return html`
    <${Sheet} title=${(spaces.length === 1 && spaces[0].label) || calledOn(map, tile)}>
      <div class="space-sheet" ref=${ref}>
        ${spaces.length > 1 && html`<div class="map-zoom"><${MapPicture} map=${map} width=${200} only=${of} bySpace open=${openOn(map)} onTap=${jump} /></div>`}
        <${At} map=${map} value=${tile.value} called=${tile.label} />
        ${spaces.map((space) => html`<${SpaceHere} key=${space.value} map=${map} space=${space} alone=${spaces.length === 1} />`)}
        ${nothing && html`<p class="more">${t("map.nothing")}</p>`}
      </div>
    <//>`;
}

const SpaceHere = ({ map, space, alone }) => html`
  <section class="space-here tone-${space.tone}" data-space=${space.value}>
    ${!(alone && !TELLING.some((key) => space[key]?.length) && space.tone === "plain") && html`
      <h3><${Tone} tone=${space.tone} />${!alone && space.label}${space.marks.map((mark) => html`<span class="tag">${mark}</span>`)}</h3>`}
    ${space.note && html`<p class="small">${space.note}</p>`}
    <${At} map=${map} value=${space.value} called=${space.label} />
  </section>`;
const TELLING = ["marks"];

const At = ({ map, value, called }) => {
  const offers = store.phone ? offersAt(map, value, called) : [];
  return offers.length > 0 && html`<${OfferRows} offers=${offers} onTaken=${hide} />`;
};

// The map over the whole screen: larger and smaller by buttons or with two fingers.
export function BigMap() {
  const map = mapNamed(store.map);
  useEffect(() => {
    if (store.map && !map) closeMap();
  }, [store.map, map]);
  return map ? html`<${BigDialog} map=${map} key=${map.name} />` : null;
}

function BigDialog({ map }) {
  const dialog = useRef(null);
  const room = useRef(null);
  const hold = useRef(null); // the point of the map that stays where it is while the size changes
  const around = useWidth(room, PHONE_PX);
  const [zoom, setZoom] = useState(null);
  const { tiles, around: extent } = layOut(map);
  const thumbs = (THUMB_PX * ROOMY * extent.width) / leastSpace(tiles) / around;
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
  const sized = (wanted, left, top) => {
    const one = room.current;
    hold.current = { x: (one.scrollLeft + left) / one.scrollWidth, y: (one.scrollTop + top) / one.scrollHeight, left, top };
    setZoom(Math.min(LARGEST, Math.max(1, wanted)));
  };
  const by = (factor) => sized(now * factor, room.current.clientWidth / 2, room.current.clientHeight / 2);
  return html`
    <dialog class="big-map" ref=${dialog} aria-label=${map.label} onCancel=${(event) => (event.preventDefault(), closeMap())}>
      <div class="big-head"><h2>${map.label}</h2>
        <${IconButton} icon="minus" label=${t("map.smaller_now")} disabled=${now <= 1.01} onClick=${() => by(1 / STEP)} />
        <${IconButton} icon="plus" label=${t("map.larger_now")} disabled=${now >= LARGEST} onClick=${() => by(STEP)} />
        <${IconButton} icon="close" label=${t("close")} onClick=${closeMap} /></div>
      <div class="big-room" ref=${room} tabindex="-1" ...${pinch(now, sized)}><${Tappable} map=${map} width=${width} /></div>
    </dialog>`;
}

let fingers = null;

function pinch(now, sized) {
  const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return {
    onTouchStart: ({ touches }) => {
      fingers = touches.length === 2 ? { apart: apart(touches), zoom: now } : null;
    },
    onTouchMove: (event) => {
      if (!fingers || event.touches.length !== 2) return;
      event.preventDefault();
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const [a, b] = event.touches;
      sized((fingers.zoom * apart(event.touches)) / fingers.apart, (a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top);
    },
    onTouchEnd: () => {
      fingers = null;
    },
  };
}

export const MapButton = ({ map }) => html`
  <button type="button" class="button offer second" onClick=${() => openMap(map.name)}><${Icon} name="map" />
    <span class="words">${t("map.choose", { map: map.label })}</span><${Icon} name="chevron" /></button>`;
