// What is printed on a card, as it may be read: plain words, those that may be misread marked until somebody has looked.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { t } from "./text.js";
/** @import { Drawn, PrintedCard, TextBlock, View } from "./types.d.ts" */

/** @type {View<{ printed: PrintedCard, game: string, below?: (block: TextBlock) => Drawn }>} */
export const Printed = ({ printed, game, below = () => null }) => html`
  <div class="printed">${printed.blocks.filter((one) => one.kind !== "title").map((block, at) => html`<${Block} key=${at} block=${block} doubts=${!printed.checked} />${below(block)}`)}</div>
  ${!printed.checked && html`<a class="link" href="#add-cards/card/${encodeURIComponent(printed.card)}/${encodeURIComponent(game)}"><${Icon} name="pencil" />${t("card.unchecked")}</a>`}`;

/** @type {View<{ block: TextBlock, doubts: boolean }>} */
function Block({ block, doubts }) {
  const doubtful = new Set(doubts ? block.doubtful : []);
  const words = block.text.split(" ").map((word, at) => html`${doubtful.has(at) ? html`<u class="unsure">${word}</u>` : word} `);
  return html`<p class="of-${block.kind}" data-raw dir="auto">${block.kind === "option" && block.number !== undefined && html`<strong>${block.number}</strong> `}${words}</p>`;
}
