// The owner's cards that have a text, for the pages that add them and look at them.

import { useEffect, useState } from "./vendor/preact-htm.js";
import { want } from "./live.js";
import { read } from "./send.js";
import { part } from "./store.js";
/** @import { AddedCard, AddedCards } from "./types.d.ts" */

// The cards of a game that have a text, read anew whenever one was added or changed, on whatever phone.
/** @type {(game: string | null | undefined) => AddedCards | null} */
export function useAdded(game) {
  const [found, setFound] = useState(/** @type {AddedCards | null} */ (null));
  useEffect(() => want("adding"), []);
  const changed = part("adding")?.changed;
  useEffect(() => {
    if (game) read(`/api/card-texts?game=${encodeURIComponent(game)}`).then((/** @type {AddedCards | null} */ answer) => answer && setFound(answer));
  }, [game, changed]);
  return found?.game === game ? found : null;
}

// Whether somebody must still say which card it is, or look at its text.
/** @type {(card: AddedCard) => boolean} */
export const isOpen = (card) => card.nameless || (!card.unseen && !card.checked);
