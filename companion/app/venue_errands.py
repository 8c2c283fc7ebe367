"""What a table does at its venue besides sending its evenings, by the settings. Imported only where it does any."""

from __future__ import annotations

from pathlib import Path

from companion.api.text import T, catalogue
from companion.app import venue
from companion.app.control import Request
from companion.app.settings import Settings
from companion.app.venue_cards import CardsDesk, OwnCards
from companion.app.venue_fleet import TableFleet
from companion.status.health import HealthBoard
from companion.venue.card_errand import CardErrand
from companion.venue.errands import Errand, Errands
from companion.venue.fleet_errand import FleetErrand


class VenueErrands:
    """A component: boards and cards, and what the venue wants. `cards` is for the page, `answer` for commands."""

    def __init__(
        self, settings: Settings, folder: Path, kept: OwnCards, fleet: TableFleet, health: HealthBoard
    ) -> None:
        words = catalogue(settings.language)
        at, errands = settings.venue, list[Errand]()
        cards = CardErrand(at.table, folder, kept, at.cards, health)
        if at.owner:
            errands.append(FleetErrand(at.table, at.owner, folder, fleet, kept, health))
        self._errands = Errands(venue.access(at), (*errands, cards))
        self.cards = CardsDesk(cards, words, self._errands.ring)
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
            return self.cards.answer(asked)
        return {"error": self._say(T("This companion does not know that command; update it."))}
