// The owner's cards that have a text, for the pages that add them and look at them.

import { useEffect } from "./vendor/preact-htm.js";
import { want } from "./live.js";
import { part } from "./store.js";
import { useRead } from "./use_read.js";
/** @import { AddedCard, AddedCards, Readable } from "./types.d.ts" */

// The cards of a game that have a text, read anew whenever one was added or changed, on whatever phone.
/** @type {(game: string | null | undefined) => AddedCards | null} */
export function useAdded(game) {
  useEffect(() => want("adding"), []);
  /** @type {Readable<AddedCards>} */
  const [found] = useRead(game ? `/api/card-texts?game=${encodeURIComponent(game)}` : null, { again: part("adding")?.changed });
  return found;
}

// Whether somebody must still say which card it is, or look at its text.
/** @type {(card: AddedCard) => boolean} */
export const isOpen = (card) => card.nameless || (!card.unseen && !card.checked);
