"""A game put together from modules, one for each subject of its rules.

After every move the modules are asked to do what needs nobody's choice, until somebody has to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, Generic, TypeVar

import msgspec

from companion.api.game import (
    Args,
    Ask,
    BoardFamily,
    Correction,
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
from companion.toolkit.remembering import until_changed
from companion.toolkit.transaction import Transaction, TransactionState, require_running

S = TypeVar("S", bound=TransactionState)
B = TypeVar("B", bound=Transaction)  # type: ignore[type-arg]  # the transaction of S, which a bound cannot say

SETTLED = 10_000  # more than ever happens by itself in one move


@dataclass(frozen=True)
class Action(Generic[B]):
    """A kind of move: what it writes, how the history calls it, and what it asks; `when_over`: it may be played once
    the game is over, too; `named` calls it with the names of the players (see `MoveKind`)."""

    write: Callable[[B, Args], None]
    label: Callable[[Args], Text]
    asks: tuple[Ask, ...] = ()
    when_over: bool = False
    named: Callable[[Any, Args], Text] | None = None  # of the state that the transaction writes in


def action(
    write: Callable[[B, Args], None],
    label: Callable[[Args], Text] | Text,
    *asks: Ask,
    when_over: bool = False,
    named: Callable[[Any, Args], Text] | None = None,
) -> Action[B]:
    """A kind of move; a label that is always the same may be given as it is."""
    return Action(write, (lambda _: label) if isinstance(label, Text) else label, asks, when_over, named)


class Settable(msgspec.Struct, Generic[B], frozen=True, dict=True):
    """A value that can be set by hand: what it is, what it is now, how it is put, and under which heading it stands."""

    ask: Ask
    now: Value
    put: Callable[[B, Value], None]
    group: Text | None = None

    @property
    def correction(self) -> Correction:
        """As it is shown; made once, however often a game that keeps its settables is asked."""
        # Not by `cached_property`: it takes a lock, for each of the hundred values of every new state.
        found: Correction | None = self.__dict__.get("kept")
        if found is None:
            found = self.__dict__["kept"] = Correction(ask=self.ask, now=self.now, group=self.group)
        return found


def grouped(group: Text, settables: Iterable[Settable[B]]) -> Iterator[Settable[B]]:
    """Values that stand under one heading where all of them are set."""
    return (Settable(one.ask, one.now, one.put, group) for one in settables)


def _none(_: object) -> tuple[()]:
    """What a module has that says nothing about it."""
    return ()


def _at_rest(_: object) -> bool:
    """A module that does nothing by itself."""
    return False


@dataclass(frozen=True, kw_only=True)
class GameModule(Generic[S, B]):
    """One subject of the rules.

    - `moves`: by name, all names of the game differ.
    - `tasks`: the prompt of each kind of task of this module; asked when such a task is at the head.
    - `prompts(state)`: what to do when no task waits.
    - `beside(state)`: what can be done besides, whether or not a task waits; never pressing.
    - `settle(tx)`: do one thing that needs nobody's choice (a task at the head, or the next step of a phase) and
      say whether anything was done; it is asked again until no module has anything to do.
    - `panels(state)`, `settables(state)`: what is shown, and what can be set by hand.
    - `corrected(tx)`: look to what follows at once where somebody has set a value by hand.
    """

    name: str
    moves: Mapping[str, Action[B]] = field(default_factory=dict)
    tasks: Mapping[str, Callable[[S], Prompt]] = field(default_factory=dict)
    prompts: Callable[[S], tuple[Prompt, ...]] = _none
    beside: Callable[[S], tuple[Prompt, ...]] = _none
    settle: Callable[[B], bool] = _at_rest
    panels: Callable[[S], tuple[Panel, ...]] = _none
    settables: Callable[[S], Iterable[Settable[B]]] = _none
    corrected: Callable[[B], None] = lambda _: None
    families: tuple[BoardFamily, ...] = ()


class ModularGame(Generic[S, B]):
    """The functions of a game (see `companion.api.game.Game`) over its modules, which stand in order of urgency.

    `shown` is their order on the phones, when it is another one; `transaction` begins what a move writes.
    """

    def __init__(
        self,
        modules: tuple[GameModule[S, B], ...],
        transaction: Callable[[S], B],
        where: Callable[[S], Where],
        shown: tuple[GameModule[S, B], ...] = (),
    ) -> None:
        self.modules = modules
        self.moves: dict[str, MoveKind[S]] = {}
        for module in modules:
            twice = self.moves.keys() & module.moves.keys()
            assert not twice, f"two modules have the move {twice}"
            self.moves.update({name: self._kind(one) for name, one in module.moves.items()})
        self.families = tuple(family for module in modules for family in module.families)
        self._shown = (*shown, *(module for module in modules if module not in shown))
        # What is asked of each module many times in a move is asked of those alone that have something to say to it.
        self._asking = tuple(module.prompts for module in modules if module.prompts is not _none)
        self._beside = tuple(module.beside for module in modules if module.beside is not _none)
        self._settling = tuple(module.settle for module in modules if module.settle is not _at_rest)
        self._tasks = {kind: ask for module in modules for kind, ask in module.tasks.items()}
        self._panels = tuple(until_changed(module.panels) for module in self._shown if module.panels is not _none)
        setting = (module.settables for module in modules if module.settables is not _none)
        self._corrections = tuple(until_changed(partial(_corrections, settables)) for settables in setting)
        self._transaction, self._where = transaction, where

    def begin(self, first: Callable[[Table], S]) -> Callable[[Table], Outcome[S]]:
        """How a game starts: with this state, and with what it leads to by itself."""
        return lambda table: self._settled(self._transaction(first(table)))

    def settle(self, tx: B) -> None:
        """Do what needs nobody's choice, until somebody has to choose or the game is over."""
        for _ in range(SETTLED):
            if tx.state.ended or not self.step(tx):
                return
        raise RuntimeError("the game does not come to rest")

    def step(self, tx: B) -> bool:
        """Let the first module that has anything to do by itself do one thing; False where none has."""
        return any(settle(tx) for settle in self._settling)

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """The task at the head; without one, what every module asks. Then what can be done besides."""
        if state.ended:
            return ()
        beside = tuple(prompt for asks in self._beside for prompt in asks(state))
        if state.tasks:
            return (self._tasks[state.tasks[0].kind](state), *beside)
        return (*(prompt for asks in self._asking for prompt in asks(state)), *beside)

    def pressing(self, state: S) -> Prompt | None:
        """The first of the prompts by itself, for whoever looks ahead: the others are not worked out."""
        if state.ended:
            return None
        if state.tasks:
            return self._tasks[state.tasks[0].kind](state)
        return next((prompt for asks in (*self._asking, *self._beside) for prompt in asks(state)), None)

    def view(self, state: S) -> View:
        """The panels of all modules; one that has nothing to show is left out."""
        panels = tuple(panel for panels in self._panels for panel in panels(state) if panel.widgets)
        return View(where=self._where(state), panels=panels)

    def corrections(self, state: S) -> tuple[Correction, ...]:
        """Every value that can be set by hand."""
        return tuple(chain.from_iterable([corrections(state) for corrections in self._corrections]))

    def correct(self, state: S, name: str, value: Value) -> Outcome[S]:
        """Set a value to what the table says."""
        settables = (settable for module in self.modules for settable in module.settables(state))
        settable = next((settable for settable in settables if settable.ask.name == name), None)
        if settable is None:
            raise IllegalMove(T("There is nothing of that name to set."))
        _refuse(settable.ask, value)
        tx = self._transaction(state)
        self.corrected(tx, settable, value)
        settable.put(tx, value)
        for module in self.modules:
            module.corrected(tx)
        return self._settled(tx)

    def corrected(self, tx: B, settable: Settable[B], value: Value) -> None:
        """Note that a value is set by hand; a game may say so in words of its own."""
        ask = settable.ask
        text = T("{what} was set by hand: {value}.", what=ask.label, value=_shown(ask, value))
        tx.note("corrected", text, what=ask.name, to=value)

    def learn(self, state: S, name: str, value: Value) -> Outcome[S]:
        """A board fact was told while the game runs."""
        tx = self._transaction(state)
        tx.remember(name, value)
        self.told(tx, name, value)
        return self._settled(tx)

    def told(self, tx: B, name: str, value: Value) -> None:
        """Note that a board fact was told."""
        tx.note("board_fact_told", T("The board was read: {value}.", value=value), fact=name, value=value)

    def forget(self, state: S, name: str) -> Outcome[S]:
        """A told board fact was taken back: it is asked again where it matters."""
        tx = self._transaction(state)
        tx.forget(name)
        self.forgotten(tx, name)
        return self._settled(tx)

    def forgotten(self, tx: B, name: str) -> None:
        """Note that a told board fact was taken back."""
        tx.note("board_fact_forgotten", T("What was told of the board is taken back."), fact=name)

    def require_running(self, state: S) -> None:
        """Refuse a move in a game that is over; a game may say that in its own words."""
        require_running(state)

    def _kind(self, one: Action[B]) -> MoveKind[S]:
        def play(state: S, args: Args) -> Outcome[S]:
            if not one.when_over:
                self.require_running(state)
            tx = self._transaction(state)
            one.write(tx, args)
            return self._settled(tx)

        return MoveKind(play=play, label=one.label, asks=one.asks, named=one.named)

    def _settled(self, tx: B) -> Outcome[S]:
        self.settle(tx)
        outcome: Outcome[S] = tx.outcome()
        return outcome


def _corrections(settables: Callable[[S], Iterable[Settable[B]]], state: S) -> tuple[Correction, ...]:
    return tuple(settable.correction for settable in settables(state))


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
