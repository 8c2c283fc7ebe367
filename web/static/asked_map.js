// The map on which the question is answered stands where the question is, to be tapped at once.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { AimBar, aimFor, aimOn, endAim, takeOn } from "./aim.js";
import { extentOf, heightAt, isBoard, Picture, thumbWidth, widthIn } from "./any_map.js";
import { GameIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { MapWidget, openMap, Tappable } from "./map.js";
import { useWidth } from "./map_picture.js";
import { take } from "./offers.js";
import { answered, firstPrompt, mapsAsked, nextOn, offersOn, openOn } from "./picks.js";
import { endSteps, newsOn, pageKey } from "./steps.js";
import { store, update } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton } from "./ui.js";
import { isWide } from "./wide.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, Choice, Drawn, MapStep, Offer, PickAsk, PlaceMap, View } from "./types.d.ts" */

const ROOM_PX = 328;
const AROUND_PX = 44; // what stands beside a map on a phone
const MOST_OF_WINDOW = 0.45; // a higher map leaves the other answers no room
const FEW_ANSWERS = 4;
const FIRST_ANSWERS = 6;
const MANY_ANSWERS = 12;
const LEAST_SHARE = 0.7; // a map of which less would be cut at the edge is drawn so much smaller
const MOST_SCALE = 2.6; // a single tile is not blown up: so many pixels for a unit
/** @type {string | undefined} */
let chosen; // of several maps that are asked for

// The map that stands on the page.
/** @type {() => AnyMap | undefined} */
export function askedMap() {
  const all = store.phone ? mapsAsked().filter((map) => aimOn(map) || isTheQuestion(map)) : [];
  return all.find((map) => map.name === chosen) ?? all[0];
}

// Where there is room beside the question, the map on which something can be done stands there even where that is not the question.
/** @type {() => AnyMap | undefined} */
const quietMap = () => (store.phone && isWide() && !askedMap() ? mapsAsked()[0] : undefined);

// A map that answers one thing of very many comes when that is wanted: a game puts first what is usual. So does one that answers only
// what is asked twice, such as which of one's buildings to take down.
/** @type {(map: AnyMap) => boolean} */
function isTheQuestion(map) {
  const offers = firstPrompt().flatMap((prompt) => prompt.offers);
  const meant = offersOn(map).filter((offer) => offer.tone !== "danger");
  return meant.some((offer) => offers.length <= MANY_ANSWERS || offers.indexOf(offer) < FIRST_ANSWERS);
}

// An offer that the map answers alone needs no row of its own: its name stands over the map.
/** @type {() => Offer | undefined} */
export function offerOfMap() {
  const map = askedMap();
  const [offer, ...more] = map ? offersOn(map) : [];
  return offer && !more.length ? offer : undefined;
}

// Takes an offer: the map asks for its places, a dialog for what no map answers.
/** @type {(offer: Offer) => void} */
export function takeHere(offer) {
  const map = mapsAsked().find((one) => nextOn(offer, one.name));
  if (!map) {
    take(offer);
    return;
  }
  endSteps();
  chosen = map.name;
  aimFor(map, offer);
  document.querySelector(".asked-map")?.scrollIntoView({ block: "nearest" });
}

// Where the map stands among so many other answers in a window of this size: `above` them, `below` them where it is so high that they
// would be out of sight, or above them `folded` where they are so many that it would be.
/** @type {(map: AnyMap, answers: number, room: { width: number, height: number }) => "above" | "below" | "folded"} */
export function placeAmong(map, answers, { width, height }) {
  if (answers === 0 || heightAt(map, widthOn(map, width - AROUND_PX)) <= height * MOST_OF_WINDOW) return "above";
  return answers <= FEW_ANSWERS ? "below" : "folded";
}

/** @type {(map: AnyMap, room: number) => number} */
const widthOn = (map, room) => (isBoard(map) ? Math.max(widthIn(map, room), thumbWidth(map)) : Math.min(room, Math.round(extentOf(map).width * MOST_SCALE)));

/** @type {string | undefined} */
let unfolded; // the question at which the map was opened by hand

// On a phone held upright, the map with the other answers around it; right `below` it what its taps asked of hands.
/** @type {View<{ answers: number, below: Drawn }>} */
export function MapAmong({ answers, below, children }) {
  const map = askedMap();
  const place = map ? placeAmong(withoutRoom(map), answers, { width: window.innerWidth, height: window.innerHeight }) : "above";
  if (!map || place === "above") return html`<${AskedMap} />${below}${children}`;
  if (place === "below") return html`${children}<${AskedMap} />${below}`;
  const question = firstPrompt()[0]?.name;
  if (unfolded === question || aimOn(map)) return html`<${AskedMap} />${below}${children}`;
  const open = () => {
    unfolded = question;
    update({});
  };
  const label = offerOfMap()?.label;
  return html`
    <div class="map-folded">
      <button type="button" class="row" aria-expanded="false" onClick=${open}>
        <${Icon} name="map" /><span class="row-words"><span class="row-title">${label ?? map.label}</span>${label && html`<span class="small">${map.label}</span>`}</span><${Icon} name="chevron" /></button>
      <${IconButton} icon="larger" label=${t("map.larger", { map: map.label })} kind="outlined" onClick=${() => openMap(map.name)} /></div>
    ${below}${children}`;
}

