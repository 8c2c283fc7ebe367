"""What one move does: the state as it becomes, and the facts in their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Fact, IllegalMove, Outcome, Urgency, Value
from companion.api.text import T, Text
from companion.games.frostpunk.city.land import City
from companion.games.frostpunk.state import Generator, Group, State, Task, Token, Tokens


class Transaction:
    """Lives for one move. `state` is the state so far; `outcome()` closes it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []
        self.board_facts: dict[str, Value] = {}
        self.front: int | None = None  # where new tasks go; None: behind all others
        self.queued = 0  # tasks added since the task at the head was done

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def set_generator(self, **changes: Any) -> None:
        generator: Generator = replace(self.state.generator, **changes)
        self.set(generator=generator)

    def set_group(self, kind: str, **changes: Any) -> None:
        group: Group = replace(self.state.group(kind), **changes)
        self.set(**{kind: group})

    def set_row(self, about: str, row: tuple[Token, ...]) -> None:
        """Put the tokens of `hope` or `discontent` as they now lie."""
        self.set(**{about: Tokens(row=row)})

    def set_city(self, **changes: Any) -> None:
        city: City = replace(self.state.city, **changes)
        self.set(city=city)

    def tell(self, name: str, text: Text, urgency: Urgency = Urgency.PLAIN, **args: Value) -> None:
        """Note a fact."""
        self.facts.append(Fact(name, text, args, urgency))

    def note(self, name: str, text: Text, **args: Value) -> None:
        """Note a fact that is only written down, because somebody has just said it themselves."""
        self.tell(name, text, Urgency.QUIET, **args)

    def speak_up(self, since: int) -> None:
        """Tell aloud what was only written down from the fact of that number on: nobody has said it themselves."""
        self.facts[since:] = [
            replace(fact, urgency=Urgency.PLAIN) if fact.urgency == Urgency.QUIET else fact
            for fact in self.facts[since:]
        ]

    def learn(self, name: str, value: Value) -> None:
        """Keep a board fact for this evening and the next ones."""
        if self.state.board.get(name) != value:
            self.board_facts[name] = value
            self.remember(name, value)

    def remember(self, name: str, value: Value) -> None:
        """Keep a value for this evening only."""
        self.set(board={**self.state.board, name: value})

    def add_task(self, kind: str, about: str = "", count: int = 1, of: str = "", words: str = "") -> None:
        """Something to be done before the step goes on; tasks are done in the order in which they arise, and what a
        task itself gives rise to before the tasks that were behind it."""
        todo = self.state.todo
        at = len(todo) if self.front is None else min(self.front, len(todo))
        self.set(todo=(*todo[:at], Task(kind=kind, about=about, count=count, of=of, words=words), *todo[at:]))
        self.front = None if self.front is None else at + 1
        self.queued += 1

    def follow_up(self) -> None:
        """The task at the head has been done: what is added from now on comes of it, and so goes to the front."""
        self.front, self.queued = 0, 0

    def count(self, what: str) -> None:
        """One more of `deaths`, `storms` or `breakdowns` in this round, for the evening's story."""
        self.set(tally={**self.state.tally, what: self.state.tally.get(what, 0) + 1})

    def go_on(self) -> None:
        """The step is done; the next one begins as soon as nothing else has to be done."""
        self.set(onward=True)

    def end(self, how: str) -> None:
        """The game is over; nothing else has to be done."""
        self.set(ended=how, todo=(), onward=False)

    def outcome(self) -> Outcome[State]:
        return Outcome(self.state, tuple(self.facts), self.board_facts)


def require_running(state: State) -> None:
    """Refuse a move in a game that is over."""
    if state.ended:
        raise IllegalMove(T("The game is over. Take the last step back if that was a mistake."))


def require_step(state: State, *steps: str) -> None:
    """Refuse a move that does not belong to the step that is being done."""
    require_running(state)
    if state.todo:
        raise IllegalMove(T("Something else has to be done first: it is shown at the top."))
    if state.step not in steps:
        raise IllegalMove(T("This is not the time for that. What to do now is shown at the top."))


def require_task(state: State, *kinds: str) -> Task:
    """The task at the head of the list, if it is of such a kind."""
    require_running(state)
    if not state.todo or state.todo[0].kind not in kinds:
        raise IllegalMove(T("Nothing of that kind is to be done now."))
    return state.todo[0]


def finish_task(tx: Transaction) -> None:
    """The task at the head of the list is done; one that counts stays until its count is spent."""
    first, *rest = tx.state.todo
    left = (replace(first, count=first.count - 1),) if first.count > 1 else ()
    tx.set(todo=(*left, *rest))
    tx.follow_up()
