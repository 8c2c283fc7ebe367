// A space of a map is asked for: shown as that map to tap on, and as a list for whoever cannot tap there.

import { html, useRef, useState } from "./vendor/preact-htm.js";
import { bySpaceAt, isBoard, Picture, thumbWidth, widthIn } from "./any_map.js";
import { Icon } from "./icons.js";
import { useWidth } from "./map_picture.js";
import { choiceOf, mapNamed, spotsOf, valuesAt } from "./picks.js";
import { t } from "./text.js";
import { Answers, Button, FieldError, Options } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, Ask, Choice, Drawn, FieldOf, OnTap, PickAsk, PictureOf, Spot, Value, Values, View } from "./types.d.ts" */

const SHEET_PX = 324;

/** @type {(map: AnyMap | undefined, ask: PickAsk) => Choice[]} */
const onMap = (map, ask) => {
  const known = new Set(map ? spotsOf(map).flatMap(valuesAt) : []);
  return ask.choices.filter((one) => known.has(one.value));
};
/** @type {(choices: Choice[]) => [string, string][]} */
const optionsOf = (choices) => choices.map((one) => [one.value, one.label]);
/** @type {(ask: PickAsk) => Set<string>} */
const valuesOf = (ask) => new Set(ask.choices.map((one) => one.value));

/** @type {(before: Ask, ask: Ask) => boolean} */
function sameMap(before, ask) {
  if (before.type !== "Pick" || ask.type !== "Pick" || ask.on === undefined || before.on !== ask.on) return false;
  return [before, ask].every((one) => onMap(mapNamed(ask.on), one).length > 0);
}

// Asks that follow each other and are answered on the same map are answered by tapping one place after the other.
/** @type {(asks: Ask[]) => Ask[][]} */
export function together(asks) {
  /** @type {Ask[][]} */
  const found = [];
  for (const ask of asks) {
    const before = found.at(-1);
    if (before && sameMap(before[0], ask)) before.push(ask);
    else found.push([ask]);
  }
  return found;
}

/** @type {View<FieldOf<PickAsk> & { alone?: boolean }>} */
export function MapPick({ ask, id, name, label, value, onChange, error, alone = false }) {
  const map = mapNamed(ask.on);
  const here = onMap(map, ask);
  /** @type {(choices: Choice[], called: string, key: string) => Drawn} */
  const listed = (choices, called, key) => (alone ? html`<${Answers} id=${key} label=${called} value=${value} choices=${choices} onTake=${onChange} />`
    : html`<${Options} name=${key} label=${called} value=${value} options=${optionsOf(choices)} onChange=${onChange} />`);
  const list = listed(ask.choices, label, name);
  if (!map || here.length === 0) return list;
  const elsewhere = ask.choices.filter((one) => !here.includes(one));
  return html`
    <div class="field map-pick">
      <p class="pick-label" id="${id}-label">${label}</p>
      <${Chosen} choice=${choiceOf(ask, value)} />
      <${Picker} map=${map} open=${valuesOf(ask)} chosen=${value} onChange=${(/** @type {string} */ tapped) => onChange(tapped, true)} />
      ${elsewhere.length > 0 && listed(elsewhere, t("map.elsewhere"), `${name}-else`)}
      <${FieldError} id="${id}-error" text=${error} />
      <${AsList}>${list}<//>
    </div>`;
}

/** @type {View<{ choice?: Choice }>} */
const Chosen = ({ choice }) => html`
  <p class="pick-chosen" role="status">${choice ? html`<${Icon} name="check" /><b>${choice.label}</b>` : t("map.tap")}</p>`;

/** @type {View} */
const AsList = ({ children }) => html`
  <details class="as-list"><summary><span class="row-title">${t("map.as_list")}</span><${Icon} name="chevron" /></summary>${children}</details>`;

// Several asks on one map: a tap answers the first that is still open, or the one that was touched.
/** @type {View<{ asks: PickAsk[], values: Values, onChange: (name: string, value: Value) => unknown, errorOf: (ask: Ask) => string | null }>} */
export function MapPicks({ asks, values, onChange, errorOf }) {
  const [touched, setTouched] = useState(/** @type {string | null} */ (null));
  const map = mapNamed(asks[0].on);
  const now = asks.find((ask) => ask.name === touched) ?? asks.find((ask) => !choiceOf(ask, values[ask.name])) ?? asks[asks.length - 1];
  const answer = (/** @type {string} */ value) => {
    onChange(now.name, value);
    setTouched(null);
  };
  return html`
    <div class="field map-pick">
      <div class="pick-steps">${asks.map((ask) => html`
        <button type="button" class="button ${ask === now ? "second" : ""}" aria-pressed=${ask === now} key=${ask.name} onClick=${() => setTouched(ask.name)}>
          <span class="words"><span>${ask.label}</span><b>${choiceOf(ask, values[ask.name])?.label ?? "–"}</b></span></button>`)}</div>
      <p class="sr-only" role="status">${now.label}</p>
      ${map && html`<${Picker} map=${map} open=${valuesOf(now)} chosen=${asks.map((ask) => values[ask.name])} onChange=${answer} />`}
      ${asks.map((ask) => html`<${FieldError} id="ask-${ask.name}-error" text=${errorOf(ask)} />`)}
      <${AsList}>${asks.map((ask) => html`
        <${Options} name="ask-${ask.name}" label=${ask.label} value=${values[ask.name]} options=${optionsOf(ask.choices)} onChange=${(/** @type {string} */ value) => onChange(ask.name, value)} />`)}<//>
    </div>`;
}

// Spaces too small for a thumb: the tile is tapped first and then shown alone. A board is then wider than its room.
/** @type {View<{ map: AnyMap, open: Set<string>, chosen: PictureOf<AnyMap>["chosen"], onChange: (value: string) => unknown }>} */
function Picker({ map, open, chosen, onChange }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const room = useWidth(ref, SHEET_PX);
  const [only, setOnly] = useState(/** @type {string | null} */ (null));
  const width = isBoard(map) ? Math.max(widthIn(map, room), thumbWidth(map)) : room;
  const bySpace = only !== null || bySpaceAt(map, width);
  const inTile = (/** @type {Spot} */ spot) => valuesAt(spot).filter((one) => open.has(one));
  /** @type {OnTap} */
  const tapped = (tap, spot) => {
    if (bySpace) {
      if (open.has(tap)) onChange(tap);
      else if (open.has(spot.value)) onChange(spot.value);
      return;
    }
    const here = inTile(spot);
    if (here.length === 1) onChange(here[0]);
    else if (here.length > 1) setOnly(spot.value);
  };
  const whole = bySpace ? open : new Set([...open, ...spotsOf(map).filter((spot) => inTile(spot).length > 0).map((spot) => spot.value)]);
  return html`
    <div class="map-room ${width > room ? "wide" : ""}" ref=${ref}>
      <${Picture} map=${map} width=${only ? Math.min(240, width) : width} only=${only} open=${whole} chosen=${chosen} bySpace=${bySpace} onTap=${tapped} />
    </div>
    ${only && html`<${Button} icon="back" onClick=${() => setOnly(null)}>${t("map.whole")}<//>`}`;
}
