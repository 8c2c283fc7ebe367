// What stands at a place of a map and what can be done there now.

import { html, useEffect, useRef } from "./vendor/preact-htm.js";
import { takeOn } from "./aim.js";
import { isBoard } from "./any_map.js";
import { MapPicture } from "./map_picture.js";
import { OfferRows } from "./offer_list.js";
import { take } from "./offers.js";
import { calledOn, mapNamed, nextOn, offersAt, openOn, spacesOf, spotsOf } from "./picks.js";
import { Sheet } from "./sheet.js";
import { hide, store } from "./store.js";
import { t } from "./text.js";
import { Tone, Warmth } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, Offer, View } from "./types.d.ts" */

// Of one space of a tile, of all of them, or of a place, which has none.
/** @type {View<{ name: string, of: string, value?: string }>} */
export function MapSheet({ name, of, value }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const map = mapNamed(name);
  const spot = map && spotsOf(map).find((one) => one.value === of);
  useEffect(() => {
    if (!spot) hide();
  }, [spot]);
  if (!map || !spot) return null;
  const spaces = spacesOf(spot).filter((one) => value === undefined || value === spot.value || one.value === value);
  const count = [spot, ...spaces].reduce((sum, one) => sum + (store.phone ? offersAt(map, one.value).length : 0), 0);
  const jump = (/** @type {string} */ to) => ref.current.querySelector(`[data-space="${CSS.escape(to)}"]`)?.scrollIntoView({ block: "start", behavior: "smooth" });
  return html`
    <${Sheet} title=${(spaces.length === 1 && spaces[0].label) || calledOn(map, spot)}>
      <div class="space-sheet" ref=${ref}>
        ${spaces.length > 1 && !isBoard(map) && html`<div class="map-zoom"><${MapPicture} map=${map} width=${200} only=${of} bySpace open=${openOn(map)} onTap=${jump} /></div>`}
        ${"marks" in spot && html`<${Standing} sign=${isBoard(map) ? Tone : Warmth} space=${spot} alone />`}
        <${At} map=${map} value=${spot.value} called=${spot.label} />
        ${spaces.map((space) => html`
          <section class="space-here tone-${space.tone}" data-space=${space.value}>
            <${Standing} sign=${isBoard(map) ? Tone : Warmth} space=${space} alone=${spaces.length === 1} /><${At} map=${map} value=${space.value} called=${space.label} />
          </section>`)}
        ${store.phone && count === 0 && html`<p class="more">${t("map.nothing")}</p>`}
      </div>
    <//>`;
}

/** @type {View<{ space: { label: string, tone: string, marks: string[], note?: string }, alone: boolean, sign: View<{ tone: string }> }>} */
const Standing = ({ space, alone, sign: Sign }) => html`
  ${(!alone || space.marks.length > 0 || space.tone !== "plain") && html`
    <h3 class="tone-${space.tone}"><${Sign} tone=${space.tone} />${!alone && space.label}${space.marks.map((mark) => html`<span class="tag">${mark}</span>`)}</h3>`}
  ${space.note && html`<p class="small">${space.note}</p>`}`;

/** @type {View<{ map: AnyMap, value: string, called: string }>} */
function At({ map, value, called }) {
  const offers = store.phone ? offersAt(map, value, called) : [];
  const taken = (/** @type {Offer} */ offer) => (isBoard(map) && nextOn(offer, map.name) ? takeOn(map, offer, value) : take(offer));
  return offers.length > 0 && html`<${OfferRows} offers=${offers} onTake=${taken} before=${hide} />`;
}
