// Boards and cards that lie at the venue for this table, each game's taken in by a tap.

import { html, useEffect } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { ago, t } from "./text.js";
import { Button } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { CardOffer, CardOffers as Found, Readable, View } from "./types.d.ts" */

const AGAIN_MS = 1500; // while something is on its way

export function CardOffers() {
  /** @type {Readable<Found & { error?: string }>} */
  const [answer, look] = useRead("/api/card-offers", { quiet: true });
  const found = answer?.error === undefined ? answer : null;
  useEffect(() => {
    if (!found?.taking) return undefined;
    const timer = setTimeout(look, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  const take = async (/** @type {CardOffer} */ one) => {
    await tap("/api/card-offers/take", { game: one.game, source: one.source }, t("card_offers.take"));
    look();
  };
  if (!found || (found.offers.length === 0 && !found.last)) return null;
  return html`
    <section class="panel" aria-labelledby="card-offers-title"><h2 id="card-offers-title">${t("card_offers.title")}</h2>
      <p class="small">${t("card_offers.hint")}</p>
      <p role="status">${found.taking ? t("card_offers.taking") : found.last}</p>
      <ul class="list">${found.offers.map((one) => html`<li class="card" key=${`${one.game}/${one.source}`}><${Offered} one=${one} taking=${found.taking} take=${take} /></li>`)}</ul>
    </section>`;
}

/** @type {View<{ one: CardOffer, taking: boolean, take: (one: CardOffer) => unknown }>} */
const Offered = ({ one, taking, take }) => html`
  <p class="row-words"><span class="row-title">${one.title}</span><span class="small">${t("card_offers.of", { source: one.source, ago: ago(one.at) })}</span>
    <span class="small">${t("card_offers.counts", { board: one.board, texts: one.texts, pictures: one.pictures })}</span></p>
  <${Button} icon="download" disabled=${taking} onClick=${() => take(one)}>${t("card_offers.take")}<//>`;
