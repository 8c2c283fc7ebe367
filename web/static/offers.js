// Taking an offer: the usual answer with one tap where everything in it has a usual value; any other by a dialog, so that
// a stray finger spends nothing.

import { html, useState } from "./vendor/preact-htm.js";
import { AskField, filled, hasUsual, isBlank, shown, usualOf, usualValues, wrong } from "./asks.js";
import { CardOfOffer } from "./card_picture.js";
import { Icon } from "./icons.js";
import { MapPicks, together } from "./map_pick.js";
import { tap } from "./send.js";
import { confirm, Sheet, useSending } from "./sheet.js";
import { hide, part, show, store, useStore, version } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
/** @import { Ask, AskedFor, Offer, PickAsk, Sends, Values, View } from "./types.d.ts" */

/** @type {(offer: Offer) => boolean} */
export const hasFields = (offer) => filled(offer.asks).length > 0;
/** @type {(asks: Ask[]) => boolean} */
const allUsual = (asks) => asks.every(hasUsual) && !asks.every(isBlank);
/** @type {(offer: Offer) => boolean} */
export const oneTap = (offer) => !hasFields(offer) || (offer.tone === "usual" && allUsual(filled(offer.asks)));

// `seen` is the screen that whoever tapped had before them.
/** @type {(offer: Offer, values: Values, seen?: number) => Promise<unknown>} */
const play = (offer, values, seen = version()) =>
  tap("/api/play", { move: offer.move.name, args: { ...offer.move.args, ...values }, seen }, offer.label);

/** @type {(offer: Offer) => void} */
export function take(offer) {
  if (!oneTap(offer)) exact(offer);
  else if (offer.tone === "danger") askTwice(offer);
  else play(offer, usualValues(offer.asks));
}

/** @type {(offer: Offer) => void} */
const askTwice = (offer) =>
  confirm({ title: offer.label, text: t("confirm.danger"), yes: offer.label, onYes: () => play(offer, usualValues(offer.asks)) });

/** @type {(offer: Offer) => void} */
export const exact = (offer) => {
  const seen = version();
  show(() => html`<${OfferSheet} offer=${offer} seen=${seen} />`);
};

// The usual values of an offer, in small print on its button.
/** @type {View<{ offer: Offer }>} */
export const UsualValues = ({ offer }) =>
  oneTap(offer) && hasFields(offer) && html`
    <span class="usual-values">${filled(offer.asks).filter((ask) => !isBlank(ask)).map((ask) => html`
      <span><span>${ask.label}</span> <b data-raw=${ask.type === "Whole"}>${shown(ask, usualOf(ask))}</b></span>`)}</span>`;

/** @type {View<{ offer: Offer, seen: number }>} */
function OfferSheet({ offer, seen }) {
  useStore();
  /** @type {Sends} */
  const done = (values, agreed) => play(offer, values, agreed);
  return html`<${AsksSheet} title=${offer.label} asks=${offer.asks} yes=${offer.label} danger=${offer.tone === "danger"} seen=${seen}
    isStillOpen=${() => isOpen(offer)} onDone=${done}>
    ${offer.note && html`<p class="more">${offer.note}</p>`}
    ${offer.rule && html`<a class="link" href="#look-up/rule/${encodeURIComponent(offer.rule)}"><${Icon} name="book" />${t("rule")}</a>`}
    ${typeof offer.move.args.card === "string" && html`<${CardOfOffer} game=${store.parts.evening?.game} code=${offer.move.args.card} />`}
  <//>`;
}

/** @type {(offer: Offer) => (one: Offer | undefined) => boolean} */
const sameAs = (offer) => {
  const wanted = JSON.stringify([offer.move, offer.asks]);
  return (one) => one !== undefined && JSON.stringify([one.move, one.asks]) === wanted;
};
/** @type {(offer: Offer) => boolean} */
const isOpen = (offer) =>
  (part("prompts") ?? []).some((prompt) => prompt.offers.some(sameAs(offer))) ||
  (part("notices") ?? []).some((one) => [one.offer, one.other].some(sameAs(offer)));

// A dialog that asks for values and keeps them until they are taken. When the game has gone on behind it, it says so;
// `isStillOpen` tells whether the same may be entered all the same. `onDone` is given the values and the screen that they
// were entered for, and answers null when they were refused.
/** @type {View<AskedFor>} */
export function AsksSheet({ title, asks, yes, danger = false, seen, initial, children, isStillOpen = () => false, onDone }) {
  const [values, setValues] = useState(/** @returns {Values} */ () => ({ ...usualValues(asks), ...initial }));
  const [tried, setTried] = useState(false);
  const [agreed, setAgreed] = useState(seen);
  const [sending, send] = useSending();
  const set = (/** @type {string} */ name, /** @type {Values[string]} */ value) => setValues((old) => ({ ...old, [name]: value }));
  if (!sending && agreed !== undefined && agreed !== version()) {
    return html`<${MovedOn} title=${title} asks=${asks} values=${values} onStill=${isStillOpen() && (() => setAgreed(version()))} />`;
  }
  const done = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (sending) return;
    setTried(true);
    if (!asks.some((ask) => wrong(ask, values[ask.name]))) send(() => onDone(values, agreed));
  };
  const submit = html`<button class="button ${danger ? "danger" : "usual"}" form="asks" aria-busy=${sending}><span class="words">${yes}</span></button>`;
  return html`
    <${Sheet} title=${title} actions=${submit}>
      ${children}
      <form id="asks" onSubmit=${done} novalidate>
        ${together(asks).map(([ask, ...more]) => (more.length ? html`
          <${MapPicks} key=${ask.name} asks=${/** @type {PickAsk[]} */ ([ask, ...more])} values=${values} onChange=${set} errorOf=${(/** @type {Ask} */ one) => (tried ? wrong(one, values[one.name]) : null)} />` : html`
          <${AskField} key=${ask.name} ask=${ask} value=${values[ask.name]} onChange=${(/** @type {Values[string]} */ value) => set(ask.name, value)}
            error=${tried ? wrong(ask, values[ask.name]) : null} />`))}
      </form>
    <//>`;
}

/** @type {(value: Values[string]) => boolean} */
const isEmpty = (value) => value === undefined || value === null || value === "";

// What was entered stands here until somebody has looked: another phone may have entered the same already.
/** @type {View<{ title: string, asks: Ask[], values: Values, onStill: false | (() => void) }>} */
const MovedOn = ({ title, asks, values, onStill }) => html`
  <${Sheet} title=${title} actions=${html`
    ${onStill && html`<${Button} onClick=${onStill}>${t("moved_on.still")}<//>`}
    <${Button} kind="usual" onClick=${hide}>${t("moved_on.back")}<//>`}>
    <p role="alert">${t("moved_on", { label: store.parts.last?.label ?? "" })}</p>
    <dl class="entered">${filled(asks).filter((ask) => !isEmpty(values[ask.name])).map((ask) => html`
      <div key=${ask.name}><dt>${ask.label}</dt><dd data-raw=${ask.type !== "Pick"}>${shown(ask, values[ask.name])}</dd></div>`)}</dl>
  <//>`;
