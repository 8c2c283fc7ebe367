"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Table, Value
from companion.games.citadel import game
from companion.games.citadel.game import CITADEL
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.testing.played import Played
from tests.companion.games.remembering import remembering

GAME = remembering(game.GAME)

NAMES = ("Ada", "Ben", "Cleo", "Dora")
KNOWN: dict[str, Value] = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}


def chosen(players: int, **choices: Value) -> dict[str, Value]:
    """What is chosen before the first move, as in an evening of an earlier version: these, and the usual answers."""
    usual = {"possession": "group", "gold_bars": "free", "recovery": "normal", "recovery_rest": "started"}
    return {**usual, **choices}


class Evening(Played[State]):
    """A game in its present state."""

    def __init__(self, players: int = 2, choices: dict[str, Value] | None = None, **board: Value) -> None:
        table = Table(players=NAMES[:players], choices=chosen(players, **(choices or {})), board={**KNOWN, **board})
        super().__init__(GAME, table)

    def tell(self, name: str, value: Value) -> State:
        """Tell a fact of the owner's cards or board."""
        assert GAME.learn is not None
        self.state = self.took(GAME.learn(self.state, name, value))
        return self.state

    # --- putting the table into a state -------------------------------------------------------------------------------

    def at(self, **changes: Any) -> Evening:
        """The table as a test needs it: with these fields."""
        return self.set(**changes)

    def hero(self, seat: str, **changes: Any) -> Evening:
        """A character as a test needs it."""
        heroes = tuple(replace(hero, **changes) if hero.seat == seat else hero for hero in self.state.heroes)
        return self.at(heroes=heroes)

    def writing(self, write: Any) -> Evening:
        """Let a rule function write into a transaction, and everything that follows by itself."""
        tx = Transaction(self.state)
        write(tx)
        CITADEL.settle(tx)
        self.state = self.took(tx.outcome())
        return self

    # --- looking ------------------------------------------------------------------------------------------------------


def begun(players: int = 2, choices: dict[str, Value] | None = None, **board: Value) -> Evening:
    """A campaign in which everything is laid out and nothing has to be done."""
    evening = Evening(players, choices, **board)
    evening.state = replace(evening.state, tasks=())
    return evening
