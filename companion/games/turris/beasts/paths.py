"""Where a Beast wants to go, and how far it gets along its path (rulebook p. 13, 16, 17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.turris.map.land import blocked, distances, locations, shortest
from companion.games.turris.state import State

# --- where the rulebook is silent and tables differ: asked when it first matters (house_rules.py) ---------------------


BLOCKED, CHAIN = "blocked", "chain"


def goes_near(state: State) -> bool:
    """Whether a Beast that cannot reach the end of its steps goes as far as it can (p. 17 does not say)."""
    return state.choices.get(BLOCKED) != "stay"


def beside_counts(state: State) -> bool:
    """Whether a Scout with another Beast keeps the chain going (p. 13 leaves it out only for targets)."""
    return state.choices.get(CHAIN) == "counts"


# --- targets (p. 13) --------------------------------------------------------------------------------------------------


ABYSS = "abyss"


@dataclass(frozen=True, kw_only=True)
class Aim:
    """The places that are alike as a target, and why: `fruit`, `nearest`, `most`, `tied`, `abyss` or `lure`; `steps` is
    how far they are, `scouts` how many Scouts stand there."""

    places: tuple[str, ...]
    why: str
    steps: int = 0
    scouts: int = 0


def huntable(state: State, place: str) -> int:
    """How many Scouts of a place can be a target: none where a Beast stands with them; Betrayers never (p. 13, 26)."""
    return 0 if state.beast_at(place) else state.manned(place)


def aim(state: State, name: str) -> Aim | None:
    """The target of a Beast; several places where the First Player chooses. None while the Beast Movement card's
    Location has to be read (solo play, p. 26)."""
    beast = state.beast(name)
    assert beast is not None
    far = distances(state, beast.at)
    if state.fruit:
        return Aim(places=(state.fruit,), why="fruit", steps=far.get(state.fruit, 0))
    manned = {place: huntable(state, place) for place in locations(state) if place in far and huntable(state, place)}
    if not manned:
        return _without_scouts(state)
    near = min(far[place] for place in manned)
    nearest = [place for place in manned if far[place] == near]
    most = max(manned[place] for place in nearest)
    places = tuple(place for place in nearest if manned[place] == most)
    why = "nearest" if len(nearest) == 1 else "most" if len(places) == 1 else "tied"
    return Aim(places=places, why=why, steps=near, scouts=most)


def _without_scouts(state: State) -> Aim | None:
    """The Abyss; in solo play, with none of your Scouts on the board, the Location on the Beast Movement card."""
    if state.solo and not any(state.scouts.values()):
        return Aim(places=(state.lure,), why="lure") if state.lure else None
    return Aim(places=(ABYSS,), why="abyss")


# --- paths (p. 16, 17) ------------------------------------------------------------------------------------------------


Way = tuple[str, ...]
HASTY = ("pain", "delusion", "despair")  # under the Harrow the Beast Speed token has no effect (p. 20)


def speed(state: State, name: str) -> int:
    """2 with the Altar token in its spot and the Beast Speed token under it, else 1 (p. 16)."""
    return 2 if name in HASTY and state.altar == name and state.fast == name else 1


def stops(state: State, place: str, name: str) -> bool:
    """Whether a Beast ends its movement in a place because of a Scout, the Betrayers' too (p. 17, 26); one that stands
    with another Beast counts as if it was not there."""
    return not blocked(state, place, name) and (state.manned(place) > 0 or place in state.betrayers)


def gone(state: State, name: str, path: Way, steps: int, near: bool) -> Way:
    """The part of a path that a Beast really goes: it stops at Scouts, passes other Beasts, and ends beside none."""
    way: Way = path[:steps]
    stop = next((at for at, place in enumerate(way) if stops(state, place, name)), len(way))
    way = way[: stop + 1]
    if not way or not blocked(state, way[-1], name):
        return way
    if not near:
        return ()
    free = [at for at, place in enumerate(way) if not blocked(state, place, name)]
    return way[: free[-1] + 1] if free else ()


def ways(
    state: State, name: str, targets: tuple[str, ...], near: bool | None = None
) -> Mapping[str, tuple[Way, tuple[str, ...]]]:
    """Where a Beast can end by the shortest paths to these targets: by the place, the way there and the targets that it
    leads to. Paths that end in the same place are alike, for nothing happens on the way. `near`: as if a Beast that
    cannot go all of its way goes as far as it can, or does not."""
    beast = state.beast(name)
    assert beast is not None
    found: dict[str, tuple[Way, tuple[str, ...]]] = {}
    for target in targets:
        for path in shortest(state, beast.at, target):
            way = gone(state, name, path, speed(state, name), goes_near(state) if near is None else near)
            end = way[-1] if way else beast.at
            known, leading = found.get(end, (way, ()))
            found[end] = (known, leading if target in leading else (*leading, target))
    return found


def unclear(state: State, name: str, targets: tuple[str, ...]) -> bool:
    """Whether it matters how a Beast is played that cannot go all of its way, and nobody has said so yet."""
    if BLOCKED in state.choices or speed(state, name) == 1:
        return False
    return ways(state, name, targets, near=True).keys() != ways(state, name, targets, near=False).keys()
