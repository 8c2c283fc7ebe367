"""Whether a place or a Building is heated now (rulebook p. 24, 29, 40, 43)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api.text import T
from companion.games.frostpunk.city import symbols
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import ring
from companion.games.frostpunk.city.houses import KITCHEN_BEFORE_START, house
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.remembered import once
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

COLOURS = symbols.INDICATORS  # white does not matter, blue is heated by zone alone
KITCHEN = "field_kitchen"


def insulation(state: State, building: Building) -> str:
    """The colour of the side that lies up; a Ruin is blue (p. 42). Empty where only the tile shows it."""
    if building.ruin:
        return "blue"
    kind = BUILDINGS[building.kind]
    return kind.colour(building.upgraded) or state.word(f"building_colour_{building.kind}") or ""


def heated_place(state: State, place: str) -> bool | None:
    """Whether an action on a tile is heated now, such as gathering there; None while nobody can know."""
    return _heated(state, place, "white", ("heated gathering",))


def heated_building(state: State, building: Building) -> bool | None:
    """Whether a Building is heated now, for its action or for sleeping there; None while nobody can know."""
    kinds = ("heated ruins",) if building.ruin else (f"heated {building.kind.replace('_', ' ')}",)
    return _heated(state, place_of(building.at[0]), insulation(state, building), kinds)


def _heated(state: State, place: str, colour: str, modifiers: tuple[str, ...]) -> bool | None:
    certain = _certain(state, place, modifiers)
    if certain is not None:
        return certain
    answers = [symbols.above(state, *symbol) for symbol in symbols_for(place, colour)]
    if True in answers:
        return True
    return None if None in answers or not colour else False


def _certain(state: State, place: str, modifiers: tuple[str, ...]) -> bool | None:
    """What holds whatever the indicators show: a card that heats it, a Field Kitchen, or a Generator not started."""
    started = state.generator.heat > 1
    if any(modifier in modifiers for modifier in _lasting(state)):
        return True
    if _kitchen(state, place) and (started or house(state, KITCHEN_BEFORE_START) == "yes"):
        return True
    return None if started else False


@once
def _lasting(state: State) -> tuple[str, ...]:
    """What Laws, Technologies and cards in display change for good: `heated hunters hut`, `heated gathering`."""
    from companion.games.frostpunk.cards.laws import lasting

    return tuple(" ".join(words.casefold().replace("_", " ").split()) for words in lasting(state))


def _kitchen(state: State, place: str) -> bool:
    """Whether a Field Kitchen stands on the tile: everything there is heated (p. 43)."""
    standing = (building for building in state.city.buildings if building.kind == KITCHEN and not building.ruin)
    return any(place_of(building.at[0]) == place for building in standing)


def symbols_for(place: str, colour: str) -> tuple[tuple[str, str], ...]:
    """The symbols any of which heats an action there, as indicator and side: the zones that hold the place, and the
    colour of the Building's insulation."""
    zones = tuple((indicator, "zone") for indicator in symbols.ZONES[ring(place) :])
    return (*zones, *(((colour, "colour"),) if colour in COLOURS else ()))


def missing_heat(state: State, place: str, building: Building | None = None) -> tuple[str, ...]:
    """The board facts that would tell whether a Building, or an action on the place, is heated; none where that is
    known."""
    heated = heated_place(state, place) if building is None else heated_building(state, building)
    if heated is not None:
        return ()
    colour = "white" if building is None else insulation(state, building)
    names = tuple(_missing_symbols(state, place, colour))
    return names if building is None or colour else (f"building_colour_{building.kind}", *names)


def _missing_symbols(state: State, place: str, colour: str) -> Iterator[str]:
    for indicator, side in symbols_for(place, colour):
        if symbols.above(state, indicator, side) is None:
            yield symbols.fact(indicator, side, symbols.indicator_space(state, indicator))


def learn_heat(tx: Transaction, place: str, heated: bool, building: Building | None = None) -> None:
    """Somebody read off the board whether a Building, or an action on a place, is heated: keep what follows for sure.

    Cold means that the Heat marker is above none of the symbols. Heated means that it is above one of them; which one
    is only sure where all others are known not to be.
    """
    known = heated_place(tx.state, place) if building is None else heated_building(tx.state, building)
    if known is not None:
        if known != heated:
            _contradicted(tx)
        return
    colour = "white" if building is None else insulation(tx.state, building)
    open_ = [one for one in symbols_for(place, colour) if symbols.above(tx.state, *one) is None]
    if not heated:
        for indicator, side in open_:
            symbols.learn(tx, indicator, side, is_above=False)
    elif len(open_) == 1 and colour:
        symbols.learn(tx, *open_[0], is_above=True)


def _contradicted(tx: Transaction) -> None:
    text = T("That differs from what was told of the Heat Range indicators; set it right on the board page.")
    tx.tell("heat_contradicted", text)
