// What happened by itself, told on a map step by step: it opens when it is news, and the map as it is now is one tap away.

import { html, useRef } from "./vendor/preact-htm.js";
import { isBoard, Picture, widthIn } from "./any_map.js";
import { useWidth } from "./map_picture.js";
import { maps, mapsAsked } from "./picks.js";
import { part, store, subscribe, update, version } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton } from "./ui.js";
import { isWide } from "./wide.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, MapStep, PlaceMap, Timer, View } from "./types.d.ts" */

const READ_MS = 1600; // a step is looked at so long, and longer by the letters of its sentence
const LETTER_MS = 45;
const MOST_SEEN = 60;
const CARD_PX = 328;

/** @type {WeakMap<PlaceMap, string>} */
const keys = new WeakMap(); // steps as text, to tell news from what was shown before
/** @type {Map<string, string[]>} */
const before = new Map(); // the steps that each map told last, as text
/** @type {Set<string>} */
const seen = new Set();
/** @type {string | undefined} */
let evening; // whose steps were seen
/** @type {Timer} */
let timer;

/** @type {(map: PlaceMap) => string} */
const keyOf = (map) => {
  const found = keys.get(map) ?? [map.name, ...wordsOf(map)].join("\n");
  keys.set(map, found);
  return found;
};
// How the other places look beside a step changes with every move, and is no news.
/** @type {(map: PlaceMap) => string[]} */
const wordsOf = (map) => map.steps.map((step) => JSON.stringify([step.text, step.links]));

// Where the news begins: behind the steps that were told before, if these are more of the same.
/** @type {(map: PlaceMap) => number} */
function firstNew(map) {
  const now = wordsOf(map);
  const old = before.get(map.name) ?? [];
  before.set(map.name, now);
  return old.length < now.length && old.every((one, index) => one === now[index]) ? old.length : 0;
}

// The boards on which something has happened.
const told = () => maps().filter(isBoard).filter((map) => map.steps.length > 0);

// Looks for steps that were not there before. What a page finds when it is opened is no news, nor what comes back by undo.
function look() {
  const opened = part("evening")?.id;
  if (part("version") === undefined) return;
  const first = opened !== evening;
  if (first) {
    evening = opened;
    seen.clear();
    before.clear();
  }
  for (const map of told()) {
    const key = keyOf(map);
    if (seen.has(key)) continue;
    seen.add(key);
    const at = firstNew(map);
    const [oldest] = seen;
    if (seen.size > MOST_SEEN) seen.delete(oldest);
    if (!first) update({ looking: { key, name: map.name, at, byItself: true } });
  }
}

subscribe(look);

// The step that is looked at, if it is one of this map's. `quietly`: where the map is to be tapped now, news do not
// stand over it by themselves.
/** @type {(map: AnyMap, quietly?: boolean) => { at: number, step: MapStep } | null} */
export function lookedAt(map, quietly = false) {
  const looking = store.looking;
  if (!isBoard(map) || !map.steps.length || looking?.key !== keyOf(map)) return null;
  if (quietly && looking.byItself && isAsked(map)) return null;
  return { at: looking.at, step: map.steps[looking.at] };
}

/** @type {(map: AnyMap) => boolean} */
const isAsked = (map) => store.aim?.name === map.name || mapsAsked().includes(map);

export function endSteps() {
  clearTimeout(timer);
  if (store.looking) update({ looking: null });
}

// Behind the last step: what these steps asked of hands is done.
function doneSteps() {
  update({ leafed: part("orders")?.[0]?.number ?? 0 });
  endSteps();
}

/** @type {(map: PlaceMap, at: number, playing?: boolean, byItself?: boolean) => void} */
function goTo(map, at, playing = false, byItself = false) {
  clearTimeout(timer);
  update({ looking: { key: keyOf(map), name: map.name, at, playing, byItself } });
  if (playing) timer = setTimeout(() => playOn(map), READ_MS + map.steps[at].text.length * LETTER_MS);
}

/** @type {(map: PlaceMap) => void} */
function playOn(map) {
  const looking = store.looking;
  if (looking?.key !== keyOf(map) || !looking.playing) return;
  if (looking.at + 1 < map.steps.length) goTo(map, looking.at + 1, true);
  else update({ looking: { ...looking, playing: false } });
}

/** @type {(map: PlaceMap) => void} */
export const openSteps = (map) => goTo(map, 0);

/** @type {(map: PlaceMap, at: number) => void} */
const play = (map, at) => goTo(map, at + 1 < map.steps.length ? at : 0, true);

