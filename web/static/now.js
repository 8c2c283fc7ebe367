// The first page: where we are, and what to do now. The usual answer is the large button at the bottom, or it is not there.

import { html, useEffect, useLayoutEffect, useState } from "./vendor/preact-htm.js";
import { askedMap, beside, MapAmong, offerOfMap, SideMap, takeHere } from "./asked_map.js";
import { PhotoButton } from "./asks.js";
import { chipAsk } from "./chips.js";
import { madeFor } from "./double_tap.js";
import { EndCard, EndStanding, EndWays, StorySoFar } from "./end_card.js";
import { Welcome } from "./evenings.js";
import { GameIcon, LookHere } from "./game_icon.js";
import { Icon } from "./icons.js";
import { OfferButton, Offers, OfferWords } from "./offer_list.js";
import { exact, hasFields, oneTap, take } from "./offers.js";
import { WatchBar } from "./phones.js";
import { Spot, mapWith } from "./mini_map.js";
import { endings, nextOn } from "./picks.js";
import { tap } from "./send.js";
import { confirm, Sheet } from "./sheet.js";
import { go, hide, isOwn, isPlayers, part, show, store, subscribe, tell, useStore, version } from "./store.js";
import { AskEmpty, CountNow, whyNoNumber } from "./scale_count.js";
import { Happened, News, newsOn, NewsWays } from "./steps.js";
import { missed } from "./table.js";
import { isCardRead, TableCard, usePlaceOfCard } from "./table_card.js";
import { nameless, start, t, who } from "./text.js";
import { isListed, ToDo } from "./todo.js";
import { Panels } from "./tracks.js";
import { IconButton, useTitle } from "./ui.js";
import { isFlat, isLonger, isWide } from "./wide.js";
/** @import * as types from "./types.d.ts" */
/** @import { Drawn, Offer, PhotoFound, PhotoRead, Prompt, View, Where } from "./types.d.ts" */

// One's own last step is undone at once; another's only after saying whose and what it is.
export function undoLast() {
  const step = part("undoes");
  /** @type {(at: number) => unknown} */
  const undo = (at) => tap("/api/undo", { seen: at, steps: 1 }, t("now.undo"));
  const shown = version();
  if (!step || isOwn(step)) undo(madeFor());
  else confirm({ title: t("now.undo_title"), text: t("now.undo_other", { by: who(step.by ?? ""), label: step.label }), yes: t("now.undo"), danger: false, onYes: () => undo(shown) });
}

/** @type {{ version?: number, key: string, same: boolean }} */
let question = { key: "", same: false };

// Whether the last step left the question as it was: a map that is tapped place after place then stays under the finger, and what the taps
// ask of hands stands below it.
function isSameQuestion() {
  const [prompt] = part("prompts") ?? [];
  const now = version();
  if (question.version !== now) {
    const key = JSON.stringify([part("evening")?.id, prompt?.name, prompt?.seat, prompt?.do]);
    question = { version: now, key, same: question.version !== undefined && key === question.key };
  }
  return question.same;
}

// Where the list to do stands. A long one leaves the answers in view: it stands beside them, unless the map stands there that
// is to be tapped; on a phone on its side below the question, where no answers but that map's stand on the page.
/** @type {() => "above" | "below" | "side"} */
export function placeOfToDo() {
  if (isFlat()) return askedMap() && besideBar().length === 0 ? "below" : "side";
  if (!isWide() && isSameQuestion() && askedMap()) return "below";
  return isWide() && !askedMap() && !newsOn() ? "side" : "above";
}

