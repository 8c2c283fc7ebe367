// Rules and cards: search that forgives typing errors, entries with their page, photos of cards, own notes.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { PhotoButton } from "./asks.js";
import { useBoard } from "./board.js";
import { CardEffects } from "./card_effects.js";
import { CardPicture } from "./card_picture.js";
import { useDraft } from "./drafts.js";
import { Icon } from "./icons.js";
import { Printed } from "./printed.js";
import { familyOf, isText, startOf, toldOf } from "./own_text.js";
import { read, tap } from "./send.js";
import { go, part, store, tell } from "./store.js";
import { start, t } from "./text.js";
import { Button, Options, RowLink, useTitle } from "./ui.js";
import { useEntry, useRead } from "./use_read.js";
/** @import { CardEntry, Drawn, Found, GameEntry, Hit, PhotoRead, Readable, RuleBlock, RuleEntry, SearchAnswer, View } from "./types.d.ts" */

const TYPING_MS = 180;
let lastQuery = "";
/** @type {string | null} */
let chosenGame = null;

const gameNow = () => part("evening")?.game ?? chosenGame;
const inGame = (game = gameNow()) => (game ? `game=${encodeURIComponent(game)}` : "");

/** @type {View<{ rest: string[] }>} */
export function LookUp({ rest }) {
  const [kind, id] = rest;
  if (kind === "rule") return html`<${Rule} id=${decodeURIComponent(id)} key=${id} />`;
  if (kind === "card") return html`<${Card} code=${decodeURIComponent(id)} key=${id} />`;
  return html`<${Search} />`;
}

