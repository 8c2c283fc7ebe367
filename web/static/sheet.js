// A dialog at the bottom of the screen: what it was sent with is kept until the companion has taken it.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Link, Message, PhotoWaits } from "./messages.js";
import { hide, show, store, useStore } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Drawn, View } from "./types.d.ts" */

// The browser keeps the focus inside and gives it back; Escape closes it. What the companion has to say stands in it,
// because it covers the page.
/** @type {View<{ title: Drawn, actions?: Drawn, onClose?: () => void }>} */
export function Sheet({ title, children, actions, onClose = hide }) {
  useStore();
  /** @type {Ref<HTMLDialogElement>} */
  const ref = useRef(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const cancelled = (/** @type {Event} */ event) => {
    event.preventDefault();
    onClose();
  };
  return html`
    <dialog class="sheet" ref=${ref} aria-labelledby="sheet-title" onCancel=${cancelled}
      onClick=${(/** @type {Event} */ event) => event.target === ref.current && onClose()}>
      <div class="sheet-inside">
        <div class="sheet-head"><h2 id="sheet-title">${title}</h2><${IconButton} icon="close" label=${t("close")} onClick=${onClose} /></div>
        <div class="sheet-news"><${Link} /><${PhotoWaits} /><${Message} inDialog /></div>
        <div class="sheet-body">${children}</div>
        ${actions && html`<div class="sheet-actions">${actions}</div>`}
      </div>
    </dialog>`;
}

// Whether something is on its way, and what sends it: taken, it closes this sheet; refused, everything stays as it was typed.
// `send` is given a function that taps and answers null when it was refused.
/** @type {() => [boolean, <T>(attempt: () => T | Promise<T>) => Promise<T>]} */
export function useSending() {
  const [sending, setSending] = useState(false);
  /** @type {<T>(attempt: () => T | Promise<T>) => Promise<T>} */
  const send = async (attempt) => {
    const mine = store.sheet;
    setSending(true);
    const answer = await attempt();
    setSending(false);
    if (answer !== null && store.sheet === mine) hide();
    return answer;
  };
  return [sending, send];
}

/** @type {(asked: { title?: string, text: Drawn, yes: string, danger?: boolean, onYes: () => unknown }) => void} */
export function confirm({ title = t("confirm.title"), text, yes, danger = true, onYes }) {
  const done = () => {
    hide();
    onYes();
  };
  show(() => html`
    <${Sheet} title=${title} actions=${html`
      <${Button} onClick=${hide}>${t("cancel")}<//>
      <${Button} kind=${danger ? "danger" : "usual"} onClick=${done}>${yes}<//>`}>
      <p>${text}</p>
    <//>`);
}
