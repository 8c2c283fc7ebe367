"""Refilling: Captain, crew and Wagon, each on a loyal block or at the own Firehouse (rulebook p. 11)."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.fire_brigade import water
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import renown


def source(state: State, seat: int, place: str) -> bool:
    """Whether there is water for a player: the own Firehouse, or a block that is loyal."""
    block = state.city.get(place)
    return place == state.players[seat].house or (block is not None and block.loyal == seat)


def barred(state: State, seat: int) -> bool:
    """Whether there is no Refill: White Fang as a werewolf (card text)."""
    return state.players[seat].turned and abilities.has(state, seat, "white_fang")


def lacks(state: State, seat: int, place: str) -> bool:
    """Whether the Brigade or the Wagon is on this field and not full."""
    player = state.players[seat]
    brigade = player.brigade == place and water.brigade_room(state, seat) > 0
    return brigade or (player.wagon == place and player.wagon_water < player.values["wagon"])


def for_renown(state: State, seat: int) -> tuple[str, ...]:
    """Where a player can refill for a Renown: with the white Firehouse (side 2), on a block with the own Renown."""
    if not abilities.has(state, seat, "white") or barred(state, seat):
        return ()
    return tuple(one for one in renown.own(state, seat) if lacks(state, seat, one))


def fill(tx: Transaction, seat: int, place: str) -> None:
    """Fill whoever is on this field."""
    player = tx.state.players[seat]
    if player.brigade == place:
        water.refill_brigade(tx, seat)
    if player.wagon == place:
        water.refill_wagon(tx, seat)


def missing(state: State, seat: int) -> tuple[int, int]:
    """How much water the Brigade and the Wagon could take where they stand."""
    player = state.players[seat]
    if barred(state, seat):
        return 0, 0
    brigade = water.brigade_holds(state, seat) - player.brigade_water if source(state, seat, player.brigade) else 0
    wagon = player.values["wagon"] - player.wagon_water if source(state, seat, player.wagon) else 0
    return max(brigade, 0), max(wagon, 0)


def refill(tx: Transaction, seat: int) -> None:
    """Fill whoever stands where there is water, in one action."""
    if barred(tx.state, seat):
        raise IllegalMove(T("White Fang is a werewolf: no Refill."), rule="captains")
    brigade, wagon = missing(tx.state, seat)
    if not brigade and not wagon:
        raise IllegalMove(
            T("Nothing to refill: Brigade or Wagon has to be on a block loyal to you or at your Firehouse, not full."),
            rule="actions.refill", page=11)  # fmt: skip
    if brigade:
        water.refill_brigade(tx, seat)
    if wagon:
        water.refill_wagon(tx, seat)
