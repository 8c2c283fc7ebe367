// An offer that a board answers by two taps: the first place is tapped, then the second.

import { html } from "./vendor/preact-htm.js";
import { take } from "./offers.js";
import { answered, choiceOf, nextOn } from "./picks.js";
import { store, update, version } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton } from "./ui.js";
/** @import { Aim, AnyMap, Offer, PickAsk, View } from "./types.d.ts" */

// The offer whose next place is asked for on this map; none once the game has gone on.
/** @type {(map: AnyMap) => (Aim & { ask: PickAsk }) | null} */
export function aimOn(map) {
  const aim = store.aim;
  if (aim?.name !== map.name || aim.seen !== version()) return null;
  const ask = nextOn(aim.offer, map.name); // there is one: else the offer would have been played
  return ask ? { ...aim, ask } : null;
}

export const endAim = () => store.aim && update({ aim: null });

// Takes an offer that a tap at `from` has answered so far: the map asks for what is still missing, else it is played.
/** @type {(map: AnyMap, offer: Offer, from: string) => void} */
export function takeOn(map, offer, from) {
  const before = aimOn(map)?.from ?? [];
  const more = nextOn(offer, map.name);
  update({ aim: more ? { name: map.name, offer, from: [...before, from], seen: version() } : null, sheet: null });
  if (!more) take(offer);
}

// The map asks for the places of this offer, and for no other's.
/** @type {(map: AnyMap, offer: Offer) => void} */
export const aimFor = (map, offer) => update({ aim: { name: map.name, offer, from: [], seen: version() }, sheet: null });

// The next tap: one of the possible places answers, a place that was tapped before ends it.
/** @type {(map: AnyMap, value: string) => void} */
export function aimed(map, value) {
  const aim = aimOn(map);
  if (!aim) return;
  const { offer, ask, from } = aim;
  const choice = choiceOf(ask, value);
  if (choice && !from.includes(value)) takeOn(map, answered(offer, ask, choice), value);
  else if (from.includes(value)) endAim();
}

/** @type {(aim: { ask: PickAsk, from: string[] }) => Set<string>} */
export const openTo = ({ ask, from }) => new Set(ask.choices.map((one) => one.value).filter((one) => !from.includes(one)));

/** @type {View<{ map: AnyMap, others: number, onOthers: () => unknown }>} */
export function AimBar({ map, others, onOthers }) {
  const aim = aimOn(map);
  if (!aim) return null;
  return html`
    <div class="aim-bar" role="status"><p><b>${aim.offer.label}</b> <span>${aim.ask.label}</span></p>
      ${others > 1 && html`<${Button} onClick=${onOthers}>${t("map.others_here")}<//>`}
      <${IconButton} icon="close" label=${t("cancel")} onClick=${endAim} /></div>`;
}
