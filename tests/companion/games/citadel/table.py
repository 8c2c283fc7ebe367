"""A table to play at in tests: moves by name, checked as the session checks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.checks import check_args
from companion.codec import StateCodec
from companion.game import Fact, Outcome, Prompt, Table, Value
from companion.games.citadel.books import Books
from companion.games.citadel.game import GAME, prompts, settle
from companion.games.citadel.state import State

NAMES = ("Ada", "Ben", "Cleo", "Dora")
KNOWN: dict[str, Value] = {fact.ask.name: fact.known for fact in GAME.board if fact.known is not None}
CODEC = StateCodec(GAME)


def chosen(players: int, **choices: Value) -> dict[str, Value]:
    """What is answered at setup: these, and the usual values for the rest."""
    return {ask.name: choices.get(ask.name, getattr(ask, "usual", None) or "") for ask in GAME.setup(players)}


class Evening:
    """A game in its present state; `facts` and `learnt` are those of the last move."""

    def __init__(self, players: int = 2, choices: dict[str, Value] | None = None, **board: Value) -> None:
        self.facts: tuple[Fact, ...] = ()
        self.learnt: dict[str, Value] = {}
        table = Table(players=NAMES[:players], choices=chosen(players, **(choices or {})), board={**KNOWN, **board})
        self.state: State = self._took(GAME.start(table))

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

    def tell(self, name: str, value: Value) -> State:
        """Tell a fact of the owner's cards or board."""
        assert GAME.learn is not None
        self.state = self._took(GAME.learn(self.state, name, value))
        return self.state

    def _took(self, outcome: Outcome[State]) -> State:
        CODEC.encode(outcome.state)
        self.facts, self.learnt = outcome.facts, dict(outcome.learnt)
        return outcome.state

    # --- putting the table into a state -------------------------------------------------------------------------------

    def at(self, **changes: Any) -> Evening:
        """The table as a test needs it: with these fields."""
        self.state = replace(self.state, **changes)
        return self

    def hero(self, seat: str, **changes: Any) -> Evening:
        """A character as a test needs it."""
        heroes = tuple(replace(hero, **changes) if hero.seat == seat else hero for hero in self.state.heroes)
        return self.at(heroes=heroes)

    def writing(self, write: Any) -> Evening:
        """Let a rule function write into the books, and everything that follows by itself."""
        books = Books(self.state)
        write(books)
        settle(books)
        self.state = self._took(books.outcome())
        return self

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt:
        """What has to be done now."""
        return prompts(self.state)[0]

    @property
    def asked(self) -> str:
        return self.prompt.name

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


def begun(players: int = 2, choices: dict[str, Value] | None = None, **board: Value) -> Evening:
    """A campaign in which everything is laid out and nothing presses."""
    evening = Evening(players, choices, **board)
    evening.state = replace(evening.state, todo=())
    return evening
