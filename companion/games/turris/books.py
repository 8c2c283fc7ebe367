"""What one move does: the state as it becomes, the facts in their order, and what was learnt of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Args, Ask, Fact, IllegalMove, Outcome, Urgency, Value
from companion.games.turris.state import State, Task
from companion.text import T, Text


class Books:
    """Lives for one move. `state` is the state so far; `outcome()` closes it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []
        self.learnt: dict[str, Value] = {}
        self._front: int | None = None  # where new tasks go; None: behind all others

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def set_player(self, seat: int, **changes: Any) -> None:
        """Change what a player has."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.set(players=tuple(players))

    def set_beast(self, name: str, **changes: Any) -> None:
        """Change where a Beast is, or whether it is flipped."""
        moved = (replace(beast, **changes) if beast.name == name else beast for beast in self.state.beasts)
        self.set(beasts=tuple(moved))

    def stand(self, place: str, seat: int, change: int) -> None:
        """So many Scouts of a player more (or fewer) stand in a place."""
        here = list(self.state.standing(place))
        here[seat] += change
        others = {where: counts for where, counts in self.state.scouts.items() if where != place}
        self.set(scouts={**others, place: tuple(here)} if any(here) else others)

    # --- what is told -------------------------------------------------------------------------------------------------

    def tell(self, name: str, text: Text, urgency: Urgency = Urgency.PLAIN, /, **args: Value) -> None:
        """Note a fact."""
        self.facts.append(Fact(name, text, args, urgency))

    def note(self, name: str, text: Text, /, **args: Value) -> None:
        """Note a fact that is only written down, because somebody has just said it themselves."""
        self.tell(name, text, Urgency.QUIET, **args)

    def learn(self, name: str, value: Value) -> None:
        """Keep a board fact for this evening and the next ones."""
        if self.state.board.get(name) != value:
            self.learnt[name] = value
            self.remember(name, value)

    def remember(self, name: str, value: Value) -> None:
        """Keep a board fact for this evening only."""
        self.set(board={**self.state.board, name: value})

    # --- what has to be done ------------------------------------------------------------------------------------------

    def add_task(self, task: Task) -> None:
        """Something to be done before anything else goes on. Tasks are done in the order in which they arise; what a
        task itself gives rise to comes before the tasks that were behind it."""
        tasks = self.state.tasks
        at = len(tasks) if self._front is None else min(self._front, len(tasks))
        self.set(tasks=(*tasks[:at], task, *tasks[at:]))
        self._front = None if self._front is None else at + 1

    def add_first(self, task: Task) -> None:
        """Something to be done before the task at the head."""
        self.set(tasks=(task, *self.state.tasks))

    def change_task(self, **changes: Any) -> None:
        """The task at the head is not quite what it was, since somebody set the table by hand."""
        first, *rest = self.state.tasks
        self.set(tasks=(replace(first, **changes), *rest))

    def finish_task(self) -> Task:
        """The task at the head is done, and given back; what is added from now on in this move comes of it."""
        first, *rest = self.state.tasks
        self.set(tasks=tuple(rest))
        self._front = 0
        return first

    def end(self, how: str) -> None:
        """The game is over; nothing else has to be done."""
        self.set(ended=how, phase="over", tasks=())

    def outcome(self) -> Outcome[State]:
        return Outcome(self.state, tuple(self.facts), self.learnt)


@dataclass(frozen=True)
class Deed:
    """A kind of move: what it writes into the books, how the history calls it, and what it asks."""

    write: Callable[[Books, Args], None]
    label: Callable[[Args], Text]
    asks: tuple[Ask, ...] = ()


def deed(write: Callable[[Books, Args], None], label: Callable[[Args], Text] | Text, *asks: Ask) -> Deed:
    """A kind of move; a label that is always the same may be given as it is."""
    return Deed(write, (lambda _: label) if isinstance(label, Text) else label, asks)


def require_running(state: State) -> None:
    """Refuse a move in a game that is over."""
    if state.ended:
        raise IllegalMove(T("The game is over. Take the last step back if that was a mistake."))


def require_phase(state: State, phase: str, *steps: str) -> None:
    """Refuse a move that does not belong to what is being done."""
    require_running(state)
    if state.tasks:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))
    if state.phase != phase or (steps and state.step not in steps):
        raise IllegalMove(T("This is not the time for that. What to do now is shown at the top."))


def require_task(state: State, *kinds: str) -> Task:
    """The task at the head, if it is of such a kind."""
    require_running(state)
    if not state.tasks or state.tasks[0].kind not in kinds:
        raise IllegalMove(T("Nothing of that kind is to be done now."))
    return state.tasks[0]


def number(args: Args, name: str) -> int:
    """An argument that is a whole number."""
    return int(args[name])


def word(args: Args, name: str) -> str:
    """An argument that is a word."""
    return str(args[name])
