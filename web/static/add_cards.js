// “Add my cards”: one after the other, by photograph or laid under the camera; then each text beside its card, to be looked at.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { isOpen, useAdded } from "./added.js";
import { CardCheck } from "./card_check.js";
import { Icon } from "./icons.js";
import { canSeeLive, LivePictures } from "./live_camera.js";
import { want } from "./live.js";
import { tap, upload } from "./send.js";
import { PHOTOS, sendPhoto } from "./send_photo.js";
import { part, store, tell, update, useStore } from "./store.js";
import { start, t } from "./text.js";
import { Button, Field, Options, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { AddedCard, AddedCards, AddingState, FieldEvent, GameEntry, Readable, View } from "./types.d.ts" */

/** @type {string | null} */
let chosenGame = null;
/** @type {() => string | null | undefined} */
export const gameOfCards = () => part("evening")?.game ?? chosenGame;
/** @type {(game: string, more?: Record<string, string>) => string} */
const asked = (game, more = {}) => new URLSearchParams({ game, ...more }).toString();

// The photos of this phone that are still to be sent; they wait here, whatever page is shown.
/** @type {{ files: { file: File, game: string, code: string }[], busy: boolean, code: string }} */
const mine = { files: [], busy: false, code: "" };

/** @type {View<{ rest: string[] }>} */
export function AddCards({ rest }) {
  useStore();
  if (rest[0] === "card") return html`<${CardCheck} key=${rest.join()} card=${decodeURIComponent(rest[1] ?? "")} game=${decodeURIComponent(rest[2] ?? "")} />`;
  return html`<${AddPage} />`;
}

function AddPage() {
  useTitle(t("add.title"));
  /** @type {Readable<{ games: GameEntry[] }>} */
  const [answer] = useRead("/api/games");
  const games = answer?.games ?? [];
  const [, setCount] = useState(0);
  if (games.length === 1) chosenGame = games[0].name;
  const game = gameOfCards();
  const found = useAdded(game);
  const choose = (/** @type {string} */ name) => {
    chosenGame = name;
    setCount((count) => count + 1);
  };
  return html`
    <${Top} title=${t("add.title")} back="#look-up" />
    ${!found?.cards.length && html`<p class="more">${t("add.hint")}</p>`}
    ${!part("evening") && games.length > 1 && html`<${ChosenGame} key=${game} games=${games} game=${game} choose=${choose} />`}
    ${found && html`<${Progress} found=${found} /><${CameraAdds} game=${found.game} state=${part("adding")} />${!found.hidden && canSeeLive() && html`<${LiveAdds} game=${found.game} />`}<${CodeFirst} found=${found} /><${AddedList} found=${found} /><${AsFile} game=${found.game} />`}`;
}

// Once it is chosen it takes a line: what matters then is below.
/** @type {View<{ games: GameEntry[], game?: string | null, choose: (name: string) => void }>} */
function ChosenGame({ games, game, choose }) {
  const options = html`<${Options} name="add-game" label=${t("look.game")} value=${game} options=${games.map((one) => [one.name, one.title])} onChange=${choose} />`;
  const chosen = games.find((one) => one.name === game);
  return chosen ? html`<details class="card"><summary><span class="row-words"><span class="row-title">${chosen.title}</span></span><${Icon} name="chevron" /></summary>${options}</details>` : options;
}

/** @type {View<{ found: AddedCards }>} */
function Progress({ found: { cards } }) {
  const open = cards.filter(isOpen).length;
  const waiting = mine.files.length;
  return html`
    <p class="add-progress" role="status"><strong>${t("add.count", { n: cards.length })}</strong>
      ${open > 0 && html`<span>${t("add.open", { n: open })}</span>`}
      ${waiting > 0 && html`<span>${t("add.sending", { n: waiting })}</span>`}</p>`;
}

/** @type {View<{ game: string, state?: AddingState | null }>} */
function CameraAdds({ game, state }) {
  if (!start.has.scan || !part("scan")?.camera) return html`<${WantScan} />`;
  const on = state?.game === game;
  const set = (/** @type {boolean} */ add, now = false) => tap(`/api/card-texts/camera?${asked(game)}`, { add, now }, t("add.camera"));
  return html`
    <section class="card add-camera"><${WantScan} />
      <${Button} icon=${on ? "pause" : "camera"} kind=${on ? "second" : "plain"} onClick=${() => set(!on)}>${t(on ? "add.camera_pause" : "add.camera")}<//>
      ${on && html`<${Button} icon="plus" onClick=${() => set(true, true)}>${t("add.lying")}<//><p class="small">${t("add.lying_hint")}</p>`}
      <p class="small" role="status">${on ? state?.words ?? t("add.camera_on") : t("add.camera_hint")}${on && state && state.waiting > 0 ? ` ${t("add.camera_waits", { n: state.waiting })}` : ""}</p>
    </section>`;
}

// Held over one card after the other, the phone adds each as soon as its picture lies still.
/** @type {View<{ game: string }>} */
function LiveAdds({ game }) {
  const [open, setOpen] = useState(false);
  const add = async (/** @type {Blob} */ picture) => {
    /** @type {{ card: AddedCard } | null} */
    const done = await sendPhoto(`/api/card-texts/photo?${asked(game, { live: "1" })}`, picture, t("add.live"));
    return done ? { words: done.card.note ?? said(done.card), done: true } : { words: null };
  };
  return html`
    <section class="card add-camera"><${Button} icon="camera" onClick=${() => setOpen(true)}>${t("add.live")}<//><p class="small">${t("add.live_hint")}</p>
      ${open && html`<${LivePictures} label=${t("add.live")} onPicture=${add} onClose=${() => setOpen(false)} />`}</section>`;
}

function WantScan() {
  useEffect(() => want("scan"), []);
  return null;
}

// Where nobody may see a card, the number on its back is told before its front is photographed; each number for one photo.
/** @type {View<{ found: AddedCards }>} */
function CodeFirst({ found }) {
  if (!found.hidden) return null;
  const typed = (/** @type {FieldEvent} */ event) => {
    mine.code = event.currentTarget.value;
    update({});
  };
  return html`
    <section class="card"><p class="small">${t("add.hidden")}</p>
      <${Field} id="add-code" label=${t("add.code_first")} value=${mine.code} maxlength=${20} autocomplete="off" onInput=${typed} />
    </section>`;
}

/** @type {View<{ found: AddedCards }>} */
const AddedList = ({ found: { cards, game } }) => html`
  ${cards.length === 0 && html`<p class="empty">${t("add.none")}</p>`}
  <ul class="list added">${cards.map((one) => html`<li key=${one.card}><${AddedRow} one=${one} game=${game} /></li>`)}</ul>`;

/** @type {View<{ one: AddedCard, game: string }>} */
function AddedRow({ one, game }) {
  const inside = html`
    ${one.picture && !one.picture.missing ? html`<img src="/api/cards/${encodeURIComponent(one.card)}/picture?${asked(game, { v: one.picture.version })}" alt="" loading="lazy" />` : html`<${Icon} name="card" />`}
    <span class="row-words"><span class="row-title" dir="auto">${one.title}</span><span class="small">${stateOf(one)}</span></span>
    <${Icon} name=${isOpen(one) ? "chevron" : "check"} label=${isOpen(one) ? undefined : t("add.checked")} />`;
  return html`<a class="row" href=${`#add-cards/card/${encodeURIComponent(one.card)}/${encodeURIComponent(game)}`}>${inside}</a>`;
}

/** @type {(one: AddedCard) => string} */
function stateOf(one) {
  if (one.nameless) return t("add.which");
  if (one.unseen) return t("add.unseen", { code: one.card });
  if (one.checked) return t("look.card", { code: one.card });
  return one.doubtful ? t("add.doubtful", { code: one.card, n: one.doubtful }) : t("add.unchecked", { code: one.card });
}

// For another companion: what was told of the board and the cards, and back.
/** @type {View<{ game: string }>} */
function AsFile({ game }) {
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    /** @type {{ texts: number } | null} */
    const done = file ? await upload("/api/card-texts/import", file, "application/zip", t("add.import")) : null;
    if (done) tell(t("add.imported", { n: done.texts }), { tone: "good" });
  };
  return html`
    <div class="offers inline">
      <a class="button" href=${`/api/card-texts/export.zip?${asked(game)}`} download><${Icon} name="download" /><span class="words">${t("add.export")}</span></a>
      <label class="button"><input class="hidden-input" type="file" accept=".zip,application/zip" onChange=${chosen} /><${Icon} name="upload" /><span class="words">${t("add.import")}</span></label>
    </div>`;
}

// The next photos can be taken while the last ones are still on their way.
export function AddCardsBar() {
  useStore();
  if (store.route !== "add-cards") return null;
  const game = gameOfCards();
  if (!game) return null;
  const chosen = (/** @type {FieldEvent} */ event) => {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = "";
    mine.files.push(...files.map((file, index) => ({ file, game, code: index ? "" : mine.code.trim() })));
    mine.code = "";
    sendAll();
  };
  return html`
    <div class="action-bar">
      <label class="button photo square"><input class="hidden-input" type="file" accept=${PHOTOS} multiple onChange=${chosen} />
        <${Icon} name="picture" /><span class="words">${t("add.choose")}</span></label>
      <label class="button photo answer usual"><input class="hidden-input" type="file" accept=${PHOTOS} capture="environment" onChange=${chosen} />
        <span class="words">${t("add.photo")}</span></label>
    </div>`;
}

// One after the other. One that is refused is told and left out; the others go on.
async function sendAll() {
  if (mine.busy) return;
  mine.busy = true;
  while (mine.files.length) {
    const { file, game, code } = mine.files[0];
    /** @type {{ card: AddedCard } | null} */
    const done = await sendPhoto(`/api/card-texts/photo?${asked(game, code ? { code } : {})}`, file, t("add.photo"));
    mine.files.shift();
    update({}); // one less is on its way, also where it was refused
    if (done) tell(done.card.note ?? said(done.card), { tone: done.card.note || done.card.nameless ? "warm" : "good" });
  }
  mine.busy = false;
}

/** @type {(card: AddedCard) => string} */
const said = (card) => (card.nameless ? t("add.kept_nameless") : card.unseen ? t("add.unseen", { code: card.card }) : t("add.kept", { code: card.card, title: card.title }));
