"""Refilling: Captain, crew and Wagon, each on a loyal block or at the own Firehouse (rulebook p. 11)."""

from __future__ import annotations

from companion.game import IllegalMove
from companion.games.fire_brigade import water
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.state import State
from companion.text import T


def source(state: State, seat: int, place: str) -> bool:
    """Whether there is water for a player: the own Firehouse, or a block that is loyal."""
    block = state.city.get(place)
    return place == state.players[seat].house or (block is not None and block.loyal == seat)


def missing(state: State, seat: int) -> tuple[int, int]:
    """How much water the Brigade and the Wagon could take where they stand."""
    player = state.players[seat]
    brigade = water.brigade_holds(state, seat) - player.brigade_water if source(state, seat, player.brigade) else 0
    wagon = player.values["wagon"] - player.wagon_water if source(state, seat, player.wagon) else 0
    return max(brigade, 0), max(wagon, 0)


def refill(books: Books, seat: int) -> None:
    """Fill whoever stands where there is water, in one action."""
    brigade, wagon = missing(books.state, seat)
    if not brigade and not wagon:
        raise IllegalMove(
            T("Nothing to refill: Brigade or Wagon has to be on a block loyal to you or at your Firehouse, not full."),
            rule="actions.refill", page=11)  # fmt: skip
    if brigade:
        water.refill_brigade(books, seat)
    if wagon:
        water.refill_wagon(books, seat)
