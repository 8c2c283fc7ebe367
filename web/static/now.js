// The first page: where we are, and what to do now. The usual answer is the large button at the bottom, or it is not there.

import { html } from "./vendor/preact-htm.js";
import { PhotoButton } from "./asks.js";
import { Welcome } from "./evenings.js";
import { GameIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { MapButton, openMap } from "./map.js";
import { OfferButton, Offers, OfferWords } from "./offer_list.js";
import { exact, hasFields, take } from "./offers.js";
import { mapsAsked } from "./picks.js";
import { tap } from "./send.js";
import { confirm } from "./sheet.js";
import { go, part, store, tell, version } from "./store.js";
import { CountNow } from "./scale_count.js";
import { Happened } from "./steps.js";
import { hasStory } from "./story.js";
import { start, t, who } from "./text.js";
import { Button, IconButton, RowLink, useTitle } from "./ui.js";
import { Panels } from "./tracks.js";
/** @import * as types from "./types.d.ts" */
/** @import { Offer, PhotoRead, Prompt, View, Where } from "./types.d.ts" */

// One's own last step is undone at once; another's only after saying whose and what it is.
export function undoLast() {
  const seen = version();
  const step = part("undoes");
  const undo = () => tap("/api/undo", { seen, steps: 1 }, t("now.undo"));
  if (!step || step.by === store.phone?.name) undo();
  else confirm({ title: t("now.undo_title"), text: t("now.undo_other", { by: who(step.by ?? ""), label: step.label }), yes: t("now.undo"), danger: false, onYes: undo });
}

export function Now() {
  useTitle(t("nav.now"));
  if (!part("evening")) return html`<${Welcome} />`;
  const prompts = part("prompts") ?? [];
  const ending = part("ending");
  return html`
    <div class="now">
      <div class="now-main">
        <${Phases} where=${part("where")} />
        <${Said} />
        <${Notices} />
        ${ending ? html`<${Ended} text=${ending} />` : html`<${Prompts} prompts=${prompts} />`}
        ${!isLong() && html`<${Happened} />`}
        <${Lost} />
      </div>
      <aside class="now-side" aria-label=${t("tracks.title")}><${Panels} /></aside>
    </div>`;
}

// What the bottom bar holds: the usual answer, or both of two possibilities, or a few that are as short as a number.
const FEW = 8;
/** @type {(offer: Offer) => boolean} */
const isShort = (offer) => offer.label.length <= 3 && offer.asks.length === 0 && offer.note === undefined;

/** @type {() => Offer[]} */
export function barOffers() {
  const offers = (part("prompts")?.[0]?.offers ?? []).filter((one) => one.ticked === undefined);
  const usual = offers.find((one) => one.tone === "usual");
  if (usual) return [usual];
  if (offers.length <= 2) return offers;
  const short = offers.filter(isShort);
  return short.length <= FEW ? short : [];
}

// Always at the same place, away from the answers.
export const UndoButton = () => html`
  <${IconButton} icon="undo" label=${t("now.undo")} disabled=${store.pending !== null || !part("can")?.undo} onClick=${undoLast} />`;

export function ActionBar() {
  const evening = part("evening");
  if (!evening) return null;
  const busy = store.pending !== null;
  const offers = part("ending") ? [] : barOffers();
  const only = offers.length === 1 ? offers[0] : null;
  const [map] = offers.length || part("ending") ? [] : mapsAsked();
  if (!offers.length && !map && !part("ending")) return null;
  return html`
    <div class="action-bar ${offers.length > 2 ? "many" : ""}" role="group" aria-label=${t("now.usual")}>
      ${offers.map((offer) => html`
        <button type="button" class="button answer ${offer.tone}" key=${offer.label} aria-busy=${busy} onClick=${() => take(offer)}>
          <${OfferWords} offer=${offer} />
        </button>`)}
      ${map && html`<${Button} icon="map" kind="answer second" onClick=${() => openMap(map.name)}>${t("map.choose", { map: map.label })}<//>`}
      ${part("ending") && html`<a class="button answer" href=${hasStory(evening.game) ? "#story" : "#history"}><span class="words">${t("now.history")}</span></a>`}
      ${only && hasFields(only) && html`
        <${IconButton} icon="sliders" label=${t("now.exact")} kind="outlined" onClick=${() => exact(only)} />`}
    </div>`;
}

/** @param {Where | null | undefined} where @returns {where is Where & { phase: number }} */
const hasPhases = (where) => Boolean(where?.phases.length) && where?.phase !== undefined;

/** @type {View<{ where: Where | null | undefined }>} */
function Phases({ where }) {
  if (!hasPhases(where)) return null;
  const { phases, phase } = where;
  return html`
    <div class="phases">
      <ol aria-label=${t("now.phases")}>
        ${phases.map((name, index) => html`
          <li key=${index} class=${index < phase ? "past" : ""} aria-current=${index === phase ? "step" : undefined}>
            <span class="sr-only">${name}</span></li>`)}
      </ol>
      <div class="phase">
        <p aria-hidden="true"><${GameIcon} name=${where.icon} />${t("now.phase", { phase: phases[phase], number: phase + 1, all: phases.length })}</p>
        ${!part("ending") && html`<${RuleLink} rule=${part("prompts")?.[0]?.rule} />`}
      </div>
    </div>`;
}

/** @type {View<{ rule?: string }>} */
const RuleLink = ({ rule }) =>
  rule ? html`<a class="link" href="#look-up/rule/${encodeURIComponent(rule)}"><${Icon} name="book" />${t("rule")}</a>` : null;

const LONG = 48; // letters that still stand large on a small phone
const URGENCY = ["plain", "plain", "urgent", "final"];

// What was said since the last step, apart from the prompt that is shown large anyway; its urgent news stand out.
function Said() {
  const last = part("last");
  const urgent = (last?.facts ?? []).filter((fact) => fact.urgency >= 2);
  const prompt = part("prompts")?.[0]?.do;
  const shown = (part("notices") ?? []).map((one) => one.text);
  /** @type {(one: types.Caption) => boolean} */
  const news = (one) => one.at >= (last?.at ?? 0) && !(prompt && one.text.endsWith(prompt)) && !shown.includes(one.text);
  const said = (part("captions") ?? []).filter(news).at(-1);
  if (urgent.length) return urgent.map((fact) => html`<${Caption} key=${fact.name} text=${fact.text} urgency=${fact.urgency} />`);
  return said ? html`<${Caption} text=${said.text} urgency=${said.urgency} />` : null;
}

/** @type {View<{ text: string, urgency: number }>} */
function Caption({ text, urgency }) {
  const kind = URGENCY[urgency] ?? "plain";
  return html`
    <figure class="said ${kind}" aria-label=${t("now.said")}>
      <${Icon} name=${kind === "plain" ? "speaker" : "warning"} label=${kind === "plain" ? undefined : t("tone.danger")} />
      <blockquote>${text}</blockquote>
      ${store.phone && html`<${IconButton} icon="repeat" label=${t("repeat")} onClick=${() => tap("/api/voice/do", { do: "repeat" }, t("repeat"))} />`}
    </figure>`;
}

/** @type {View<{ text: string }>} */
const Ended = ({ text }) => html`
  <section class="prompt ending">
    <p class="eyebrow"><${Icon} name="flag" />${t("now.ended")}</p>
    <h1 class="do">${text}</h1>
  </section>`;

// The offers that the bar does not hold; where they are many, what happened stands above them as one button.
const FEW_ROWS = 3;
const besideBar = () => {
  const inBar = barOffers();
  return store.phone ? (part("prompts")?.[0]?.offers ?? []).filter((offer) => !inBar.includes(offer)) : [];
};
const isLong = () => !part("ending") && besideBar().length > FEW_ROWS;

/** @type {View<{ prompts: Prompt[] }>} */
function Prompts({ prompts }) {
  const [first, ...others] = prompts;
  if (!first) return html`<section class="prompt"><h1 class="do">${t("now.nothing")}</h1></section>`;
  const inBar = barOffers();
  const rest = besideBar();
  return html`
    <${FirstPrompt} prompt=${first} />
    ${isLong() && html`<${Happened} long />`}
    ${store.phone && inBar.length > 0 && mapsAsked().map((map) => html`<${MapButton} key=${map.name} map=${map} />`)}
    ${rest.length > 0 && html`<${Offers} key=${first.name} prompt=${first} offers=${rest} label=${t("now.others")} />`}
    ${others.length > 0 && html`
      <section class="also"><h2 class="label">${t("now.also")}</h2>
        ${others.map((prompt) => html`<${OtherPrompt} key=${prompt.name} prompt=${prompt} />`)}
      </section>`}`;
}

/** @type {View<{ prompt: Prompt }>} */
const FirstPrompt = ({ prompt }) => html`
  <section class="prompt">
    <${Seat} seat=${prompt.seat} named=${prompt.do} />
    <h1 class="do ${prompt.do.length > LONG ? "long" : ""}">${prompt.do}</h1>
    ${prompt.more && html`<p class="more">${prompt.more}</p>`}
    <${Sensors} prompt=${prompt} />
    ${!hasPhases(part("where")) && html`<${RuleLink} rule=${prompt.rule} />`}
  </section>`;

/** @type {View<{ prompt: Prompt }>} */
const OtherPrompt = ({ prompt }) => html`
  <article class="card">
    <${Seat} seat=${prompt.seat} />
    <h3>${prompt.do}</h3>
    ${prompt.more && html`<p class="small">${prompt.more}</p>`}
    ${prompt.expects.includes("cubes") && html`<${CountNow} />`}
    ${store.phone && prompt.offers.length > 0 && html`<${Offers} prompt=${prompt} offers=${prompt.offers} />`}
  </article>`;

// Whose business a prompt is, unless its own words name the player already.
/** @type {View<{ seat?: number, named?: string }>} */
function Seat({ seat, named = "" }) {
  const players = part("evening")?.players ?? [];
  const player = seat === undefined ? undefined : players[seat];
  if (player === undefined || players.length < 2) return null;
  const mine = store.phone?.name === player;
  if (!mine && named.includes(player)) return null;
  return html`<p class="eyebrow"><${Icon} name="person" />${t(mine ? "now.for_you" : "now.for", { player })}</p>`;
}

/** @type {(prompt: Prompt) => string | null} */
function scaleWords({ expects }) {
  if (!expects.includes("cubes") && !expects.includes("watching")) return null;
  const drawer = part("devices")?.find((one) => one.name === "drawer");
  if (drawer && !["ok", "simulated"].includes(drawer.state)) return "now.scale_gone";
  return expects.includes("watching") ? "now.scale_watching" : "now.scale";
}

/** @type {View<{ prompt: Prompt }>} */
function Sensors({ prompt }) {
  const cards = prompt.expects.includes("card");
  const scale = scaleWords(prompt);
  return html`
    ${scale && html`<div class="sensor"><${Icon} name="scale" /><p>${t(scale)}</p>${scale !== "now.scale_gone" && html`<${CountNow} />`}</div>`}
    ${cards && html`
      <div class="sensor">
        ${start.has.scan && store.phone
          ? html`<a class="link" href="#scan" title=${t("scan.look")}><${Icon} name="card" />${t("now.camera")}</a>`
          : html`<${Icon} name="card" /><p>${t("now.camera")}</p>`}
        ${start.has.photo && store.phone && html`<${PhotoButton} use="play" kind="square" label=${t("now.photo")} onReads=${photoRead} />`}
      </div>`}`;
}

/** @type {(reads: PhotoRead[], played: boolean) => void} */
function photoRead(reads, played) {
  const [best] = reads;
  if (played) tell(t("now.played", { code: best.text }), { seen: start.has.scan });
  else if (best.sure) go(`look-up/card/${encodeURIComponent(best.text)}`);
  else tell(t("ask.unsure", { code: best.text }), { tone: "warm", seen: start.has.scan });
}

function Notices() {
  const notices = part("notices") ?? [];
  if (!notices.length) return null;
  return html`
    <section class="notices" aria-label=${t("now.notices")}>
      ${notices.map((one) => html`
        <div class="card notice" key=${one.name}>
          <p><${Icon} name="warning" label=${t("tone.warm")} /><span>${one.text}</span></p>
          ${one.offer && store.phone && html`<${OfferButton} offer=${one.offer} />`}
          ${one.other && store.phone && html`<${OfferButton} offer=${one.other} />`}
          ${one.code && html`<a class="link" href="#look-up/card/${encodeURIComponent(one.code)}"><${Icon} name="card" />${t("now.open_card", { code: one.code })}</a>`}
          ${one.rule && html`<a class="link" href="#look-up/rule/${encodeURIComponent(one.rule)}"><${Icon} name="book" />${t("rule")}</a>`}
          ${one.name === "card" && start.has.scan && store.phone && html`<a class="link" href="#scan"><${Icon} name="flag" />${t("scan.wrong")}</a>`}
        </div>`)}
    </section>`;
}

const Lost = () => (part("devices") ?? [])
  .filter((one) => ["lost", "trouble"].includes(one.state))
  .map((one) => html`
    <${RowLink} key=${one.name} href="#table" icon="plug" title=${t("now.device", { device: one.label, words: one.words })} hint=${one.what_to_do} />`);