export function AskedMap() {
  const map = askedMap();
  if (!map || newsOn()?.map.name === map.name) return null;
  const others = mapsAsked().filter((one) => one !== map);
  return html`
    <section class="asked-map" aria-label=${map.label}>
      <${OneMap} key=${map.name} map=${map} />
      ${others.map((one) => html`<${Button} key=${one.name} icon="map" onClick=${() => choose(one)}>${t("map.choose", { map: one.label })}<//>`)}
    </section>`;
}

/** @type {(map: AnyMap) => void} */
function choose(map) {
  chosen = map.name;
  update({ aim: null });
}

// By how much a map shrinks so that its last places stand in sight on a phone held upright: as long as a thumb hits them.
/** @type {(ref: Ref<HTMLElement>, least: number) => number} */
function useShare(ref, least) {
  const [found, setFound] = useState({ at: "", share: 1 });
  const at = pageKey();
  useLayoutEffect(() => {
    if (isWide() || found.at === at) return;
    const look = () => {
      const main = document.querySelector("main");
      if (!main || !ref.current) return;
      const { bottom, height } = ref.current.getBoundingClientRect();
      const share = Math.min(1, 1 - (bottom + main.scrollTop - main.getBoundingClientRect().bottom) / height);
      setFound({ at, share: share >= Math.max(LEAST_SHARE, least) ? share : 1 });
    };
    queueMicrotask(() => queueMicrotask(look)); // once long print was folded, and before anything is seen
  });
  return found.at === at ? found.share : 1;
}

/** @type {View<{ map: AnyMap }>} */
function OneMap({ map }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const room = useWidth(ref, ROOM_PX);
  const drawn = withoutRoom(map);
  const widest = widthOn(drawn, room);
  const width = Math.floor(widest * useShare(ref, thumbWidth(drawn) / widest));
  const aim = aimOn(map);
  const alone = offerOfMap();
  const offer = aim?.offer ?? alone;
  const ask = offer && nextOn(offer, map.name);
  return html`
    <div class="asked-head">
      ${alone ? html`<${GameIcon} name=${alone.icon} /><p class="row-words"><b>${alone.label}</b>${!aim && ask && html`<span class="small">${ask.label}</span>`}</p>` : html`<p class="row-words"><b>${map.label}</b></p>`}
      <${IconButton} icon="larger" label=${t("map.larger", { map: map.label })} onClick=${() => openMap(map.name)} /></div>
    <div class="map-room ${width > room ? "wide" : ""}" ref=${ref}><${Tappable} map=${drawn} width=${width} atOnce /></div>
    <${AimBar} map=${map} others=${0} onOthers=${endAim} />
    ${offer && ask && html`<${AsList} key=${`${offer.label} ${ask.name}`} map=${map} offer=${offer} ask=${ask} from=${aim?.from ?? []} />`}`;
}

// A map of hexagons without the places at its edge where nothing lies and nothing can be done now.
/** @type {(map: AnyMap) => AnyMap} */
function withoutRoom(map) {
  if (isBoard(map)) return map;
  const open = openOn(map, firstPrompt());
  const tiles = map.tiles.filter((tile) => tile.spaces.length > 0 || open.has(tile.value));
  return tiles.length > 0 ? { ...map, tiles } : map;
}

// The same places by their names, for whoever cannot tap there.
/** @type {View<{ map: AnyMap, offer: Offer, ask: PickAsk, from: string[] }>} */
const AsList = ({ map, offer, ask, from }) => html`
  <details class="as-list"><summary><span class="row-title">${t("map.as_list")}</span><${Icon} name="chevron" /></summary>
    <div class="chip-row">${ask.choices.filter((one) => !from.includes(one.value)).map((/** @type {Choice} */ one) => html`
      <button type="button" class="chip" key=${one.value} aria-label=${t("ask.chip", { offer: offer.label, value: one.label })} onClick=${() => takeOn(map, answered(offer, ask, one), one.value)}>
        <${GameIcon} name=${one.icon} /><span>${one.label}</span></button>`)}</div>
  </details>`;

// Beside what is to be done: the step that is looked at, else the map that is asked for, or one on which something can be done.
export function SideMap() {
  const news = newsOn();
  const quiet = quietMap();
  if (news) return html`<${StepPicture} map=${news.map} step=${news.step} />`;
  return quiet ? html`<section class="panel"><${MapWidget} widget=${quiet} key=${quiet.name} /></section>` : html`<${AskedMap} />`;
}

/** @type {View<{ map: PlaceMap, step: MapStep }>} */
function StepPicture({ map, step }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const room = useWidth(ref, ROOM_PX);
  return html`<section class="asked-map" aria-label=${map.label}><div class="map-room" ref=${ref}><${Picture} map=${map} width=${widthIn(map, room)} step=${step} /></div></section>`;
}

// The maps that stand there already.
/** @type {() => string[]} */
export const beside = () => [newsOn()?.map.name ?? askedMap()?.name ?? quietMap()?.name].filter((one) => one !== undefined);
