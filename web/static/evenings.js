// Evenings: the welcome when none is open, the list, and what only the owner's board shows.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { shown } from "./asks.js";
import { Icon } from "./icons.js";
import { AsksSheet } from "./offers.js";
import { read, tap, upload } from "./send.js";
import { go, part, show, store, tell, update, version } from "./store.js";
import { date, t } from "./text.js";
import { Button, confirm, Raw, RowLink, Top, useTitle } from "./ui.js";

const about = (one) => t("evenings.who", { game: one.title, date: date(one.started) });

function useEvenings() {
  const [found, setFound] = useState(null);
  const load = () => store.phone && read("/api/evenings").then((answer) => answer && setFound(answer));
  useEffect(() => {
    load();
  }, [store.phone, part("evening")?.id, part("evening")?.name, store.imported]);
  return [found, load];
}

async function openEvening(one) {
  if (await tap("/api/evenings/open", { evening: one.id }, t("evenings.open"))) go("now");
}

export function Welcome() {
  const [found] = useEvenings();
  if (!store.phone) return html`<div class="welcome"><${Lamp} /><h1>${t("evenings.watch")}</h1></div>`;
  const recent = (found?.evenings ?? []).slice(0, 3);
  return html`
    <div class="welcome">
      <${Lamp} /><h1>${t("evenings.welcome")}</h1><p class="more">${t("evenings.welcome_text")}</p>
      <div class="welcome-actions">
        ${recent.map((one) => html`
          <button type="button" class="button offer" key=${one.id} onClick=${() => openEvening(one)}>
            <span class="words"><${Raw}>${one.name}<//><span class="small">${about(one)}</span></span><${Icon} name="chevron" /></button>`)}
        ${(found?.evenings ?? []).length > 3 && html`<a class="button" href="#evenings"><span class="words">${t("evenings.all")}</span></a>`}
        <a class="button answer usual" href="#new"><${Icon} name="plus" /><span class="words">${t("evenings.new")}</span></a>
      </div>
    </div>`;
}

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
      ${found.forgotten.length > 0 && html`<${Forgotten} evenings=${found.forgotten} reload=${load} />`}`}`;
}

export const EveningsBar = () => store.phone && html`
  <div class="action-bar"><${Import} /><a class="button answer usual" href="#new"><${Icon} name="plus" /><span class="words">${t("evenings.new")}</span></a></div>`;

function Evening({ one, open, reload }) {
  const close = () => tap("/api/evenings/close", {}, t("evenings.close")).then(reload);
  return html`
    <details class="card evening">
      <summary><span class="row-words"><span class="row-title"><${Raw}>${one.name}<//></span>
        <span class="small">${about(one)}</span><span class="small"><${Raw}>${one.players.join(", ")}<//></span>
        <span class="tags">${open && html`<span class="tag good">${t("evenings.open_now")}</span>`}
          ${one.ended !== undefined && html`<span class="tag">${t("evenings.ended")}</span>`}</span></span>
        <${Icon} name="chevron" /></summary>
      <div class="offers">
        ${open ? html`<${Button} onClick=${close}>${t("evenings.close")}<//>` : html`<${Button} kind="second" onClick=${() => openEvening(one)}>${t("evenings.open")}<//>`}
        <${Button} icon="pencil" onClick=${() => rename(one, reload)}>${t("evenings.rename")}<//>
        <a class="button" href="/api/evenings/${one.id}/export" download><${Icon} name="download" /><span class="words">${t("evenings.export")}</span></a>
        <${Button} icon="trash" onClick=${() => forget(one, reload)}>${t("evenings.forget")}<//>
      </div>
    </details>`;
}

const Forgotten = ({ evenings, reload }) => html`
  <details class="card"><summary><h2 class="row-title">${t("evenings.forgotten")}</h2><${Icon} name="chevron" /></summary>
    <ul class="list">${evenings.map((one) => html`
      <li class="row" key=${one.id}><span class="row-words"><${Raw}>${one.name}<//><span class="small">${about(one)}</span></span>
        <${Button} onClick=${() => tap("/api/evenings/remember", { evening: one.id }, t("evenings.remember")).then(reload)}>${t("evenings.remember")}<//></li>`)}</ul>
  </details>`;

function rename(one, reload) {
  const ask = { type: "Words", name: "name", label: t("evenings.name"), at_most_chars: 60, usual: one.name };
  const done = ({ name }) => tap("/api/evenings/rename", { evening: one.id, name }, t("evenings.rename")).then(reload);
  show(() => html`<${AsksSheet} title=${t("evenings.rename")} asks=${[ask]} yes=${t("save")} onDone=${done} />`);
}

function forget(one, reload) {
  const onYes = () => tap("/api/evenings/forget", { evening: one.id }, t("evenings.forget")).then(reload);
  confirm({ title: t("evenings.forget_title", { name: one.name }), text: t("evenings.forget_text"), yes: t("evenings.forget"), onYes });
}

function Import() {
  const chosen = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    const done = file && (await upload("/api/evenings/import", file, "application/json", t("evenings.import")));
    if (!done) return;
    update({ imported: (store.imported ?? 0) + 1 });
    tell(t("evenings.imported", { name: done.evening.name }), { tone: "good" });
  };
  return html`<label class="button answer"><input class="hidden-input" type="file" accept="application/json,.json" onChange=${chosen} />
    <${Icon} name="upload" /><span class="words">${t("evenings.import")}</span></label>`;
}

export function Board() {
  useTitle(t("board.title"));
  const [found, setFound] = useState(null);
  const [games, setGames] = useState([]);
  const [game, setGame] = useState(part("evening")?.game);
  const load = async () => {
    const all = (await read("/api/games"))?.games.filter((one) => one.board > 0) ?? [];
    setGames(all);
    const chosen = all.some((one) => one.name === game) ? game : all[0]?.name;
    setFound(chosen ? await read(`/api/board?game=${encodeURIComponent(chosen)}`) : { facts: [] });
  };
  useEffect(() => {
    load();
  }, [game, version()]);
  return html`
    <${Top} title=${t("board.title")} back="#table" />
    <p class="more">${t("board.hint")}</p>
    ${games.length > 1 && html`<div class="offers inline" role="group" aria-label=${t("new.game")}>${games.map((one) => html`
      <button type="button" class="button ${one.name === found?.game ? "second" : ""}" aria-pressed=${one.name === found?.game} onClick=${() => setGame(one.name)}><span class="words">${one.title}</span></button>`)}</div>`}
    ${!found ? html`<p class="empty">${t("loading")}</p>` : found.facts.length === 0 ? html`<p class="empty">${t("board.none")}</p>`
      : html`<${Facts} facts=${found.facts} game=${found.game} reload=${load} />`}`;
}

const isKnown = ({ now }) => now !== undefined && now !== null;

function Facts({ facts, game, reload }) {
  const list = (some) => html`<ul class="list">${some.map((fact) => html`<li key=${fact.ask.name}><${Fact} fact=${fact} game=${game} reload=${reload} /></li>`)}</ul>`;
  const known = facts.filter(isKnown);
  const unknown = facts.filter((fact) => !isKnown(fact));
  return html`
    ${unknown.length > 0 && html`<h2 class="label">${t("board.unknown_count", { count: unknown.length })}</h2>${list(unknown)}`}
    ${known.length > 0 && html`
      <details class="card" open=${unknown.length === 0}><summary><h2 class="row-title">${t("board.known_count", { count: known.length })}</h2><${Icon} name="chevron" /></summary>
        ${list(known)}</details>`}`;
}

function Fact({ fact, game, reload }) {
  const { ask, now, known, source } = fact;
  const own = now !== known;
  return html`
    <button type="button" class="row fact" onClick=${() => answer(fact, game, reload)}>
      <${Icon} name=${isKnown(fact) ? "check" : "pencil"} label=${isKnown(fact) ? undefined : t("board.answer")} />
      <span class="row-words"><span class="row-title">${ask.label}</span>
        ${isKnown(fact) && html`<span class="small">${t(own ? "board.told" : "board.known", { value: shown(ask, now) })}</span>`}
        ${isKnown(fact) && source && !own && html`<span class="small">${source}</span>`}</span>
      <${Icon} name="chevron" />
    </button>`;
}

function answer({ ask, where, now }, game, reload) {
  const seen = part("evening")?.game === game ? version() : undefined;
  const initial = now === undefined || now === null ? {} : { [ask.name]: now };
  const done = (values) => tap("/api/board", { game, name: ask.name, value: values[ask.name], seen }, ask.label).then(reload);
  show(() => html`<${AsksSheet} title=${t("board.answer")} asks=${[ask]} initial=${initial} yes=${t("save")} seen=${seen} onDone=${done}><p class="more">${where}</p><//>`);
}
