// What only the owner's board and cards show: by groups with how much is known, rows as tables, cards as texts.

import { html, useState } from "./vendor/preact-htm.js";
import { shown } from "./asks.js";
import { editFacts, editTable } from "./board_forms.js";
import { isText, OwnCards, OwnTextBar, OwnTextPage } from "./own_text.js";
import { Icon } from "./icons.js";
import { part, store, version } from "./store.js";
import { plain, t } from "./text.js";
import { Button, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { BoardFact, BoardFamily, BoardOfGame, FactGroup, GameEntry, Readable, Value, View } from "./types.d.ts" */

/** @param {{ now: Value | null }} fact */
export const isKnown = ({ now }) => now !== undefined && now !== null;
/** @type {(facts: BoardFact[]) => number} */
const knownIn = (facts) => facts.filter(isKnown).length;

// What is known of a game's board; null while it is being read.
/** @type {(wanted: string | null | undefined) => Readable<BoardOfGame>} */
export const useBoard = (wanted) => useRead(wanted ? `/api/board?game=${encodeURIComponent(wanted)}` : null, { again: version() });

/** @type {View<{ rest: string[] }>} */
export function Board({ rest }) {
  /** @type {Readable<{ games: GameEntry[] }>} */
  const [all] = useRead("/api/games");
  const games = all && all.games.filter((one) => one.board > 0);
  const [asked, setGame] = useState(rest[2] ? decodeURIComponent(rest[2]) : null);
  const game = asked ?? part("evening")?.game; // which evening is open may be told only after this page stands
  const chosen = games?.some((one) => one.name === game) ? game : games?.[0]?.name;
  const [found, reload] = useBoard(chosen);
  if (rest[0] === "own") return !found ? html`<${Top} title=${t("own.title")} back="#board" /><p class="empty">${t("loading")}</p>`
    : html`<${OwnTextPage} found=${found} name=${decodeURIComponent(rest[1] ?? "")} reload=${reload} />`;
  const nothing = { game: "", facts: [], families: [] };
  return html`<${BoardPage} found=${games?.length === 0 ? nothing : games ? found : null} games=${games ?? []} setGame=${setGame} reload=${reload} />`;
}

export const BoardBar = () => store.route.startsWith("board/own/") && html`<${OwnTextBar} />`;

/** @type {View<{ found: BoardOfGame | null, games: GameEntry[], setGame: (name: string) => void, reload: () => unknown }>} */
function BoardPage({ found, games, setGame, reload }) {
  useTitle(t("board.title"));
  const [query, setQuery] = useState("");
  return html`
    <${Top} title=${t("board.title")} back="#table" />
    <p class="more">${t("board.hint")}</p>
    ${games.length > 1 && html`<div class="offers inline" role="group" aria-label=${t("new.game")}>${games.map((one) => html`
      <button type="button" class="button ${one.name === found?.game ? "second" : ""}" aria-pressed=${one.name === found?.game} onClick=${() => setGame(one.name)}><span class="words">${one.title}</span></button>`)}</div>`}
    ${!found ? html`<p class="empty">${t("loading")}</p>` : found.facts.length === 0 && found.families.length === 0 ? html`<p class="empty">${t("board.none")}</p>`
      : html`<${Found} found=${found} query=${query} setQuery=${setQuery} reload=${reload} />`}`;
}

/** @type {View<{ found: BoardOfGame, query: string, setQuery: (query: string) => void, reload: () => unknown }>} */
function Found({ found, query, setQuery, reload }) {
  const wanted = plain(query.trim());
  const fits = (/** @type {BoardFact} */ fact) => [fact.ask.label, fact.where, fact.group].some((words) => words && plain(words).includes(wanted));
  const facts = wanted ? found.facts.filter(fits) : found.facts;
  const groups = groupsOf(facts);
  const first = groups.find((one) => knownIn(one.facts) < one.facts.length);
  return html`
    ${facts.length === 0 && wanted && html`<p class="empty">${t("look.none", { query: query.trim() })}</p>`}
    ${groups.map((one) => html`<${Group} key=${one.group ?? ""} group=${one} game=${found.game} open=${wanted !== "" || groups.length === 1 || one === first} reload=${reload} />`)}
    ${found.families.filter(isText).map((family) => html`<${OwnCards} key=${family.pattern} family=${family} wanted=${wanted} />`)}
    <${Told} families=${found.families.filter((family) => !isText(family))} wanted=${wanted} game=${found.game} reload=${reload} />
    <search class="search-bar"><label class="sr-only" for="fact-query">${t("board.find")}</label>
      <div class="search-field"><${Icon} name="search" />
        <input id="fact-query" type="search" value=${query} placeholder=${t("board.find")} autocomplete="off" enterkeyhint="search" onInput=${(event) => setQuery(event.currentTarget.value)} /></div></search>`;
}

/** @type {(facts: BoardFact[]) => FactGroup[]} */
export function groupsOf(facts) {
  /** @type {Map<string | undefined, FactGroup>} */
  const found = new Map();
  for (const fact of facts) {
    const group = found.get(fact.group) ?? { group: fact.group, facts: [] };
    group.facts.push(fact);
    found.set(fact.group, group);
  }
  return [...found.values()];
}

/** @type {View<{ group: FactGroup, game: string, open: boolean, reload: () => unknown }>} */
function Group({ group: { group, facts }, game, open, reload }) {
  const known = knownIn(facts);
  const singles = facts.filter((fact) => fact.row === undefined);
  const unknown = singles.filter((fact) => !isKnown(fact));
  /** @type {Map<string, BoardFact[]>} */
  const rows = new Map();
  for (const fact of facts) if (fact.row !== undefined) rows.set(fact.row, [...(rows.get(fact.row) ?? []), fact]);
  return html`
    <details class="card board-group" open=${open}>
      <summary><span class="row-words"><h2 class="row-title">${group ?? t("board.other")}</h2></span>
        <${Icon} name=${known === facts.length ? "check" : "chevron"} label=${known === facts.length ? t("board.all_known") : undefined} /></summary>
      <ul class="list">
        ${[...rows.values()].map((row) => html`<li key=${row[0].row}><${RowOfFacts} row=${row} game=${game} reload=${reload} /></li>`)}
        ${singles.map((fact) => html`<li key=${fact.ask.name}><${Single} fact=${fact} game=${game} reload=${reload} /></li>`)}
      </ul>
      ${unknown.length > 1 && html`<${Button} kind="second" icon="pencil" onClick=${() => editFacts(unknown, game, reload, group)}>${t("board.fill_all")}<//>`}
    </details>`;
}

/** @type {View<{ fact: BoardFact, game: string, reload: () => unknown }>} */
function Single({ fact, game, reload }) {
  const { ask, now, known, source, told } = fact;
  const own = told ?? now !== known;
  return html`
    <button type="button" class="row fact" onClick=${() => editFacts([fact], game, reload)}>
      <${Icon} name=${isKnown(fact) ? "check" : "pencil"} label=${isKnown(fact) ? undefined : t("board.answer")} />
      <span class="row-words"><span class="row-title">${ask.label}</span>
        ${isKnown(fact) && html`<span class="small">${t(own ? "board.told" : "board.known", { value: shown(ask, now) })}</span>`}
        ${isKnown(fact) && source && !own && html`<span class="small">${source}</span>`}</span>
      <${Icon} name="chevron" />
    </button>`;
}

// What was told in the course of the game, of whatever has no place of its own on the board.
/** @type {View<{ families: BoardFamily[], wanted: string, game: string, reload: () => unknown }>} */
function Told({ families, wanted, game, reload }) {
  /** @type {(one: { family: BoardFamily, fact: BoardFact }) => boolean} */
  const fits = (one) => !wanted || plain(`${one.family.label} ${one.fact.ask.label}`).includes(wanted);
  const all = families.flatMap((family) => family.told.map(({ name, label, now }) => ({ family, fact: { ask: { ...family.ask, name, label }, where: family.label, now, told: true } })));
  const found = all.filter(fits);
  if (found.length === 0) return null;
  return html`
    <details class="card board-group" open=${wanted !== ""}>
      <summary><span class="row-words"><h2 class="row-title">${t("board.told_group")}</h2><span class="small">${t("own.count", { count: all.length })}</span></span><${Icon} name="chevron" /></summary>
      <ul class="list">${found.map(({ fact }) => html`<li key=${fact.ask.name}><${Single} fact=${fact} game=${game} reload=${reload} /></li>`)}</ul>
    </details>`;
}

// What the labels of a row have in common: "Cubes at Heat space 1" and "... 2" are "Cubes at Heat space".
/** @type {(row: BoardFact[]) => string} */
export function rowTitle(row) {
  const labels = row.map((fact) => fact.ask.label);
  const [first] = labels;
  let start = first.length;
  while (start > 0 && !labels.every((label) => label.startsWith(first.slice(0, start)))) start -= 1;
  let end = first.length - start;
  while (end > 0 && !labels.every((label) => label.endsWith(first.slice(first.length - end)))) end -= 1;
  const words = [first.slice(0, start).trim(), end > 0 ? first.slice(first.length - end).trim() : ""].filter(Boolean).join(" … ");
  return words.length > 3 ? words : first;
}

/** @type {View<{ row: BoardFact[], game: string, reload: () => unknown }>} */
function RowOfFacts({ row, game, reload }) {
  if (row.length === 1) return html`<${Single} fact=${row[0]} game=${game} reload=${reload} />`;
  return html`
    <button type="button" class="row fact table-fact" onClick=${() => editTable(row, rowTitle(row), game, reload)}>
      <span class="row-words"><span class="row-title" data-raw>${rowTitle(row)}</span>
        <span class="strip" data-raw>${row.map((fact) => html`<span class="strip-cell ${isKnown(fact) ? "" : "unknown"}" key=${fact.number}>
          <span class="strip-number">${fact.number}</span><span class="strip-value">${isKnown(fact) ? shown(fact.ask, fact.now) : "?"}</span></span>`)}</span></span>
      <${Icon} name="chevron" />
    </button>`;
}
