"""What one move does: the state as it becomes, and the facts in their order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.api.game import Args, Ask, Fact, IllegalMove, MoveKind, Outcome, Urgency, Value
from companion.api.text import T, Text
from companion.games.citadel.heroes import Hero
from companion.games.citadel.state import State, Task


class Transaction:
    """Lives for one move. `state` is the state so far; `outcome()` closes it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []
        self.board_facts: dict[str, Value] = {}

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def set_hero(self, seat: str, **changes: Any) -> Hero:
        """Change fields of one character."""
        hero = replace(self.state.hero(seat), **changes)
        self.set(heroes=tuple(hero if one.seat == seat else one for one in self.state.heroes))
        return hero

    def set_ledger(self, **changes: Any) -> None:
        """Change fields of the card ledger."""
        self.set(ledger=replace(self.state.ledger, **changes))

    def tell(self, name: str, text: Text, urgency: Urgency = Urgency.PLAIN, /, **args: Value) -> None:
        """Note a fact."""
        self.facts.append(Fact(name, text, args, urgency))

    def note(self, name: str, text: Text, /, **args: Value) -> None:
        """Note a fact that is only written down, because somebody has just said it themselves."""
        self.tell(name, text, Urgency.QUIET, **args)

    def learn(self, name: str, value: Value) -> None:
        """Keep a fact of the owner's cards or board, for this campaign and for later ones."""
        if self.state.known.get(name) != value:
            self.board_facts[name] = value
            self.remember(name, value)

    def remember(self, name: str, value: Value) -> None:
        """Keep a value for this campaign only."""
        self.set(known={**self.state.known, name: value})

    def press(self, *tasks: Task) -> None:
        """These have to be done now, before what waits already; in their order."""
        self.set(todo=(*tasks, *self.state.todo))

    def queue(self, *tasks: Task) -> None:
        """These have to be done after what waits already."""
        self.set(todo=(*self.state.todo, *tasks))

    def done(self, *kinds: str) -> Task:
        """The task at the head is done, if it is of such a kind; else the move is refused."""
        task = require_task(self.state, *kinds)
        self.set(todo=self.state.todo[1:])
        return task

    def end(self, how: str) -> None:
        """The adventure is over; nothing else has to be done."""
        self.set(ended=how, todo=(), action=None)

    def acted(self, seat: str) -> None:
        """This player was the active one in the turn that is over (p. 10)."""
        self.set(turn=replace(self.state.turn, last=seat))

    def outcome(self) -> Outcome[State]:
        return Outcome(self.state, tuple(self.facts), self.board_facts)


def move(write: Callable[[Transaction, Args], None], label: Callable[[Args], Text], *asks: Ask) -> MoveKind[State]:
    """A kind of move that writes into the books."""

    def play(state: State, args: Args) -> Outcome[State]:
        tx = Transaction(state)
        write(tx, args)
        return tx.outcome()

    return MoveKind(play=play, label=label, asks=asks)


def require_running(state: State) -> None:
    """Refuse a move in an adventure that is over."""
    if state.ended:
        raise IllegalMove(T("The adventure is over. Take the last step back if that was a mistake."))


def require_task(state: State, *kinds: str) -> Task:
    """The task at the head of the list, if it is of such a kind."""
    require_running(state)
    if not state.todo or state.todo[0].kind not in kinds:
        raise IllegalMove(T("Nothing of that kind is to be done now."))
    return state.todo[0]


def require_idle(state: State) -> None:
    """Refuse what may not happen while something else has to be done."""
    require_running(state)
    if state.todo:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))


def require_free(state: State) -> None:
    """Refuse to begin an action while another one is performed (p. 11), or something else has to be done first."""
    require_running(state)
    if state.action is not None:
        raise IllegalMove(T("Another action is being performed: finish it first."), rule="action.forbidden", page=11)
    require_idle(state)


AMID = ("card.event", "board.turned", "leaflet.prepare")  # what is read step by step, with effects in between


def require_effects(state: State) -> None:
    """Refuse an effect while something else has to be done first. Effects come while nothing presses, or in the midst
    of an event or a list that is being read."""
    require_running(state)
    if state.todo and state.todo[0].kind not in AMID:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))


def says(text: Text) -> Callable[[Args], Text]:
    """A label that is the same whatever the arguments."""
    return lambda _: text


def number(args: Args, name: str) -> int:
    """An argument that is a whole number."""
    return int(args[name])


def word(args: Args, name: str) -> str:
    """An argument that is a name or a code."""
    return str(args[name])
