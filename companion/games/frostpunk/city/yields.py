"""What the Buildings that depend on the map give now (rulebook p. 41, 42): in numbers, in words, and carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.api import IllegalMove, N, T, Text, row_of
from companion.games.frostpunk import automatons
from companion.games.frostpunk.city.buildings import BUILDINGS, LARGE, SMALL
from companion.games.frostpunk.city.geometry import beside_building, missing_adjacency, space_name, spaces_of
from companion.games.frostpunk.city.ground import building_at, meeples_on, on, put, take, take_tree
from companion.games.frostpunk.city.land import SPACE_MOST, Building, place_of
from companion.games.frostpunk.state import MOST_FOOD, State
from companion.games.frostpunk.supply import gain
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.wording import counted

THUMPED = 3  # p. 42: Coal on each space
THUMPER_SPACES = {False: 3, True: 4}  # p. 42, by whether it is upgraded
SAWN = 3  # p. 41: Wood for a Tree


def missing_yield(state: State, building: Building) -> tuple[str, ...]:
    """The board facts about adjacent spaces that are needed for what the Building gives, and not known yet."""
    asked = {"gathering_post": gathered, "coal_thumper": thumper_spaces, "sawmill": sawmill_spaces}
    if building.kind not in asked or asked[building.kind](state, building) is not None:
        return ()
    return tuple(dict.fromkeys(name for space in building.at for name in missing_adjacency(state, space)))


# --- Gathering Post ---------------------------------------------------------------------------------------------------


def gathered(state: State, building: Building) -> tuple[str, ...] | None:
    """The adjacent spaces that give a Resource each, whoever stands there; None while a board fact is missing."""
    return beside_building(state, building.at, lambda space: bool(on(state, space).count))


def gathering(state: State, building: Building) -> Mapping[str, int] | None:
    """How many of each Resource a Gathering Post would take now: one from each adjacent space."""
    spaces = gathered(state, building)
    return None if spaces is None else Counter(on(state, space).what for space in spaces)


def gather_around(tx: Transaction, building: Building) -> None:
    """The Gathering Post's action: one Resource from each adjacent space into the supply."""
    spaces = gathered(tx.state, building)
    if spaces is None:
        raise IllegalMove(_UNTOLD, rule="adjacent", page=40)
    if not spaces:
        raise IllegalMove(_NOTHING_AROUND, rule="gathering.post", page=41)
    for space in spaces:
        take(tx, space, 1)


# --- Sawmill ----------------------------------------------------------------------------------------------------------


def sawmill_spaces(state: State, building: Building) -> tuple[str, ...] | None:
    """The spaces whose Trees a Sawmill may take: those of its tile, and adjacent ones once it is upgraded."""
    own = tuple(space for space in spaces_of(state, place_of(building.at[0])) if on(state, space).trees)
    if not building.upgraded:
        return own
    beside = beside_building(state, building.at, lambda space: bool(on(state, space).trees))
    return None if beside is None else tuple(dict.fromkeys((*own, *beside)))


def sawmill_trees(state: State, building: Building) -> int | None:
    """How many Trees a Sawmill can reach."""
    spaces = sawmill_spaces(state, building)
    return None if spaces is None else sum(on(state, space).trees for space in spaces)


def saw(tx: Transaction, building: Building, space: str) -> None:
    """The Sawmill's action: a Tree is removed, 3 Wood gained."""
    reach = sawmill_spaces(tx.state, building)
    if reach is None:
        raise IllegalMove(_UNTOLD, rule="adjacent", page=40)
    if space not in reach:
        raise IllegalMove(T("The Sawmill does not reach a Tree there."), rule="sawmill", page=41)
    take_tree(tx, space)
    gain(tx, "wood", SAWN)
    order_sawn(tx, space)


def order_sawn(tx: Transaction, space: str) -> None:
    """Hands take a Tree off its space, and the Wood."""
    now = tx.state.wood
    order = T(
        "Take a Tree off {space}, and {what}: {now} in the supply now",
        space=space_name(space),
        what=counted("wood", SAWN),
        now=now,
    )
    back = T(
        "Put a Tree back on {space}, and {what} into the bank: {now} in the supply now",
        space=space_name(space),
        what=counted("wood", SAWN),
        now=tx.first.wood,
    )
    tx.order("wood", order, "trees", back)


# --- Coal Thumper -----------------------------------------------------------------------------------------------------


