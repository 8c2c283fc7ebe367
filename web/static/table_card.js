// The card that came up at the table: what is printed on it, read aloud as often as wanted; its options as buttons.

import { html, useLayoutEffect, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { OfferButton } from "./offer_list.js";
import { Printed } from "./printed.js";
import { tap } from "./send.js";
import { PHOTOS, sendPhoto } from "./send_photo.js";
import { part, store, tell, version } from "./store.js";
import { setVoice } from "./table.js";
import { start, t } from "./text.js";
import { Button, Field, IconButton } from "./ui.js";
import { isFlat, isLonger, isWide } from "./wide.js";
/** @import { Drawn, FieldEvent, Offer, PrintedCard, TableCardPart, TextBlock, View } from "./types.d.ts" */

const SLOWER = 25; // words a minute
const SLOWEST = 80;

/** @type {(verb: string, which?: string) => Promise<unknown>} */
function cardTap(verb, which = "") {
  return tap("/api/card-texts/do", { do: verb, ...(which ? { which } : {}) }, t("card.title"));
}

// Whether a card has just come up whose text is known: it is read aloud, and the evening has not gone on since.
export const isCardRead = () => part("card")?.printed !== undefined && !part("card")?.later;

// Where the card stands on a phone: whole where the page has room for it, else its first lines above the question, which is about it more often
// than not; once the evening has gone on, below the answers. Found anew for every question.
/** @type {() => "whole" | "folded" | "below"} */
export function usePlaceOfCard() {
  const card = part("card");
  const key = `${version()} ${card?.number}`;
  const [tight, setTight] = useState(""); // the question that leaves no room
  useLayoutEffect(() => {
    if (card?.printed && !card.later && !(isWide() && !isFlat()) && !part("ending") && tight !== key && isLonger()) setTight(key);
  });
  if (!isWide() && card?.later) return "below";
  return tight === key ? "folded" : "whole";
}

/** @type {View<{ folds: boolean }>} */
export function TableCard({ folds }) {
  const card = part("card");
  if (!card || !store.phone || part("ending")) return null;
  if (card.printed === undefined && !card.asks) return html`<${Unknown} key=${card.number} card=${card} />`;
  return html`<${Known} key=${card.number} card=${card} folds=${folds} />`;
}

// Nobody has added it: one tap does, with the card that lies there.
/** @type {View<{ card: TableCardPart }>} */
const Unknown = ({ card }) => html`<${PhotoNow} card=${card} words=${t("card.photo")} />`;

/** @type {View<{ card: TableCardPart, words: string, onDone?: (card: string) => unknown }>} */
function PhotoNow({ card, words, onDone }) {
  const [busy, setBusy] = useState(false);
  if (!start.has.add_cards) return null;
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    if (!file) return;
    setBusy(true);
    /** @type {{ card: { card: string, title: string, note?: string } } | null} */
    const done = await sendPhoto(`/api/card-texts/photo?${new URLSearchParams({ game: card.game, code: card.code.replace(/ \(\d+\)$/u, "") })}`, file, t("card.photo"));
    setBusy(false);
    if (!done) return;
    tell(done.card.note ?? t("add.kept", { code: done.card.card, title: done.card.title }), { tone: done.card.note ? "warm" : "good" });
    onDone?.(done.card.card);
  };
  return html`
    <label class="button photo ${busy ? "busy" : ""}"><input class="hidden-input" type="file" accept=${PHOTOS} capture="environment" disabled=${busy} onChange=${chosen} />
      <${Icon} name="camera" /><span class="words">${busy ? t("ask.reading") : words}</span></label>`;
}

