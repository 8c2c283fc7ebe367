// One plot of the evening's story as a picture: a line for each series, told apart by dashes and markers as well as by
// colour, the line at which the game is lost, and marks for what happened in a round.

import { html } from "./vendor/preact-htm.js";
import { t } from "./text.js";
/** @import * as types from "./types.d.ts" */
/** @import { Ink, Series, StoryEvent, View } from "./types.d.ts" */

const DASHES = ["", "7 4", "2 4", "10 3 2 3", "14 5", "4 2"];
const PLAIN = ["accent", "cold", "good", "warm", "text", "danger"];
/** @type {Set<string>} */
const TONES = new Set(["good", "warm", "cold", "danger"]);

// Colours by name: the page's own variables, which follow the theme, or what they stand for at present.
const NAMES = ["bg", "surface", "text", "muted", "line", "edge", "accent", "good", "warm", "cold", "danger"];
/** @type {Ink} */
export const pageInk = Object.fromEntries(NAMES.map((name) => [name, `var(--${name})`]));
/** @type {() => Ink} */
export function inkNow() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** @type {(series: Series, index: number, ink: Ink) => string} */
export const colourOf = (series, index, ink) => ink[TONES.has(series.tone) ? series.tone : PLAIN[index % PLAIN.length]];

/** @type {((x: number, y: number, size: number) => string)[]} */
const MARKERS = [
  (x, y, size) => `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0Z`,
  (x, y, size) => `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}Z`,
  (x, y, size) => `M${x} ${y - size * 1.3}l${size * 1.2} ${size * 2.2}h${-size * 2.4}Z`,
  (x, y, size) => `M${x} ${y - size * 1.4}l${size * 1.4} ${size * 1.4}l${-size * 1.4} ${size * 1.4}l${-size * 1.4} ${-size * 1.4}Z`,
];

// A piece of a series' line with its marker, for the legend.
/** @type {View<{ series: Series, index: number, ink: Ink, x?: number, y?: number, size?: number }>} */
export const Sample = ({ series, index, ink, x = 0, y = 0, size = 4 }) => {
  const colour = colourOf(series, index, ink);
  return html`<g transform="translate(${x} ${y})">
    <path d="M0 0h${size * 8}" stroke=${colour} stroke-width=${size * 0.6} stroke-dasharray=${DASHES[index % DASHES.length]} fill="none" />
    <path d=${MARKERS[index % MARKERS.length](size * 4, 0, size)} fill=${colour} /></g>`;
};

/** @type {(series: Series, at: number) => number | undefined} */
export const valueAt = (series, at) => series.points.find((point) => point.at === at)?.value;

// A round or a turn, by its number; and what the numbers count.
/** @type {(story: Pick<types.Story, "unit">, number: number) => string} */
export const atWords = ({ unit }, number) => (unit === "turn" ? t("story.turn", { number }) : t("story.round", { round: number }));
/** @type {(unit: string) => string} */
export const unitWords = (unit) => t(unit === "turn" ? "story.turns" : "story.rounds");

// Every round that the plots and events speak of.
/** @type {(story: Pick<types.Story, "plots" | "events">) => [number, number]} */
export function roundsOf({ plots, events }) {
  const all = [...plots.flatMap((plot) => plot.series.flatMap((series) => series.points.map((point) => point.at))), ...events.map((event) => event.at)];
  return all.length ? [Math.min(...all), Math.max(...all)] : [0, 1];
}

/** @type {(least: number, most: number) => number[]} */
export function ticksOf(least, most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => (most - least) / one <= 5) ?? 5000;
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) found.push(at);
  return found;
}

// Events of one round are one mark: "2", or "3–5".
/** @type {(events: StoryEvent[]) => { at: number, words: string, tone: string }[]} */
export function marksOf(events) {
  /** @type {Map<number, number[]>} */
  const rounds = new Map();
  events.forEach((event, index) => rounds.set(event.at, [...(rounds.get(event.at) ?? []), index + 1]));
  return [...rounds].map(([at, numbers]) => ({ at, words: numbers.length > 2 ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join("·"), tone: events[numbers[0] - 1].tone }));
}

