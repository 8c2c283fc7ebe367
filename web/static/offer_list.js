// Offers as a list: buttons while they are few, rows under headings when they are many, boxes to tick off.

import { html } from "./vendor/preact-htm.js";
import { chipAsk, ChipOffer, isInline } from "./chips.js";
import { Icon } from "./icons.js";
import { Jumps } from "./jumps.js";
import { Spot } from "./mini_map.js";
import { hasFields, take, UsualValues } from "./offers.js";
import { isTicked, tick } from "./ticks.js";
import { part, store, update } from "./store.js";
import { t } from "./text.js";
import { isWide } from "./wide.js";
/** @import { Grouped, Offer, Prompt, View } from "./types.d.ts" */

const FEW = 8; // so many offers stand open whatever their headings
const LONG = 4; // a group with more than these can be closed, among many groups
const LONG_OF_FEW = 9; // and among few groups one with more than these
const FEW_GROUPS = 8;
const MANY_GROUPS = 4; // so many headings of a long page stand in a row at its top
const LONG_PAGE = 14; // rows, more than a phone shows
const LONG_TICKS = 7; // and one of boxes to tick off with more than these
const SHORT = 12; // letters of a label that leaves room for others beside it
const SIDE_BY_SIDE = 6; // so many short offers stand in one row at most
/** @type {Map<string, boolean | "in turn">} */
const opened = new Map(); // which groups were opened or closed by hand, or opened as their turn came: those close once all is ticked off

// A mere number or sign is called by its heading, too, for who hears it without seeing where it stands.
/** @type {(offer: Offer) => string | undefined} */
export const calledWith = ({ label, under }) => (under !== undefined && !/\p{L}/u.test(label) ? t("offer.under", { under, label }) : undefined);

// `before`: what else a tap does, such as closing the sheet that the offer stands in.
/** @type {View<{ offer: Offer, onTake?: (offer: Offer) => unknown, before?: () => unknown }>} */
export const OfferButton = ({ offer, onTake = take, before }) => {
  const ask = chipAsk(offer);
  return ask ? html`<${ChipOffer} offer=${offer} ask=${ask} done=${before} />` : html`<${PlainButton} offer=${offer} onTake=${() => (before?.(), onTake(offer))} />`;
};

/** @type {View<{ offer: Offer, onTake: (offer: Offer) => unknown }>} */
const PlainButton = ({ offer, onTake }) => html`
  <button type="button" class="button offer ${offer.tone === "usual" ? "second" : offer.tone}" aria-label=${calledWith(offer)} aria-busy=${store.pending !== null} onClick=${() => onTake(offer)}>
    ${offer.tone === "danger" && html`<${Icon} name="warning" />`}<${OfferWords} offer=${offer} />
    ${hasFields(offer) && html`<${Icon} name="chevron" />`}
  </button>`;

/** @type {View<{ offer: Offer }>} */
export const OfferWords = ({ offer }) => html`
  <span class="words"><span>${offer.label}</span>${offer.note && html`<span class="note">${offer.note}</span>`}<${UsualValues} offer=${offer} /></span>`;

/** @type {View<{ offer: Offer, onTake: (offer: Offer) => unknown, before?: () => unknown }>} */
const Row = ({ offer, onTake, before }) => {
  const ask = chipAsk(offer);
  return ask ? html`<li><${ChipOffer} offer=${offer} ask=${ask} done=${before} /></li>` : html`<${PlainRow} offer=${offer} onTake=${() => (before?.(), onTake(offer))} />`;
};

/** @type {View<{ offer: Offer, onTake: (offer: Offer) => unknown }>} */
const PlainRow = ({ offer, onTake }) => html`
  <li><button type="button" class="offer-row ${offer.tone}" aria-label=${calledWith(offer)} aria-busy=${store.pending !== null} onClick=${() => onTake(offer)}>
    ${offer.tone === "danger" && html`<${Icon} name="warning" />`}<${Spot} at=${offer.at} /><${OfferWords} offer=${offer} />
    ${hasFields(offer) && html`<${Icon} name="chevron" />`}
  </button></li>`;

/** @type {View<{ offer: Offer }>} */
function TickRow({ offer }) {
  const ticked = isTicked(offer);
  return html`
    <li><button type="button" class="offer-row tick ${ticked ? "ticked" : ""}" role="checkbox" aria-checked=${ticked} onClick=${() => tick(offer)}>
      <span class="tick-box" aria-hidden="true">${ticked && html`<${Icon} name="check" />`}</span><${OfferWords} offer=${offer} />
    </button></li>`;
}

