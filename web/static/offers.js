// Taking an offer: the usual answer with one tap where everything in it has a usual value; any other by a dialog, so that
// a stray finger spends nothing.

import { html, useState } from "./vendor/preact-htm.js";
import { AskField, askedWith, filled, hasUsual, isBlank, isOneChoice, shown, tidyCode, usualOf, usualValues, wrong } from "./asks.js";
import { CardOfOffer } from "./card_picture.js";
import { madeFor } from "./double_tap.js";
import { keptIn } from "./drafts.js";
import { Icon } from "./icons.js";
import { MapPicks, together } from "./map_pick.js";
import { refusal, tap } from "./send.js";
import { confirm, Sheet, useSending } from "./sheet.js";
import { hide, part, show, store, subscribe, useStore, version } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
/** @import { Ask, AskedFor, Draft, Offer, PickAsk, Refused, Sends, Values, View } from "./types.d.ts" */

const MOST_LETTERS = 36; // two lines of a small phone
const MOST_VALUES = 2; // of more nobody could tell which is which

/** @type {(offer: Offer) => boolean} */
export const hasFields = (offer) => filled(offer.asks).length > 0;
/** @type {(asks: Ask[]) => boolean} */
const allUsual = (asks) => asks.every(hasUsual) && !asks.every(isBlank);
/** @type {(offer: Offer) => boolean} */
export const oneTap = (offer) => !hasFields(offer) || (offer.tone === "usual" && allUsual(filled(offer.asks)));

// `at` is the screen that whoever tapped had before them.
/** @type {(offer: Offer, values: Values, at?: number) => Promise<unknown>} */
const play = (offer, values, at = madeFor()) =>
  tap("/api/play", { move: offer.move.name, args: { ...offer.move.args, ...values }, seen: at }, offer.label);

// Whether what is entered is only taken by a button of its own; not where all that is asked is one of a few.
/** @type {(asks: Ask[]) => boolean} */
export const isConfirmed = (asks) => !isOneChoice(asks);

// Whether nothing but one value is asked, so that a tap on it leaves nothing to be set.
/** @type {(asks: Ask[]) => boolean} */
export const isOneValue = (asks) => filled(asks).length === 1;

/** @type {(offer: Offer) => void} */
export function take(offer) {
  if (!oneTap(offer)) exact(offer);
  else if (offer.tone === "danger") askTwice(offer, usualValues(offer.asks));
  else play(offer, usualValues(offer.asks));
}

/** @type {(offer: Offer, values: Values, at?: number) => void} */
const askTwice = (offer, values, at = madeFor()) => {
  const said = filled(offer.asks).filter((ask) => !isEmpty(values[ask.name])).map((ask) => shown(ask, values[ask.name]));
  confirm({ title: [offer.label, ...said].join(": "), text: t("confirm.danger"), yes: offer.label, onYes: () => play(offer, values, at) });
};

// Takes an offer whose only ask is answered by this value; the answer is why it was refused.
/** @type {(offer: Offer, values: Values) => Promise<Refused | null>} */
export async function playWith(offer, values) {
  if (offer.tone === "danger") askTwice(offer, values);
  else if (!(await play(offer, values))) return refusal();
  return null;
}

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

// What was chosen or typed so far, on the button that takes it; nothing where that is much to read.
/** @type {View<{ asks: Ask[], values: Values }>} */
export function Entered({ asks, values }) {
  const now = tidied(asks, values); // as it will be taken: m 17 is M017
  const told = filled(askedWith(asks, now)).filter((ask) => !isEmpty(values[ask.name]));
  const words = told.map((ask) => shown(ask, now[ask.name]));
  if (told.length > MOST_VALUES || told.some((ask) => Array.isArray(now[ask.name])) || words.join(" ").length > MOST_LETTERS) return null;
  return words.length > 0 && html`<span class="usual-values">${told.map((ask, index) => html`<b data-raw=${ask.type !== "Pick"}>${words[index]}</b>`)}</span>`;
}

