// The guided calibration: what to do now in large words, what was noticed, and taps for whoever prefers them.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { scaleTap, useScale, Waiting } from "./scale.js";
import { ScalePlot } from "./scale_plot.js";
import { part, store, update } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton, Stepper, Top, useTitle } from "./ui.js";
/** @import { WizardState, Value, View } from "./types.d.ts" */

/** @type {Partial<Record<WizardState["step"], number>>} */
const STEPS = { plate: 0, drawer: 0, known: 1, single: 2, out: 2 };
const KEYS = ["calibrate.one", "calibrate.two", "calibrate.three"];
/** @type {Value | null} */
let cubes = null;

export function Calibrate() {
  useTitle(t("calibrate.title"));
  const scale = useScale("trace");
  if (!scale) return html`<${Waiting} title=${t("calibrate.title")} />`;
  const { talk } = scale;
  const change = (/** @type {Value} */ value) => {
    cubes = value;
    update({});
  };
  return html`
    <${Top} title=${t("calibrate.title")} back="#scale" />
    ${talk.step === "idle" ? html`<${Before} talk=${talk} onChange=${change} />` : html`<${Talk} talk=${talk} />`}`;
}

/** @type {View<{ talk: WizardState, onChange: (value: Value) => void }>} */
const Before = ({ talk, onChange }) => html`
  ${talk.results.length > 0 && html`
    <section class="card results ${talk.good ? "good" : "bad"}" role="status">
      <h2 class="label">${t("calibrate.last")}</h2>
      ${talk.results.map((text, index) => html`<p key=${index}>${index === 0 && html`<${Icon} name=${talk.good ? "check" : "warning"} />`}<span>${text}</span></p>`)}
    </section>`}
  <${Singles} talk=${talk} />
  <p class="more">${t("calibrate.text")}</p>
  <ol class="steps">${KEYS.map((key) => html`<li key=${key}><span>${t(key)}</span></li>`)}</ol>
  <${Stepper} id="cubes" label=${t("calibrate.cubes")} value=${cubes ?? talk.cubes} least=${2} most=${500} onChange=${onChange} />`;

/** @type {View<{ talk: WizardState }>} */
const Talk = ({ talk }) => html`
  <ol class="steps progress" aria-label=${t("calibrate.title")}>${KEYS.map((key, index) => html`
    <li key=${key} aria-current=${index === STEPS[talk.step] ? "step" : undefined} class=${index < (STEPS[talk.step] ?? 0) ? "past" : ""}><span class="sr-only">${t(key)}</span></li>`)}</ol>
  <section class="prompt"><p class="do long" role="status">${talk.words}</p></section>
  <${Singles} talk=${talk} />
  <${ScalePlot} />`;

/** @type {View<{ talk: WizardState }>} */
const Singles = ({ talk }) => (talk.singles.length === 0 ? null : html`
  <section><h2 class="label">${t("calibrate.singles", { count: talk.singles.length, wanted: talk.wanted })}</h2>
    <ol class="singles">${talk.singles.map((one, index) => {
      const percent = Math.round(one.weight * 100);
      return html`<li key=${index} class=${one.odd ? "odd" : ""} aria-label=${t("calibrate.single", { number: index + 1, percent })}>
        <span data-raw>${percent} %</span>${one.odd && html`<span class="tag">${t("calibrate.odd")}</span>`}</li>`;
    })}</ol>
  </section>`);

export function CalibrateBar() {
  const talk = part("scale")?.talk;
  if (!talk) return null;
  const busy = store.pending !== null;
  if (talk.step === "idle") {
    const count = cubes ?? talk.cubes;
    const begin = () => typeof count === "number" && Number.isInteger(count) && count >= 2 && scaleTap("calibrate", { count }, t("calibrate.begin"));
    return html`<div class="action-bar"><button type="button" class="button answer usual" aria-busy=${busy} onClick=${begin}><span class="words">${t("calibrate.begin")}</span></button></div>`;
  }
  const label = (/** @type {string} */ verb) => t(verb === "enough" && talk.step === "known" ? "calibrate.keep" : `calibrate.${verb}`);
  const taps = talk.can.filter((verb) => verb !== "cancel").reverse();
  return html`<div class="action-bar">
    <${IconButton} icon="close" label=${t("calibrate.cancel")} kind="outlined" onClick=${() => scaleTap("cancel", {}, t("calibrate.cancel"))} />
    ${taps.map((verb) => html`<${Button} key=${verb} kind="answer" aria-busy=${busy} onClick=${() => scaleTap(verb, {}, label(verb))}>${label(verb)}<//>`)}</div>`;
}
