"""What one move of a game does: the state as it becomes, the facts in their order, and what was learnt of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from companion.api.game import Fact, IllegalMove, Outcome, Urgency, Value
from companion.api.text import T, Text
from companion.toolkit.remembering import fields_of


class TransactionState(Protocol):
    """What a state has that a transaction writes into: the owner's board facts, tasks that wait, and how the game
    ended."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def board(self) -> Mapping[str, Value]: ...
    @property
    def tasks(self) -> tuple[Any, ...]: ...
    @property
    def ended(self) -> str: ...


class IsDataclass(Protocol):
    """Any frozen dataclass that does nothing as it is made."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


D = TypeVar("D", bound=IsDataclass)
K = TypeVar("K", bound=TransactionState)


def changed(state: D, **changes: Any) -> D:
    """A state, or a dataclass of one, with other values in some of its fields; `TypeError` where it has no such field.

    It is what `dataclasses.replace` does, which calls the constructor with all sixty of them: a game looks ahead and
    changes hundreds of times for one screen, and that was a tenth of it.
    """
    kind = type(state)
    if not changes.keys() <= kind.__dataclass_fields__.keys():
        unknown = changes.keys() - kind.__dataclass_fields__.keys()
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
    other = object.__new__(kind)
    vars(other).update(fields_of(state), **changes)  # what is not there is the default, which stands in the class
    return other


class Transaction(Generic[K]):
    """Lives for one move. `state` is the state so far; `outcome()` closes it."""

    def __init__(self, state: K) -> None:
        self.state = state
        self.facts: list[Fact] = []
        self.board_facts: dict[str, Value] = {}
        self._front: int | None = None  # where new tasks go; None: behind all others

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = changed(self.state, **changes)

    def tell(self, name: str, text: Text, urgency: Urgency = Urgency.PLAIN, /, **args: Value) -> None:
        """Note a fact."""
        self.facts.append(Fact(name, text, args, urgency))

    def note(self, name: str, text: Text, /, **args: Value) -> None:
        """Note a fact that is only written down, because somebody has just said it themselves."""
        self.tell(name, text, Urgency.QUIET, **args)

    def todo(
        self,
        order: Text,
        icon: str | None = None,
        on_map: bool = False,
        back: Text | None = None,
        pieces: tuple[str, ...] = (),
    ) -> None:
        """Say what hands must do on the table because of the fact that was noted last, and to put it `back`; a fact has
        one such order. `on_map`: the steps of a map tell the same. `pieces` are those that it puts in their places, if
        it does nothing else."""
        last = self.facts[-1]
        assert last.todo is None, f"{last.name} has its order already"
        self.facts[-1] = changed(last, todo=order, icon=icon, on_map=on_map, back=back, pieces=pieces)

    def learn(self, name: str, value: Value) -> None:
        """Keep a board fact for this evening and the next ones."""
        if self.state.board.get(name) != value:
            self.board_facts[name] = value
            self.remember(name, value)

    def remember(self, name: str, value: Value) -> None:
        """Keep a board fact for this evening only."""
        self.set(board={**self.state.board, name: value})

    def forget(self, name: str) -> None:
        """A board fact is unknown again."""
        self.set(board={one: value for one, value in self.state.board.items() if one != name})

    def add_task(self, task: Any) -> None:
        """Something to be done before anything else goes on. Tasks are done in the order in which they arise; what a
        task itself gives rise to comes before the tasks that were behind it."""
        tasks = self.state.tasks
        at = len(tasks) if self._front is None else min(self._front, len(tasks))
        self.set(tasks=(*tasks[:at], task, *tasks[at:]))
        self._front = None if self._front is None else at + 1

    def add_first(self, *tasks: Any) -> None:
        """Things to be done before the task at the head, in their order."""
        self.set(tasks=(*tasks, *self.state.tasks))

    def add_last(self, *tasks: Any) -> None:
        """Things to be done behind all others, whatever they come of."""
        self.set(tasks=(*self.state.tasks, *tasks))

    def finish_task(self, *kinds: str) -> Any:
        """The task at the head is done, and given back; what is added from now on in this move comes of it. With kinds,
        the move is refused where it is of none of them."""
        if kinds:
            require_task(self.state, *kinds)
        first, *rest = self.state.tasks
        self.set(tasks=tuple(rest))
        self._front = 0
        return first

    def outcome(self) -> Outcome[K]:
        """The state with all that came of the move."""
        return Outcome(self.state, tuple(self.facts), self.board_facts)


def require_running(state: TransactionState) -> None:
    """Refuse a move in a game that is over."""
    if state.ended:
        raise IllegalMove(T("The game is over. Take the last step back if that was a mistake."))


def require_idle(state: TransactionState) -> None:
    """Refuse a move while something else has to be done."""
    require_running(state)
    if state.tasks:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))


def require_task(state: TransactionState, *kinds: str) -> Any:
    """The task at the head, if it is of such a kind."""
    require_running(state)
    if not state.tasks or state.tasks[0].kind not in kinds:
        raise IllegalMove(T("Nothing of that kind is to be done now."))
    return state.tasks[0]
