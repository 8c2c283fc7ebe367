"""What one move writes: the city, the brigades, how it is told, and where hands put the flames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion import toolkit
from companion.api import Outcome, T, Text, all_of, verbatim
from companion.games.fire_brigade.state import DESTROYED, Block, Player, State, Stopped, Task

TOLD_ON_MAP = frozenset({"fire_broke_out", "fire_rose", "fire_fell", "fire_held"})  # what steps on the map say, too
FLAMES = frozenset({"fire_broke_out", "fire_rose", "fire_fell", "fire_out", "swapped"})  # facts that move flames


class Transaction(toolkit.Transaction[State]):
    """Lives for one move. `first` is the state before it; `opened`: what it does to the fire is told step by step."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.first = state
        self.opened = False

    def outcome(self) -> Outcome[State]:
        """The state with all that came of the move; flames are ordered by the space that they end on."""
        self._order_flames()
        return super().outcome()

    def _order_flames(self) -> None:
        """One order for each space of the track, at the first fact of it: a gust moves many flames. Its places stand in
        the order in which the fire came to them, as hands follow it over the board."""
        places: dict[int, list[str]] = {}
        first: dict[int, int] = {}
        for at, fact in enumerate(self.facts):
            fields = [str(fact.args[key]) for key in ("field", "first", "second") if key in fact.args]
            for place in fields if fact.name in FLAMES else ():
                fire, block = self.first.city[place].fire, self.state.city[place]
                if block.fire != fire and not block.destroyed and place not in places.setdefault(block.fire, []):
                    places[block.fire].append(place)
                    first.setdefault(block.fire, at)
        shown = self._shown()
        for at, fact in enumerate(self.facts):
            if fact.name in TOLD_ON_MAP and fact.args.get("field") in shown:
                self.facts[at] = replace(fact, on_map=True)
        for fire, at in first.items():
            order, icon = _flames_to(fire, places[fire])
            self.facts[at] = replace(self.facts[at], todo=order, icon=icon, on_map=shown.issuperset(places[fire]))

    def _shown(self) -> frozenset[str]:
        """The places of which the steps of this move tell on the map."""
        return frozenset(step.target for step in self.state.steps) if self.opened else frozenset()

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


def _flames_to(fire: int, places: list[str]) -> tuple[Text, str]:
    """Where flames go: onto a space of the track, or off the tiles."""
    names = all_of([verbatim(place) for place in places])
    if not fire:
        return T("Take the flames off: {places}", places=names), "flames"
    if fire >= DESTROYED:
        return T("Flames on Destroyed: {places}", places=names), "ruins"
    return T("Flames on space {fire}: {places}", fire=fire, places=names), f"fire_{fire}"
