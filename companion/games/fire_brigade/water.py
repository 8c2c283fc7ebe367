"""Water: who carries how much, and who can carry more (rulebook p. 3, 9 and 11)."""

from __future__ import annotations

from dataclasses import replace

from companion.api import N, T
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.transaction import Transaction


def captain_holds(state: State, seat: int) -> int:
    """How much water the Captain of a player holds: two places are filled at the start (p. 3); cards that have more are
    set by hand."""
    return state.players[seat].holds


def brigade_holds(state: State, seat: int) -> int:
    """How much water the Captain and the crew hold together."""
    return captain_holds(state, seat) + sum(one.holds for one in state.players[seat].crew)


def brigade_room(state: State, seat: int) -> int:
    """How much more water Captain and crew can take."""
    return max(brigade_holds(state, seat) - state.players[seat].brigade_water, 0)


def crew_room(state: State, seat: int) -> int:
    """How much more water the crew can take."""
    return min(sum(one.holds - one.water for one in state.players[seat].crew), state.water_left())


def pour(tx: Transaction, seat: int, count: int, *, captain: bool = True) -> int:
    """Give so much water to the Captain first, then the crew, as far as they hold it; how much was taken."""
    player, left = tx.state.players[seat], count
    came = min(max(player.holds - player.captain_water, 0), left) if captain else 0
    left -= came
    crew = []
    for one in player.crew:
        more = min(max(one.holds - one.water, 0), left)
        left -= more
        crew.append(replace(one, water=one.water + more))
    tx.set_player(seat, captain_water=player.captain_water + came, crew=tuple(crew))
    return count - left


def refill_brigade(tx: Transaction, seat: int) -> int:
    """Fill the Captain and the crew; how much water came. There are forty tokens in the game (p. 2)."""
    return _fill(tx, seat, wagon=False)


def refill_wagon(tx: Transaction, seat: int) -> int:
    """Fill the Water Wagon; how much water came."""
    return _fill(tx, seat, wagon=True)


def _fill(tx: Transaction, seat: int, *, wagon: bool) -> int:
    player, left = tx.state.players[seat], tx.state.water_left()
    if wagon:
        came = min(max(player.values["wagon"] - player.wagon_water, 0), left)
        tx.set_player(seat, wagon_water=player.wagon_water + came)
        text = T("{who}: the Water Wagon holds {water} water now.", who=who(tx.state, seat),
                 water=player.wagon_water + came)  # fmt: skip
    else:
        came = pour(tx, seat, left)
        text = T("{who}: the Brigade holds {water} water now.", who=who(tx.state, seat),
                 water=tx.state.players[seat].brigade_water)  # fmt: skip
    tx.tell("refilled", text, seat=seat, water=came, what="wagon" if wagon else "brigade")
    if came:
        name = who(tx.state, seat)
        order = (
            N("{who}: {n} water more for the Wagon", "{who}: {n} water more for the Wagon", came, who=name)
            if wagon
            else N("{who}: {n} water more for the Brigade", "{who}: {n} water more for the Brigade", came, who=name)
        )
        tx.todo(order, "refill")
    return came


def spend(tx: Transaction, seat: int, count: int, *, wagon: int = 0, captain_first: bool = False) -> None:
    """Take so much water away: this much from the Wagon, the rest from the crew and then the Captain, or the other way
    round. It must be there."""
    player = tx.state.players[seat]
    count -= wagon
    captain = min(player.captain_water, count) if captain_first else 0
    count -= captain
    crew = []
    for one in player.crew:
        went = min(one.water, count)
        count -= went
        crew.append(replace(one, water=one.water - went))
    captain += min(player.captain_water - captain, count)
    assert count <= player.captain_water, "more water was spent than there is"
    tx.set_player(seat, crew=tuple(crew), captain_water=player.captain_water - captain,
                     wagon_water=player.wagon_water - wagon)  # fmt: skip
