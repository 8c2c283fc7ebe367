"""A game put together from parts, one for each subject of its rules.

After every move the parts are asked to do what needs nobody's choice, until somebody has to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.api.game import (
    Adjustable,
    Args,
    Ask,
    BoardFamily,
    IllegalMove,
    MoveKind,
    Outcome,
    Pick,
    Prompt,
    Table,
    Value,
    Whole,
)
from companion.api.text import T, Text, verbatim
from companion.api.view import Panel, View, Where
from companion.toolkit.transaction import Kept, Scribe, require_running

S = TypeVar("S", bound=Kept)
B = TypeVar("B", bound=Scribe)  # type: ignore[type-arg]  # the scribe of S, which a bound cannot say

SETTLED = 10_000  # more than ever happens by itself in one move


@dataclass(frozen=True)
class Deed(Generic[B]):
    """A kind of move: what it writes, how the history calls it, and what it asks."""

    write: Callable[[B, Args], None]
    label: Callable[[Args], Text]
    asks: tuple[Ask, ...] = ()


def deed(write: Callable[[B, Args], None], label: Callable[[Args], Text] | Text, *asks: Ask) -> Deed[B]:
    """A kind of move; a label that is always the same may be given as it is."""
    return Deed(write, (lambda _: label) if isinstance(label, Text) else label, asks)


@dataclass(frozen=True)
class Knob(Generic[B]):
    """A value that can be set by hand: what it is, what it is now, and how it is put."""

    ask: Ask
    now: Value
    put: Callable[[B, Value], None]


@dataclass(frozen=True, kw_only=True)
class Part(Generic[S, B]):
    """One subject of the rules.

    - `moves`: by name, all names of the game differ.
    - `tasks`: the prompt of each kind of task of this part; asked when such a task is at the head.
    - `prompts(state)`: what to do when no task waits.
    - `settle(books)`: do one thing that needs nobody's choice (a task at the head, or the next step of a phase) and
      say whether anything was done; it is asked again until no part has anything to do.
    - `panels(state)`, `knobs(state)`: what is shown, and what can be set by hand.
    """

    name: str
    moves: Mapping[str, Deed[B]] = field(default_factory=dict)
    tasks: Mapping[str, Callable[[S], Prompt]] = field(default_factory=dict)
    prompts: Callable[[S], tuple[Prompt, ...]] = lambda _: ()
    settle: Callable[[B], bool] = lambda _: False
    panels: Callable[[S], tuple[Panel, ...]] = lambda _: ()
    knobs: Callable[[S], Iterable[Knob[B]]] = lambda _: ()
    families: tuple[BoardFamily, ...] = ()


class Assembly(Generic[S, B]):
    """The functions of a game (see `companion.api.game.Game`) over its parts, which stand in order of urgency.

    `shown` is their order on the phones, when it is another one; `scribe` opens the books of a move.
    """

    def __init__(
        self,
        parts: tuple[Part[S, B], ...],
        scribe: Callable[[S], B],
        where: Callable[[S], Where],
        shown: tuple[Part[S, B], ...] = (),
    ) -> None:
        self.parts = parts
        self.moves: dict[str, MoveKind[S]] = {}
        for part in parts:
            twice = self.moves.keys() & part.moves.keys()
            assert not twice, f"two parts have the move {twice}"
            self.moves.update({name: self._kind(one) for name, one in part.moves.items()})
        self.families = tuple(family for part in parts for family in part.families)
        self._shown = (*shown, *(part for part in parts if part not in shown))
        self._tasks = {kind: ask for part in parts for kind, ask in part.tasks.items()}
        self._scribe, self._where = scribe, where

    def begin(self, first: Callable[[Table], S]) -> Callable[[Table], Outcome[S]]:
        """How a game starts: with this state, and with what it leads to by itself."""
        return lambda table: self._settled(self._scribe(first(table)))

    def settle(self, books: B) -> None:
        """Do what needs nobody's choice, until somebody has to choose or the game is over."""
        for _ in range(SETTLED):
            if books.state.ended or not any(part.settle(books) for part in self.parts):
                return
        raise RuntimeError("the game does not come to rest")

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """The task at the head; without one, what every part asks."""
        if state.ended:
            return ()
        if state.tasks:
            return (self._tasks[state.tasks[0].kind](state),)
        return tuple(prompt for part in self.parts for prompt in part.prompts(state))

    def view(self, state: S) -> View:
        """The panels of all parts; one that has nothing to show is left out."""
        panels = tuple(panel for part in self._shown for panel in part.panels(state) if panel.widgets)
        return View(where=self._where(state), panels=panels)

    def adjustables(self, state: S) -> tuple[Adjustable, ...]:
        """Every value that can be set by hand."""
        return tuple(Adjustable(ask=knob.ask, now=knob.now) for part in self.parts for knob in part.knobs(state))

    def correct(self, state: S, name: str, value: Value) -> Outcome[S]:
        """Set a value to what the table says."""
        knobs = (knob for part in self.parts for knob in part.knobs(state))
        knob = next((knob for knob in knobs if knob.ask.name == name), None)
        if knob is None:
            raise IllegalMove(T("There is nothing of that name to set."))
        _refuse(knob.ask, value)
        books = self._scribe(state)
        text = T("{what} was set by hand: {value}.", what=knob.ask.label, value=_shown(knob.ask, value))
        books.note("corrected", text, what=name, to=value)
        knob.put(books, value)
        return self._settled(books)

    def learn(self, state: S, name: str, value: Value) -> Outcome[S]:
        """A board fact was told while the game runs."""
        books = self._scribe(state)
        books.remember(name, value)
        books.note("board_fact_told", T("The board was read: {value}.", value=value), fact=name, value=value)
        return self._settled(books)

    def forget(self, state: S, name: str) -> Outcome[S]:
        """A told board fact was taken back: it is asked again where it matters."""
        books = self._scribe(state)
        books.forget(name)
        books.note("board_fact_forgotten", T("What was told of the board is taken back."), fact=name)
        return self._settled(books)

    def _kind(self, one: Deed[B]) -> MoveKind[S]:
        def play(state: S, args: Args) -> Outcome[S]:
            require_running(state)
            books = self._scribe(state)
            one.write(books, args)
            return self._settled(books)

        return MoveKind(play=play, label=one.label, asks=one.asks)

    def _settled(self, books: B) -> Outcome[S]:
        self.settle(books)
        outcome: Outcome[S] = books.outcome()
        return outcome


def number(args: Args, name: str) -> int:
    """An argument that is a whole number."""
    return int(args[name])


def word(args: Args, name: str) -> str:
    """An argument that is a word."""
    return str(args[name])


def _shown(ask: Ask, value: Value) -> Text:
    labels = {choice.value: choice.label for choice in ask.choices} if isinstance(ask, Pick) else {}
    return labels.get(str(value), verbatim(str(value)))


def _refuse(ask: Ask, value: Value) -> None:
    if isinstance(ask, Whole) and not (isinstance(value, int) and ask.at_least <= value <= ask.at_most):
        raise IllegalMove(
            T("{what} can be from {least} to {most}.", what=ask.label, least=ask.at_least, most=ask.at_most)
        )
    if isinstance(ask, Pick) and value not in {choice.value for choice in ask.choices}:
        raise IllegalMove(T("{what}: choose one of the answers.", what=ask.label))
