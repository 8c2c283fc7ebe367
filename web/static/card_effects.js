// What a card's print proposes for the books: shown with its doubts, and taken over only by a person who has looked at it.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { proposeText } from "./own_text.js";
import { read } from "./send.js";
import { go } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
/** @import { CardEntry, ProposedEffects, View } from "./types.d.ts" */

/** @type {View<{ game: string, card: CardEntry }>} */
export function CardEffects({ game, card }) {
  const [found, setFound] = useState(/** @type {ProposedEffects | null} */ (null));
  const version = card.printed?.version;
  useEffect(() => {
    if (version) read(`/api/card-texts/${encodeURIComponent(card.pictured)}?game=${encodeURIComponent(game)}`, { quiet: true }).then((/** @type {any} */ answer) => setFound(answer?.error ? null : answer));
  }, [card.pictured, version]);
  if (!found?.fact || card.text) return null;
  const take = () => {
    proposeText(found.fact, found.text);
    go(`board/own/${encodeURIComponent(found.fact)}/${encodeURIComponent(game)}`);
  };
  return html`
    <section class="card stack"><h2 class="label">${t("effects.title")}</h2>
      <ul class="effects">${found.effects.map((one, at) => html`<li key=${at}><${Icon} name=${one.doubt ? "heed" : "check"} /><span><strong>${one.said}</strong>${one.doubt && html` <span class="small">${t("effects.doubt", { why: one.doubt })}</span>`}<br />
        <span class="small" data-raw dir="auto">${one.sentence}</span></span></li>`)}</ul>
      <p class="small">${t("effects.hint")}</p>
      <${Button} icon="pencil" kind="second" onClick=${take}>${t("effects.take")}<//>
    </section>`;
}