def thumper_spaces(state: State, building: Building) -> Mapping[str, int] | None:
    """The adjacent spaces that a Coal Thumper may put Coal on, and how much fits: up to 3, at most 5 in all.

    Coal lies there already, or neither Resources, Trees nor a Building. A Meeple is no hindrance.
    """
    spaces = beside_building(state, building.at, lambda space: _thumpable(state, space))
    if spaces is None:
        return None
    return {space: min(THUMPED, SPACE_MOST - on(state, space).count) for space in spaces}


def _thumpable(state: State, space: str) -> bool:
    lies = on(state, space)
    if lies.what == "coal":
        return lies.count < SPACE_MOST
    return not (lies.count or lies.trees or building_at(state, space))


def most_thumped(building: Building) -> int:
    """On how many different spaces a Coal Thumper puts Coal: 3, or 4 once it is upgraded."""
    return THUMPER_SPACES[building.upgraded]


def best_thumped(state: State, building: Building) -> tuple[str, ...] | None:
    """The spaces that take the most Coal, as many as the Coal Thumper reaches."""
    room = thumper_spaces(state, building)
    if room is None:
        return None
    return tuple(sorted(room, key=lambda space: -room[space])[: most_thumped(building)])


def thumped(state: State, building: Building) -> int | None:
    """How much Coal a Coal Thumper would put onto the map now at most."""
    room, spaces = thumper_spaces(state, building), best_thumped(state, building)
    return None if room is None or spaces is None else sum(room[space] for space in spaces)


def thump(tx: Transaction, building: Building, spaces: Sequence[str]) -> None:
    """The Coal Thumper's action: up to 3 Coal on each of the chosen spaces."""
    room = thumper_spaces(tx.state, building)
    if room is None:
        raise IllegalMove(_UNTOLD, rule="adjacent", page=40)
    if len(set(spaces)) != len(spaces) or len(spaces) > most_thumped(building):
        most = most_thumped(building)
        text = N("Choose {n} different adjacent space.", "Choose {n} different adjacent spaces at most.", most)
        raise IllegalMove(text, rule="coal.thumper", page=42)
    wrong = next((space for space in spaces if space not in room), None)
    if wrong is not None:
        text = T("{space}: no Coal can be put there.", space=space_name(wrong))
        raise IllegalMove(text, rule="coal.thumper", page=42)
    for space in spaces:
        put(tx, space, "coal", THUMPED)


# --- whether it can be used -------------------------------------------------------------------------------------------

_UNTOLD = T("Which spaces of the Generator tile are adjacent has not been told yet.")
_NOTHING_AROUND = T("No Resources lie on adjacent spaces.")


def uses(state: State, building: Building) -> int:
    """How many Meeples can still be placed on it this round: a small Building takes one, a large one two (p. 26)."""
    if building.ruin or not BUILDINGS[building.kind].usable:
        return 0
    size = LARGE if len(building.at) == LARGE else SMALL
    return max(0, size - len(meeples_on(state, *building.at)))


def cannot(state: State, building: Building) -> Text | None:
    """Why a Building gives nothing now, in one sentence; None where it can be used."""
    known = BUILDINGS[building.kind]
    if building.ruin:
        return T("A Ruin cannot be used.")
    if not known.usable:
        return T("It has no action.")
    if not uses(state, building):
        return T("It has been used this round.")
    return _in_vain(state, building)


def _in_vain(state: State, building: Building) -> Text | None:
    around = {"gathering_post": _NOTHING_AROUND, "coal_thumper": T("No adjacent space can take Coal.")}
    if building.kind == "gathering_post" and gathered(state, building) == ():
        return around[building.kind]
    if building.kind == "coal_thumper" and thumper_spaces(state, building) == {}:
        return around[building.kind]
    if building.kind == "sawmill" and sawmill_spaces(state, building) == ():
        return T("No Tree is within its reach.")
    return _without_means(state, building.kind)


def _nothing_to_remove(state: State) -> bool:
    """No Stress cube lies on the track, and no first Steam Core can be spent for the Generator Upgrade (p. 40)."""
    return not state.generator.stress and (state.generator.upgraded or not state.steam_cores)


def _no_automaton(state: State) -> tuple[bool, Text | None]:
    """Whether a Factory brings none: without one in the bank no Steam Core is spent either (p. 39, 41)."""
    if not automatons.bank(state):
        return True, T("No Automaton is left in the bank, so no Steam Core is spent.")
    return state.steam_cores < 1, T("It takes a Steam Core, and you have none.")


