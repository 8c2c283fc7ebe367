"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.checks import check_args
from companion.codec import StateCodec
from companion.game import CubesExpected, Fact, Outcome, Prompt, Table, Value
from companion.games.frostpunk.game import GAME, prompts
from companion.games.frostpunk.state import State, Token, Tokens

NAMES = ("Ada", "Ben", "Cleo", "Dora")
KNOWN: dict[str, Value] = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}
CODEC = StateCodec(GAME)


class Evening:
    """A game in its present state; `facts` and `learnt` are those of the last move."""

    def __init__(self, players: int = 2, **board: Value) -> None:
        self.facts: tuple[Fact, ...] = ()
        self.learnt: dict[str, Value] = {}
        self.state: State = self._took(GAME.start(Table(players=NAMES[:players], board={**KNOWN, **board})))

    def play(self, move: str, **args: Value) -> State:
        """Play a move as a phone would."""
        kind = GAME.moves[move]
        checked = check_args(kind.asks, args)
        self.state = self._took(kind.play(self.state, checked))
        assert str(kind.label(checked))
        return self.state

    def correct(self, name: str, value: Value) -> State:
        """Set a value by hand."""
        self.state = self._took(GAME.correct(self.state, name, value))
        return self.state

    def _took(self, outcome: Outcome[State]) -> State:
        CODEC.encode(outcome.state)
        self.facts, self.learnt = outcome.facts, dict(outcome.learnt)
        return outcome.state

    # --- putting the table into a state -------------------------------------------------------------------------------

    def at(self, step: str, **changes: Any) -> Evening:
        """The table as a test needs it: at a step, with these fields."""
        self.state = replace(self.state, step=step, **changes)
        return self

    def generator(self, **changes: Any) -> Evening:
        self.state = replace(self.state, generator=replace(self.state.generator, **changes))
        return self

    def group(self, kind: str, **changes: Any) -> Evening:
        self.state = replace(self.state, **{kind: replace(self.state.group(kind), **changes)})
        return self

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt:
        """What has to be done now."""
        return prompts(self.state)[0]

    @property
    def asked(self) -> str:
        return self.prompt.name

    @property
    def expects(self) -> CubesExpected:
        """What the scale may answer."""
        [expected] = self.prompt.expects
        assert isinstance(expected, CubesExpected)
        return expected

    def offered(self, move: str) -> bool:
        """Whether a move is offered anywhere."""
        return any(offer.move.name == move for prompt in prompts(self.state) for offer in prompt.offers)

    def told(self, name: str) -> Fact:
        """The one fact of that name."""
        [fact] = [fact for fact in self.facts if fact.name == name]
        return fact

    @property
    def names(self) -> list[str]:
        return [fact.name for fact in self.facts]


DRAWN = {
    "hope": Tokens(row=(Token(kind="care", active=True), Token(kind="justice", active=True))),
    "discontent": Tokens(row=(Token(kind="anger", active=True), Token(kind="greed"))),
}


def begun(players: int = 2, **board: Value) -> Evening:
    """A game that is set up, before the first Action Phase: two active Hope tokens (Care, Justice), Discontent with
    active Anger and exhausted Greed. Which space of the Generator tile holds what is not told, unless as board facts:
    Cookhouse, Platform, Generator Building, Wood and Coal lie on G.1 to G.5."""
    evening = Evening(players, **board)
    evening.play("all_set_up", food=0, leader="seat1")
    evening.state = replace(evening.state, todo=(), **DRAWN)
    return evening
