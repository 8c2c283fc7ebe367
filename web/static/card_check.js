// A card that was added: its picture beside its text. Doubtful words are marked; a tap on a word corrects it.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { isOpen, useAdded } from "./added.js";
import { CardEffects } from "./card_effects.js";
import { Photograph, useCard } from "./card_picture.js";
import { firstToLookAt, pieceOf } from "./card_piece.js";
import { Icon } from "./icons.js";
import { remove, tap } from "./send.js";
import { confirm, Sheet, useSending } from "./sheet.js";
import { go, show, tell } from "./store.js";
import { t } from "./text.js";
import { Button, Field, IconButton, Options, Top, useTitle } from "./ui.js";
/** @import { AddedCards, CardEntry, Drawn, PrintedCard, TapEvent, TextBlock, View } from "./types.d.ts" */
/** @import { PictureOfCard } from "./card_piece.js" */

const KINDS = ["title", "body", "flavour", "option", "condition"];
/** @type {(game: string, card: string, more?: Record<string, string>) => string} */
const pathOf = (game, card, more = {}) => `/api/card-texts/${encodeURIComponent(card)}?${new URLSearchParams({ game, ...more })}`;
/** @type {(game: string, card: string) => string} */
const pageOf = (game, card) => `add-cards/card/${encodeURIComponent(card)}/${encodeURIComponent(game)}`;

// What a person has typed for a word: other words, or none. The doubts of the words behind move along.
/** @type {(block: TextBlock, at: number, typed: string) => TextBlock} */
export function withWord(block, at, typed) {
  const words = block.text.split(" ");
  const now = typed.trim().split(/\s+/).filter(Boolean);
  words.splice(at, 1, ...now);
  const doubtful = block.doubtful.filter((one) => one !== at).map((one) => (one > at ? one + now.length - 1 : one));
  return { ...block, text: words.join(" "), doubtful };
}

/** @type {View<{ card: string, game: string }>} */
export function CardCheck({ card, game }) {
  useTitle(t("add.title"));
  const [entry, reload] = useCard(game, card);
  const added = useAdded(game);
  if (!entry) return html`<${Top} title=${t("add.title")} back="#add-cards" /><p class="empty">${t("loading")}</p>`;
  if (!("code" in entry)) return html`<${Top} title=${t("add.title")} back="#add-cards" /><p class="empty">${entry.error}</p>`;
  const nameless = card.startsWith("?");
  const picture = entry.printed && entry.picture && !entry.picture.missing && entry.picture.version === entry.printed.picture ? { game, card: entry.pictured, ...entry.picture } : null;
  return html`
    <${Top} title=${entry.title} back="#add-cards" />
    ${!nameless && html`<p class="card-code code" data-raw>${entry.code}</p>`}
    ${nameless && added && html`<${WhichCard} game=${game} card=${card} title=${entry.printed?.blocks.find((one) => one.kind === "title")?.text ?? ""} added=${added} />`}
    ${entry.unseen && html`<p class="more">${t("add.unseen_text")}</p>`}
    <div class="own-beside">
      ${entry.picture && html`<div class="card-picture"><${Photograph} game=${game} card=${entry} picture=${entry.picture} start=${picture ? firstToLookAt(entry.printed?.blocks ?? []) : 0} beside /></div>`}
      ${entry.printed && html`<${TextCheck} game=${game} card=${card} printed=${entry.printed} picture=${picture} reload=${reload} added=${added} nameless=${nameless} />`}
    </div>
    ${!nameless && entry.printed && html`<${CardEffects} game=${game} card=${entry} />`}
    <${Ways} game=${game} card=${card} entry=${entry} nameless=${nameless} />`;
}

