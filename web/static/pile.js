// Any pile on the scale: name it, weigh a known few, then the pile; and set a counter of the game to its count.

import { html, useEffect } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { want } from "./live.js";
import { Answer, BigCount } from "./scale_count.js";
import { ScalePlot } from "./scale_plot.js";
import { tap } from "./send.js";
import { confirm } from "./sheet.js";
import { part, store, update } from "./store.js";
import { t } from "./text.js";
import { Button, Field, IconButton, Options, Raw, Stepper, Top, useTitle } from "./ui.js";
/** @import { Adjustable, Drawn, FieldEvent, KeptPile, PileState, Value, View } from "./types.d.ts" */

/** @type {(verb: string, more?: object, what?: string) => Promise<unknown>} */
const pileTap = (verb, more = {}, what = t("pile.title")) => tap("/api/pile", { do: verb, ...more }, what);
/** @type {Value} */
let known = 10;
let named = "";

export function Pile() {
  useTitle(t("pile.title"));
  useEffect(() => want("pile", "trace", "adjustables"), []);
  const pile = part("pile");
  return html`
    <${Top} title=${t("pile.title")} back="#scale" />
    ${!pile ? html`<p class="empty">${t("loading")}</p>` : pile.step === "none" ? html`<${Choose} pile=${pile} />` : html`<${Weigh} pile=${pile} />`}`;
}

/** @type {View<{ pile: PileState }>} */
function Choose({ pile }) {
  const type = (/** @type {FieldEvent} */ event) => {
    named = event.currentTarget.value;
    update({});
  };
  return html`
    <p class="more">${t("pile.text")}</p>
    ${pile.kept.length > 0 && html`<section class="panel"><h2>${t("pile.kept")}</h2>
      <ul class="list">${pile.kept.map((one) => html`
        <li class="pile-kept" key=${one.name}>
          <button type="button" class="button offer" onClick=${() => pileTap("begin", { name: one.name }, one.name)}><${Icon} name="cube" />
            <span class="words"><${Raw}>${one.name}<//><span class="small">${t("pile.pieces", { n: one.pieces })}</span></span><${Icon} name="chevron" /></button>
          <${IconButton} icon="trash" label=${t("pile.forget", { name: one.name })} onClick=${() => forget(one)} />
        </li>`)}</ul></section>`}
    <${Field} id="pile-name" label=${t("pile.name")} hint=${t("pile.name_hint")} maxlength=${40} autocomplete="off" value=${named} onInput=${type} />`;
}

/** @type {(one: KeptPile) => void} */
const forget = ({ name }) => confirm({
  title: t("pile.forget_title", { name }), text: t("pile.forget_text"), yes: t("remove"), onYes: () => pileTap("forget", { name }, t("remove")),
});

/** @type {View<{ pile: PileState }>} */
function Weigh({ pile }) {
  const learn = (/** @type {Value} */ value) => {
    known = value;
    update({});
  };
  const counting = pile.step === "count";
  return html`
    <section class="panel scale-now" aria-label=${t("scale.now")}>
      <h2><${Raw}>${pile.name}<//></h2>
      ${counting && html`<${BigCount} one=${pile} />`}
      ${counting && pile.status === "moving" && html`<p class="small">${t("pile.moving")}</p>`}
      ${pile.why && html`<p class="why" role="alert"><strong>${pile.why}</strong></p>`}
      ${counting && pile.status === "unsure" && html`<${Answer} one=${pile} onTell=${(/** @type {number} */ count) => pileTap("told", { count }, t("scale.told"))} />`}
      <p role="status">${pile.words}</p>
      ${counting && pile.at_once !== undefined && pile.at_once > 0 && html`<p class="small">${t("pile.at_once", { count: pile.at_once })}</p>`}
      ${pile.step === "known" && html`<${Stepper} id="known" label=${t("pile.known_count")} value=${known} least=${1} most=${500} onChange=${learn} />`}
      <${ScalePlot} />
    </section>
    <${Binding} pile=${pile} />
    <${Button} onClick=${() => pileTap("end", {}, t("pile.end"))}>${t("pile.end")}<//>`;
}

// The whole numbers of the open evening that can be set by hand.
/** @type {() => Adjustable[]} */
const counters = () => (part("adjustables") ?? []).map((name) => part(`adjust:${name}`)).flatMap((one) => (one?.ask.type === "Whole" ? [one] : []));

/** @type {View<{ pile: PileState }>} */
function Binding({ pile }) {
  const found = counters();
  if (!part("evening") || found.length === 0) return null;
  const bind = (/** @type {string | null} */ adjustable, /** @type {boolean} */ by_itself) => pileTap("bind", { adjustable, by_itself }, t("pile.for"));
  /** @type {[string, string][]} */
  const options = [["", t("pile.for_none")], ...found.map((one) => /** @type {[string, string]} */ ([one.ask.name, one.ask.label]))];
  return html`
    <section class="panel">
      <details open=${pile.bound === undefined ? undefined : false}><summary><span class="row-words"><span class="row-title">${t("pile.for")}</span>
          <span class="small">${pile.what ?? t("pile.for_none")}</span></span><${Icon} name="chevron" /></summary>
        <${Options} name="counter" label=${t("pile.for")} value=${pile.bound ?? ""} onChange=${(/** @type {string} */ name) => bind(name || null, pile.by_itself)}
          options=${options} />
      </details>
      ${pile.bound !== undefined && html`
        <p class="small">${t("pile.now", { value: pile.now })}</p>
        <${Button} icon=${pile.by_itself ? "check" : "minus"} aria-pressed=${pile.by_itself} onClick=${() => bind(pile.bound ?? null, !pile.by_itself)}>${t("pile.by_itself")}<//>`}
    </section>`;
}

export function PileBar() {
  const pile = part("pile");
  if (!pile) return null;
  const busy = store.pending !== null;
  /** @type {(words: string, go: () => unknown, off?: boolean) => Drawn} */
  const bar = (words, go, off = false) => html`
    <div class="action-bar"><button type="button" class="button answer usual" aria-busy=${busy} disabled=${off} onClick=${go}><span class="words">${words}</span></button></div>`;
  if (pile.step === "none") return bar(t("pile.begin"), () => named.trim() && pileTap("begin", { name: named }, t("pile.begin")).then((done) => done && (named = "")), !named.trim());
  if (pile.step === "zero") return bar(t("pile.zero"), () => pileTap("zero", {}, t("pile.zero")));
  if (pile.step === "known") return bar(t("pile.known"), () => Number.isInteger(known) && pileTap("known", { count: known }, t("pile.known")));
  if (pile.step !== "count") return null;
  const zero = html`<${Button} kind="answer" onClick=${() => pileTap("zero", {}, t("pile.zero"))}>${t("pile.zero")}<//>`;
  if (pile.bound === undefined || pile.status !== "sure") return html`<div class="action-bar">${zero}</div>`;
  return html`<div class="action-bar">${zero}
    <button type="button" class="button answer usual" aria-busy=${busy} disabled=${pile.now === pile.count} onClick=${() => pileTap("put", {}, t("pile.for"))}><span class="words">${t("pile.put", { what: pile.what, count: pile.count })}</span></button></div>`;
}
