// An offer that a board answers by two taps: the first place is tapped, then the second.

import { html } from "./vendor/preact-htm.js";
import { take } from "./offers.js";
import { answered, choiceOf, nextOn } from "./picks.js";
import { store, update, version } from "./store.js";
import { t } from "./text.js";
import { Button, IconButton } from "./ui.js";

// The offer whose next place is asked for on this map; none once the game has gone on.
export function aimOn(map) {
  const aim = store.aim;
  return aim?.name === map.name && aim.seen === version() ? { ...aim, ask: nextOn(aim.offer, map.name) } : null;
}

export const endAim = () => store.aim && update({ aim: null });

// Takes an offer that a tap at `from` has answered so far: the map asks for what is still missing, else it is played.
export function takeOn(map, offer, from) {
  const before = aimOn(map)?.from ?? [];
  const more = nextOn(offer, map.name);
  update({ aim: more ? { name: map.name, offer, from: [...before, from], seen: version() } : null, sheet: null });
  if (!more) take(offer);
}

// The next tap: one of the possible places answers, a place that was tapped before ends it.
export function aimed(map, value) {
  const { offer, ask, from } = aimOn(map);
  const choice = choiceOf(ask, value);
  if (choice && !from.includes(value)) takeOn(map, answered(offer, ask, choice), value);
  else if (from.includes(value)) endAim();
}

export const openTo = ({ ask, from }) => new Set(ask.choices.map((one) => one.value).filter((one) => !from.includes(one)));

export function AimBar({ map, others, onOthers }) {
  const aim = aimOn(map);
  if (!aim) return null;
  return html`
    <div class="aim-bar" role="status"><p><b>${aim.offer.label}</b> <span>${aim.ask.label}</span></p>
      ${others > 1 && html`<${Button} onClick=${onOthers}>${t("map.others_here")}<//>`}
      <${IconButton} icon="close" label=${t("cancel")} onClick=${endAim} /></div>`;
}
