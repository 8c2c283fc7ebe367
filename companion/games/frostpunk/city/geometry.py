"""The 19 hexagons of the map: which tiles touch each other, where a tile may be laid, which spaces are adjacent
(rulebook p. 25, 40)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import T, Text
from companion.games.frostpunk.city import generator_tile
from companion.games.frostpunk.city.land import FAR, GENERATOR_SPACES, NEAR, PLACES, place_of
from companion.games.frostpunk.house_rules import GENERATOR_SPACES_ADJACENT, house
from companion.games.frostpunk.state import State
from companion.toolkit import once

# Axial steps (to the right, down to the right), clockwise; the first is up, or up to the left where a corner is on top.
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _coordinates() -> dict[str, tuple[int, int]]:
    found = {"G": (0, 0)}
    for n, (q, r) in enumerate(DIRECTIONS):
        right, down = DIRECTIONS[(n + 1) % 6]
        found[NEAR[n]] = (q, r)
        found[FAR[2 * n]] = (2 * q, 2 * r)
        found[FAR[2 * n + 1]] = (q + right, r + down)
    return found


COORDINATES: Mapping[str, tuple[int, int]] = _coordinates()


def _neighbours() -> dict[str, tuple[str, ...]]:
    at = {where: place for place, where in COORDINATES.items()}
    return {
        place: tuple(at[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in at)
        for place, (q, r) in COORDINATES.items()
    }


NEIGHBOURS: Mapping[str, tuple[str, ...]] = _neighbours()
CORNERS = FAR[::2]  # p. 9: the Rim's corners, where Starting Wall tiles lie
PLACE_NAMES: Mapping[str, Text] = {
    "G": T("Generator tile"),
    **{place: T("Near tile {n}", n=n) for n, place in enumerate(NEAR, 1)},
    **{place: T("Far tile {n}", n=n) for n, place in enumerate(FAR, 1)},
}


def ring(place: str) -> int:
    """How many hexagons a place is away from the Generator tile: 0, 1 or 2."""
    return {"G": 0, "N": 1, "F": 2}[place[0]]


def space_name(space: str) -> Text:
    """A space as people call it: "Near tile 2, space 1"."""
    place, n = space.split(".")
    return T("{tile}, space {n}", tile=PLACE_NAMES[place], n=n)


def short_name(space: str) -> Text:
    """The same where there is little room: "Near 2.1"."""
    place, n = space.split(".")
    ring_ = {"G": T("Gen. {n}", n=n), "N": T("Near {place}.{n}", place=place[1:], n=n)}
    return ring_.get(place[0]) or T("Far {place}.{n}", place=place[1:], n=n)


def laid(state: State, place: str) -> bool:
    """Whether a tile lies there."""
    return place in state.city.tiles


@once
def all_spaces(state: State) -> tuple[str, ...]:
    """Every space of every tile on the map, tile by tile from the middle."""
    return tuple(space for place in PLACES if laid(state, place) for space in spaces_of(state, place))


def spaces_of(state: State, place: str) -> tuple[str, ...]:
    """The spaces of the tile at a place; none where no tile lies."""
    return tuple(f"{place}.{n}" for n in range(1, len(state.city.tiles.get(place, ())) + 1))


@once
def connected(state: State) -> frozenset[str]:
    """The places whose tiles hang together with the Generator tile, itself included."""
    found, new = {"G"}, ["G"]
    while new:
        more = {place for old in new for place in NEIGHBOURS[old] if laid(state, place)} - found
        found |= more
        new = list(more)
    return frozenset(found)


def lay_spots(state: State, kind: str) -> tuple[str, ...]:
    """Where a `near` or `far` tile may be laid now (p. 25): Near next to the Generator tile; Far next to a tile that is
    connected to it. No place of the outer ring touches the Generator tile."""
    if kind == "near":
        return tuple(place for place in NEAR if not laid(state, place))
    known = connected(state)
    return tuple(
        place for place in FAR if not laid(state, place) and any(other in known for other in NEIGHBOURS[place])
    )


# --- adjacent spaces (p. 40) ------------------------------------------------------------------------------------------


def missing_adjacency(state: State, space: str) -> tuple[str, ...]:
    """The board facts that are needed to know what is adjacent to a space, and not known yet."""
    place = place_of(space)
    if place in FAR:
        return ()
    if place in NEAR:
        edge = f"generator_edge_{NEAR.index(place) + 1}"
        touched = state.word(edge)
        return (edge, *generator_tile.missing(state.board)) if touched is None else _if(touched != "none", state)
    if not any(laid(state, near) for near in NEAR):
        return ()
    middle = f"generator_middle_{GENERATOR_SPACES.index(space) + 1}"
    return (*(() if state.word(middle) else (middle,)), *generator_tile.missing(state.board))


def _if(matters: bool, state: State) -> tuple[str, ...]:
    return generator_tile.missing(state.board) if matters else ()


def adjacent(state: State, space: str) -> tuple[str, ...] | None:
    """The spaces adjacent to a space, of the tiles that lie on the map; None while a board fact is missing."""
    if missing_adjacency(state, space):
        return None
    place = place_of(space)
    if place == "G":
        return (*_other_generator_spaces(state, space), *_around(state, _edges(state, space)))
    same = tuple(other for other in spaces_of(state, place) if other != space)
    around = _around(state, tuple(other for other in NEIGHBOURS[place] if other != "G"))
    return (*same, *around, *(_touched(state, place) if place in NEAR else ()))


def adjacent_where(state: State, space: str, suits: Callable[[str], bool]) -> tuple[str, ...] | None:
    """The adjacent spaces that suit; None only while a missing board fact can make a difference to them."""
    known = adjacent(state, space)
    if known is not None:
        return tuple(other for other in known if suits(other))
    place = place_of(space)
    in_doubt = spaces_of(state, "G") if place in NEAR else _around(state, NEAR)
    if any(suits(other) for other in in_doubt):
        return None
    if place == "G":
        return tuple(other for other in _other_generator_spaces(state, space) if suits(other))
    same = tuple(other for other in spaces_of(state, place) if other != space)
    around = _around(state, tuple(other for other in NEIGHBOURS[place] if other != "G"))
    return tuple(other for other in (*same, *around) if suits(other))


def beside_building(state: State, spaces: tuple[str, ...], suits: Callable[[str], bool]) -> tuple[str, ...] | None:
    """The spaces adjacent to a Building that suit, each once and its own left out; None as above."""
    found: dict[str, None] = {}
    for space in spaces:
        near = adjacent_where(state, space, suits)
        if near is None:
            return None
        found |= dict.fromkeys(near)
    return tuple(space for space in found if space not in spaces)


def _around(state: State, places: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(space for place in places for space in spaces_of(state, place))


def _touched(state: State, near: str) -> tuple[str, ...]:
    """The spaces of the Generator tile that a Near tile is adjacent to: none, one or two."""
    told = state.word(f"generator_edge_{NEAR.index(near) + 1}")
    return () if told in (None, "none") else tuple(f"G.{n}" for n in str(told).split())


def _edges(state: State, space: str) -> tuple[str, ...]:
    """The Near places at the three edges closest to a space of the Generator tile."""
    told = state.word(f"generator_middle_{GENERATOR_SPACES.index(space) + 1}")
    if told is None:
        return ()
    middle = int(told) - 1
    return tuple(NEAR[(middle + step) % 6] for step in (-1, 0, 1))


def _other_generator_spaces(state: State, space: str) -> tuple[str, ...]:
    """Taken literally, no space of the Generator tile is adjacent to another one of it; a house rule may say so."""
    if house(state, GENERATOR_SPACES_ADJACENT) != "yes":
        return ()
    return tuple(other for other in spaces_of(state, "G") if other != space)
