// What a card's print proposes for the books: shown with its doubts, and taken over only by a person who has looked at it.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { proposeText } from "./own_text.js";
import { go } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { CardEntry, ProposedEffects, Readable, View } from "./types.d.ts" */

/** @type {View<{ game: string, card: CardEntry }>} */
export function CardEffects({ game, card }) {
  const [holds, setHolds] = useState(/** @type {number[]} */ ([])); // doubtful effects of which somebody says so
  const version = card.printed?.version;
  useEffect(() => setHolds([]), [card.pictured, version]);
  const path = `/api/card-texts/${encodeURIComponent(card.pictured)}?${new URLSearchParams({ game, holds: holds.join() })}`;
  /** @type {Readable<ProposedEffects & { error?: string }>} */
  const [found] = useRead(version ? path : null, { again: version, of: card.pictured, quiet: true });
  if (!found || found.error !== undefined || !found.fact || card.text) return null;
  const take = () => {
    proposeText(found.fact, found.text);
    go(`board/own/${encodeURIComponent(found.fact)}/${encodeURIComponent(game)}`);
  };
  return html`
    <section class="card stack"><h2 class="label">${t("effects.title")}</h2>
      <ul class="effects">${found.effects.map((one, at) => html`<li key=${at}><${Icon} name=${one.doubt ? "heed" : "check"} /><span><strong>${one.said}</strong>${one.doubt && html` <span class="small">${t("effects.doubt", { why: one.doubt })}</span>`}<br />
        <span class="small" data-raw dir="auto">${one.sentence}</span>
        ${one.by_itself && html`<${Holds} said=${one.said} yes=${holds.includes(at)} onTake=${() => setHolds(holds.includes(at) ? holds.filter((other) => other !== at) : [...holds, at])} />`}</span></li>`)}</ul>
      <p class="small">${t("effects.hint")}</p>
      <${Button} icon="pencil" kind="second" onClick=${take}>${t("effects.take")}<//>
    </section>`;
}

// Somebody has read the rest of the card, and says that nothing there changes this effect.
/** @type {View<{ said: string, yes: boolean, onTake: () => void }>} */
const Holds = ({ said, yes, onTake }) => html`
  <button type="button" class="button ${yes ? "second" : ""}" aria-pressed=${yes} aria-label=${`${t("effects.holds")}: ${said}`} onClick=${onTake}>
    ${yes && html`<${Icon} name="check" />`}<span class="words">${t("effects.holds")}</span></button>`;
