"""Whether a place or a Building is heated now (rulebook p. 24, 29, 40, 43)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.api import BoardFamily, T, Whole
from companion.games.frostpunk.cards.lasting import lasting
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.geometry import ring
from companion.games.frostpunk.city.land import Building, place_of
from companion.games.frostpunk.house_rules import KITCHEN_BEFORE_START, house
from companion.games.frostpunk.state import HIGHEST_SPACE, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import once

INDICATORS = ("red", "orange", "yellow")
SIDES = ("colour", "zone")
LOWEST = 2  # on the first space the Generator is not started, and all is cold
NEVER = HIGHEST_SPACE + 1  # no space of the Heat track lies above the symbol
LEARNT = BoardFamily(
    pattern=r"(red|orange|yellow)_(colour|zone)_(least|most)_[0-9]{1,2}",
    ask=Whole(name="heat", label=T("Heat space"), at_least=LOWEST, at_most=NEVER),
    label=T("What you answered about heat: the Heat space above a symbol lies no lower, or no higher"),
)
# p. 24 shows the zones in this order, and its example counts the first two of them with the first two indicators.
ZONES = ("red", "orange", "yellow")


def symbol_fact(indicator: str, side: str, space: int) -> str:
    """The board fact: the lowest Heat space above a symbol of an indicator that stands on a space."""
    return f"{indicator}_{side}_above_{space}"


def indicator_space(state: State, indicator: str) -> int:
    """Where an indicator stands on the Generator track."""
    spaces = {"red": state.generator.red, "orange": state.generator.orange, "yellow": state.generator.yellow}
    return spaces[indicator]


def _names(bound: str) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    """For each symbol the facts that bound it, space by space: what was told, else what was learnt."""
    spaces = range(1, HIGHEST_SPACE + 1)
    return {
        (one, side): tuple((symbol_fact(one, side, n), f"{one}_{side}_{bound}_{n}") for n in spaces)
        for one in INDICATORS
        for side in SIDES
    }


_LEAST, _MOST = _names("least"), _names("most")


def bounds(state: State, indicator: str, side: str) -> tuple[int, int]:
    """The lowest and the highest space that the lowest Heat space above a symbol can be, the indicator being where it
    is now."""
    here = indicator_space(state, indicator)
    exact = state.fact(symbol_fact(indicator, side, here))
    if exact is not None:
        return exact, exact
    below, beyond = _LEAST[indicator, side][:here], _MOST[indicator, side][here - 1 :]
    return max(_known(state, below), default=LOWEST), min(_known(state, beyond), default=NEVER)


def _known(state: State, names: tuple[tuple[str, str], ...]) -> list[int]:
    told = (state.board.get(exact, state.board.get(board_facts)) for exact, board_facts in names)
    return [value for value in told if isinstance(value, int)]


def above(state: State, indicator: str, side: str) -> bool | None:
    """Whether the Heat marker is above a symbol; None while nobody can know."""
    return _symbols(state)[indicator, side]


@once
def _symbols(state: State) -> dict[tuple[str, str], bool | None]:
    """For each symbol whether the Heat marker is above it: asked for every space of the map."""
    return {(one, side): _above(state, one, side) for one in INDICATORS for side in SIDES}


def _above(state: State, indicator: str, side: str) -> bool | None:
    least, most = bounds(state, indicator, side)
    if state.generator.heat >= most:
        return True
    return False if state.generator.heat < least else None


def learn_symbol(tx: Transaction, indicator: str, side: str, is_above: bool) -> None:
    """Keep that the Heat marker is, or is not, above a symbol at this moment."""
    heat, space = tx.state.generator.heat, indicator_space(tx.state, indicator)
    if above(tx.state, indicator, side) is None:
        bound = "most" if is_above else "least"
        tx.learn(f"{indicator}_{side}_{bound}_{space}", heat if is_above else heat + 1)


COLOURS = INDICATORS  # white does not matter, blue is heated by zone alone
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
    answers = [above(state, *symbol) for symbol in symbols_for(place, colour)]
    if True in answers:
        return True
    return None if None in answers or not colour else False


def _certain(state: State, place: str, modifiers: tuple[str, ...]) -> bool | None:
    """What holds whatever the indicators show: a card that heats it, a Field Kitchen, or a Generator not started."""
    started = state.generator.heat > 1
    if any(modifier in modifiers for modifier in lasting(state)):
        return True
    if _kitchen(state, place) and (started or house(state, KITCHEN_BEFORE_START) == "yes"):
        return True
    return None if started else False


def _kitchen(state: State, place: str) -> bool:
    """Whether a Field Kitchen stands on the tile: everything there is heated (p. 43)."""
    standing = (building for building in state.city.buildings if building.kind == KITCHEN and not building.ruin)
    return any(place_of(building.at[0]) == place for building in standing)


def symbols_for(place: str, colour: str) -> tuple[tuple[str, str], ...]:
    """The symbols any of which heats an action there, as indicator and side: the zones that hold the place, and the
    colour of the Building's insulation."""
    zones = tuple((indicator, "zone") for indicator in ZONES[ring(place) :])
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
        if above(state, indicator, side) is None:
            yield symbol_fact(indicator, side, indicator_space(state, indicator))


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
    open_ = [one for one in symbols_for(place, colour) if above(tx.state, *one) is None]
    if not heated:
        for indicator, side in open_:
            learn_symbol(tx, indicator, side, is_above=False)
    elif len(open_) == 1 and colour:
        learn_symbol(tx, *open_[0], is_above=True)


def _contradicted(tx: Transaction) -> None:
    text = T("That differs from what was told of the Heat Range indicators; set it right on the board page.")
    tx.tell("heat_contradicted", text)


GATHERING = "white"  # an action on a space, where no insulation matters
OUTER_RING = 2  # p. 24: the zones reach up to two hexagons from the Generator tile


def of_building(state: State, building: Building) -> bool | None:
    """Whether a Building is heated, None while nobody has said."""
    known = heated_building(state, building)
    return _told(state, place_of(building.at[0]), insulation(state, building)) if known is None else known


def of_place(state: State, place: str) -> bool | None:
    """Whether an action on a tile is heated, None while nobody has said."""
    known = heated_place(state, place)
    return _told(state, place, GATHERING) if known is None else known


def tell(tx: Transaction, place: str, heated: bool, building: Building | None = None) -> None:
    """Somebody read off the board whether it is heated there."""
    colour = GATHERING if building is None else insulation(tx.state, building)
    if (of_place(tx.state, place) if building is None else of_building(tx.state, building)) is None:
        learn_heat(tx, place, heated, building)
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
