"""The Generator tile at the start (rulebook p. 9): five spaces with five things, one each; which where is pictured.

A space holds Resources of one type or a Building (p. 26, 44), so the five Wood and the five Coal fill the two spaces
that the three Buildings leave. Until the owner has told which space holds what, they lie in a provisional order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api import Value
from companion.games.frostpunk.city.land import GENERATOR_SPACES, SPACE_MOST, Building, City, Space

THINGS = ("cookhouse", "platform", "generator_building", "wood", "coal")
RESOURCES = ("wood", "coal")
FACTS = tuple(f"generator_space_{n}" for n in range(1, 6))


def told(board: Mapping[str, Value]) -> tuple[str, ...] | None:
    """What each of the five spaces holds at the start; None unless all is told and fits; four tell the fifth."""
    things = [board.get(fact) for fact in FACTS]
    left = [thing for thing in THINGS if thing not in things]
    if len(left) == 1 and things.count(None) == 1:
        things[things.index(None)] = left[0]
    return tuple(str(thing) for thing in things) if set(things) == set(THINGS) else None


def missing(board: Mapping[str, Value]) -> tuple[str, ...]:
    """The facts still to be told; all of them where two spaces are said to hold the same."""
    if told(board) is not None:
        return ()
    return tuple(fact for fact in FACTS if fact not in board) or FACTS


def start(board: Mapping[str, Value]) -> City:
    """The city before any other tile is laid."""
    things = told(board) or THINGS
    spaces = tuple(Space(what=thing, count=SPACE_MOST) if thing in RESOURCES else Space() for thing in things)
    buildings = tuple(
        Building(kind=thing, at=(space,))
        for thing, space in zip(things, GENERATOR_SPACES, strict=True)
        if thing not in RESOURCES
    )
    return City(tiles={"G": spaces}, buildings=buildings)


def moved(city: City, before: Mapping[str, Value], after: Mapping[str, Value]) -> City:
    """The city once the owner has told, or told anew, which space is which: everything on it moves along."""
    was, now = told(before) or THINGS, told(after)
    if now is None or now == was or "G" not in city.tiles:
        return city
    goes = {GENERATOR_SPACES[was.index(thing)]: GENERATOR_SPACES[now.index(thing)] for thing in THINGS}
    came = {to: from_ for from_, to in goes.items()}
    spaces = tuple(city.tiles["G"][GENERATOR_SPACES.index(came[space])] for space in GENERATOR_SPACES)
    buildings = tuple(
        replace(building, at=tuple(goes.get(space, space) for space in building.at)) for building in city.buildings
    )
    placed = tuple(replace(meeple, at=goes.get(meeple.at, meeple.at)) for meeple in city.placed)
    return replace(city, tiles={**city.tiles, "G": spaces}, buildings=buildings, placed=placed)
