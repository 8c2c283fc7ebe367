"""What one move writes: people, markers, tokens, the city, and what the table has to do."""

from __future__ import annotations

from typing import Any

from companion import toolkit
from companion.api import IllegalMove, Outcome, T, Text, Urgency
from companion.games.frostpunk.state import State, Task, Token, Tokens
from companion.toolkit import changed, require_idle


class Transaction(toolkit.Transaction[State]):
    """Lives for one move. `queued` is how many tasks were added since the one at the head was done."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.first = state  # before the move
        self.queued = 0
        self._orders: dict[str, int] = {}  # by what is moved: the fact whose order says where it comes to stand
        self.moved_sick: tuple[str, ...] = ()  # types whose Sickness marker this move has moved

    def set_generator(self, **changes: Any) -> None:
        self.set(generator=changed(self.state.generator, **changes))

    def set_group(self, kind: str, **changes: Any) -> None:
        self.set(**{kind: changed(self.state.group(kind), **changes)})

    def set_row(self, about: str, row: tuple[Token, ...]) -> None:
        """Put the tokens of `hope` or `discontent` as they now lie."""
        self.set(**{about: Tokens(row=row)})

    def set_city(self, **changes: Any) -> None:
        self.set(city=changed(self.state.city, **changes))

    def order(
        self,
        what: str,
        text: Text | None,
        icon: str | None = None,
        back: Text | None = None,
        *,
        pieces: tuple[str, ...] = (),
    ) -> None:
        """Say what hands must do because of the fact that was noted last. `what` is the thing that is moved: an earlier
        order of this move for the same thing is dropped, for this one says where it comes to stand; where it is a value
        that can be set by hand, that makes it needless. `back` says where
        it stood before this move. `pieces` are the markers that it puts in their places, if it does nothing else."""
        if what in self._orders:
            at = self._orders.pop(what)
            self.facts[at] = changed(self.facts[at], todo=None, icon=None, back=None, pieces=(), about=None)
        if text is not None:
            told = {"todo": text, "icon": icon, "on_map": False, "back": back, "pieces": pieces, "about": what}
            self.facts[-1] = changed(self.facts[-1], **told)
            self._orders[what] = len(self.facts) - 1

    def speak_up(self, since: int) -> None:
        """Tell aloud what was only written down from the fact of that number on: nobody has said it themselves."""
        self.facts[since:] = [
            changed(fact, urgency=Urgency.PLAIN) if fact.urgency == Urgency.QUIET else fact
            for fact in self.facts[since:]
        ]

    def queue(self, kind: str, about: str = "", count: int = 1, of: str = "", words: str = "") -> None:
        """Something to be done before the step goes on."""
        self.add_task(Task(kind=kind, about=about, count=count, of=of, words=words))
        self.queued += 1

    def finish_task(self, *kinds: str) -> Task:
        """The task at the head is done; one that counts stays until its count is spent."""
        first = self.drop_task(*kinds)
        if first.count > 1:
            self.add_first(changed(first, count=first.count - 1))
        return first

    def at_head(self, *kinds: str) -> Task | None:
        """The task at the head, if it is of such a kind."""
        first = self.state.tasks[0] if self.state.tasks else None
        return first if first is not None and first.kind in kinds else None

    def drop_task(self, *kinds: str) -> Task:
        """The task at the head is done or needless, whatever its count."""
        first: Task = super().finish_task(*kinds)
        self.queued = 0
        return first

    def count(self, what: str) -> None:
        """One more of `deaths`, `storms` or `breakdowns` in this round, for the evening's story."""
        self.set(tally={**self.state.tally, what: self.state.tally.get(what, 0) + 1})

    def record_round(self) -> None:
        """Keep how the present round stands, and begin a new tally. A round that is recorded twice keeps both
        tallies."""
        self.set(story=self.state.rounds(), tally={})

    def go_on(self) -> None:
        """The step is done; the next one begins as soon as nothing else has to be done."""
        self.set(onward=True)

    def end(self, how: str) -> None:
        """The game is over; nothing else has to be done."""
        self.set(ended=how, tasks=(), onward=False)

    def outcome(self) -> Outcome[State]:
        """The state with all that came of the move; the story of a game that is over has its last round."""
        if self.state.ended:
            self.record_round()
        return super().outcome()


def require_step(state: State, *steps: str) -> None:
    """Refuse a move that does not belong to the step that is being done."""
    require_idle(state)
    if state.step not in steps:
        raise IllegalMove(T("This is not the time for that. What to do now is shown at the top."))
