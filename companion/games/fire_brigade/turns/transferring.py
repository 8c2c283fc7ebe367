"""Transferring water between Wagon and Brigade on one block (rulebook p. 11)."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.fire_brigade import water
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction

TO_BRIGADE, TO_WAGON = "brigade", "wagon"


def limits(state: State, seat: int) -> dict[str, int]:
    """How much water can go each way."""
    player = state.players[seat]
    if player.brigade != player.wagon:
        return {TO_BRIGADE: 0, TO_WAGON: 0}
    room = water.brigade_holds(state, seat) - player.brigade_water
    return {
        TO_BRIGADE: min(player.wagon_water, max(room, 0)),
        TO_WAGON: min(player.brigade_water, max(player.values["wagon"] - player.wagon_water, 0)),
    }


def transfer(tx: Transaction, seat: int, to: str, count: int) -> None:
    """Move so much water."""
    if tx.state.players[seat].brigade != tx.state.players[seat].wagon:
        raise IllegalMove(T("Brigade and Wagon have to be on the same block."), rule="actions.transfer", page=11)
    most = limits(tx.state, seat)[to]
    if not 0 < count <= most:
        raise IllegalMove(T("{n} water at most can go there.", n=most), rule="actions.transfer", page=11)
    if to == TO_WAGON:
        water.spend(tx, seat, count)
        player = tx.state.players[seat]
        tx.set_player(seat, wagon_water=player.wagon_water + count)
    else:
        tx.set_player(seat, wagon_water=tx.state.players[seat].wagon_water - count)
        water.pour(tx, seat, count)
    player = tx.state.players[seat]
    text = T("{who}: {brigade} water in the Brigade, {wagon} in the Wagon.", who=who(tx.state, seat),
             brigade=player.brigade_water, wagon=player.wagon_water)  # fmt: skip
    tx.tell("transferred", text, seat=seat, to=to, water=count)
