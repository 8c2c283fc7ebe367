// A new evening: the game, who plays, what is asked before the first move.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { AskField, askedWith, usualValues, wrong } from "./asks.js";
import { useDraft } from "./drafts.js";
import { GamePicture, lookAs } from "./game_icon.js";
import { tap } from "./send.js";
import { Icon } from "./icons.js";
import { go, store, update, useStore } from "./store.js";
import { t, today } from "./text.js";
import { Button, Field, FieldError, IconButton, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { Ask, Evenings, GameEntry, Readable, Values, View } from "./types.d.ts" */
/** @typedef {{ game?: string | null, players?: string[], choices?: Values, name?: string }} Said what was chosen and typed by now */

const MOST_PLAYERS = 12;
let isReady = false; // whether a game is chosen and what it asks is shown

/** @type {(game: GameEntry) => string} */
export function seatsText({ seats }) {
  if (!seats || seats.most > 20) return t("new.seats_any");
  return seats.least === seats.most ? t("new.seats_one", seats) : t("new.seats", seats);
}

// Those who have a name, in their order: a field that was left empty is nobody.
/** @type {(players: string[]) => string[]} */
export const named = (players) => players.map((one) => one.trim()).filter((one) => one !== "");

/** @type {(game: GameEntry | null) => [least: number, most: number]} */
const seatsOf = (game) => [game?.seats?.least ?? 1, Math.min(game?.seats?.most ?? MOST_PLAYERS, MOST_PLAYERS)];

// Who plays: who sat at the table last sits there again, until somebody says otherwise (`chosen`).
/** @type {(game: GameEntry | null, chosen?: string[]) => string[]} */
function usePlayers(game, chosen) {
  /** @type {Readable<Partial<Evenings>>} */
  const [found] = useRead("/api/evenings", { quiet: true });
  const last = found?.evenings?.[0]?.players;
  const players = chosen ?? (last?.length ? last : [store.phone?.name ?? "", ""]);
  const [least, most] = seatsOf(game);
  return [...players.slice(0, most), ...Array(Math.max(0, least - players.length)).fill("")];
}

// What a game asks before its first move; null until that is known.
/** @type {(game: GameEntry | null, count: number) => Ask[] | null} */
function useSetup(game, count) {
  /** @type {Readable<{ asks: Ask[] }>} */
  const [found] = useRead(game && `/api/games/${encodeURIComponent(game.name)}/setup?players=${count}`, { of: game?.name });
  return found && found.asks;
}

export function NewEvening() {
  useStore();
  useTitle(t("new.title"));
  /** @type {Readable<{ games: GameEntry[], likely: string }>} */
  const [all] = useRead("/api/games");
  const games = all && all.games;
  const [said, say, drop] = useDraft("new", today(), /** @type {Said} */ ({}));
  const likely = games?.find((one) => one.name === all?.likely) ?? (games?.length === 1 ? games[0] : null);
  const game = (said.game === undefined ? likely : games?.find((one) => one.name === said.game)) ?? null;
  const setGame = (/** @type {GameEntry | null} */ one) => say({ ...said, game: one && one.name, choices: {} }); // one game's answers are not another's
  const players = usePlayers(game, said.players);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    lookAs(game?.name ?? "");
    return () => lookAs(undefined);
  }, [game?.name]);
  const [least, most] = seatsOf(game);
  const playing = named(players);
  const asks = useSetup(game, Math.max(playing.length, least));
  const choices = { ...usualValues(asks ?? []), ...said.choices };
  useEffect(() => {
    isReady = game !== null && asks !== null;
    update({});
    return () => {
      isReady = false;
    };
  }, [game, asks]);
  if (!games) return html`<${Top} title=${t("new.title")} back="#evenings" /><p class="empty">${t("loading")}</p>`;
  const choose = (/** @type {string} */ name, /** @type {Values[string]} */ value) => say({ ...said, choices: { ...said.choices, [name]: value } });
  const called = said.name ?? game?.title ?? ""; // when it was begun is told beside its name, in the language of whoever reads it
  const missing = playing.length < least;
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setTried(true);
    setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector("#new [aria-invalid=true]"))?.focus());
    if (!game || !asks || missing || !called.trim() || asks.some((ask) => wrong(ask, choices[ask.name]))) return;
    const chosen = Object.fromEntries(asks.map((ask) => [ask.name, choices[ask.name]]));
    const body = { game: game.name, name: called.trim(), players: playing, choices: chosen };
    if (!(await tap("/api/evenings/start", body, t("new.start")))) return;
    drop();
    go("now");
  };
  return html`
    <${Top} title=${t("new.title")} back="#evenings" />
    ${games.length === 0 && html`<p class="empty">${t("new.no_games")}</p>`}
    <form id="new" class="stack" onSubmit=${begin} novalidate>
      ${!game && html`<${Games} games=${games} onChoose=${setGame} />`}
      ${game && html`
        <${Chosen} game=${game} onOther=${games.length > 1 ? () => setGame(null) : null} />
        <${Players} players=${players} setPlayers=${(/** @type {string[]} */ now) => say({ ...said, players: now })} least=${least} most=${most} hint=${seatsText(game)} tried=${tried} />
        ${asks && asks.length > 0 && html`<h2 class="label">${t("new.setup")}</h2>`}
        ${askedWith(asks ?? [], choices).map((ask) => html`<${AskField} key=${ask.name} ask=${ask} value=${choices[ask.name]} error=${tried ? wrong(ask, choices[ask.name]) : null}
          onChange=${(/** @type {Values[string]} */ value) => choose(ask.name, value)} />`)}
        <${Field} id="evening-name" label=${t("evenings.name")} value=${called} maxlength=${60} autocomplete="off" onInput=${(event) => say({ ...said, name: event.currentTarget.value })} />`}
    </form>`;
}