/** @type {View<{ card: TableCardPart, folds: boolean }>} */
function Known({ card, folds }) {
  const [open, setOpen] = useState(/** @type {boolean | null} */ (null)); // null: nobody has said, and what is new stands open
  const shown = open ?? (!card.later && !folds);
  if (card.asks) return html`<${Asks} card=${card} />`;
  const printed = card.printed;
  return html`
    <section class="card table-card ${shown ? "" : "folded"}" aria-label=${t("card.title")}>
      <div class="table-card-head">
        <button type="button" class="row" aria-expanded=${shown} onClick=${() => setOpen(!shown)}><span class="row-words"><span class="row-title" data-raw dir="auto">${card.title}</span>
          ${shown || card.later || !printed ? html`<span class="small code" data-raw>${card.code}</span>` : html`<span class="first-lines" data-raw dir="auto">${whatHappens(printed)}</span>`}</span><${Icon} name="chevron" /></button>
        <${IconButton} icon="close" label=${t("card.away")} onClick=${() => cardTap("away")} />
      </div>
      ${shown && printed && html`
        <div class="reading-buttons" role="group" aria-label=${t("table.voice")}>
          <${IconButton} icon="repeat" kind="outlined" label=${t("card.again")} onClick=${() => cardTap("read")} />
          <${IconButton} icon="skip" kind="outlined" label=${t("card.stop")} onClick=${() => cardTap("stop")} />
          <${Button} onClick=${slower}>${t("card.slower")}<//>
          ${card.texts > 0 && html`<${Another} card=${card} />`}
        </div>
        <${Printed} printed=${printed} game=${card.game} below=${ways} />`}
    </section>`;
}

// A secret card: its text when somebody wants it; where others of its number were added, the words on it tell which it is.
/** @type {View<{ card: TableCardPart }>} */
function Asks({ card }) {
  const [words, setWords] = useState("");
  const several = card.texts > 1;
  const typed = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (words.trim()) cardTap("read", words.trim());
  };
  return html`
    <section class="card table-card" aria-label=${t("card.title")}><p class="small">${t(several ? "card.which" : "card.asks", { code: card.code, n: card.texts })}</p>
      ${several && html`<form class="stack" onSubmit=${typed}>
        <${Field} id="card-words" label=${t("card.words")} value=${words} maxlength=${100} autocomplete="off" onInput=${(event) => setWords(event.currentTarget.value)} />
        <button class="button usual" disabled=${!words.trim()}><span class="words">${t("card.show")}</span></button></form>`}
      <div class="offers inline">
        ${card.known.map((one) => html`<${Button} key=${one.card} icon="card" onClick=${() => cardTap("read", one.card)}><span data-raw dir="auto">${one.title || one.card}</span><//>`)}
        ${!several && html`<${Button} icon="card" onClick=${() => cardTap("read")}>${t("card.show")}<//>`}
        ${card.texts > 0 && html`<${Another} card=${card} />`}
        <${Button} onClick=${() => cardTap("away")}>${t("card.away")}<//></div></section>`;
}

// The card in somebody's hand, whichever of its number it is: its own text is shown then, kept beside the others.
/** @type {View<{ card: TableCardPart }>} */
const Another = ({ card }) => html`<${PhotoNow} card=${card} words=${t("card.another")} onDone=${(/** @type {string} */ added) => cardTap("read", added)} />`;

// The text without its title and what only sets the mood.
/** @type {(printed: PrintedCard) => string} */
const whatHappens = ({ blocks }) => blocks.filter((one) => one.kind !== "title" && one.kind !== "flavour").map((one) => one.text).join(" ");

// Who wants it slower has not followed it so far: it is read anew.
async function slower() {
  const rate = Math.max(SLOWEST, (part("voice")?.rate ?? SLOWEST) - SLOWER);
  if (!(await setVoice({ rate }))) return;
  tell(t("voice.rate_now", { rate }), { tone: "good" });
  await cardTap("read");
}

// An option is a button where the question has it as an answer.
/** @type {(block: TextBlock) => Drawn} */
const ways = (block) => {
  const offer = block.kind === "option" ? offerOf(block.number) : undefined;
  return offer ? html`<${OfferButton} offer=${offer} />` : null;
};

/** @type {(number?: number) => Offer | undefined} */
const offerOf = (number) => (number === undefined ? undefined : part("prompts")?.[0]?.offers.find((one) => one.option === number));