export function Now() {
  useTitle(t("nav.now"));
  const wide = isWide();
  const ending = part("ending");
  const news = wide && newsOn();
  const list = placeOfToDo();
  const card = usePlaceOfCard();
  const done = !ending && html`<${ToDo} /><${Said} />`;
  if (!part("evening")) return html`<${Welcome} />`;
  const prompts = part("prompts") ?? [];
  return html`
    <div class="now ${wide ? "wide" : ""}">
      <div class="now-left">
        <div class="now-main">
          <${TurnLine} prompt=${ending ? undefined : prompts[0]} />
          ${!isFlat() && html`<${Lost} />`}
          <${News} />
          ${list === "above" && done}
          <${Notices} />
          ${card !== "below" && html`<${TableCard} folds=${card === "folded"} />`}
          ${ending ? html`<${EndCard} /><${Said} over /><${EndStanding} />` : html`<${Prompts} prompts=${prompts} below=${list === "below" && done} />`}
          ${card === "below" && html`<${TableCard} folds />`}
          ${(part("ending") || isWide()) && !isLong() && html`<${Happened} />`}
        </div>
        ${wide && html`<${Bar} />`}
      </div>
      ${wide && html`
        <aside class="now-side" aria-label=${t("tracks.title")}>
          ${isFlat() && html`<${Lost} />`}${news && html`<${SideMap} />`}${list === "side" && done}${!news && html`<${SideMap} />`}<${Panels} without=${beside()} />
        </aside>`}
    </div>`;
}

// The usual answer that one tap takes, or what leads on where the game is over; it is the only large button.
/** @type {() => Offer | undefined} */
export function barOffer() {
  const usual = (part("prompts")?.[0]?.offers ?? []).find((one) => one.ticked === undefined && one.tone === "usual");
  return usual && (oneTap(usual) || !(chipAsk(usual) || onPage(usual))) ? usual : undefined;
}

// Whether the map on the page asks for a place of it.
/** @type {(offer: Offer) => boolean} */
const onPage = (offer) => Boolean(nextOn(offer, askedMap()?.name ?? ""));

// Always at the same place, away from the answers. While something is on its way it keeps the focus, and does nothing; what came of that
// can be undone as soon as it is seen.
export const UndoButton = () => {
  const off = store.pending?.seen === version() || !part("can")?.undo;
  return html`<${IconButton} icon="undo" label=${t("now.undo")} aria-disabled=${off} onClick=${() => off || undoLast()} />`;
};

// At the bottom of a phone, or of the column with what is to be done.
export const Bar = () => (store.phone ? html`<${ActionBar} />` : html`<${WatchBar} />`);
export const NowBar = () => (isWide() ? null : html`<${Bar} />`);

function ActionBar() {
  const evening = part("evening");
  if (!evening) return null;
  const offer = part("ending") ? undefined : barOffer();
  if (newsOn()) return html`<div class="action-bar"><${NewsWays} /></div>`;
  if (!offer && !part("ending")) return null;
  return html`
    <div class="action-bar" role="group" aria-label=${t("now.usual")}>
      ${offer && html`
        <button type="button" class="button answer usual" key=${offer.label} aria-busy=${store.pending !== null} onClick=${() => take(offer)}>
          <${OfferWords} offer=${offer} />
        </button>
        ${hasFields(offer) && oneTap(offer) && !chipAsk(offer) && html`<${IconButton} icon="sliders" label=${t("now.exact")} kind="outlined" onClick=${() => exact(offer)} />`}`}
      ${part("ending") && html`<${EndWays} />`}
    </div>`;
}

/** @param {Where | null | undefined} where @returns {where is Where & { phase: number }} */
const hasPhases = (where) => Boolean(where?.phases.length) && where?.phase !== undefined;

// Whose turn it is and where in the round: one line above everything else.
/** @type {View<{ prompt?: Prompt }>} */
function TurnLine({ prompt }) {
  const where = part("where");
  const turn = whoseTurn(prompt);
  if (!turn && !hasPhases(where)) return null;
  return html`
    <div class="turn-line">
      ${turn && html`<p class="turn ${turn.mine ? "mine" : ""}"><${Icon} name="person" /><span>${turn.words}</span></p>`}
      ${hasPhases(where) && html`<p class="phase" aria-hidden="true"><${GameIcon} name=${where.icon} />${t("now.phase", { phase: where.phases[where.phase], number: where.phase + 1, all: where.phases.length })}</p>`}
      ${hasPhases(where) && html`
        <ol class="phases" aria-label=${t("now.phases")}>
          ${where.phases.map((name, index) => html`
            <li key=${index} class=${index < where.phase ? "past" : ""} aria-current=${index === where.phase ? "step" : undefined}>
              <span class="sr-only">${name}</span></li>`)}
        </ol>`}
    </div>`;
}