// Which card it is: one of those that it may be, or typed.
/** @type {View<{ game: string, card: string, title: string, added: AddedCards }>} */
function WhichCard({ game, card, title, added }) {
  const proposed = added.cards.find((one) => one.card === card)?.proposed ?? [];
  const [code, setCode] = useState(added.kinds.length && !proposed.length ? title : "");
  const [kind, setKind] = useState(added.coded ? "" : added.kinds[0]?.name ?? "");
  const taken = new Set(added.cards.map((one) => one.card));
  const send = async (/** @type {string} */ wanted, over = false) => {
    /** @type {{ card: { card: string } } | null} */
    const done = await tap(`/api/card-texts/name?${new URLSearchParams({ game })}`, { card, code: wanted, over }, t("add.which"));
    if (done) go(pageOf(game, done.card.card));
  };
  const name = (/** @type {string} */ wanted) => {
    if (!taken.has(wanted) || added.several) return send(wanted);
    return confirm({ title: t("add.over_title"), text: t("add.over_text", { code: wanted }), yes: t("picture.replace_yes"), onYes: () => send(wanted, true) });
  };
  const typed = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (code.trim()) name(kind ? `${kind}.${code.trim()}` : code.trim());
  };
  return html`
    <section class="card which-card"><h2 class="label">${t("add.which")}</h2>
      ${proposed.length > 0 && html`<div class="offers inline">${proposed.map((one) => html`<${Button} key=${one} kind="second" onClick=${() => name(one)}><span class="code" data-raw>${one}</span><//>`)}</div>`}
      <form class="stack" onSubmit=${typed}>
        ${added.kinds.length > 0 && html`<${Options} name="card-kind" label=${t("add.kind")} kind="chips words" value=${kind} onChange=${setKind}
          options=${[...(added.coded ? [/** @type {[string, string]} */ (["", t("add.kind_coded")])] : []), ...added.kinds.map((one) => /** @type {[string, string]} */ ([one.name, one.title]))]} />`}
        <${Field} id="card-code" label=${t(kind ? "add.name" : "own.name")} hint=${t("own.name_hint")} value=${code} maxlength=${60} autocomplete="off" onInput=${(event) => setCode(event.currentTarget.value)} />
        <button class="button usual" disabled=${!code.trim()}><span class="words">${t("add.it_is")}</span></button>
      </form>
    </section>`;
}

