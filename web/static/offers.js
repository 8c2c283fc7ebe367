// Taking an offer: the usual answer with one tap where everything in it has a usual value; any other by a dialog, so that
// a stray finger spends nothing.

import { html, useState } from "./vendor/preact-htm.js";
import { AskField, filled, hasUsual, isBlank, shown, usualValues, wrong } from "./asks.js";
import { CardOfOffer } from "./card_picture.js";
import { Icon } from "./icons.js";
import { MapPicks, together } from "./map_pick.js";
import { tap } from "./send.js";
import { hide, show, store, useStore, version } from "./store.js";
import { t } from "./text.js";
import { Button, confirm, Sheet } from "./ui.js";

export const hasFields = (offer) => filled(offer.asks).length > 0;
const allUsual = (asks) => asks.every(hasUsual) && !asks.every(isBlank);
export const oneTap = (offer) => !hasFields(offer) || (offer.tone === "usual" && allUsual(filled(offer.asks)));

const play = (offer, values, seen = version()) =>
  tap("/api/play", { move: offer.move.name, args: { ...offer.move.args, ...values }, seen }, offer.label);

export function take(offer) {
  if (!oneTap(offer)) exact(offer);
  else if (offer.tone === "danger") askTwice(offer);
  else play(offer, usualValues(offer.asks));
}

const askTwice = (offer) =>
  confirm({ title: offer.label, text: t("confirm.danger"), yes: offer.label, onYes: () => play(offer, usualValues(offer.asks)) });

export const exact = (offer) => {
  const seen = version();
  show(() => html`<${OfferSheet} offer=${offer} seen=${seen} />`);
};

// The usual values of an offer, in small print on its button.
export const UsualValues = ({ offer }) =>
  oneTap(offer) && hasFields(offer) && html`
    <span class="usual-values">${filled(offer.asks).filter((ask) => !isBlank(ask)).map((ask) => html`
      <span><span>${ask.label}</span> <b data-raw=${ask.type === "Whole"}>${shown(ask, ask.usual)}</b></span>`)}</span>`;

function OfferSheet({ offer, seen }) {
  useStore();
  return html`<${AsksSheet} title=${offer.label} asks=${offer.asks} yes=${offer.label} danger=${offer.tone === "danger"} seen=${seen}
    onDone=${(values) => play(offer, values, seen)}>
    ${offer.note && html`<p class="more">${offer.note}</p>`}
    ${offer.rule && html`<a class="link" href="#look-up/rule/${encodeURIComponent(offer.rule)}"><${Icon} name="book" />${t("rule")}</a>`}
    ${typeof offer.move.args?.card === "string" && html`<${CardOfOffer} game=${store.parts.evening?.game} code=${offer.move.args.card} />`}
  <//>`;
}

// A dialog that asks for values. It says so when the game has gone on behind it.
export function AsksSheet({ title, asks, yes, danger = false, seen, initial, children, onDone }) {
  const [values, setValues] = useState(() => ({ ...usualValues(asks), ...initial }));
  const [tried, setTried] = useState(false);
  const set = (name, value) => setValues((old) => ({ ...old, [name]: value }));
  if (seen !== undefined && seen !== version()) return html`<${MovedOn} title=${title} />`;
  const done = (event) => {
    event.preventDefault();
    if (asks.some((ask) => wrong(ask, values[ask.name]))) {
      setTried(true);
      return;
    }
    hide();
    onDone(values);
  };
  const submit = html`<button class="button ${danger ? "danger" : "usual"}" form="asks"><span class="words">${yes}</span></button>`;
  return html`
    <${Sheet} title=${title} actions=${submit}>
      ${children}
      <form id="asks" onSubmit=${done} novalidate>
        ${together(asks).map(([ask, ...more]) => (more.length ? html`
          <${MapPicks} key=${ask.name} asks=${[ask, ...more]} values=${values} onChange=${set} errorOf=${(one) => (tried ? wrong(one, values[one.name]) : null)} />` : html`
          <${AskField} key=${ask.name} ask=${ask} value=${values[ask.name]} onChange=${(value) => set(ask.name, value)}
            error=${tried ? wrong(ask, values[ask.name]) : null} />`))}
      </form>
    <//>`;
}

const MovedOn = ({ title }) => html`
  <${Sheet} title=${title} actions=${html`<${Button} kind="usual" onClick=${hide}>${t("moved_on.back")}<//>`}>
    <p role="alert">${t("moved_on", { label: store.parts.last?.label ?? "" })}</p>
  <//>`;
