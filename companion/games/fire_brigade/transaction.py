"""What one move writes: the city, the brigades, and how it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion import toolkit
from companion.games.fire_brigade.state import Block, Player, State, Stopped, Task


class Transaction(toolkit.Transaction[State]):
    """Lives for one move. `first` is the state before it; `opened`: what it does to the fire is told step by step."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.first = state
        self.opened = False

    def set_block(self, place: str, **changes: Any) -> Block:
        """Change a block; how it is then."""
        block = replace(self.state.city[place], **changes)
        self.set(city={**self.state.city, place: block})
        return block

    def set_player(self, seat: int, **changes: Any) -> Player:
        """Change what a player has; how it is then."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **changes)
        self.set(players=tuple(players))
        return players[seat]

    def set_turn(self, **changes: Any) -> None:
        """Change the turn being played."""
        self.set(turn=replace(self.state.turn, **changes))

    def ask(self, kind: str, seat: int = -1, about: str = "", field: str = "", count: int = 0) -> None:
        """Something to be done next."""
        self.add_task(Task(kind=kind, seat=seat, about=about, field=field, count=count))

    def end(self, how: str, *winners: int) -> None:
        """The game is over; nothing else has to be done. What had to be done is kept, should it have been a slip."""
        stopped = Stopped(phase=self.state.phase, tasks=self.state.tasks)
        self.set(ended=how, winners=winners, phase="over", tasks=(), stopped=stopped)
