"""Whether an action or a shelter is heated now, with what the players have read off the board this evening (p. 24).

An answer is kept in two ways: what follows from it for sure about the symbols, for good (`city/heat.py`); and the
answer itself for this evening, as long as the indicators stand where they stood.
"""

from __future__ import annotations

from companion.games.frostpunk.city import heat
from companion.games.frostpunk.city.geometry import ring
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

GATHERING = "white"  # an action on a space, where no insulation matters
OUTER_RING = 2  # p. 24: the zones reach up to two hexagons from the Generator tile


def of_building(state: State, building: Building) -> bool | None:
    """Whether a Building is heated, None while nobody has said."""
    known = heat.heated_building(state, building)
    return _told(state, place_of(building.at[0]), heat.insulation(state, building)) if known is None else known


def of_place(state: State, place: str) -> bool | None:
    """Whether an action on a tile is heated, None while nobody has said."""
    known = heat.heated_place(state, place)
    return _told(state, place, GATHERING) if known is None else known


def tell(tx: Transaction, place: str, heated: bool, building: Building | None = None) -> None:
    """Somebody read off the board whether it is heated there."""
    colour = GATHERING if building is None else heat.insulation(tx.state, building)
    if (of_place(tx.state, place) if building is None else of_building(tx.state, building)) is None:
        heat.learn_heat(tx, place, heated, building)
        name = _name(tx.state, ring(place), colour, tx.state.generator.heat)
        tx.remember(name, "heated" if heated else "cold")


def _told(state: State, place: str, colour: str) -> bool | None:
    answer = state.word(_name(state, ring(place), colour, state.generator.heat))
    if answer is not None:
        return answer == "heated"
    return True if _follows(state, place, colour) else None


def _follows(state: State, place: str, colour: str) -> bool:
    """Whether some answer says that it is heated here, too: what is heated is so closer to the Generator tile, for each
    zone holds the smaller ones, and with a higher Heat marker; and where gathering is heated, so is every Building."""
    return any(
        state.word(_name(state, distance, one, heat)) == "heated"
        for distance in range(ring(place), OUTER_RING + 1)
        for one in dict.fromkeys((colour, GATHERING))
        for heat in range(2, state.generator.heat + 1)
    )


def _name(state: State, distance: int, colour: str, heat: int) -> str:
    board = state.generator
    stands = f"{heat}_{board.red}_{board.orange}_{board.yellow}"
    return f"told_heat_{distance}_{colour or 'unknown'}_{stands}"
