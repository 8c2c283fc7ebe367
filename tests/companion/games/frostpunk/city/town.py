"""A city to test with: the Generator tile laid and told, so many other tiles as a test needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.api.game import Value
from companion.games.frostpunk.city import generator_tile
from companion.games.frostpunk.city.geometry import NEIGHBOURS
from companion.games.frostpunk.city.land import Building, Meeple, Space
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

from ..table import Evening

# As an owner might read it off the picture; the values are the test's own.
TILE: dict[str, Value] = {
    "generator_space_1": "cookhouse",
    "generator_space_2": "platform",
    "generator_space_3": "generator_building",
    "generator_space_4": "wood",
    "generator_space_5": "coal",
    **{f"generator_middle_{n}": str(n) for n in range(1, 6)},
    "generator_edge_1": "1 5",
    "generator_edge_2": "2",
    "generator_edge_3": "3",
    "generator_edge_4": "none",
    "generator_edge_5": "4",
    "generator_edge_6": "none",
}


def town(*places: str, board: dict[str, Value] | None = None, **lying: Space) -> Transaction:
    """A city in the Action Phase, open to be put right, with empty tiles on these places; `N1_2=Space(...)` says what
    lies on a space."""
    facts = TILE if board is None else board
    state = replace(Evening(2).state, step="action.turn", board={**Evening(2).state.board, **facts}, tasks=())
    city = generator_tile.start(facts)
    tiles = {**city.tiles, **{place: (Space(), Space()) for place in places}}
    tx = Transaction(
        replace(state, city=replace(city, tiles=tiles, editing=True), wood=20, steam_cores=5, coal=10, food=8)
    )
    for name, space in lying.items():
        lay(tx, name.replace("_", "."), space)
    return tx


def lay(tx: Transaction, space: str, lies: Space) -> None:
    """Put something on a space without any rule."""
    place, n = space.split(".")
    tile = list(tx.state.city.tiles[place])
    tile[int(n) - 1] = lies
    tx.set_city(tiles={**tx.state.city.tiles, place: tuple(tile)})


def stand(tx: Transaction, kind: str, *spaces: str, **sides: bool) -> Building:
    """A Building stands there without any rule."""
    building = Building(kind=kind, at=spaces, **sides)
    tx.set_city(buildings=(*tx.state.city.buildings, building))
    return building


def place(tx: Transaction, kind: str, at: str) -> None:
    """A Meeple was placed there this round."""
    tx.set_city(placed=(*tx.state.city.placed, Meeple(kind=kind, at=at)))


def generator(tx: Transaction, **changes: Any) -> State:
    """The Generator board as a test needs it."""
    tx.set_generator(**changes)
    return tx.state


def tiles_around(place_: str) -> tuple[str, ...]:
    """The places next to one, the Generator's left out."""
    return tuple(other for other in NEIGHBOURS[place_] if other != "G")


def names(tx: Transaction) -> list[str]:
    """The facts so far."""
    return [fact.name for fact in tx.facts]