/** @type {View<{ games: GameEntry[], onChoose: (game: GameEntry) => void }>} */
const Games = ({ games, onChoose }) => html`
  <section class="games" aria-labelledby="which-game">
    <h2 class="label" id="which-game">${t("new.game")}</h2>
    <div class="options-inside">
      ${games.map((one) => html`
        <button type="button" class="game" key=${one.name} onClick=${() => onChoose(one)}><${GamePicture} game=${one.name} /><b>${one.title}</b></button>`)}
    </div>
  </section>`;

// The game that was chosen makes room for the questions; a keyboard goes on from it.
/** @type {View<{ game: GameEntry, onOther: (() => void) | null }>} */
function Chosen({ game, onOther }) {
  const row = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => row.current?.focus(), [game.name]);
  const shown = html`<${GamePicture} game=${game.name} />
    <span class="row-words"><span class="row-title">${game.title}</span>${onOther && html`<span class="small">${t("new.other_game")}</span>`}</span>`;
  return onOther ? html`<button type="button" class="row" ref=${row} onClick=${onOther}>${shown}<${Icon} name="chevron" /></button>` : html`<div class="row">${shown}</div>`;
}

export const NewEveningBar = () => isReady && html`
  <div class="action-bar"><button class="button answer usual" form="new" aria-busy=${store.pending !== null}><span class="words">${t("new.start")}</span></button></div>`;

/** @type {View<{ players: string[], setPlayers: (players: string[]) => void, least: number, most: number, hint: string, tried: boolean }>} */
function Players({ players, setPlayers, least, most, hint, tried }) {
  const set = (/** @type {number} */ index, /** @type {string} */ value) => setPlayers(players.map((one, at) => (at === index ? value : one)));
  const playing = named(players).length;
  const missing = tried && playing < least;
  return html`
    <fieldset class="options" aria-describedby="players-hint">
      <legend>${t("new.players")}</legend>
      <p class="small" id="players-hint">${hint}</p><p class="small">${t("new.players_hint")}</p>
      ${players.map((one, index) => html`
        <div class="player" key=${index}>
          <input aria-label=${t("new.player", { number: index + 1 })} placeholder=${t("new.player", { number: index + 1 })} value=${one} maxlength="40" autocomplete="off" autocapitalize="words"
            aria-invalid=${missing && one.trim() === ""} aria-describedby="players-error" onInput=${(event) => set(index, event.currentTarget.value)} />
          ${players.length > least && html`<${IconButton} icon="close" label=${t("new.remove", { number: index + 1 })} onClick=${() => setPlayers(players.filter((_, at) => at !== index))} />`}
        </div>`)}
      ${players.length < most && html`<${Button} icon="plus" onClick=${() => setPlayers([...players, ""])}>${t("new.add")}<//>`}
      <${FieldError} id="players-error" text=${missing ? t("new.player_missing") : null} />
      ${!missing && playing > 0 && playing < players.length && playing >= least && html`<p class="small" role="status">${t("new.left_out", { n: playing })}</p>`}
    </fieldset>`;
}
