"""Points: the values of the blocks that are loyal (rulebook p. 8 and 10)."""

from __future__ import annotations

from companion.api.text import T, Text, all_of
from companion.games.fire_brigade.setup import house
from companion.games.fire_brigade.state import State


def score(state: State, seat: int) -> int:
    """A player's points now. A block won from another player gives its printed value, never one more (p. 10); by a
    house rule nothing, for the text says `never` where it must mean `only`."""
    nothing = house.rule(state, "stolen") == "nothing"
    return sum(block.value for block in state.city.values() if block.loyal == seat and not (block.stolen and nothing))


def leaders(state: State) -> tuple[int, ...]:
    """Who has the most points; several in a tie."""
    scores = [score(state, seat) for seat in range(len(state.players))]
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def ending(state: State) -> Text | None:
    """How the game ended; None while it goes on."""
    if not state.ended:
        return None
    names = all_of([state.players[seat].name for seat in state.winners])
    if state.ended == "quarter":
        return T("{names}: fire chief by the Loyalty of a quarter.", names=names)
    if state.ended == "citizens":
        return T("{names}: fire chief by the Loyalty of all citizens.", names=names)
    if state.ended == "all_out":
        return T("All fires are out. {names}: most points.", names=names)
    return T("The city is evacuated. {names}: most points.", names=names)
