// Evenings: the welcome when none is open, and the list.

import { html } from "./vendor/preact-htm.js";
import { GamePicture } from "./game_icon.js";
import { Campaigns, HandOver, handedWords } from "./campaigns.js";
import { CardOffers } from "./card_offers.js";
import { Icon } from "./icons.js";
import { TryDemo } from "./hints.js";
import { AsksSheet } from "./offers.js";
import { WatchBar } from "./phones.js";
import { tap, upload } from "./send.js";
import { confirm } from "./sheet.js";
import { go, part, show, store, tell, update } from "./store.js";
import { hasStory } from "./story.js";
import { Trouble } from "./table.js";
import { ago, date, start, t } from "./text.js";
import { Button, Raw, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
import { isWide } from "./wide.js";
/** @import { Evenings, FieldEvent, ListedEvening, Readable, Sends, View, WordsAsk } from "./types.d.ts" */

// An evening that is called like its game says so once.
/** @type {(one: ListedEvening) => string} */
const about = (one) => (one.name === one.title ? date(one.started) : t("evenings.who", { game: one.title, date: date(one.started) }));

// Where it stood: "Round 4, Anna's turn, 12 days ago".
/** @type {(one: ListedEvening) => string} */
export function whereItStood({ stood }) {
  if (!stood) return "";
  const line = stood.ending ?? (stood.turn && !stood.line.includes(stood.turn) ? t("evenings.turn", { line: stood.line, player: stood.turn }) : stood.line);
  return t("evenings.stood", { line: line.replace(/[.!]$/, ""), ago: ago(stood.at) });
}

/** @type {() => Readable<Evenings>} */
function useEvenings() {
  const { id, name } = part("evening") ?? {};
  return useRead(store.phone && !start.demo ? "/api/evenings" : null, { again: [id, name, store.imported].join() });
}

/** @type {(one: ListedEvening) => Promise<void>} */
async function openEvening(one) {
  if (await tap("/api/evenings/open", { evening: one.id }, t("evenings.open"))) go("now");
}

export function Welcome() {
  const [found] = useEvenings();
  if (!store.phone) return html`<${Stranger} />`;
  const recent = (found?.evenings ?? []).slice(0, 3);
  return html`
    <${Trouble} only="safe" />
    <div class="welcome">
      ${recent.length === 0 && html`<${Lamp} />`}<h1>${t("evenings.welcome")}</h1><p class="more">${t(recent.length ? "evenings.welcome_text" : "evenings.welcome_new")}</p>
      <div class="welcome-actions">
        ${recent.map((one) => html`
          <button type="button" class="button offer" key=${one.id} onClick=${() => openEvening(one)}>
            <${GamePicture} game=${one.game} /><span class="words"><${Raw}>${one.name}<//><span class="small">${about(one)}</span><span class="small">${whereItStood(one)}</span></span><${Icon} name="chevron" /></button>`)}
        ${(found?.evenings ?? []).length > 3 && html`<a class="button" href="#evenings"><span class="words">${t("evenings.all")}</span></a>`}
        <a class="button answer usual" href="#new"><${Icon} name="plus" /><span class="words">${t("evenings.new")}</span></a>
        <${TryDemo} second />
      </div>
    </div>`;
}

// Whoever opens the page for the first time: what it is, and two ways on.
const Stranger = () => html`
  <div class="welcome first">
    <${Lamp} /><h1>${start.name}</h1><p class="more">${t("welcome.what")}</p>
    <ul class="welcome-points">${["books", "counts", "rules"].map((one) => html`<li key=${one}><${Icon} name="check" />${t(`welcome.${one}`)}</li>`)}</ul>
    <div class="welcome-actions"><${TryDemo} /></div>
  </div>${isWide() && html`<${WatchBar} />`}`;

const Lamp = () => html`
  <svg class="lamp" viewBox="0 0 120 90" aria-hidden="true"><path class="lamp-light" d="M44 40 14 84h92L76 40z" /><path class="lamp-line" d="M60 2v14M36 40a24 24 0 0 1 48 0zM6 85h108" /></svg>`;

export function Evenings() {
  useTitle(t("evenings.title"));
  const [found, load] = useEvenings();
  return html`
    <${Top} title=${t("evenings.title")} back="#table" />
    ${!found ? html`<p class="empty">${t("loading")}</p>` : html`
      ${found.evenings.length === 0 && html`<p class="empty">${t("evenings.none")}</p>`}
      <ul class="list">${found.evenings.map((one) => html`<li key=${one.id}><${Evening} one=${one} open=${one.id === found.open} reload=${load} /></li>`)}</ul>
      ${start.has.campaigns && html`<${Campaigns} reload=${load} />`}
      ${start.has.card_offers && html`<${CardOffers} />`}
      ${found.forgotten.length > 0 && html`<${Forgotten} evenings=${found.forgotten} reload=${load} />`}`}`;
}

export const EveningsBar = () => store.phone && html`
  <div class="action-bar"><${Import} /><a class="button answer usual" href="#new"><${Icon} name="plus" /><span class="words">${t("evenings.new")}</span></a></div>`;

/** @type {View<{ one: ListedEvening, open: boolean, reload: () => unknown }>} */
function Evening({ one, open, reload }) {
  const close = () => tap("/api/evenings/close", {}, t("evenings.close")).then(reload);
  return html`
    <details class="card evening">
      <summary><${GamePicture} game=${one.game} /><span class="row-words"><span class="row-title"><${Raw}>${one.name}<//></span>
        <span class="small">${about(one)}</span><span class="small">${whereItStood(one)}</span><span class="small"><${Raw}>${one.players.join(", ")}<//></span>
        <span class="tags">${open && html`<span class="tag good">${t("evenings.open_now")}</span>`}
          ${one.ended !== undefined && html`<span class="tag">${t("evenings.ended")}</span>`}
          ${one.handed && html`<span class="tag">${handedWords(one.handed)}</span>`}</span></span>
        <${Icon} name="chevron" /></summary>
      <div class="offers">
        ${open && html`<p class="small">${t("evenings.close_hint")}</p>`}
        ${open ? html`<${Button} onClick=${close}>${t("evenings.close")}<//>` : html`<${Button} kind="second" onClick=${() => openEvening(one)}>${t("evenings.open")}<//>`}
        ${hasStory(one.game) && html`<a class="button" href="#story/${encodeURIComponent(one.id)}"><${Icon} name="story" /><span class="words">${t("story.title")}</span></a>`}
        <${Button} icon="pencil" onClick=${() => rename(one, reload)}>${t("evenings.rename")}<//>
        <a class="button" href="/api/evenings/${one.id}/export" download><${Icon} name="download" /><span class="words">${t("evenings.export")}</span></a>
        ${start.has.campaigns && html`<${HandOver} one=${one} reload=${reload} />`}
        <${Button} icon="trash" onClick=${() => forget(one, reload)}>${t("evenings.forget")}<//>
      </div>
    </details>`;
}

/** @type {View<{ evenings: ListedEvening[], reload: () => unknown }>} */
const Forgotten = ({ evenings, reload }) => html`
  <details class="card"><summary><h2 class="row-title">${t("evenings.forgotten")}</h2><${Icon} name="chevron" /></summary>
    <ul class="list">${evenings.map((one) => html`
      <li class="row" key=${one.id}><span class="row-words"><${Raw}>${one.name}<//><span class="small">${about(one)}</span></span>
        <${Button} onClick=${() => tap("/api/evenings/remember", { evening: one.id }, t("evenings.remember")).then(reload)}>${t("evenings.remember")}<//></li>`)}</ul>
  </details>`;

/** @type {(one: ListedEvening, reload: () => unknown) => void} */
function rename(one, reload) {
  /** @type {WordsAsk} */
  const ask = { type: "Words", name: "name", label: t("evenings.name"), at_most_chars: 60, usual: one.name };
  /** @type {Sends} */
  const done = async ({ name }) => {
    const answer = await tap("/api/evenings/rename", { evening: one.id, name }, t("evenings.rename"));
    reload();
    return answer;
  };
  show(() => html`<${AsksSheet} title=${t("evenings.rename")} asks=${[ask]} yes=${t("save")} onDone=${done} />`);
}

/** @type {(one: ListedEvening, reload: () => unknown) => void} */
function forget(one, reload) {
  const onYes = () => tap("/api/evenings/forget", { evening: one.id }, t("evenings.forget")).then(reload);
  confirm({ title: t("evenings.forget_title", { name: one.name }), text: t("evenings.forget_text"), yes: t("evenings.forget"), onYes });
}

function Import() {
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    /** @type {{ evening: ListedEvening } | null | undefined} */
    const done = file && (await upload("/api/evenings/import", file, "application/json", t("evenings.import")));
    if (!done) return;
    update({ imported: (store.imported ?? 0) + 1 });
    tell(t("evenings.imported", { name: done.evening.name }), { tone: "good" });
  };
  return html`<label class="button answer"><input class="hidden-input" type="file" accept="application/json,.json" onChange=${chosen} />
    <${Icon} name="upload" /><span class="words">${t("evenings.import")}</span></label>`;
}
