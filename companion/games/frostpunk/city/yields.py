"""What a Building would give now: in words with numbers, and the numbers themselves (`reach.py`) for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import N, T, Text
from companion.games.frostpunk.city.buildings import BUILDINGS
from companion.games.frostpunk.city.counted import counted, listed
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.city.reach import (
    best_thumped,
    cannot,
    gather_around,
    gathered,
    gathering,
    missing_yield,
    most_thumped,
    saw,
    sawmill_spaces,
    sawmill_trees,
    thump,
    thumped,
    thumper_spaces,
    uses,
)
from companion.games.frostpunk.state import MOST_FOOD, State

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
    return listed([counted(what, count) for what, count in sorted(found.items())])


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
