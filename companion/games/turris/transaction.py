"""What one move writes: players, Beasts, Scouts, and what the table has to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion import toolkit
from companion.api import IllegalMove, T
from companion.games.turris.state import State, Stopped
from companion.toolkit import require_idle


class Transaction(toolkit.Transaction[State]):
    """Lives for one move."""

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

    def change_task(self, **changes: Any) -> None:
        """The task at the head is not quite what it was, since somebody set the table by hand."""
        first, *rest = self.state.tasks
        self.set(tasks=(replace(first, **changes), *rest))

    def end(self, how: str) -> None:
        """The game is over; nothing else has to be done. What had to be done is kept, should it have been a slip."""
        stopped = Stopped(phase=self.state.phase, step=self.state.step, tasks=self.state.tasks)
        self.set(ended=how, phase="over", tasks=(), stopped=stopped)


def require_phase(state: State, phase: str, *steps: str) -> None:
    """Refuse a move that does not belong to what is being done."""
    require_idle(state)
    if state.phase != phase or (steps and state.step not in steps):
        raise IllegalMove(T("This is not the time for that. What to do now is shown at the top."))