// Whose business the question is, or whose turn it is otherwise; nobody's where one plays alone.
/** @type {(prompt?: Prompt) => { words: string, mine: boolean, player: string } | null} */
function whoseTurn(prompt) {
  const players = part("evening")?.players ?? [];
  const turn = part("where")?.turn;
  const seat = prompt?.seat ?? turn;
  const player = seat === undefined ? undefined : players[seat];
  if (player === undefined || players.length < 2) return null;
  if (isPlayers(player)) return { words: t(turn === undefined || turn === seat ? "now.for_you" : "now.asked_you"), mine: true, player };
  return { words: t(turn === undefined || turn === seat ? "now.for" : "now.asked", { player }), mine: false, player };
}

/** @type {View<{ rule?: string }>} */
const RuleLink = ({ rule }) =>
  rule ? html`<a class="icon-button" href="#look-up/rule/${encodeURIComponent(rule)}" aria-label=${t("rule")} title=${t("rule")}><${Icon} name="book" /></a>` : null;

const LONG = 48; // letters that still stand large on a small phone
const LONG_PRINT = 68; // letters of two lines there, which stand open
const URGENCY = ["plain", "plain", "urgent", "final"];
/** @type {Record<string, string>} */
const ICONS = { plain: "speaker", urgent: "warning", final: "flag" }; // how a game ends may be good news

// What was said since the last step, apart from the prompt that is shown large anyway and from what the list to do says;
// its urgent news stand out, unless the game is over: its end stands large already, and may be a good one. A card that has just come up is
// the news itself.
/** @type {View<{ over?: boolean }>} */
function Said({ over = false }) {
  const last = part("last");
  const facts = (last?.facts ?? []).filter((fact) => fact.urgency > 0 && !(fact.on_map && fact.urgency < 2) && !(over && fact.text === part("ending")) && !isInHead(fact.text));
  if (over) return facts.map((fact) => html`<${Caption} key=${fact.name} text=${fact.text} urgency=${1} />`);
  const urgent = facts.filter((fact) => fact.urgency >= 2);
  if (urgent.length) return html`<${Caption} text=${urgent.map((fact) => fact.text).join(" ")} urgency=${Math.max(...urgent.map((fact) => fact.urgency))} />`;
  if (!isWide() && isCardRead()) return null;
  if (last?.facts.some((fact) => fact.todo)) {
    const others = facts.filter((fact) => !fact.todo).map((fact) => fact.text).join(" ");
    return others ? html`<${Caption} text=${others} urgency=${1} />` : null;
  }
  const prompt = part("prompts")?.[0]?.do;
  const shown = (part("notices") ?? []).map((one) => one.text);
  /** @type {(one: types.Caption) => boolean} */
  const news = (one) => !one.language && !one.over && one.at >= (last?.at ?? 0) && !(prompt && one.text.endsWith(prompt)) && !shown.includes(one.text) && !isInHead(one.text);
  const said = (part("captions") ?? []).filter(news).at(-1);
  return said ? html`<${Caption} text=${said.text} urgency=${said.urgency} />` : null;
}

// The name of a phase that stands at the top of the page already is no news, nor are the words that the question begins with.
/** @type {(text: string) => boolean} */
const isInHead = (text) => Boolean(part("where")?.line.endsWith(text.replace(/\.$/, "")) || part("prompts")?.[0]?.do.startsWith(text));

