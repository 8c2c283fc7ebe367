"""Remove Snow (rulebook p. 25): always cold; two Near tiles or one Far tile are laid."""

from __future__ import annotations

from companion.api import IllegalMove, N, T, Text
from companion.games.frostpunk.action.meeples import SNOW
from companion.games.frostpunk.action.performing import Act, perform
from companion.games.frostpunk.cards import lasting
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.geometry import lay_spots
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

NEAR_TILES = 2
RINGS = ("near", "far")


def tiles(state: State, ring: str) -> int:
    """How many tiles an action would lay: two Near ones, or one where only one fits; one Far tile."""
    spots = len(lay_spots(state, ring))
    return min(NEAR_TILES if ring == "near" else 1, spots)


def label(state: State, ring: str) -> Text:
    """The option for people."""
    if ring == "far":
        return T("Remove snow: one Far tile")
    return N("Remove snow: {n} Near tile", "Remove snow: {n} Near tiles", tiles(state, "near"))


def remove(tx: Transaction, ring: str, meeple: str) -> None:
    """Take the action; the tiles are laid afterwards, one by one. It is cold, unless a card says otherwise."""
    _refuse_full(tx.state, ring)
    perform(tx, Act(what="snow", meeple=meeple, at=SNOW, way=ring, heated=heated(tx.state)))


def heated(state: State) -> bool:
    """Whether a card makes the action a heated one."""
    return "heated snow" in lasting.lasting(state)


def resolve(tx: Transaction, at: str, ring: str) -> None:
    """The tiles are to be laid and filled, which the map's own prompt asks for."""
    _refuse_full(tx.state, ring)
    count = tiles(tx.state, ring)
    ground.place_tiles(tx, near=count if ring == "near" else 0, far=count if ring == "far" else 0)


def _refuse_full(state: State, ring: str) -> None:
    if not tiles(state, ring):
        text = T("There is no place left for a Near tile.") if ring == "near" else T("No Far tile can be laid now.")
        raise IllegalMove(text, rule="action.snow", page=25)
