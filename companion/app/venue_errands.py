"""What a table does at its venue besides sending its evenings, by the settings. Imported only where it does any."""

from __future__ import annotations

from pathlib import Path

from companion.api.text import T, catalogue
from companion.app import venue
from companion.app.control import Request
from companion.app.settings import Settings
from companion.app.venue_cards import CardsDesk, OwnCards
from companion.status.health import HealthBoard
from companion.venue.card_errand import CardErrand
from companion.venue.errands import Errands


class VenueErrands:
    """A component: boards and cards. `answer` is for commands at the Pi."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        kept: OwnCards,
        health: HealthBoard,
    ) -> None:
        words = catalogue(settings.language)
        cards = CardErrand(settings.venue.table, folder, kept, settings.venue.cards, health)
        self._errands = Errands(venue.access(settings.venue), (cards,))
        self._cards = CardsDesk(cards, words, self._errands.ring)
        self._say = words.say

    def start(self) -> None:
        """From now on."""
        self._errands.start()

    def stop(self) -> None:
        """No more."""
        self._errands.stop()

    def answer(self, asked: Request) -> Request:
        """What is answered to a command."""
        if asked.get("do") == "venue-cards":
            return self._cards.answer(asked)
        return {"error": self._say(T("This companion does not know that command; update it."))}
