"""Every Building of the appendix (rulebook p. 40 to 43), by its kind."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.text import T, Text
from companion.games.frostpunk.city.basic_buildings import BASIC, STARTING
from companion.games.frostpunk.city.kind import BuildingKind
from companion.games.frostpunk.city.special_buildings import SPECIAL


def _shelter(kind: str, name: Text, insulation: str, number: int, wood: int) -> BuildingKind:
    return BuildingKind(
        kind=kind,
        name=name,
        insulation=insulation,
        number=number,
        wood=wood,
        steam_cores=0,
        column="shelter",
        usable=False,
        sleeps=2,
        does=T("Two Meeples sleep here."),
        page=42,
    )


SHELTERS = (
    _shelter("house", T("House"), "red", 8, 4),
    _shelter("bunkhouse", T("Bunkhouse"), "orange", 8, 3),
    _shelter("tent", T("Tent"), "yellow", 4, 2),
)


def _scenario(kind: str, name: Text) -> BuildingKind:
    return BuildingKind(
        kind=kind,
        name=name,
        size=0,
        number=None,
        unlocked_by="scenario",
        upgradable=False,
        does=T("A Scenario card or the Scenario book says what it does."),
        page=43,
    )


SCENARIO = (
    _scenario("seedling_ark", T("Seedling Ark")),
    _scenario("guard_post", T("Guard Post")),
    _scenario("ventilation_plant", T("Ventilation Plant")),
    _scenario("evacuation_centre", T("Evacuation Centre")),
    _scenario("steel_factory", T("Steel Factory")),
    _scenario("steam_core_factory", T("Steam Core Factory")),
    _scenario("library", T("Library")),
    _scenario("electrostatic_precipitator", T("Electrostatic Precipitator")),
    _scenario("repair_station", T("Repair Station")),
    _scenario("steam_hub", T("Steam Hub")),
    _scenario("outpost_depot", T("Outpost Depot")),
)
BUILDINGS: Mapping[str, BuildingKind] = {
    building.kind: building for building in (*STARTING, *BASIC, *SHELTERS, *SPECIAL, *SCENARIO)
}
SHELTER_KINDS = tuple(shelter.kind for shelter in SHELTERS)  # whose other side is a Ruin (p. 13)
