// A month of a venue in figures: which games, how long, how they ended.

import { html, useRef, useState } from "./vendor/preact-htm.js";
import { useWidth } from "./map_picture.js";
import { language, number, t } from "./text.js";
import { useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
import { Select } from "./venue_evenings.js";
import { long } from "./venue_tables.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Readable, VenueGame, VenueMonth, View } from "./types.d.ts" */

const HEIGHT = 190;
const LETTERS = 13;

export function Figures() {
  useTitle(t("figures.title"));
  const [month, setMonth] = useState("");
  /** @type {Readable<VenueMonth>} */
  const [found] = useRead(`/api/figures?${new URLSearchParams({ month })}`, { of: "months" });
  if (!found) return html`<h1>${t("figures.title")}</h1><p class="empty">${t("loading")}</p>`;
  const months = found.months.includes(found.month) ? found.months : [found.month, ...found.months];
  return html`
    <h1>${t("figures.title")}</h1>
    <div class="venue-month"><${Select} id="figures-month" label=${t("figures.month")} any=${false} value=${found.month} options=${months.map((one) => [one, monthName(one)])} onChange=${(event) => setMonth(event.currentTarget.value)} /></div>
    ${found.uncounted > 0 && html`<p class="small">${t("figures.uncounted", { n: found.uncounted })}</p>`}
    ${found.games.length === 0 ? html`<p class="empty">${t("figures.none")}</p>` : html`
      <div class="venue-plots">
        <figure class="panel"><figcaption><h2>${t("figures.days")}</h2></figcaption><${Days} month=${found.month} days=${found.days} /></figure>
        <figure class="panel"><figcaption><h2>${t("figures.games")}</h2></figcaption><${Bars} rows=${found.games.map((one) => [one.title, one.evenings, number(one.evenings)])} /></figure>
        <figure class="panel"><figcaption><h2>${t("figures.lengths")}</h2></figcaption>
          <${Bars} rows=${found.games.filter((one) => one.median_min > 0).map((one) => [one.title, one.median_min, long(one.median_min)])} /><p class="small">${t("figures.half")} ${t("figures.pause")}</p></figure>
      </div>
      <section class="panel" aria-labelledby="figures-endings"><h2 id="figures-endings">${t("figures.endings")}</h2>
        <div class="venue-plots">${found.games.map((one) => html`<div key=${one.game}><${Endings} one=${one} /></div>`)}</div></section>
      <${Table} games=${found.games} />`}`;
}

/** @type {(month: string) => string} */
function monthName(month) {
  const [year, one] = month.split("-").map(Number);
  return new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }).format(new Date(year ?? 0, (one ?? 1) - 1, 1));
}

// How many evenings began on each day, as columns.
/** @type {View<{ month: string, days: number[] }>} */
function Days({ month, days }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const width = useWidth(ref, 320);
  const most = Math.max(1, ...days);
  const step = (width - 28) / days.length;
  const up = (/** @type {number} */ value) => HEIGHT - 22 - (value / most) * (HEIGHT - 44);
  const every = step < 18 ? 5 : 1;
  const dayName = new Intl.DateTimeFormat(language, { day: "numeric", month: "long" });
  const [year, one] = month.split("-").map(Number);
  const told = days.flatMap((n, index) => (n ? [t("figures.day", { n, day: dayName.format(new Date(year ?? 0, (one ?? 1) - 1, index + 1)) })] : []));
  return html`<div ref=${ref} class="plot-room-plain">
    <svg class="plot" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label=${told.join("; ")} font-size=${LETTERS} data-raw>
      ${[0, most].map((value) => html`<path key=${value} d="M24 ${up(value)}H${width}" stroke="var(--line)" /><text x="18" y=${up(value) + 4} text-anchor="end" fill="var(--muted)">${value}</text>`)}
      ${days.map((value, index) => html`
        <rect key=${index} x=${(26 + index * step).toFixed(1)} y=${up(value)} width=${Math.max(2, step - 3).toFixed(1)} height=${HEIGHT - 22 - up(value)} rx="2" fill="var(--accent)" />
        ${(index + 1) % every === 0 || index === 0 ? html`<text x=${(26 + (index + 0.5) * step - 1).toFixed(1)} y=${HEIGHT - 6} text-anchor="middle" fill="var(--muted)">${index + 1}</text>` : null}`)}
    </svg></div>`;
}

// A bar for each row; its number stands beside it.
/** @type {View<{ rows: [label: string, value: number, words: string][] }>} */
function Bars({ rows }) {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return html`<ul class="venue-bars">${rows.map(([label, value, words]) => html`
    <li key=${label}><span>${label}</span><b data-raw>${words}</b><svg class="venue-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="venue-bar-room" width="100" height="10" /><rect class="venue-bar-fill" width=${((100 * value) / most).toFixed(1)} height="10" /></svg></li>`)}</ul>`;
}

/** @type {View<{ one: VenueGame }>} */
const Endings = ({ one }) => html`
  <h3>${one.title}</h3>
  ${one.endings.length === 0 ? html`<p class="small">${t("figures.no_endings")}</p>` : html`<${Bars} rows=${one.endings.map((ending) => [ending.label, ending.count, number(ending.count)])} />`}`;

/** @type {View<{ games: VenueGame[] }>} */
const Table = ({ games }) => html`
  <div class="numbers-room venue-numbers" tabindex="0" role="region" aria-label=${t("figures.games")}><table>
    <thead><tr>${["game", "evenings", "players", "played", "median"].map((one) => html`<th scope="col" key=${one}>${t(`figures.${one}`)}</th>`)}</tr></thead>
    <tbody>${games.map((one) => html`<tr key=${one.game}><th scope="row">${one.title}</th><td data-raw>${one.evenings}</td><td data-raw>${one.players}</td><td data-raw>${long(one.minutes)}</td><td data-raw>${long(one.median_min)}</td></tr>`)}</tbody>
  </table></div>`;
