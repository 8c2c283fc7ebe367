// The owner's photograph of a card: shown, taken or chosen, turned, replaced, deleted. Only on phones that have joined.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { remove } from "./send.js";
import { PHOTOS, sendPhoto } from "./send_photo.js";
import { confirm } from "./sheet.js";
import { store, tell } from "./store.js";
import { start, t } from "./text.js";
import { Button, RowLink } from "./ui.js";
import { useEntry } from "./use_read.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { CardEntry, FieldEvent, Found, Picture, View } from "./types.d.ts" */

/** @type {(game: string, code: string, more?: Record<string, string>) => string} */
const pathOf = (game, code, more = {}) => `/api/cards/${encodeURIComponent(code)}/picture?${new URLSearchParams({ game, ...more })}`;

// What is known of a card; null while it is read, with `error` where there is no such card.
/** @type {(game: string | null | undefined, code: string) => Found<CardEntry>} */
export const useCard = (game, code) => useEntry(game && code ? `/api/cards/${encodeURIComponent(code)}?game=${encodeURIComponent(game)}` : null);

// The photograph itself. A tap shows it larger, with what was tapped in the middle; then it can be moved about. What stands in thousandths from
// the top at `start` is in sight at first.
/** @type {View<{ game: string, card: CardEntry, picture: Picture, start?: number, beside?: boolean }>} */
export function Photograph({ game, card, picture, start: top = 0, beside = false }) {
  const { version, missing, width, height } = picture;
  /** @type {Ref<HTMLDivElement>} */
  const frame = useRef(null);
  const [at, setAt] = useState(/** @type {{ x: number, y: number } | null} */ (null));
  const [gone, setGone] = useState(/** @type {Picture | null} */ (null)); // the picture that could not be shown, until the card is read anew
  useLayoutEffect(() => {
    if (at && frame.current) frame.current.scrollTo(at.x * frame.current.scrollWidth - frame.current.clientWidth / 2, at.y * frame.current.scrollHeight - frame.current.clientHeight / 2);
  }, [at]);
  useLayoutEffect(() => {
    if (frame.current && top > 0) frame.current.scrollTop = (top / 1000) * frame.current.scrollHeight - frame.current.clientHeight / 3;
  }, [version]);
  if (missing || gone === picture) return html`<p class="photograph-missing"><${Icon} name="warning" /><span>${t("picture.missing")}</span></p>`;
  const tapped = (/** @type {MouseEvent & { currentTarget: Element }} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const by = event.detail > 0; // by a finger, not by a key
    setAt(at ? null : { x: by ? (event.clientX - box.left) / box.width : 0.5, y: by ? (event.clientY - box.top) / box.height : 0 });
  };
  return html`
    <div class="photograph ${beside ? "beside" : ""} ${at ? "large" : ""}" ref=${frame}>
      <button type="button" aria-pressed=${at !== null} aria-label=${t("picture.zoom", { card: card.title })} onClick=${tapped}>
        <img src=${pathOf(game, card.pictured, { v: version })} width=${width} height=${height} alt=${t("picture.alt", { card: card.title })} onError=${() => setGone(picture)} />
      </button>
    </div>`;
}

// The photograph with all that can be done with it. `original` is the photo of which the card was cut out just now.
/** @type {View<{ game: string, card: CardEntry, reload: () => Promise<unknown>, beside?: boolean }>} */
export function CardPicture({ game, card, reload, beside }) {
  const [busy, setBusy] = useState(false);
  const [original, setOriginal] = useState(/** @type {Blob | null} */ (null));
  useEffect(() => setOriginal(null), [card.pictured]);
  if (!store.phone || !start.has.pictures || !card.pictured) return null;
  const seen = card.picture?.version ?? "";
  const whole = card.picture && !card.picture.missing;
  /** @type {(file: Blob, more?: Record<string, string>) => Promise<void>} */
  const send = async (file, more = {}) => {
    setBusy(true);
    /** @type {{ straightened: boolean } | null} */
    const done = await sendPhoto(pathOf(game, card.pictured, { seen, ...more }), file, t("picture.add"));
    await reload();
    setBusy(false);
    if (!done) return;
    setOriginal(done.straightened ? file : null);
    tell(t(done.straightened ? "picture.cut" : "picture.kept"), { tone: "good" });
  };
  const chosen = (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    if (!file) return;
    if (!whole) send(file);
    else confirm({ title: t("picture.replace_title"), text: t("picture.replace_text"), yes: t("picture.replace_yes"), onYes: () => send(file) });
  };
  const turn = async () => {
    const now = await fetch(pathOf(game, card.pictured, { v: seen })).catch(() => null);
    if (now?.ok) send(await now.blob(), { as_it_is: "", turned: "1" });
    else tell(t("offline"), { tone: "danger" });
  };
  const forget = () => confirm({
    title: t("picture.delete_title"), text: t("picture.delete_text"), yes: t("picture.delete"),
    onYes: async () => {
      await remove(pathOf(game, card.pictured, { seen }), t("picture.delete"));
      setOriginal(null);
      await reload();
    },
  });
  return html`
    <section class="card-picture">
      ${card.picture && html`<${Photograph} game=${game} card=${card} picture=${card.picture} beside=${beside} />`}
      ${!card.picture && !beside && html`<p class="small">${t("picture.hint")}</p>`}
      <div class="picture-buttons">
        ${(!beside || !whole || busy) && html`<label class="button photo ${busy ? "busy" : ""}">
          <input class="hidden-input" type="file" accept=${PHOTOS} disabled=${busy} onChange=${chosen} />
          <${Icon} name="camera" /><span class="words">${t(busy ? "picture.sending" : card.picture ? "picture.replace" : "picture.add")}</span>
        </label>`}
        ${whole && (!beside || original) && html`<${Button} icon="redo" disabled=${busy} onClick=${turn}>${t("picture.turn")}<//>`}
        ${original && html`<${Button} icon="picture" disabled=${busy} onClick=${() => send(original, { as_it_is: "" })}>${t("picture.as_taken")}<//>`}
        ${card.picture && !beside && html`<${Button} icon="trash" disabled=${busy} onClick=${forget}>${t("picture.delete")}<//>`}
      </div>
    </section>`;
}

// Beside the text that is typed from it; there is little room, so that all but adding it is done on the card's page.
/** @type {View<{ game: string, code: string }>} */
export function PictureBeside({ game, code }) {
  const [card, reload] = useCard(game, code);
  if (!card || !("code" in card)) return null;
  return html`<${CardPicture} game=${game} card=${card} reload=${reload} beside />`;
}

// In the dialog of an offer that is about a card: its photograph, if there is one, and the way to all that is known of it.
/** @type {View<{ game?: string, code: string }>} */
export function CardOfOffer({ game, code }) {
  const [card] = useCard(game, code);
  if (!game || !card || !("code" in card)) return null;
  return html`
    ${card.picture && html`<${Photograph} game=${game} card=${card} picture=${card.picture} beside />`}
    <${RowLink} icon="card" href="#look-up/card/${encodeURIComponent(code)}" title=${t("now.open_card", { code: card.title })} />`;
}
