"""A game played in its tests without a session: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, Self, TypeVar

from companion.api.checks import check_args
from companion.api.game import Fact, Game, Outcome, Prompt, Table, Value
from companion.storage.codec import StateCodec

S = TypeVar("S")


class Played(Generic[S]):
    """A game in its present state; `facts` and `board_facts` are those of the last move.

        evening = Played(GAME, Table(players=("Ada", "Ben"), board={"oil": 5}))
        evening.play("blow", card="W3")
        assert evening.state.oil == 2
        assert evening.told("burnt").args == {"oil": 3}

    A game's tests may derive from it to put the table into the states that they need.
    """

    def __init__(self, game: Game[S], table: Table) -> None:
        self.game = game
        self._codec: StateCodec[S] = StateCodec(game)
        self.facts: tuple[Fact, ...] = ()
        self.board_facts: dict[str, Value] = {}
        self.state: S = self.took(game.start(table))

    def play(self, move: str, **args: Value) -> S:
        """Play a move as a phone would."""
        kind = self.game.moves[move]
        checked = check_args(kind.asks, {**self.usual(move), **args})
        before, self.state = self.state, self.took(kind.play(self.state, checked))
        assert str(kind.said(before, checked))
        return self.state

    def usual(self, move: str) -> dict[str, Value]:
        """What a move is asked where a test says nothing: nothing."""
        return {}

    def correct(self, name: str, value: Value) -> S:
        """Set a value by hand."""
        self.state = self.took(self.game.correct(self.state, name, value))
        return self.state

    def took(self, outcome: Outcome[S]) -> S:
        """The state of an outcome, which can be stored and shown; its facts are the last ones now."""
        self._codec.encode(outcome.state)
        assert self.game.view(outcome.state).panels, "the phones show nothing of this state"
        self.facts, self.board_facts = outcome.facts, dict(outcome.board_facts)
        return outcome.state

    def set(self, **changes: Any) -> Self:
        """Put the table into a state that a test needs."""
        self.state = replace(self.state, **changes)  # type: ignore[type-var]
        return self

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """Whatever may be done now."""
        return self.game.prompts(self.state)

    @property
    def prompt(self) -> Prompt:
        """What has to be done now."""
        return self.prompts[0]

    @property
    def asked(self) -> str:
        """The name of what has to be done now."""
        return self.prompt.name

    def offered(self, move: str) -> bool:
        """Whether a move is offered anywhere."""
        return any(offer.move.name == move for prompt in self.prompts for offer in prompt.offers)

    @property
    def first_offers(self) -> list[str]:
        """The names of the moves that the first prompt offers."""
        return [offer.move.name for offer in self.prompt.offers]

    def told(self, name: str) -> Fact:
        """The one fact of that name."""
        [fact] = [fact for fact in self.facts if fact.name == name]
        return fact

    @property
    def names(self) -> list[str]:
        """The names of the facts of the last move."""
        return [fact.name for fact in self.facts]
