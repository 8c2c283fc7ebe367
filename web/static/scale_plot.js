// The weight of the last seconds as a small plot: a line for each whole cube, the newest point at the right.

import { html } from "./vendor/preact-htm.js";
import { part } from "./store.js";
import { number, t } from "./text.js";

const WIDTH = 328;
const HEIGHT = 132;
const LEFT = 26;
const POINTS = 120;
const HUNDREDTHS = 100;
const ROOM = 0.12;

// What is shown of the height: at least from none to three cubes, or what the raw value needs.
/** @type {(values: number[], cubes: boolean) => [number, number]} */
export function span(values, cubes) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (cubes) return [Math.max(Math.min(least, -30), -400), Math.max(most, 330)];
  const room = Math.max((most - least) * ROOM, 50);
  return [least - room, most + room];
}

/** @type {(span: [number, number]) => number[]} */
export function linesOf([least, most]) {
  const step = [1, 2, 5, 10, 20, 50].find((one) => (most - least) / HUNDREDTHS / one <= 6) ?? 100;
  const found = [];
  for (let at = Math.ceil(Math.max(least, 0) / HUNDREDTHS / step) * step; at * HUNDREDTHS <= most; at += step) found.push(at);
  return found;
}

export function ScalePlot() {
  const trace = part("trace");
  if (!trace?.values.length) return html`<div class="scale-plot"></div>`;
  const cubes = trace.unit === "cubes";
  const [least, most] = span(trace.values, cubes);
  const across = (/** @type {number} */ index) => LEFT + ((index + POINTS - trace.values.length) / (POINTS - 1)) * (WIDTH - LEFT - 6);
  const up = (/** @type {number} */ value) => HEIGHT - 4 - ((Math.min(Math.max(value, least), most) - least) / (most - least)) * (HEIGHT - 8);
  const line = trace.values.map((value, index) => `${index ? "L" : "M"}${across(index).toFixed(1)} ${up(value).toFixed(1)}`).join("");
  const now = trace.values[trace.values.length - 1];
  const words = cubes ? t("scale.plot_cubes", { n: number(now / HUNDREDTHS, 1), of: now / HUNDREDTHS }) : t("scale.plot_raw");
  return html`
    <svg class="scale-plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("scale.plot", { seconds: Math.round(POINTS * trace.step_s), now: words })} data-raw>
      ${cubes && linesOf([least, most]).map((one) => html`
        <path class="plot-line" d="M${LEFT} ${up(one * HUNDREDTHS).toFixed(1)}H${WIDTH - 2}" />
        <text class="plot-number" x=${LEFT - 6} y=${(up(one * HUNDREDTHS) + 4).toFixed(1)} text-anchor="end">${one}</text>`)}
      <path class="plot-weight" d=${line} />
      <circle class="plot-now" cx=${across(trace.values.length - 1).toFixed(1)} cy=${up(now).toFixed(1)} r="4" />
    </svg>`;
}