// `at` is the round that is looked at; `size` that of the letters; all lengths are pixels of the picture.
/** @type {View<{ plot: types.Plot, events: StoryEvent[], rounds: [number, number], ink: Ink, width: number, height: number, size?: number, at?: number, label?: string, x?: number, y?: number }>} */
export function PlotPicture({ plot, events, rounds: [first, last], ink, width, height, size = 12, at, label, x, y }) {
  const values = plot.series.flatMap((series) => series.points.map((point) => point.value));
  const least = Math.min(0, ...values);
  const most = Math.max(1, plot.loss ?? 0, ...values) + (plot.loss === undefined ? 0 : Math.max(1, plot.loss * 0.04));
  const ticks = ticksOf(least, most);
  const left = size * (0.9 + 0.62 * Math.max(...ticks.map((one) => String(one).length)));
  const longest = Math.max(1, ...plot.series.map((series) => String(series.points.at(-1)?.value ?? "").length));
  const room = { left, right: width - size * (0.7 + 0.66 * longest), top: size * (events.length ? 2 : 0.8), bottom: height - size * 1.7 };
  const across = (/** @type {number} */ round) => room.left + size * 0.5 + ((round - first) / Math.max(1, last - first)) * (room.right - room.left - size);
  const up = (/** @type {number} */ value) => room.bottom - ((value - least) / (most - least)) * (room.bottom - room.top);
  const every = Math.max(1, Math.ceil(((last - first + 1) * size * 1.7) / (room.right - room.left)));
  const rounds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const fixed = (/** @type {number} */ one) => one.toFixed(1);
  const lossAt = plot.loss === undefined ? 0 : up(plot.loss);
  const lossWords = lossAt + size * 1.4 < room.bottom ? lossAt + size * 1.15 : lossAt - size * 0.4;
  return html`
    <svg class="plot" x=${x} y=${y} width=${width} height=${height} viewBox="0 0 ${width} ${height}" role=${label ? "img" : undefined} aria-label=${label} font-size=${size} data-raw
      font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif">
      ${ticks.map((one) => html`<path d="M${room.left} ${fixed(up(one))}H${room.right}" stroke=${ink.line} stroke-width="1" />
        <text x=${room.left - size * 0.4} y=${fixed(up(one) + size * 0.35)} text-anchor="end" fill=${ink.muted}>${one}</text>`)}
      ${rounds.filter((one) => (one - first) % every === 0).map((one) => html`<text x=${fixed(across(one))} y=${height - size * 0.35} text-anchor="middle" fill=${one === at ? ink.text : ink.muted} font-weight=${one === at ? 700 : 400}>${one}</text>`)}
      ${marksOf(events).map((mark) => html`<path d="M${fixed(across(mark.at))} ${room.top - size * 0.5}V${room.bottom}" stroke=${ink[mark.tone] ?? ink.edge} stroke-width="1" stroke-dasharray="1 3" />
        <text x=${fixed(across(mark.at))} y=${fixed(room.top - size * 0.7)} text-anchor="middle" font-size=${size * 0.88} font-weight="700" fill=${ink[mark.tone] ?? ink.text}>${mark.words}</text>`)}
      ${at !== undefined && html`<path d="M${fixed(across(at))} ${room.top}V${room.bottom}" stroke=${ink.edge} stroke-width="1.5" />`}
      ${plot.loss !== undefined && html`<path d="M${room.left} ${fixed(up(plot.loss))}H${room.right}" stroke=${ink.danger} stroke-width="2" stroke-dasharray="9 3" />
        <text x=${room.left + size * 0.3} y=${fixed(lossWords)} fill=${ink.danger} stroke=${ink.surface} stroke-width=${size * 0.3} paint-order="stroke" font-weight="600" font-size=${size * 0.92}>${t("story.loss", { at: plot.loss })}</text>`}
      ${plot.series.map((series, index) => html`<${Line} series=${series} index=${index} ink=${ink} across=${across} up=${up} size=${size} />`)}
      ${ends(plot, up, size).map(({ series, index, value, y: at_y }) => html`<text x=${room.right + size * 0.1} y=${fixed(at_y + size * 0.35)} font-weight="700" fill=${colourOf(series, index, ink)}>${value}</text>`)}
    </svg>`;
}

// The last value of each series beside its line's end, moved apart where they would cover each other.
/** @type {(plot: types.Plot, up: (value: number) => number, size: number) => { series: Series, index: number, value: number, y: number }[]} */
export function ends(plot, up, size) {
  const found = plot.series.flatMap((series, index) => series.points.slice(-1).map(({ value }) => ({ series, index, value })));
  const seen = new Set();
  const apart = found.filter(({ value }) => !seen.has(value) && seen.add(value)).sort((a, b) => b.value - a.value);
  let last = -Infinity;
  return apart.map((one) => {
    last = Math.max(up(one.value), last + size * 1.05);
    return { ...one, y: last };
  });
}

/** @type {View<{ series: Series, index: number, ink: Ink, across: (round: number) => number, up: (value: number) => number, size: number }>} */
function Line({ series, index, ink, across, up, size }) {
  const colour = colourOf(series, index, ink);
  const points = [...series.points].sort((a, b) => a.at - b.at);
  const line = points.map((point, step) => `${step ? "L" : "M"}${across(point.at).toFixed(1)} ${up(point.value).toFixed(1)}`).join("");
  const mark = size * (points.length > 12 ? 0.24 : 0.3);
  return html`<path d=${line} fill="none" stroke=${colour} stroke-width=${size * 0.18} stroke-dasharray=${DASHES[index % DASHES.length]} stroke-linejoin="round" />
    ${points.map((point) => html`<path d=${MARKERS[index % MARKERS.length](across(point.at), up(point.value), mark)} fill=${colour} stroke=${ink.surface} stroke-width="1" />`)}`;
}
