"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Pick, Table, Value
from companion.games.turris import game
from companion.games.turris.game import MODULAR
from companion.games.turris.map.land import link_name
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.testing.played import Played
from tests.companion.games.remembering import remembering

GAME = remembering(game.GAME)

NAMES = ("Alice", "Bob", "Carol", "Dave")
KNOWN: dict[str, Value] = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}
# A made-up board: it fits every example of the rulebook, but no copy of the game need look like it.
MADE_UP = (
    "abyss-left abyss-right left-shrine left-isle garden-nest nest-ridge grove-isle "
    "a-forge a-shrine b-garden b-nest c-grove c-isle d-ridge d-brink"
)
FULL: dict[str, Value] = {
    **KNOWN,
    **{link_name(*pair.split("-")): "yes" for pair in MADE_UP.split()},
    "links_told": "yes",
    "council_last": 9,
    **{f"council.{spot}": "nothing" for spot in range(1, 10)},
    "altar_after_none": "pain",
    "altar_after_pain": "delusion",
    "altar_after_delusion": "despair",
    "altar_after_despair": "harrow",
    "altar_after_harrow": "pain",
    **{
        f"location_{number}": place
        for number, place in enumerate(
            [
                "shrine",
                "guild",
                "forge",
                "spire",
                "garden",
                "nest",
                "abyss",
                "grove",
                "isle",
                "circle",
                "ridge",
                "brink",
            ],
            start=1,
        )
    },
}


class Evening(Played[State]):
    """A game in its present state."""

    def __init__(self, players: int = 3, choices: dict[str, Value] | None = None, **board: Value) -> None:
        table = Table(players=NAMES[:players], choices=choices or {}, board={**KNOWN, **board})
        super().__init__(GAME, table)

    # --- putting the table into a state -------------------------------------------------------------------------------

    def at(self, phase: str, step: str = "", **changes: Any) -> Evening:
        """The table as a test needs it: in a phase, with these fields."""
        return self.set(phase=phase, step=step, **changes)

    def player(self, seat: int, **changes: Any) -> Evening:
        """What a player has."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.state = replace(self.state, players=tuple(players))
        return self

    def scouts(self, **places: str) -> Evening:
        """Scouts on the board by place, an initial each: `circle="AB"`; they come out of the reserves."""
        standing, players = {}, list(self.state.players)
        for place, initials in places.items():
            standing[place] = tuple(initials.count(player.name[0]) for player in players)
        for seat, player in enumerate(players):
            out = sum(counts[seat] for counts in standing.values())
            players[seat] = replace(player, reserve=4 - out - player.graveyard)
        self.state = replace(self.state, scouts=standing, players=tuple(players))
        return self

    def beasts(self, **places: str) -> Evening:
        """Beasts by name, where they stand: `pain="guild"`; the others stay where they are."""
        moved = tuple(replace(beast, at=places.get(beast.name, beast.at)) for beast in self.state.beasts)
        self.state = replace(self.state, beasts=moved)
        return self

    def settle(self) -> Evening:
        """What happens by itself now, such as a Beast Phase that was begun by `at`."""
        tx = Transaction(self.state)
        MODULAR.settle(tx)
        self.state = self.took(tx.outcome())
        return self

    def hunt(self, *beasts: str) -> Evening:
        """The turns of these Beasts in a Beast Phase (all without names), as far as nobody has to choose."""
        self.state = replace(self.state, phase="beasts", step="", told=())
        if beasts:
            acts = tuple(Task(kind="beasts.act", about=name) for name in beasts)
            self.state = replace(self.state, step="harrow", tasks=acts)
        return self.settle()

    # --- looking ------------------------------------------------------------------------------------------------------

    def at_place(self, beast: str) -> str:
        """Where a Beast is."""
        found = self.state.beast(beast)
        assert found is not None
        return found.at

    @property
    def places(self) -> list[str]:
        """The places that the first prompt offers, by a tap on a button or on the map."""
        return [str(args["place"]) for _, args in self.answers if "place" in args]

    @property
    def answers(self) -> list[tuple[str, dict[str, Value]]]:
        """What one tap does now: the offers of the first prompt that ask for nothing, or for one choice alone."""
        found: list[tuple[str, dict[str, Value]]] = []
        for offer in self.prompt.offers:
            asks, args = offer.asks, dict(offer.move.args)
            if not asks:
                found.append((offer.move.name, args))
            elif len(asks) == 1 and isinstance(asks[0], Pick):
                found += [(offer.move.name, {**args, asks[0].name: one.value}) for one in asks[0].choices]
        return found
