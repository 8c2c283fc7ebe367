// A space of a map is asked for: shown as that map to tap on, and as a list for whoever cannot tap there.

import { html, useRef, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { MapPicture, spacesFit, useWidth } from "./map_picture.js";
import { mapNamed } from "./picks.js";
import { t } from "./text.js";
import { Button, FieldError, Options } from "./ui.js";

const SHEET_PX = 324;

export function MapPick({ ask, id, name, label, value, onChange, error }) {
  const map = mapNamed(ask.on);
  const options = ask.choices.map((one) => [one.value, one.label]);
  const known = new Set(map?.tiles.flatMap((tile) => [tile.value, ...tile.spaces.map((space) => space.value)]));
  const list = html`<${Options} name=${name} label=${label} value=${value} options=${options} onChange=${onChange} />`;
  if (!ask.choices.some((one) => known.has(one.value))) return list;
  const elsewhere = ask.choices.filter((one) => !known.has(one.value));
  const chosen = ask.choices.find((one) => one.value === value);
  return html`
    <div class="field map-pick">
      <p class="pick-label" id="${id}-label">${label}</p>
      <p class="pick-chosen" role="status">${chosen ? html`<${Icon} name="check" /><b>${chosen.label}</b>` : t("map.tap")}</p>
      <${Picker} map=${map} open=${new Set(ask.choices.map((one) => one.value))} value=${value} onChange=${onChange} />
      ${elsewhere.length > 0 && html`<${Options} name="${name}-else" label=${t("map.elsewhere")} value=${value} options=${elsewhere.map((one) => [one.value, one.label])} onChange=${onChange} />`}
      <${FieldError} id="${id}-error" text=${error} />
      <details class="as-list"><summary><span class="row-title">${t("map.as_list")}</span><${Icon} name="chevron" /></summary>${list}</details>
    </div>`;
}

// Spaces too small for a thumb: the tile is tapped first and then shown alone.
function Picker({ map, open, value, onChange }) {
  const ref = useRef(null);
  const width = useWidth(ref, SHEET_PX);
  const [only, setOnly] = useState(null);
  const bySpace = only !== null || spacesFit(map, width);
  const inTile = (tile) => [tile.value, ...tile.spaces.map((space) => space.value)].filter((one) => open.has(one));
  const tapped = (tap, tile) => {
    if (bySpace) {
      if (open.has(tap)) onChange(tap);
      else if (open.has(tile.value)) onChange(tile.value);
      return;
    }
    const here = inTile(tile);
    if (here.length === 1) onChange(here[0]);
    else if (here.length > 1) setOnly(tile.value);
  };
  const whole = bySpace ? open : new Set([...open, ...map.tiles.filter((tile) => inTile(tile).length > 0).map((tile) => tile.value)]);
  return html`
    <div class="map-room" ref=${ref}>
      <${MapPicture} map=${map} width=${only ? Math.min(240, width) : width} only=${only} open=${whole} chosen=${value} bySpace=${bySpace} onTap=${tapped} />
    </div>
    ${only && html`<${Button} icon="back" onClick=${() => setOnly(null)}>${t("map.whole")}<//>`}`;
}
