"""Who has which ability now: a crew member's only with Loyalty on a block of the same kind (rulebook p. 5 and 11)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.fire_brigade.city.streets import around, beside
from companion.games.fire_brigade.crew.cards import CAPTAINS, CREW, HOUSES
from companion.games.fire_brigade.setup import house
from companion.games.fire_brigade.state import State


def active(state: State, seat: int) -> tuple[str, ...]:
    """The abilities of a player that apply now, by their short names."""
    return tuple(dict.fromkeys(_active(state, seat)))


def _active(state: State, seat: int) -> Iterator[str]:
    player = state.players[seat]
    if house.rule(state, "sides") == "advanced":
        yield from (key for key in (player.captain, player.side) if key in CAPTAINS or key in HOUSES)
        if player.captain == "galeela" and any(one.name == player.mimic for who in state.players for one in who.crew):
            yield player.mimic  # without a loyal block (card text)
    loyal = {block.kind for block in state.city.values() if block.loyal == seat}
    yield from (one.name for one in player.crew if one.name in CREW and one.kind in loyal)


def has(state: State, seat: int, name: str) -> bool:
    """Whether a player's ability of this short name applies now."""
    return name in active(state, seat)


def holders(state: State, name: str) -> tuple[int, ...]:
    """The seats whose ability of this name applies now, from the active player on. Galeela may share one."""
    return tuple(seat for seat in state.clockwise if has(state, seat, name))


def neighbours(state: State, place: str) -> tuple[str, ...]:
    """The blocks that a card calls neighbours: cards and p. 10 say it where diagonals are left out, so they count; by a
    house rule they do not."""
    near = around(place) if house.rule(state, "neighbours") == "around" else beside(place)
    return tuple(one for one in near if one in state.city)