function Search() {
  useTitle(t("look.title"));
  const [query, setQuery] = useState(lastQuery);
  const [found, setFound] = useState(/** @type {SearchAnswer | null} */ (null));
  const [, redraw] = useState(0);
  const game = gameNow(); // of each drawing: which evening is open may be told only after this page stands
  const none = part("evening") === null; // told that none is open, which is not the same as not told yet
  /** @type {Readable<{ games: GameEntry[] }>} */
  const [all] = useRead(none && store.phone ? "/api/games" : null);
  const games = all?.games;
  useEffect(() => {
    lastQuery = query;
    if (!game) return undefined;
    const timer = setTimeout(async () => {
      /** @type {SearchAnswer | null} */
      const answer = await read(`/api/rules?${inGame()}&q=${encodeURIComponent(query.trim())}`, { quiet: true });
      if (answer && lastQuery === query) setFound({ ...answer, query: query.trim() });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [query, game, store.link]);
  const choose = (/** @type {string} */ name) => {
    chosenGame = name;
    redraw((count) => count + 1);
  };
  return html`
    <h1 class="sr-only">${t("look.title")}</h1>
    ${none && games && html`<${Options} name="game" label=${t("look.game")} value=${game} options=${games.map((one) => [one.name, one.title])} onChange=${choose} />`}
    ${store.phone && start.has.add_cards && html`<${RowLink} icon="plus" href="#add-cards" title=${t("add.title")} />`}
    <div role="status" class="results">${game && found && html`<${Results} found=${found} />`}</div>
    ${none && !game && !games && html`<p class="empty">${t("tracks.none")}</p>`}
    <${SearchBar} query=${query} setQuery=${setQuery} />`;
}

// The field stands at the bottom, where the thumb is.
/** @type {View<{ query: string, setQuery: (query: string) => void }>} */
const SearchBar = ({ query, setQuery }) => html`
  <search class="search-bar">
    <label class="sr-only" for="query">${t("look.label")}</label>
    <div class="search-field"><${Icon} name="search" />
      <input id="query" type="search" value=${query} placeholder=${t("look.label")} autocomplete="off" enterkeyhint="search"
        onInput=${(event) => setQuery(event.currentTarget.value)} /></div>
    ${start.has.photo && store.phone && html`<${PhotoButton} kind="square" label=${t("now.photo")} onReads=${opened} />`}
  </search>`;

/** @type {(reads: PhotoRead[]) => void} */
function opened([best]) {
  if (best.sure) go(`look-up/card/${encodeURIComponent(best.text)}`);
  else tell(t("ask.unsure", { code: best.text }), { tone: "warm", seen: start.has.scan });
}

/** @type {View<{ found: SearchAnswer }>} */
function Results({ found }) {
  if (found.error) return html`<p class="empty">${found.error}</p>`;
  if (found.all) return html`<${All} entries=${found.all} />`;
  if (!found.hits.length) return html`<p class="empty">${t("look.none", { query: found.query })}</p>`;
  return html`
    <h2 class="label">${t("look.results")}</h2>
    <ul class="list">
      ${found.hits.map((hit) => html`<li key=${`${hit.kind} ${hit.id}`}><${RowLink} icon=${hit.kind === "card" ? "card" : "book"} href="#look-up/${hit.kind}/${encodeURIComponent(hit.id)}" title=${hit.title}
        hint=${html`${hit.kind === "card" && t("look.card", { code: hit.id })}${hit.kind === "card" && hit.excerpt ? " · " : ""}<${Marked} ...${hit} />`} /></li>`)}
    </ul>`;
}

/** @type {View<{ entries: { id: string, title: string }[] }>} */
const All = ({ entries }) => (entries.length === 0 ? html`<p class="empty">${t("look.no_rules")}</p>` : html`
  <h2 class="label">${t("look.all")}</h2>
  <ul class="list" data-raw>${entries.map((one) => html`<li key=${one.id}><${RowLink} icon="book" href="#look-up/rule/${encodeURIComponent(one.id)}" title=${one.title} /></li>`)}</ul>`);

/** @type {View<Pick<Hit, "excerpt" | "marks">>} */
function Marked({ excerpt, marks }) {
  /** @type {Drawn[]} */
  const parts = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(excerpt.slice(at, from), html`<mark>${excerpt.slice(from, to)}</mark>`);
    at = to;
  }
  return html`<span>${parts}${excerpt.slice(at)}</span>`;
}

// Leaving an entry leads back to where one came from.
const Back = () => html`<button type="button" class="icon-button" aria-label=${t("back")} onClick=${() => (history.length > 1 ? history.back() : go("look-up"))}><${Icon} name="back" /></button>`;

/** @type {View<{ id: string }>} */
function Rule({ id }) {
  /** @type {Found<RuleEntry>} */
  const [found] = useEntry(`/api/rules/${encodeURIComponent(id)}?${inGame()}`);
  const entry = found?.error === undefined ? found : null;
  useTitle(entry?.title ?? t("look.title"));
  if (!found) return html`<p class="empty">${t("loading")}</p>`;
  return html`
    <article class="entry">
      <div class="top"><${Back} /><h1>${entry?.title ?? t("look.title")}</h1></div>
      ${entry ? html`<p class="eyebrow"><${Icon} name="book" />${entry.source}</p>${entry.blocks.map(block)}` : html`<p class="empty">${found.error}</p>`}
    </article>`;
}

/** @type {(parts: [string, boolean][]) => Drawn[]} */
const line = (parts) => parts.map(([words, strong]) => (strong ? html`<strong>${words}</strong>` : words));

/** @type {(block: RuleBlock) => Drawn} */
function block({ kind, lines }) {
  if (kind === "paragraph") return html`<p>${line(lines[0])}</p>`;
  const items = lines.map((one) => html`<li>${line(one)}</li>`);
  return kind === "numbered" ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

/** @type {View<{ code: string }>} */
function Card({ code: typed }) {
  /** @type {Found<CardEntry>} */
  const [found, reload] = useEntry(`/api/cards/${encodeURIComponent(typed)}?${inGame()}`);
  const entry = found?.error === undefined ? found : null;
  const code = entry?.code ?? typed; // D012 where D12 was meant
  useTitle(t("look.card", { code }));
  if (!found) return html`<p class="empty">${t("loading")}</p>`;
  return html`
    <article class="entry">
      <div class="top"><${Back} /><h1>${entry?.title ?? t("look.card", { code })}</h1></div>
      <p class="card-code code" data-raw>${code}</p>
      ${entry ? html`
        ${entry.unseen && html`<p class="more">${t("add.unseen_text")}</p>`}
        ${entry.printed && html`<section class="card"><${Printed} printed=${entry.printed} game=${gameNow() ?? ""} /></section>`}
        ${entry.printed && html`<${CardEffects} game=${gameNow() ?? ""} card=${entry} />`}
        <p>${entry.what}</p>
        ${entry.now && html`<section class="card"><h2 class="label">${t("look.now")}</h2><p>${entry.now}</p></section>`}
        ${entry.rule && html`<${RowLink} icon="book" href="#look-up/rule/${encodeURIComponent(entry.rule)}" title=${t("look.rule")} />`}
        <${CardPicture} game=${gameNow() ?? ""} card=${entry} reload=${reload} />
        <${OwnNote} card=${entry} />` : html`<p class="empty">${found.error}</p>`}
      ${store.phone && html`<${OwnText} code=${entry?.own ?? code} fact=${entry?.fact} />`}
    </article>`;
}

// What the owner has entered of the card itself, in words that the companion can act on.
/** @type {View<{ code: string, fact?: string }>} */
function OwnText({ code, fact }) {
  const [found] = useBoard(gameNow());
  const families = (found?.families ?? []).filter(isText);
  const name = [...(fact ? [fact] : []), ...families.map((family) => startOf(family) + code)].find((one) => familyOf(families, one));
  const family = name === undefined ? undefined : familyOf(families, name);
  if (!found || !name || !family) return null;
  const told = toldOf(family, name);
  return html`
    <section class="card"><h2 class="label">${t("own.title")}</h2>
      ${told ? html`<p class="own-text" data-raw>${told.now}</p>` : html`<p class="small">${t("own.hint")}</p>`}
      <a class="button ${told ? "" : "second"}" href="#board/own/${encodeURIComponent(name)}/${encodeURIComponent(found.game)}"><${Icon} name="pencil" /><span class="words">${t(told ? "own.edit" : "own.write")}</span></a>
    </section>`;
}

/** @type {View<{ card: CardEntry }>} */
function OwnNote({ card }) {
  const [note, setNote, drop] = useDraft(`note:${gameNow()}:${card.code}`, card.note, card.note);
  if (!store.phone) return null;
  const save = async () => {
    if (!(await tap("/api/cards/note", { game: gameNow(), code: card.code, note }, t("look.note")))) return;
    drop();
    tell(t("look.noted"), { tone: "good" });
  };
  return html`
    <div class="field"><label for="note">${t("look.note")}</label>
      <textarea id="note" rows="3" maxlength="2000" aria-describedby="note-hint" value=${note} onInput=${(event) => setNote(event.currentTarget.value)}></textarea>
      <p class="small" id="note-hint">${t("look.note_hint")}</p></div>
    <${Button} icon="check" onClick=${save}>${t("save")}<//>`;
}
