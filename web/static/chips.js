// An offer that asks for one thing alone is answered where it stands: a row of chips below its label, one tap for each answer.

import { html, useState } from "./vendor/preact-htm.js";
import { filled, isAnyNumber, NO_VALUE, shownOn, wholesOf, wrong } from "./asks.js";
import { GameIcon, hasIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { Refused } from "./messages.js";
import { mapWith, MiniMap, Spot } from "./mini_map.js";
import { Entered, playWith } from "./offers.js";
import { mapNamed } from "./picks.js";
import { part, store } from "./store.js";
import { t } from "./text.js";
import { Stepper } from "./ui.js";
/** @import { Choice, Offer, PickAsk, Refused as Why, Value, Values, View, WholeAsk } from "./types.d.ts" */

const MANY = 12; // more answers than these are folded below an offer that is one of several
const FEW_OFFERS = 3;
const LONG_NAME = 12; // letters
const SHORT_NAME = 4; // letters of a code, such as L12
const MOST_BESIDE = 9;
const MOST_PICTURED = 4;
const LONG_BESIDE = 22; // letters of a name beside which its answers stand
const WORD_BESIDE = 9; // letters of such an answer

// A label that ends with a colon, as it stands before a chip's value.
/** @type {(label: string) => string} */
const calledBefore = (label) => label.replace(/\s*:$/, "");

// The one thing that this offer asks, if it is of a kind that chips can answer. What is tapped on a map is no chip, unless
// every answer has a picture; or unless that map is not there.
/** @type {(offer: Offer) => WholeAsk | PickAsk | null} */
export function chipAsk(offer) {
  const [ask, ...more] = filled(offer.asks);
  if (!ask || more.length || offer.ticked !== undefined) return null;
  if (ask.type === "Whole") return isAnyNumber(ask) ? null : ask;
  if (ask.type !== "Pick") return null;
  const pictured = ask.choices.length <= MANY && ask.choices.every((one) => hasIcon(one.icon));
  return !ask.on || !mapNamed(ask.on) || pictured ? ask : null;
}

// Whether so many answers wait behind the offer's own row until they are wanted: where its question has others that they would push away.
/** @type {(offer: Offer, ask: WholeAsk | PickAsk) => boolean} */
export function isFolded(offer, ask) {
  const prompt = (part("prompts") ?? []).find((one) => one.offers.includes(offer));
  return ask.type === "Pick" && ask.choices.length > MANY && (prompt === undefined || prompt.offers.length > FEW_OFFERS);
}

// The usual one of a few pictured answers, where the name's small print says it already.
/** @type {(offer: Offer, ask: PickAsk) => Choice | undefined} */
function saidByName(offer, ask) {
  const usual = ask.choices.find((one) => one.value === ask.usual);
  const pictured = ask.choices.length <= MOST_PICTURED && ask.choices.every((one) => hasIcon(one.icon));
  return usual && pictured && offer.note?.includes(usual.label) ? usual : undefined;
}

// Few answers of a word each stand beside what they answer; the one of no value, which leaves it to be asked next, is the name itself. So
// do few pictured ones beside the usual one.
/** @type {(offer: Offer) => boolean} */
export function isInline(offer) {
  const ask = chipAsk(offer);
  if (ask?.type === "Pick" && saidByName(offer, ask)) return true;
  if (ask?.type !== "Pick" || ask.choices.length > MOST_BESIDE || offer.label.length > LONG_BESIDE) return false;
  return ask.choices.some((one) => one.value === "") && ask.choices.every((one) => one.value === "" || one.label.length <= WORD_BESIDE);
}

/** @type {View<{ offer: Offer, ask: PickAsk, onTake: (value: string) => unknown }>} */
const Beside = ({ offer, ask, onTake }) => {
  const said = saidByName(offer, ask);
  const next = ask.choices.find((one) => one.value === "");
  const taken = said ?? next;
  return html`
    <button type="button" class="chip beside-head" data-answer=${taken?.label} aria-busy=${store.pending !== null} onClick=${() => onTake(taken?.value ?? "")}>
      <${GameIcon} name=${offer.icon} /><span class="words"><span>${offer.label}</span><span class="note">${offer.note}${next && html`<${GameIcon} name=${next.icon} label=${next.label} kind="next" />`}</span></span></button>
    <div class="chip-row">${ask.choices.filter((one) => one !== taken).map((one) => html`
      <${Chip} key=${one.value} offer=${offer} words=${one.label} icon=${one.icon} at=${one.at} usual=${one.value === ask.usual} onTake=${() => onTake(one.value)} />`)}</div>`;
};

// `done`: what else is to be done when it is taken, such as closing the sheet that this stands in.
/** @type {View<{ offer: Offer, ask: WholeAsk | PickAsk, done?: () => unknown }>} */
export function ChipOffer({ offer, ask, done }) {
  const [refused, setRefused] = useState(/** @type {Why | null} */ (null));
  const [open, setOpen] = useState(false);
  const taken = async (/** @type {Value} */ value) => {
    setRefused(null);
    const why = await playWith(offer, { [ask.name]: value });
    setRefused(why);
    if (!why && offer.tone !== "danger") done?.(); // what is dangerous is asked once more in a sheet of its own
  };
  const chance = offer.asks.filter((one) => one.type === "Chance").map((one) => t("ask.chance", { what: one.label }));
  const isSaid = ask.type === "Pick" || offer.label.endsWith(":") || offer.label.endsWith(ask.label);
  const head = [isSaid ? undefined : ask.label, offer.note, ...chance].filter((one) => one !== undefined);
  const folds = isFolded(offer, ask);
  if (ask.type === "Pick" && isInline(offer)) {
    return html`
      <div class="chip-offer beside" role="group" aria-label=${offer.label}><${Beside} offer=${offer} ask=${ask} onTake=${taken} />
        ${refused && html`<${Refused} id="refused-${offer.move.name}" why=${refused} />`}</div>`;
  }
  const words = html`<${GameIcon} name=${offer.icon} /><${Spot} at=${offer.at} />${offer.tone === "danger" && html`<${Icon} name="warning" />`}
    <span class="words"><span>${offer.label}</span>${head.map((one) => html`<span class="note" key=${one}>${one}</span>`)}</span>`;
  return html`
    <div class="chip-offer ${offer.tone}" role="group" aria-label=${offer.label}>
      ${folds ? html`<button type="button" class="chip-head folds" aria-expanded=${open} onClick=${() => setOpen(!open)}>${words}<${Icon} name="chevron" /></button>` : html`<p class="chip-head">${words}</p>`}
      ${folds && !open ? null : ask.type === "Pick" ? html`<${PickChips} offer=${offer} ask=${ask} onTake=${taken} />` : html`<${WholeChips} offer=${offer} ask=${ask} onTake=${taken} />`}
      ${refused && html`<${Refused} id="refused-${offer.move.name}" why=${refused} />`}
    </div>`;
}

// Whether so long names stand two by two, with their words below each other.
/** @type {(labels: string[]) => boolean} */
export const arePairs = (labels) => labels.length > 2 && labels.some((label) => label.length > LONG_NAME);

/** @type {View<{ offer: Offer, ask: PickAsk, onTake: (value: string) => unknown }>} */
const PickChips = ({ offer, ask, onTake }) => html`
  <div class="chip-row ${arePairs(ask.choices.map((one) => one.label)) ? "pairs" : ""}">${ask.choices.map((one) => html`
    <${Chip} key=${one.value} offer=${offer} words=${one.label} icon=${one.icon} at=${one.at} usual=${one.value === ask.usual} onTake=${() => onTake(one.value)} />`)}</div>`;

/** @type {View<{ offer: Offer, ask: WholeAsk, onTake: (value: number) => unknown }>} */
function WholeChips({ offer, ask, onTake }) {
  const [typed, setTyped] = useState(/** @type {Values[string] | typeof NO_VALUE} */ (NO_VALUE));
  const [tried, setTried] = useState(false);
  const { values, more } = wholesOf(ask);
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    setTried(true);
    if (!wrong(ask, typed)) onTake(/** @type {number} */ (typed));
  };
  return html`
    <div class="chip-row numbers">${values.map((value) => html`
      <${Chip} key=${value} offer=${offer} words=${shownOn(ask, value)} raw usual=${value === ask.usual} onTake=${() => onTake(value)} />`)}
      ${more && html`<button type="button" class="chip more" aria-expanded=${typed !== NO_VALUE} aria-label=${t("ask.chip", { offer: calledBefore(offer.label), value: t("more") })}
        onClick=${() => setTyped(typed === NO_VALUE ? ask.usual ?? null : NO_VALUE)}>${t("more")}</button>`}</div>
    ${typed !== NO_VALUE && html`
      <form class="chip-more" onSubmit=${send} novalidate>
        <${Stepper} id="more-${offer.move.name}-${ask.name}" label=${ask.label} value=${typed} least=${ask.at_least} most=${ask.at_most} onChange=${setTyped} error=${tried ? wrong(ask, typed) : null} />
        <button class="button second"><span class="words">${offer.label}</span>${!wrong(ask, typed) && html`<${Entered} asks=${[ask]} values=${{ [ask.name]: /** @type {Value} */ (typed) }} />`}</button>
      </form>`}`;
}

// An answer that is a space of the map shows where that is.
/** @type {View<{ offer: Offer, words: string, icon?: string, at?: string, raw?: boolean, usual: boolean, onTake: () => unknown }>} */
const Chip = ({ offer, words, icon, at, raw, usual, onTake }) => {
  const map = mapWith(at);
  return html`
  <button type="button" class="chip ${usual ? "usual" : ""} ${words.length <= SHORT_NAME ? "short" : ""}" aria-busy=${store.pending !== null} aria-label=${t("ask.chip", { offer: calledBefore(offer.label), value: words })} onClick=${onTake}>
    ${map && at !== undefined ? html`<${MiniMap} map=${map} at=${at} tone=${icon} />` : html`<${GameIcon} name=${icon} /><span data-raw=${raw}>${words}</span>`}</button>`;
};