// Under a map: the sentence of the step that is looked at, with the ways to the others; else one button that opens them.
/** @type {View<{ map: AnyMap, quietly?: boolean }>} */
export function StepBar({ map, quietly = false }) {
  if (!isBoard(map) || !map.steps.length) return null;
  const looked = lookedAt(map, quietly);
  if (!looked) {
    return html`<div class="step-bar shut"><${Button} icon="history" onClick=${() => openSteps(map)}>${t("map.happened")}<//></div>`;
  }
  const { at, step } = looked;
  const playing = store.looking?.playing;
  return html`
    <section class="step-bar" aria-label=${t("map.happened_title")}>
      <div class="step-head"><span class="small">${t("map.step_at", { at: at + 1, last: map.steps.length })}</span>
        <${IconButton} icon="close" label=${t("map.step_close")} onClick=${endSteps} /></div>
      <p class="step-text" aria-live="polite">${step.text}</p>
      <div class="step-ways">
        <${IconButton} icon="back" kind="outlined" label=${t("map.step_back")} disabled=${at === 0} onClick=${() => goTo(map, at - 1)} />
        <${IconButton} icon=${playing ? "pause" : "play"} kind="outlined" label=${t(playing ? "map.step_pause" : "map.step_play")} onClick=${() => (playing ? goTo(map, at) : play(map, at))} />
        <span class="step-progress" aria-hidden="true"><span style=${{ width: `${(100 * (at + 1)) / map.steps.length}%` }}></span></span>
        <${IconButton} icon="chevron" kind="outlined" label=${t("map.step_next")} disabled=${at + 1 === map.steps.length} onClick=${() => goTo(map, at + 1)} />
      </div>
    </section>`;
}

// --- on the first page: news is looked through before anything else -----------------------------------------------------

// What the first page's heights hang on: it is measured anew when this changes. What was said comes after the step that it tells of.
export const pageKey = () => `${version()} ${newsOn() === null} ${(part("captions") ?? []).at(-1)?.at}`;

// The map whose news is being looked through there.
/** @type {() => { map: PlaceMap, at: number, step: MapStep } | null} */
export function newsOn() {
  const map = store.looking?.byItself && told().find((one) => one.name === store.looking?.name);
  const looked = map && lookedAt(map);
  return map && looked ? { map, ...looked } : null;
}

/** @type {(map: PlaceMap, at: number) => void} */
const goToNews = (map, at) => goTo(map, at, false, true);

// One button that tells once more what happened last.
/** @type {View<{ brief?: boolean }>} */
export const Happened = ({ brief = false }) => !newsOn() && told().map((map) => brief ? html`
  <${IconButton} key=${map.name} icon="history" label=${t("map.happened")} onClick=${() => goToNews(map, 0)} />` : html`
  <${Button} key=${map.name} kind="happened-again" icon="history" onClick=${() => goToNews(map, 0)}>${t("map.happened")}<//>`);

export const News = () => {
  const news = newsOn();
  return news && html`<${NewsCard} ...${news} />`;
};

// Who only watches has no bar: the ways to the other steps stand below the picture.
/** @type {View<{ map: PlaceMap, at: number, step: MapStep }>} */
function NewsCard({ map, at, step }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const room = useWidth(ref, CARD_PX);
  return html`
    <section class="card happened" aria-label=${t("map.happened_title")}>
      <div class="step-head"><span class="small">${t("map.step_at", { at: at + 1, last: map.steps.length })}</span>
        <${IconButton} icon="close" label=${t("map.step_close")} onClick=${endSteps} /></div>
      <p class="step-text" aria-live="polite">${step.text}</p>
      <div class="map-room" ref=${ref}>${!isWide() && html`<${Picture} map=${map} width=${widthIn(map, room)} step=${step} />`}</div>
      ${!store.phone && html`<div class="step-ways"><${NewsWays} /></div>`}
    </section>`;
}

// The way to the next step; behind the last one it is done.
export function NewsWays() {
  const news = newsOn();
  if (!news) return null;
  const { map, at } = news;
  const last = at + 1 >= map.steps.length;
  return html`
    ${at > 0 && html`<${IconButton} icon="back" kind="outlined" label=${t("map.step_back")} onClick=${() => goToNews(map, at - 1)} />`}
    <${Button} kind="answer usual" icon=${last ? "check" : undefined} onClick=${() => (last ? doneSteps() : goToNews(map, at + 1))}>
      ${last ? t("steps.done") : t("steps.next", { at: at + 2, last: map.steps.length })}<//>`;
}