/** @type {View<{ text: string, urgency: number }>} */
function Caption({ text, urgency }) {
  const kind = URGENCY[urgency] ?? "plain";
  return html`
    <figure class="said ${kind}" aria-label=${t("now.said")}>
      <${Icon} name=${ICONS[kind]} label=${kind === "urgent" ? t("tone.danger") : undefined} />
      <blockquote>${text}</blockquote>
      ${store.phone && !start.demo && !part("voice")?.muted && html`<${IconButton} icon="repeat" label=${t("repeat")} onClick=${() => tap("/api/voice/do", { do: "repeat" }, t("repeat"))} />`}
    </figure>`;
}

// The offers that the bar does not hold; where they are many, what happened stands above them as one button. On a phone held upright it
// is a sign beside the headline.
const FEW_ROWS = 3;
const besideBar = () => {
  const inBar = barOffer();
  const ofMap = offerOfMap();
  return store.phone ? (part("prompts")?.[0]?.offers ?? []).filter((offer) => !offer.ends && (offer !== inBar || chipAsk(offer)) && offer !== ofMap) : [];
};
const isLong = () => !part("ending") && besideBar().length > FEW_ROWS;

// The usual answer where it is a row of chips, of which none is the usual one: on a small phone it stands before a map.
/** @type {(offer: Offer) => boolean} */
const isUsualChips = (offer) => offer.tone === "usual" && offer !== barOffer() && chipAsk(offer) !== null;

