"""Who has which ability now: a crew member's only with Loyalty on a block of the same kind (rulebook p. 5 and 11)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.fire_brigade.crew.cards import CAPTAINS, CREW, EVERYBODY, HOUSES, Ability
from companion.games.fire_brigade.setup import house
from companion.games.fire_brigade.state import State


def active(state: State, seat: int) -> tuple[str, ...]:
    """The abilities of a player that apply now, by their short names."""
    return tuple(_active(state, seat))


def _active(state: State, seat: int) -> Iterator[str]:
    player = state.players[seat]
    if house.rule(state, "sides") == "advanced":
        yield from (key for key in (player.captain, player.side) if key in CAPTAINS or key in HOUSES)
    loyal = {block.kind for block in state.city.values() if block.loyal == seat}
    yield from (one.name for one in player.crew if one.name in CREW and one.kind in loyal)


def has(state: State, seat: int, name: str) -> bool:
    """Whether a player's ability of this short name applies now."""
    return name in active(state, seat)


def reminders(state: State, seat: int, *moments: str) -> tuple[Ability, ...]:
    """The abilities of a player to be thought of at these moments, those left out that the companion itself does."""
    found = (EVERYBODY[name] for name in active(state, seat))
    return tuple(one for one in found if not one.counted and set(one.moments) & set(moments))
