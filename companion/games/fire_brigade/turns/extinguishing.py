"""Water in the Action Phase: extinguishing with it, refilling it, transferring it."""

from __future__ import annotations

from companion.api import IllegalMove, N, T
from companion.games.fire_brigade import water
from companion.games.fire_brigade.crew import cards
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
    lumen = state.city[place].kind == UNIVERSITY_KIND and cards.has(state, seat, "lumen")
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
    ester = cards.has(state, seat, "ester")
    water.spend(tx, seat, count, wagon=out_of_wagon, captain_first=ester)
    _order_tokens_off(tx, seat, count - out_of_wagon, out_of_wagon)
    lower(tx, seat, place, count)
    if ester and not tx.state.players[seat].captain_water and tx.state.water_left():
        tx.set_player(seat, captain_water=1)
        tx.tell("ester", T("{who}: Ester gets one water.", who=who(tx.state, seat)), seat=seat)
        tx.todo(T("{who}: one water for Ester", who=who(tx.state, seat)), "water")


def _order_tokens_off(tx: Transaction, seat: int, brigade: int, wagon: int) -> None:
    """Water that was used leaves the table (p. 11): hands take its tokens off."""
    if not brigade and not wagon:
        return
    name = who(tx.state, seat)
    if brigade and wagon:
        order = T("{who}: water off: {brigade} of the Brigade, {wagon} of the Wagon", who=name, brigade=brigade,
                  wagon=wagon)  # fmt: skip
    elif wagon:
        order = N("{who}: {n} water off the Wagon", "{who}: {n} water off the Wagon", wagon, who=name)
    else:
        order = N("{who}: {n} water off the Brigade", "{who}: {n} water off the Brigade", brigade, who=name)
    text = T("{who}: {brigade} water left in the Brigade.", who=name, brigade=tx.state.players[seat].brigade_water)
    tx.note("water_used", text, seat=seat, brigade=brigade, wagon=wagon)
    tx.todo(order, "water")


def lower(tx: Transaction, seat: int, place: str, count: int) -> None:
    """So much water comes onto a fire. Out: Renown for every level of this action. Not out: none (p. 11)."""
    out = count == needed(tx.state, seat, place)
    levels = tx.state.city[place].fire if out else count
    dampen(tx, place, levels, told=False)
    if out:
        renown.earn(tx, seat, place, levels)


# --- refilling --------------------------------------------------------------------------------------------------------


def source(state: State, seat: int, place: str) -> bool:
    """Whether there is water for a player: the own Firehouse, or a block that is loyal."""
    block = state.city.get(place)
    return place == state.players[seat].house or (block is not None and block.loyal == seat)


def barred(state: State, seat: int) -> bool:
    """Whether there is no Refill: White Fang as a werewolf (card text)."""
    return state.players[seat].turned and cards.has(state, seat, "white_fang")


def lacks(state: State, seat: int, place: str) -> bool:
    """Whether the Brigade or the Wagon is on this field and not full."""
    player = state.players[seat]
    brigade = player.brigade == place and water.brigade_room(state, seat) > 0
    return brigade or (player.wagon == place and player.wagon_water < player.values["wagon"])


def for_renown(state: State, seat: int) -> tuple[str, ...]:
    """Where a player can refill for a Renown: with the white Firehouse (side 2), on a block with the own Renown."""
    if not cards.has(state, seat, "white") or barred(state, seat):
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


# --- transferring -----------------------------------------------------------------------------------------------------


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
