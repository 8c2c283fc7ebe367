"""Extinguishing: water against intensity, Renown only when the fire is out (rulebook p. 11)."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import N, T
from companion.games.fire_brigade import water
from companion.games.fire_brigade.crew import abilities
from companion.games.fire_brigade.fire.flames import dampen
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import DESTROYED, UNIVERSITY_KIND, State
from companion.games.fire_brigade.transaction import Transaction
from companion.games.fire_brigade.turns import renown


def shared(state: State, seat: int) -> int:
    """The Wagon's water that the Brigade can use: all where both are on one block (p. 11)."""
    player = state.players[seat]
    return player.wagon_water if player.wagon == player.brigade else 0


def available(state: State, seat: int) -> int:
    """The water of the Brigade, and of the Wagon where both are on one block (p. 11)."""
    return state.players[seat].brigade_water + shared(state, seat)


def burning(state: State, place: str) -> bool:
    """Whether a block burns that can be extinguished: one on the Destroyed space cannot (p. 5)."""
    block = state.city.get(place)
    return block is not None and 0 < block.fire < DESTROYED


def needed(state: State, seat: int, place: str) -> int:
    """The water that puts a block out; 0 where none burns. University blocks need one less with Lumen in the crew."""
    if not burning(state, place):
        return 0
    lumen = state.city[place].kind == UNIVERSITY_KIND and abilities.has(state, seat, "lumen")
    return max(state.city[place].fire - int(lumen), 0)


def most(state: State, seat: int) -> int:
    """How much water the Brigade can use at most where it is."""
    return min(needed(state, seat, state.players[seat].brigade), available(state, seat))


def extinguish(tx: Transaction, seat: int, count: int, wagon: int = 0) -> None:
    """Use so much water on the Brigade's block, so much of it out of the Wagon if it is there, and more where the
    Brigade's own is too little."""
    state, player = tx.state, tx.state.players[seat]
    place = player.brigade
    if not burning(state, place):
        raise IllegalMove(T("Nothing burns where your Brigade is."), rule="actions.extinguish", page=11)
    if count > available(state, seat):
        raise IllegalMove(
            N("There is only {n} water for that.", "There is only {n} water for that.", available(state, seat)),
            rule="actions.extinguish", page=11)  # fmt: skip
    if count > needed(state, seat, place):
        raise IllegalMove(N("{n} water puts it out.", "{n} water puts it out.", needed(state, seat, place)))
    if count == 0 and needed(state, seat, place):
        raise IllegalMove(T("Use one water at least."), rule="actions.extinguish", page=11)
    least, at_most = max(count - player.brigade_water, 0), min(count, shared(state, seat))
    out_of_wagon = min(max(wagon, least), at_most)
    ester = abilities.has(state, seat, "ester")
    water.spend(tx, seat, count, wagon=out_of_wagon, captain_first=ester)
    lower(tx, seat, place, count)
    if ester and not tx.state.players[seat].captain_water and tx.state.water_left():
        tx.set_player(seat, captain_water=1)
        tx.tell("ester", T("{who}: Ester gets one water.", who=who(tx.state, seat)), seat=seat)


def lower(tx: Transaction, seat: int, place: str, count: int) -> None:
    """So much water comes onto a fire. Out: Renown for every level of this action. Not out: none (p. 11)."""
    out = count == needed(tx.state, seat, place)
    levels = tx.state.city[place].fire if out else count
    dampen(tx, place, levels)
    if out:
        renown.earn(tx, seat, place, levels)
