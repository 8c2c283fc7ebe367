"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any

from companion.api.game import CubesExpected, Table, Value
from companion.games.frostpunk import game
from companion.games.frostpunk.state import State, Token, Tokens
from companion.storage.codec import StateCodec
from companion.testing.played import Played
from tests.companion.games.remembering import remembering

GAME = remembering(game.GAME)

CODEC = StateCodec(GAME)
NAMES = ("Ada", "Ben", "Cleo", "Dora")
KNOWN: dict[str, Value] = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}


class Evening(Played[State]):
    """A game in its present state."""

    def __init__(self, players: int = 2, **board: Value) -> None:
        super().__init__(GAME, Table(players=NAMES[:players], board={**KNOWN, **board}))

    # --- putting the table into a state -------------------------------------------------------------------------------

    def at(self, step: str, **changes: Any) -> Evening:
        """The table as a test needs it: at a step, with these fields."""
        return self.set(step=step, **changes)

    def generator(self, **changes: Any) -> Evening:
        self.state = replace(self.state, generator=replace(self.state.generator, **changes))
        return self

    def group(self, kind: str, **changes: Any) -> Evening:
        self.state = replace(self.state, **{kind: replace(self.state.group(kind), **changes)})
        return self

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def expects(self) -> CubesExpected:
        """What the scale may answer."""
        [expected] = self.prompt.expects
        assert isinstance(expected, CubesExpected)
        return expected


DRAWN = {
    "hope": Tokens(row=(Token(kind="care", active=True), Token(kind="justice", active=True))),
    "discontent": Tokens(row=(Token(kind="anger", active=True), Token(kind="greed"))),
}


def begun(players: int = 2, *, swift: bool = False, **board: Value) -> Evening:
    """A game that is set up, before the first Action Phase: two active Hope tokens (Care, Justice), Discontent with
    active Anger and exhausted Greed. Which space of the Generator tile holds what is not told, unless as board facts:
    Cookhouse, Platform, Generator Building, Wood and Coal lie on G.1 to G.5.

    Unless it is `swift`, every step asks, one after the other, so that each can be looked at by itself."""
    return copy(_begun(players, swift, tuple(board.items())))


@cache
def _begun(players: int, swift: bool, board: tuple[tuple[str, Value], ...]) -> Evening:
    """Begun once for all tests that begin so; what a test then plays puts another state in the place of this one."""
    evening = Evening(players, **dict(board))
    evening.play("all_set_up", food=0, leader="seat1")
    evening.state = replace(evening.state, tasks=(), swift=swift, **DRAWN)
    return evening