/** @type {View<{ offers: Offer[], onTake?: (offer: Offer) => unknown, before?: () => unknown }>} */
export const OfferRows = ({ offers, onTake = take, before }) => html`
  <ul class="offer-rows">${offers.map((offer) => (offer.ticked === undefined
    ? html`<${Row} key=${keyOf(offer)} offer=${offer} onTake=${onTake} before=${before} />` : html`<${TickRow} key=${keyOf(offer)} offer=${offer} />`))}</ul>`;

/** @type {(offer: Offer) => string} */
const keyOf = ({ move, label }) => `${move.name} ${JSON.stringify(move.args)} ${label}`;

// Offers in a row with the same heading.
/** @type {(offers: Offer[]) => Grouped[]} */
export function groupsOf(offers) {
  /** @type {Grouped[]} */
  const found = [];
  for (const offer of offers) {
    const last = found.at(-1);
    if (last && last.under === offer.under) last.offers.push(offer);
    else found.push({ under: offer.under, offers: [offer] });
  }
  return found;
}

// One tap each and a word each: they stand side by side under their heading.
/** @type {(offers: Offer[]) => boolean} */
export const isShort = (offers) =>
  offers.length > 1 && offers.length <= SIDE_BY_SIDE && offers.every((offer) => offer.label.length <= SHORT && !offer.note && !hasFields(offer) && offer.ticked === undefined && offer.tone !== "danger");

// As many columns as their longest word leaves room for; four long ones make a square.
/** @type {(offers: Offer[]) => number} */
export function columnsFor(offers) {
  const longest = Math.max(...offers.map((offer) => offer.label.length));
  if (longest <= 3) return offers.length;
  if (longest <= 5) return Math.min(offers.length, 4);
  return longest <= 9 && offers.length !== 4 ? Math.min(offers.length, 3) : 2;
}

/** @type {View<{ offers: Offer[], onTake?: (offer: Offer) => unknown, before?: () => unknown }>} */
const ShortRow = ({ offers, onTake, before }) => html`
  <div class="offer-short columns-${columnsFor(offers)}">${offers.map((offer) => html`<${OfferButton} key=${keyOf(offer)} offer=${offer} onTake=${onTake} before=${before} />`)}</div>`;

// Short ones that follow each other stand side by side, every other one alone.
/** @type {(offers: Offer[]) => Offer[][]} */
export function runsOf(offers) {
  /** @type {Offer[][]} */
  const found = [];
  for (const offer of offers) {
    const last = found.at(-1);
    if (last && isShort([...last, offer])) last.push(offer);
    else found.push([offer]);
  }
  return found;
}

/** @type {View<{ offers: Offer[], onTake?: (offer: Offer) => unknown, before?: () => unknown }>} */
const Run = ({ offers, onTake, before }) =>
  (offers.length > 1 ? html`<${ShortRow} offers=${offers} onTake=${onTake} before=${before} />` : html`<${OfferButton} offer=${offers[0]} onTake=${onTake} before=${before} />`);

/** @type {(group: Grouped) => boolean} */
const isDone = (group) => group.offers.every((offer) => offer.ticked !== undefined && isTicked(offer) === true);

// How many rows a group takes: two whose answers stand beside their names are as high as one.
/** @type {(offers: Offer[]) => number} */
export const rowsOf = (offers) => offers.reduce((sum, offer) => sum + (isInline(offer) ? 0.5 : 1), 0);

// Whether a group can be closed, of so many groups; the first one stands open.
/** @type {(group: Grouped, of: number) => boolean} */
const isLong = ({ offers }, of) => rowsOf(offers) > (offers.every((offer) => offer.ticked !== undefined) ? LONG_TICKS : of <= FEW_GROUPS ? LONG_OF_FEW : LONG);

