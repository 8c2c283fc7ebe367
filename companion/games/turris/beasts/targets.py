"""Where a Beast wants to go (rulebook p. 13)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.turris.map.land import distances, locations
from companion.games.turris.state import State

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