/** @type {View<{ game: string, card: string, printed: PrintedCard, picture: PictureOfCard | null, reload: () => Promise<void>, added: AddedCards | null, nameless: boolean }>} */
function TextCheck({ game, card, printed, picture, reload, added, nameless }) {
  const save = async (/** @type {TextBlock[]} */ blocks, checked = false) => {
    const sent = blocks.map(({ kind, text, number, doubtful }) => ({ kind, text, number, doubtful }));
    const done = await tap(pathOf(game, card), { seen: printed.version, blocks: sent, checked }, t("add.text"));
    await reload();
    return done;
  };
  const change = (/** @type {number} */ at, /** @type {TextBlock} */ block) => save(printed.blocks.map((one, index) => (index === at ? block : one)));
  const right = async () => {
    const blocks = printed.blocks.map((one) => ({ ...one, doubtful: [] }));
    if (!(await save(blocks, true))) return;
    const next = added?.cards.find((one) => isOpen(one) && one.card !== card);
    tell(t("add.checked"), { tone: "good" });
    go(next ? pageOf(game, next.card) : "add-cards");
  };
  return html`
    <section class="stack text-check">
      <p class="small">${t("add.tap_word")}</p>
      ${printed.blocks.map((block, at) => html`<${Block} key=${at} block=${block} picture=${picture} onChange=${(/** @type {TextBlock} */ now) => change(at, now)} />`)}
      ${printed.blocks.length === 0 && html`<p class="empty">${t("add.no_text")}</p>`}
      <div class="offers inline">
        <${Button} icon="plus" onClick=${() => editBlock({ kind: "body", text: "", doubtful: [] }, (block) => save([...printed.blocks, block]))}>${t("add.more_text")}<//>
        ${!nameless && html`<${Button} icon="check" kind="usual" onClick=${right}>${t("add.right")}<//>`}
      </div>
    </section>`;
}

// Doubtful words are buttons; any other word is tapped where it stands, and the pencil changes the whole.
/** @type {View<{ block: TextBlock, picture: PictureOfCard | null, onChange: (block: TextBlock) => Promise<unknown> }>} */
function Block({ block, picture, onChange }) {
  const edit = (/** @type {number} */ at) => editWord(block.text.split(" ")[at], block.doubtful.includes(at), pieceOf(picture, block, at), (typed) => onChange(withWord(block, at, typed)));
  const tapped = (/** @type {TapEvent} */ event) => {
    const at = /** @type {HTMLElement} */ (event.target).dataset?.at;
    if (at !== undefined) edit(Number(at));
  };
  return html`
    <div class="text-block of-${block.kind}">
      <div class="block-head"><span class="label">${block.kind === "option" && block.number ? t("add.option", { number: block.number }) : t(`add.kind_${block.kind}`)}</span>
        <${IconButton} icon="pencil" label=${t("add.edit")} onClick=${() => editBlock(block, onChange)} /></div>
      <p data-raw dir="auto" onClick=${tapped}>${block.text.split(" ").map((word, at) => html`${block.doubtful.includes(at)
        ? html`<button type="button" class="doubtful" data-at=${at} aria-label=${t("add.doubtful_word", { word })}>${word}</button>` : html`<span data-at=${at}>${word}</span>`} `)}</p>
    </div>`;
}

/** @type {(word: string, doubtful: boolean, piece: Drawn, save: (typed: string) => Promise<unknown>) => void} */
const editWord = (word, doubtful, piece, save) => show(() => html`<${WordSheet} word=${word} doubtful=${doubtful} piece=${piece} save=${save} />`);

/** @type {View<{ word: string, doubtful: boolean, piece: Drawn, save: (typed: string) => Promise<unknown> }>} */
function WordSheet({ word, doubtful, piece, save }) {
  const [typed, setTyped] = useState(word);
  const [sending, send] = useSending();
  useEffect(() => /** @type {HTMLInputElement | null} */ (document.getElementById("word"))?.select(), []);
  const done = (/** @type {Event} */ event) => {
    event.preventDefault();
    send(() => save(typed));
  };
  return html`
    <${Sheet} title=${t("add.word")} actions=${html`
      ${doubtful && html`<${Button} icon="check" disabled=${sending} onClick=${() => send(() => save(word))}>${t("add.word_right")}<//>`}
      <button class="button usual" form="word-form" disabled=${sending}><span class="words">${t("save")}</span></button>`}>
      ${piece}
      <form id="word-form" onSubmit=${done}><${Field} id="word" label=${t("add.word_label")} hint=${t("add.word_hint")} value=${typed} maxlength=${200} autocomplete="off" autocapitalize="off" spellcheck=${false} onInput=${(event) => setTyped(event.currentTarget.value)} /></form>
    <//>`;
}

/** @type {(block: TextBlock, save: (block: TextBlock) => Promise<unknown>) => void} */
const editBlock = (block, save) => show(() => html`<${BlockSheet} block=${block} save=${save} />`);

/** @type {View<{ block: TextBlock, save: (block: TextBlock) => Promise<unknown> }>} */
function BlockSheet({ block, save }) {
  const [text, setText] = useState(block.text);
  const [kind, setKind] = useState(block.kind);
  const [number, setNumber] = useState(String(block.number ?? 1));
  const [sending, send] = useSending();
  const done = (/** @type {Event} */ event) => {
    event.preventDefault();
    const doubtful = text === block.text ? block.doubtful : [];
    send(() => save({ text, kind, doubtful, ...(kind === "option" ? { number: Number.parseInt(number, 10) || 1 } : {}) }));
  };
  return html`
    <${Sheet} title=${t("add.edit")} actions=${html`<button class="button usual" form="block-form" disabled=${sending}><span class="words">${t("save")}</span></button>`}>
      <form id="block-form" class="stack" onSubmit=${done}>
        <${Options} name="block-kind" label=${t("add.block_kind")} kind="chips words" value=${kind} options=${KINDS.map((one) => [one, t(`add.kind_${one}`)])} onChange=${setKind} />
        ${kind === "option" && html`<${Field} id="option-number" label=${t("add.option_number")} inputmode="numeric" value=${number} maxlength=${2} onInput=${(event) => setNumber(event.currentTarget.value)} />`}
        <div class="field"><label for="block-text">${t("add.text")}</label>
          <textarea id="block-text" rows="5" maxlength="1500" value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
          <p class="small">${t("add.edit_hint")}</p></div>
      </form>
    <//>`;
}

/** @type {View<{ game: string, card: string, entry: CardEntry, nameless: boolean }>} */
function Ways({ game, card, entry, nameless }) {
  const forget = () => confirm({
    title: t("add.delete_title"), text: t("add.delete_text"), yes: t("add.delete"),
    onYes: async () => {
      if (await remove(pathOf(game, card, entry.printed ? { seen: entry.printed.version } : {}), t("add.delete"))) go("add-cards");
    },
  });
  return html`
    <div class="offers inline">
      ${!nameless && !entry.unseen && html`<a class="button" href="#look-up/card/${encodeURIComponent(card)}"><${Icon} name="card" /><span class="words">${t("look.title")}</span></a>`}
      <${Button} icon="trash" onClick=${forget}>${t("add.delete")}<//>
    </div>`;
}