/** @type {View<{ prompt: Prompt, offers: Offer[], label?: string, onTake?: (offer: Offer) => unknown, before?: () => unknown }>} */
export function Offers({ prompt, offers, label, onTake, before }) {
  const groups = groupsOf(offers);
  const plain = offers.every((offer) => offer.under === undefined && offer.ticked === undefined) && offers.length <= FEW;
  if (plain) return html`<section class="offers" aria-label=${label}>${runsOf(offers).map((run) => html`<${Run} key=${keyOf(run[0])} offers=${run} onTake=${onTake} before=${before} />`)}</section>`;
  const first = groups.find((group) => group.under !== undefined && !isDone(group));
  return html`
    <${ToGroups} prompt=${prompt} groups=${groups} />
    <section class="offer-groups" aria-label=${label}>
      ${groups.map((group, index) => html`<${Group} key=${group.under ?? index} id=${idOf(prompt, group.under)} group=${group} first=${group === first} few=${offers.length <= FEW} of=${groups.length} onTake=${onTake} before=${before} />`)}
    </section>`;
}

/** @type {(prompt: Prompt, under: string | undefined) => string} */
const idOf = (prompt, under) => `${prompt.name}/${under}`;

// The headings of a list of many screens, from wherever one is; a closed one opens.
/** @type {View<{ prompt: Prompt, groups: Grouped[] }>} */
function ToGroups({ prompt, groups }) {
  const named = groups.flatMap(({ under }) => (under === undefined ? [] : [{ name: under, title: under }]));
  const isLongPage = groups.reduce((sum, { offers }) => sum + rowsOf(offers), 0) > LONG_PAGE;
  if (isWide() || named.length < MANY_GROUPS || !isLongPage || part("prompts")?.[0]?.name !== prompt.name) return null;
  /** @type {(under: string) => HTMLElement | null} */
  const find = (under) => {
    const there = /** @type {HTMLElement | null} */ (document.querySelector(`.offer-groups > [data-group="${CSS.escape(under)}"]`));
    if (there instanceof HTMLDetailsElement && !there.open) {
      opened.set(idOf(prompt, under), true);
      update({});
    }
    return there;
  };
  return html`<${Jumps} label=${t("offer.jump")} to=${named} find=${find} />`;
}

/** @type {View<{ id: string, group: Grouped, first: boolean, few: boolean, of: number, onTake?: (offer: Offer) => unknown, before?: () => unknown }>} */
function Group({ id, group, first, few, of, onTake, before }) {
  const { under, offers } = group;
  const rows = html`<${OfferRows} offers=${offers} onTake=${onTake} before=${before} />`;
  if (under !== undefined && isShort(offers)) return html`<div class="offer-group" data-group=${under} tabindex="-1"><h2 class="group-head">${under}</h2><${ShortRow} offers=${offers} onTake=${onTake} before=${before} /></div>`;
  if (under === undefined) return html`<div class="offer-group">${rows}</div>`;
  if (!isLong(group, of) && !isDone(group) || few) return html`<div class="offer-group" data-group=${under} tabindex="-1"><h2 class="group-head">${under}<${Count} group=${group} /></h2>${rows}</div>`;
  if (first && !opened.has(id)) opened.set(id, "in turn");
  const how = opened.get(id) ?? false;
  const isOpen = how === "in turn" ? !isDone(group) : how;
  const toggle = (/** @type {Event} */ event) => {
    event.preventDefault();
    opened.set(id, !isOpen);
    update({});
  };
  return html`
    <details class="offer-group" data-group=${under} tabindex="-1" open=${isOpen}>
      <summary class="group-head" onClick=${toggle}><h2>${under}</h2><${Count} group=${group} closed=${!isOpen} /><${Icon} name="chevron" /></summary>
      ${isOpen && rows}
    </details>`;
}

// How many are ticked of a list to tick off; where some have other answers than a tick, such a number would say nothing.
/** @type {(group: Grouped) => { done: number, of: number } | null} */
export const tickedOf = ({ offers }) =>
  (offers.every((offer) => offer.ticked !== undefined) ? { done: offers.filter(isTicked).length, of: offers.length } : null);

// How many are ticked off, or how many answers are closed away: beside those that stand there a number would be taken for one of the game.
/** @type {View<{ group: Grouped, closed?: boolean }>} */
function Count({ group, closed = false }) {
  const ticks = tickedOf(group);
  if (/\d/.test(group.under ?? "")) return null; // it says itself how many
  if (!ticks) return closed && html`<span class="group-count" data-raw>${group.offers.length}</span>`;
  return html`<span class="group-count">${ticks.done === ticks.of && html`<${Icon} name="check" />`}${t("tracks.at", { at: ticks.done, last: ticks.of })}</span>`;
}
