"""How far a Beast gets along its path (rulebook p. 16 and 17)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.turris.beasts.house import goes_near
from companion.games.turris.map.land import blocked, shortest
from companion.games.turris.state import State

Way = tuple[str, ...]
HASTY = ("pain", "delusion", "despair")  # under the Harrow the Beast Speed token has no effect (p. 20)


def speed(state: State, name: str) -> int:
    """2 with the Altar token in its spot and the Beast Speed token under it, else 1 (p. 16)."""
    return 2 if name in HASTY and state.altar == name and state.fast == name else 1


def stops(state: State, place: str, name: str) -> bool:
    """Whether a Beast ends its movement in a place because of a Scout, the Betrayers' too (p. 17, 26); one that stands
    with another Beast counts as if it was not there."""
    return not blocked(state, place, name) and (state.manned(place) > 0 or place in state.betrayers)


def gone(state: State, name: str, path: Way, steps: int) -> Way:
    """The part of a path that a Beast really goes: it stops at Scouts, passes other Beasts, and ends beside none."""
    way: Way = path[:steps]
    stop = next((at for at, place in enumerate(way) if stops(state, place, name)), len(way))
    way = way[: stop + 1]
    if not way or not blocked(state, way[-1], name):
        return way
    if not goes_near(state):
        return ()
    free = [at for at, place in enumerate(way) if not blocked(state, place, name)]
    return way[: free[-1] + 1] if free else ()


def ways(state: State, name: str, targets: tuple[str, ...]) -> Mapping[str, tuple[Way, tuple[str, ...]]]:
    """Where a Beast can end by the shortest paths to these targets: by the place, the way there and the targets that it
    leads to. Paths that end in the same place are alike, for nothing happens on the way."""
    beast = state.beast(name)
    assert beast is not None
    found: dict[str, tuple[Way, tuple[str, ...]]] = {}
    for target in targets:
        for path in shortest(state, beast.at, target):
            way = gone(state, name, path, speed(state, name))
            end = way[-1] if way else beast.at
            known, leading = found.get(end, (way, ()))
            found[end] = (known, leading if target in leading else (*leading, target))
    return found