def _without_means(state: State, kind: str) -> Text | None:
    lacks: dict[str, tuple[bool, Text | None]] = {
        "charcoal_kiln": (state.wood < 1, T("It takes 1 Wood, and you have none.")),
        "cookhouse": (state.food < 3, T("It takes 3 Food, and you have fewer.")),
        "factory": _no_automaton(state),
        "generator_building": (_nothing_to_remove(state), T("No Stress cubes lie on the Stress track.")),
        "cemetery": (not state.corpses, T("The Corpse marker stands at the start of its track.")),
    }
    short, text = lacks.get(kind, (False, None))
    return text if short else None


__all__ = [
    "best_thumped",
    "cannot",
    "gather_around",
    "gathered",
    "gathering",
    "gives",
    "missing_yield",
    "most_thumped",
    "saw",
    "sawmill_spaces",
    "sawmill_trees",
    "thump",
    "thumped",
    "thumper_spaces",
    "uses",
]
UNTOLD = T("its adjacent spaces are not told yet")


def gives(state: State, building: Building) -> Text:
    """What it would give now; where it cannot be used, why."""
    refused = cannot(state, building)
    if building.ruin or (refused is not None and BUILDINGS[building.kind].usable):
        return T("nothing") if refused is None else refused
    return GIVES.get(building.kind, _does)(state, building)


def _does(state: State, building: Building) -> Text:
    return BUILDINGS[building.kind].does


def _post(state: State, building: Building) -> Text:
    found = gathering(state, building)
    if found is None:
        return UNTOLD
    return row_of([counted(what, count) for what, count in sorted(found.items())])


def _sawmill(state: State, building: Building) -> Text:
    trees = sawmill_trees(state, building)
    if trees is None:
        return UNTOLD
    return N("3 Wood for a Tree; {n} in reach", "3 Wood for a Tree; {n} in reach", trees)


def _thumper(state: State, building: Building) -> Text:
    coal = thumped(state, building)
    if coal is None:
        return UNTOLD
    most = most_thumped(building)
    return N("up to {coal} Coal onto {n} adjacent space", "up to {coal} Coal onto {n} adjacent spaces", most, coal=coal)


def _kiln(state: State, building: Building) -> Text:
    return T("{what} for 1 Wood", what=counted("coal", 5 if building.upgraded else 4))


def _food(basic: int, upgraded: int) -> Callable[[State, Building], Text]:
    def say(state: State, building: Building) -> Text:
        food = upgraded if building.upgraded else basic
        room = MOST_FOOD - state.food
        return counted("food", food) if food <= room else T("{what}, then you have fifty", what=counted("food", room))

    return say


def _resource(what: str, basic: int, upgraded: int) -> Callable[[State, Building], Text]:
    return lambda state, building: counted(what, upgraded if building.upgraded else basic)


def _cure(basic: tuple[int, int], upgraded: tuple[int, int]) -> Callable[[State, Building], Text]:
    def say(state: State, building: Building) -> Text:
        cured, treated = upgraded if building.upgraded else basic
        return T("Cure {cured} or Treat {treated}", cured=cured, treated=treated) if treated else _only(cured)

    return say


def _only(cured: int) -> Text:
    return T("Cure {cured}", cured=cured)


def _stress(state: State, building: Building) -> Text:
    cubes = min(5, state.generator.stress)
    if not cubes:
        return T("the Generator Upgrade for a Steam Core")
    return N("{n} Stress cube off, or all for a Steam Core", "{n} Stress cubes off, or all for a Steam Core", cubes)


def _hunger(state: State, building: Building) -> Text:
    count = min(4, state.hunger)
    return T("{count} less Hunger", count=count) if count else T("a place for the night")


def _beacon(state: State, building: Building) -> Text:
    return T("two Expeditions may be active") if building.upgraded else T("one Expedition may be active")


GIVES: Mapping[str, Callable[[State, Building], Text]] = {
    "generator_building": _stress,
    "charcoal_kiln": _kiln,
    "hunters_hut": _food(4, 5),
    "hothouse": _food(7, 9),
    "gathering_post": _post,
    "sawmill": _sawmill,
    "coal_thumper": _thumper,
    "medical_post": _cure((3, 0), (4, 1)),
    "infirmary": _cure((4, 2), (5, 3)),
    "coal_mine": _resource("coal", 4, 5),
    "wall_drill": _resource("wood", 3, 3),
    "beacon": _beacon,
    "prison": _hunger,
}