/** @type {View<{ offer: Offer, seen: number }>} */
function OfferSheet({ offer, seen }) {
  useStore();
  /** @type {Sends} */
  const done = (values, agreed) => (offer.tone === "danger" && !isConfirmed(offer.asks) ? askTwice(offer, values, agreed) : play(offer, values, agreed));
  return html`<${AsksSheet} title=${offer.label} asks=${offer.asks} yes=${offer.label} danger=${offer.tone === "danger"} seen=${seen}
    draft=${draftFor(offer)} atOnce isStillOpen=${() => isOpen(offer)} onDone=${done}>
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
// `isStillOpen` tells whether the same may be entered all the same, never in another evening. `onDone` is given the values and the screen that they
// were entered for, and answers null when they were refused: why stands at the field then. A tap on a value takes it, `atOnce`, where it is all
// that is asked; beside others, which may still be changed, it does not. What was entered by then is kept by `draft` when it is closed.
/** @type {View<AskedFor>} */
export function AsksSheet({ title, asks, yes, danger = false, seen, initial, draft, atOnce = false, children, isStillOpen = () => false, onDone }) {
  const [values, setValues] = useState(/** @returns {Values} */ () => ({ ...usualValues(asks), ...initial, ...draft?.values() }));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(/** @type {Refused | null} */ (null));
  const [agreed, setAgreed] = useState(seen);
  const [evening] = useState(part("evening")?.id);
  const [sending, send] = useSending();
  const alone = !isConfirmed(asks);
  if (!sending && agreed !== undefined && agreed !== version()) {
    return html`<${MovedOn} title=${title} words=${movedOn(evening)} asks=${asks} values=${values} onStill=${part("evening")?.id === evening && isStillOpen() && (() => setAgreed(version()))} />`;
  }
  const taken = async (/** @type {Values} */ now) => {
    if (sending) return;
    setTried(true);
    setRefused(null);
    if (asks.some((ask) => wrong(ask, now[ask.name]))) return;
    const answer = await send(() => onDone(tidied(asks, now), agreed));
    if (answer !== null) draft?.drop();
    else if (asks.some((ask) => ask.name === store.message?.field)) setRefused(refusal());
  };
  const set = (/** @type {string} */ name, /** @type {Values[string]} */ value, tapped = false) => {
    const now = { ...values, [name]: value };
    setValues(now);
    draft?.keep(now);
    if (refused?.field === name) setRefused(null);
    if (alone || tapped && !danger && atOnce && isOneValue(asks)) taken(now);
  };
  const done = (/** @type {Event} */ event) => {
    event.preventDefault();
    taken(values);
  };
  const errorOf = (/** @type {Ask} */ ask) => (refused?.field === ask.name ? refused.text : tried ? wrong(ask, values[ask.name]) : null);
  const submit = !alone && html`<button class="button ${danger ? "danger" : "usual"}" form="asks" aria-busy=${sending}><span class="words">${yes}</span>${title === yes && html`<${Entered} asks=${asks} values=${values} />`}</button>`;
  return html`
    <${Sheet} title=${title} actions=${submit}>
      ${children}
      <form id="asks" onSubmit=${done} novalidate>
        ${together(askedWith(asks, values)).map(([ask, ...more]) => (more.length ? html`
          <${MapPicks} key=${ask.name} asks=${/** @type {PickAsk[]} */ ([ask, ...more])} values=${values} onChange=${set} errorOf=${errorOf} />` : html`
          <${AskField} key=${ask.name} ask=${ask} alone=${alone} value=${values[ask.name]} onChange=${(/** @type {Values[string]} */ value, /** @type {boolean | undefined} */ tapped) => set(ask.name, value, tapped)}
            error=${errorOf(ask)} />`))}
      </form>
    <//>`;
}

/** @type {(asks: Ask[], values: Values) => Values} */
const tidied = (asks, values) => ({ ...values, ...Object.fromEntries(asks.flatMap((ask) => (ask.type === "Code" ? [[ask.name, tidyCode(ask, String(values[ask.name]))]] : []))) });

// What was entered into an offer's dialog, until the prompt no longer asks for it.
/** @type {ReturnType<typeof keptIn<Values>>} */
const { kept: drafts, keep } = keptIn("drafts");

/** @type {(offer: Offer) => string} */
const draftOf = (offer) => JSON.stringify([offer.move, offer.asks.map((ask) => ask.name)]);

subscribe(() => {
  if (!drafts.size || part("version") === undefined || store.asOf || part("joined") === false) return; // what may be tapped now is not known
  const open = new Set([...(part("prompts") ?? []).flatMap((prompt) => prompt.offers), ...(part("notices") ?? []).flatMap((one) => [one.offer, one.other])].map((one) => one && draftOf(one)));
  const over = [...drafts.keys()].filter((key) => !open.has(key));
  over.forEach((key) => drafts.delete(key));
  if (over.length) keep();
});

/** @type {(offer: Offer) => Draft} */
export const draftFor = (offer) => ({
  values: () => Object.fromEntries(Object.entries(drafts.get(draftOf(offer)) ?? {}).filter(([name, value]) => !isEmpty(value) && offer.asks.some((ask) => ask.name === name && (ask.type !== "Pick" || !wrong(ask, value))))),
  keep: (values) => {
    drafts.set(draftOf(offer), values);
    keep();
  },
  drop: () => {
    drafts.delete(draftOf(offer));
    keep();
  },
});

/** @type {(value: Values[string]) => boolean} */
const isEmpty = (value) => value === undefined || value === null || value === "";

// How the game has gone on since a dialog was opened in that evening.
/** @type {(evening?: string) => string} */
function movedOn(evening) {
  const now = part("evening");
  if (now?.id === evening) return t("moved_on", { label: part("last")?.label ?? "" });
  return t(now ? "moved_on.other" : "moved_on.closed");
}

// What was entered stands here until somebody has looked: another phone may have entered the same already.
/** @type {View<{ title: string, words: string, asks: Ask[], values: Values, onStill: false | (() => void) }>} */
const MovedOn = ({ title, words, asks, values, onStill }) => html`
  <${Sheet} title=${title} actions=${html`
    ${onStill && html`<${Button} onClick=${onStill}>${t("moved_on.still")}<//>`}
    <${Button} kind="usual" onClick=${hide}>${t("moved_on.back")}<//>`}>
    <p role="alert">${words}</p>
    <dl class="entered">${filled(asks).filter((ask) => !isEmpty(values[ask.name])).map((ask) => html`
      <div key=${ask.name}><dt>${ask.label}</dt><dd data-raw=${ask.type !== "Pick"}>${shown(ask, values[ask.name])}</dd></div>`)}</dl>
  <//>`;