// `below`: what stands right below the map that is tapped place after place.
/** @type {View<{ prompts: Prompt[], below: Drawn }>} */
function Prompts({ prompts, below }) {
  const [first, ...others] = prompts;
  if (!first) return html`<section class="prompt"><h1 class="do">${t("now.nothing")}</h1></section>`;
  const all = besideBar();
  const ahead = isWide() || !askedMap() ? [] : all.filter(isUsualChips);
  const rest = all.filter((offer) => !ahead.includes(offer));
  const offers = rest.length > 0 && html`<${Offers} key=${first.name} prompt=${first} offers=${rest} label=${t("now.others")} onTake=${takeHere} />`;
  return html`
    <${FirstPrompt} prompt=${first} />
    ${isWide() && isLong() && html`<${Happened} />`}
    ${ahead.length > 0 && html`<${Offers} key=${`usual ${first.name}`} prompt=${first} offers=${ahead} label=${t("now.usual")} onTake=${takeHere} />`}
    ${isWide() ? offers : html`<${MapAmong} answers=${rest.length} below=${below}>${offers}<//>`}
    ${isFlat() && html`<${More} prompt=${first} />`}
    ${others.some(isAlso) && html`<${AlsoOpen} prompts=${others.filter(isAlso)} />`}
    ${first.story && html`<${StorySoFar} />`}
    ${isWide() && below}`;
}

/** @type {View<{ prompt: Prompt }>} */
const FirstPrompt = ({ prompt }) => html`
  <section class="prompt">
    <div class="prompt-head"><${Headline} words=${nameless(prompt.do, whoseTurn(prompt)?.player)} />${!isWide() && html`<${Happened} brief />`}<${AskedAbout} at=${prompt.at} /><${RuleLink} rule=${prompt.rule} /></div>
    <${ToUsual} />
    ${!isFlat() && html`<${More} prompt=${prompt} />`}
  </section>`;

// The place that is asked about, on a small map: its name alone is on no table.
/** @type {View<{ at?: string }>} */
const AskedAbout = ({ at }) => mapWith(at) && html`<div class="asked-about" role="img" aria-label=${t("now.where")}><${Spot} at=${at} /></div>`;

/** @type {View<{ words: string }>} */
const Headline = ({ words }) => html`<h1 class="do ${words.length > LONG ? "long" : ""}">${words}</h1>`;

// Whoever plays by keys or by a switch comes from the headline to the large button without going through all the answers between; seen
// only while it has the focus.
const ToUsual = () => {
  const offer = barOffer();
  const leads = () => /** @type {HTMLElement | null} */ (document.querySelector(".action-bar .answer"))?.focus();
  if (!store.phone || part("ending") || !isLong() || (!offer && !newsOn())) return null;
  return html`<button type="button" class="button to-usual" onClick=${leads}>${t("now.to_usual")}</button>`;
};

// The small print, and which devices may answer; on a phone that lies on its side it stands below the answers.
/** @type {View<{ prompt: Prompt }>} */
const More = ({ prompt }) => html`<${LookHere} name=${prompt.look}>${prompt.more && html`<${SmallPrint} key=${`${isListed()} ${prompt.more}`} text=${prompt.more} />`}<//><${Sensors} prompt=${prompt} />`;

// On a phone held upright long print shows its first lines where the page has no room for all of it, so that answers stand in
// sight; a tap opens it.
/** @type {View<{ text: string }>} */
function SmallPrint({ text }) {
  const [open, setOpen] = useState(false);
  const [room, setRoom] = useState(true);
  useLayoutEffect(() => {
    if (isLonger()) setRoom(false);
  }, []);
  if (isWide() || text.length <= LONG_PRINT || room) return html`<p class="more">${text}</p>`;
  return html`
    <button type="button" class="more print" aria-expanded=${open} onClick=${() => setOpen(!open)}>
      <span>${text}</span><${Icon} name="chevron" /></button>`;
}

// Whether the scale has a say in it.
/** @type {(prompt: Prompt) => boolean} */
const isCounted = ({ expects }) => expects.some((one) => !one.startsWith("card"));

// Whether a prompt holds more than how the game ends.
/** @type {(prompt: Prompt) => boolean} */
const isAlso = (prompt) => prompt.offers.length === 0 || prompt.offers.some((offer) => !offer.ends);

// What else could be done: one button, behind which it stands.
/** @type {View<{ prompts: Prompt[] }>} */
const AlsoOpen = ({ prompts }) => html`
  <button type="button" class="row also" onClick=${() => show(() => html`<${AlsoSheet} />`)}>
    <${Icon} name="board" /><span class="row-words"><span class="row-title">${t("now.also", { n: prompts.length })}</span>
      <span class="small">${prompts.map((prompt) => prompt.do).join(" · ")}</span></span>
    ${prompts.some(isCounted) && html`<${CountNow} />`}<${Icon} name="chevron" /></button>
  ${prompts.some(isCounted) && html`<${AskEmpty} />`}`;

function AlsoSheet() {
  useStore();
  const others = (part("prompts") ?? []).slice(1).filter(isAlso);
  useEffect(() => {
    if (!others.length) hide();
  }, [others.length]);
  return html`<${Sheet} title=${t("now.also_title")}>${others.map((prompt) => html`<${OtherPrompt} key=${prompt.name} prompt=${prompt} />`)}
    ${endings().length > 0 && html`
      <button type="button" class="row also" onClick=${() => go("table")}><${Icon} name="flag" />
        <span class="row-words"><span class="row-title">${t("table.end")}</span></span><${Icon} name="chevron" /></button>`}<//>`;
}

// What is tapped here closes the sheet, but for the one way into a list of which more comes.
/** @type {(prompt: Prompt) => () => void} */
const leaving = ({ name, offers }) => {
  const seen = version();
  const leave = () => {
    const now = part("prompts")?.find((one) => one.name === name);
    if (offers.length !== 1 || !now || now.offers.length <= 1) hide();
  };
  return () => {
    if (offers.length !== 1 || version() !== seen) {
      leave();
      return;
    }
    const stop = subscribe(() => {
      if (version() === seen) return;
      stop();
      leave();
    });
  };
};

/** @type {View<{ prompt: Prompt }>} */
const OtherPrompt = ({ prompt }) => html`
  <article class="card">
    <${Seat} seat=${prompt.seat} />
    <h3>${nameless(prompt.do, seated(prompt.seat))}</h3>
    ${prompt.more && html`<p class="small">${prompt.more}</p>`}
    ${isCounted(prompt) && html`${whyNoNumber() && html`<p class="small">${whyNoNumber()}</p>`}<${CountNow} /><${AskEmpty} />`}
    ${store.phone && prompt.offers.length > 0 && html`<${Offers} prompt=${prompt} offers=${prompt.offers.filter((offer) => !offer.ends)} before=${leaving(prompt)} />`}
  </article>`;

/** @type {(seat?: number) => string | undefined} */
function seated(seat) {
  const players = part("evening")?.players ?? [];
  return seat === undefined || players.length < 2 ? undefined : players[seat];
}

/** @type {View<{ seat?: number }>} */
function Seat({ seat }) {
  const player = seated(seat);
  if (player === undefined) return null;
  return html`<p class="eyebrow"><${Icon} name="person" />${isPlayers(player) ? t("now.for_you") : t("now.for", { player })}</p>`;
}

/** @type {(prompt: Prompt) => string | null} */
function scaleWords({ expects }) {
  const kind = expects.find((one) => !one.startsWith("card"));
  if (!kind) return null;
  const drawer = part("devices")?.find((one) => one.name === "drawer");
  if (drawer && !["ok", "simulated"].includes(drawer.state)) return kind === "late" ? null : "now.scale_gone"; // the count is over by then
  return kind === "cubes" ? "now.scale" : `now.scale_${kind}`;
}

/** @type {View<{ prompt: Prompt }>} */
function Sensors({ prompt }) {
  const cards = prompt.expects.includes("card");
  const scale = scaleWords(prompt);
  return html`
    ${scale && html`<div class="sensor"><${Icon} name="scale" /><p>${(scale !== "now.scale_gone" && whyNoNumber()) || t(scale)}</p>${scale !== "now.scale_gone" && html`<${CountNow} />`}</div>${scale !== "now.scale_gone" && html`<${AskEmpty} />`}`}
    ${cards && html`
      <div class="sensor">
        ${start.has.scan && store.phone
          ? html`<a class="link" href="#scan" title=${t("scan.look")}><${Icon} name="card" />${t("now.camera")}</a>`
          : html`<${Icon} name="card" /><p>${t("now.camera")}</p>`}
        ${start.has.photo && store.phone && html`<${PhotoButton} use="play" kind="square" label=${t("now.photo")} onReads=${photoRead} />`}
      </div>`}`;
}

/** @type {(reads: PhotoRead[], found: PhotoFound) => void} */
function photoRead([best], { played, card, told }) {
  if (played) tell(t("now.played", { code: card }), { seen: start.has.scan });
  else if (told && best.sure) return; // the notice on this page says more
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
          <p><${Icon} name="warning" label=${t("tone.heed")} /><span>${one.text}</span></p>
          ${one.offer && store.phone && html`<${OfferButton} offer=${one.offer} />`}
          ${one.other && store.phone && html`<${OfferButton} offer=${one.other} />`}
          ${one.code && html`<a class="link" href="#look-up/card/${encodeURIComponent(one.code)}"><${Icon} name="card" />${t("now.open_card", { code: one.code })}</a>`}
          ${one.rule && html`<a class="link" href="#look-up/rule/${encodeURIComponent(one.rule)}"><${Icon} name="book" />${t("rule")}</a>`}
          ${one.name === "card" && start.has.scan && store.phone && html`<a class="link" href="#scan"><${Icon} name="flag" />${t("scan.wrong")}</a>`}
        </div>`)}
    </section>`;
}

// What is wrong with the devices that this game asks, in one line; the Table page says more.
function Lost() {
  const [one, ...more] = missed();
  if (!one) return null;
  return html`<a class="lost-line" href="#table"><${Icon} name="plug" /><span>${more.length ? t("now.devices", { n: more.length + 1 }) : t("now.device", { device: one.label, words: one.words })}</span></a>`;
}
