// A dialog at the bottom of the screen: what it was sent with is kept until the companion has taken it.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Link, Message, PhotoWaits } from "./messages.js";
import { hide, show, store, useStore } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton } from "./ui.js";

// The browser keeps the focus inside and gives it back; Escape closes it. What the companion has to say stands in it,
// because it covers the page.
export function Sheet({ title, children, actions, onClose = hide }) {
  useStore();
  const ref = useRef(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const cancelled = (event) => {
    event.preventDefault();
    onClose();
  };
  return html`
    <dialog class="sheet" ref=${ref} aria-labelledby="sheet-title" onCancel=${cancelled}
      onClick=${(event) => event.target === ref.current && onClose()}>
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
export function useSending() {
  const [sending, setSending] = useState(false);
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
