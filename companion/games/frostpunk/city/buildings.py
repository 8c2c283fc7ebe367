"""Every Building of the appendix (rulebook p. 40 to 43), by its kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.api.text import T, Text

SMALL, LARGE = 1, 2  # spaces of one tile that it takes, and Meeples that may stand on it in a round (p. 39)
INSULATIONS = {
    "white": T("White"),
    "blue": T("Blue"),
    "yellow": T("Yellow"),
    "orange": T("Orange"),
    "red": T("Red"),
}


@dataclass(frozen=True, kw_only=True)
class BuildingKind:
    """A kind of Building.

    `insulation` is a colour, empty where only the tile shows it, `upgraded_insulation` that of the other side where it
    can be upgraded. `size` is `SMALL` or `LARGE`, 0 where only the tile shows it. `number` is how many there are,
    None where it is not said. `wood` and `steam_cores` are the cost, None where a card shows it. `column` is the column
    of the Buildings board ("small_1"), which shares one upgrade cost; empty for those below the board. `unlocked_by` is
    `""` for those of the Buildings board, else `start`, `law`, `faith`, `order` or `scenario`. `sleeps` is how many
    Meeples it shelters, `sleepers` which types (all where empty). `beside` is the Deposit that it must stand next to.
    `basic` and `upgraded` are effects in the companion's own words, one entry for each way to choose; empty where the
    action is no plain one. `does` says the action or passive effect for people.
    """

    kind: str
    name: Text
    insulation: str = ""
    upgraded_insulation: str = ""
    size: int = SMALL
    number: int | None = 1
    wood: int | None = None
    steam_cores: int | None = None
    column: str = ""
    unlocked_by: str = ""
    engineer_only: bool = False
    upgradable: bool = False
    printed: bool = False
    usable: bool = True
    sleeps: int = 0
    sleepers: tuple[str, ...] = ()
    beside: str = ""
    basic: tuple[str, ...] = ()
    upgraded: tuple[str, ...] = ()
    does: Text
    page: int

    @property
    def large(self) -> bool:
        return self.size == LARGE

    def colour(self, upgraded: bool) -> str:
        """The insulation of the side that lies up."""
        return self.upgraded_insulation if upgraded and self.upgraded_insulation else self.insulation

    def effects(self, upgraded: bool) -> tuple[str, ...]:
        """The ways to choose of the side that lies up."""
        return self.upgraded if upgraded else self.basic


STARTING = (
    BuildingKind(
        kind="cookhouse",
        name=T("Cookhouse"),
        insulation="orange",
        unlocked_by="start",
        basic=("spend food 3; hope +1", "spend food 3; discontent -1"),
        does=T("Spend 3 Food: Hope increases, or Discontent decreases."),
        page=40,
    ),
    BuildingKind(
        kind="platform",
        name=T("Platform"),
        insulation="yellow",
        unlocked_by="start",
        engineer_only=True,
        printed=True,
        does=T("Introduce a new Law."),
        page=40,
    ),
    BuildingKind(
        kind="generator_building",
        name=T("Generator Building"),
        insulation="red",
        unlocked_by="start",
        engineer_only=True,
        printed=True,
        does=T("Remove up to 5 Stress cubes; or spend a Steam Core and remove them all."),
        page=40,
    ),
)
BASIC = (
    BuildingKind(
        kind="workshop",
        name=T("Workshop"),
        insulation="red",
        number=2,
        wood=1,
        steam_cores=0,
        column="small_1",
        engineer_only=True,
        does=T("Two of these: upgrade a Building; move the Development token one space back."),
        page=41,
    ),
    BuildingKind(
        kind="charcoal_kiln",
        name=T("Charcoal Kiln"),
        insulation="orange",
        upgraded_insulation="red",
        number=3,
        wood=1,
        steam_cores=0,
        column="small_1",
        upgradable=True,
        basic=("spend wood 1; gain coal 4",),
        upgraded=("spend wood 1; gain coal 5",),
        does=T("Spend 1 Wood: gain 4 Coal, 5 when upgraded."),
        page=41,
    ),
    BuildingKind(
        kind="hunters_hut",
        name=T("Hunter’s Hut"),
        insulation="yellow",
        upgraded_insulation="red",
        number=5,
        wood=1,
        steam_cores=0,
        column="small_1",
        upgradable=True,
        basic=("gain food 4",),
        upgraded=("gain food 5",),
        does=T("Gain 4 Food, 5 when upgraded. One Hunting symbol, two when upgraded."),
        page=41,
    ),
    BuildingKind(
        kind="gathering_post",
        name=T("Gathering Post"),
        insulation="yellow",
        upgraded_insulation="red",
        number=4,
        wood=1,
        steam_cores=0,
        column="small_1",
        upgradable=True,
        does=T("Take 1 Resource from each adjacent space."),
        page=41,
    ),
    BuildingKind(
        kind="factory",
        name=T("Factory"),
        insulation="red",
        number=1,
        wood=2,
        steam_cores=0,
        column="small_2",
        engineer_only=True,
        basic=("spend steam_cores 1; automaton +1",),
        does=T("Spend a Steam Core: gain an Automaton."),
        page=41,
    ),
    BuildingKind(
        kind="sawmill",
        name=T("Sawmill"),
        insulation="orange",
        upgraded_insulation="red",
        number=3,
        wood=2,
        steam_cores=0,
        column="small_2",
        upgradable=True,
        does=T("Remove a Tree from its tile, or an adjacent space when upgraded: gain 3 Wood."),
        page=41,
    ),
    BuildingKind(
        kind="medical_post",
        name=T("Medical Post"),
        insulation="yellow",
        upgraded_insulation="red",
        number=3,
        wood=2,
        steam_cores=0,
        column="small_2",
        engineer_only=True,
        upgradable=True,
        basic=("cure 3",),
        upgraded=("cure 4", "treat 1"),
        does=T("Cure 3; when upgraded Cure 4 or Treat 1."),
        page=41,
    ),
    BuildingKind(
        kind="beacon",
        name=T("Beacon"),
        insulation="white",
        upgraded_insulation="white",
        size=LARGE,
        number=1,
        wood=3,
        steam_cores=0,
        column="large_3",
        upgradable=True,
        usable=False,
        does=T("One Expedition may be active, two when upgraded."),
        page=42,
    ),
    BuildingKind(
        kind="coal_thumper",
        name=T("Coal Thumper"),
        insulation="orange",
        upgraded_insulation="red",
        size=LARGE,
        number=2,
        wood=3,
        steam_cores=0,
        column="large_3",
        upgradable=True,
        does=T("Put up to 3 Coal on each of 3 adjacent spaces, 4 spaces when upgraded."),
        page=42,
    ),
    BuildingKind(
        kind="infirmary",
        name=T("Infirmary"),
        insulation="orange",
        upgraded_insulation="red",
        size=LARGE,
        number=2,
        wood=4,
        steam_cores=1,
        column="large_4",
        engineer_only=True,
        upgradable=True,
        basic=("cure 4", "treat 2"),
        upgraded=("cure 5", "treat 3"),
        does=T("Cure 4 or Treat 2; when upgraded Cure 5 or Treat 3."),
        page=42,
    ),
    BuildingKind(
        kind="hothouse",
        name=T("Hothouse"),
        insulation="orange",
        upgraded_insulation="red",
        size=LARGE,
        number=2,
        wood=4,
        steam_cores=1,
        column="large_4",
        upgradable=True,
        basic=("gain food 7",),
        upgraded=("gain food 9",),
        does=T("Gain 7 Food, 9 when upgraded."),
        page=42,
    ),
    BuildingKind(
        kind="coal_mine",
        name=T("Coal Mine"),
        insulation="yellow",
        upgraded_insulation="red",
        size=LARGE,
        number=2,
        wood=5,
        steam_cores=1,
        column="large_5",
        upgradable=True,
        beside="coal",
        basic=("gain coal 4",),
        upgraded=("gain coal 5",),
        does=T("Gain 4 Coal, 5 when upgraded."),
        page=42,
    ),
    BuildingKind(
        kind="wall_drill",
        name=T("Wall Drill"),
        insulation="yellow",
        upgraded_insulation="red",
        size=LARGE,
        number=2,
        wood=5,
        steam_cores=1,
        column="large_5",
        upgradable=True,
        beside="wood",
        basic=("gain wood 3",),
        upgraded=("gain wood 3",),
        does=T("Gain 3 Wood."),
        page=42,
    ),
)
SPECIAL = (
    BuildingKind(
        kind="child_shelter",
        name=T("Child Shelter"),
        insulation="orange",
        unlocked_by="law",
        usable=False,
        sleeps=4,
        sleepers=("children",),
        does=T("Four child Meeples sleep here."),
        page=42,
    ),
    BuildingKind(
        kind="care_house",
        name=T("Care House"),
        insulation="orange",
        unlocked_by="law",
        basic=("cure 2", "needs active care; exhaust care; cure 5"),
        does=T("Cure 2; or exhaust an active Care token and Cure 5."),
        page=42,
    ),
    BuildingKind(
        kind="fighting_arena",
        name=T("Fighting Arena"),
        insulation="orange",
        unlocked_by="law",
        basic=("discontent -1",),
        does=T("Discontent decreases."),
        page=42,
    ),
    BuildingKind(
        kind="public_house",
        name=T("Public House"),
        insulation="orange",
        unlocked_by="law",
        basic=("hope +1",),
        does=T("Hope increases."),
        page=42,
    ),
    BuildingKind(
        kind="field_kitchen",
        name=T("Field Kitchen"),
        insulation="white",
        number=4,
        unlocked_by="faith",
        usable=False,
        does=T("Everything on its tile is heated."),
        page=43,
    ),
    BuildingKind(
        kind="cemetery",
        name=T("Cemetery"),
        insulation="yellow",
        unlocked_by="faith",
        basic=("needs corpses 1; lose corpses 1; hope +1", "needs corpses 2; lose corpses 2; hope +1"),
        does=T("Move the Corpse marker one or two spaces back; if you do, Hope increases."),
        page=43,
    ),
    BuildingKind(
        kind="temple",
        name=T("Temple"),
        insulation="yellow",
        unlocked_by="faith",
        engineer_only=True,
        does=T("Activate all Hope tokens of one type."),
        page=43,
    ),
    BuildingKind(
        kind="faith_keepers",
        name=T("Faith Keepers"),
        insulation="red",
        size=LARGE,
        unlocked_by="faith",
        does=T("Reveal 3 Dusk cards. You may discard one without its effect; shuffle the others back in."),
        page=43,
    ),
    BuildingKind(
        kind="snow_pit",
        name=T("Snow Pit"),
        insulation="white",
        number=4,
        unlocked_by="order",
        usable=False,
        does=T("When built, the Corpse marker moves one to three spaces back."),
        page=43,
    ),
    BuildingKind(
        kind="propaganda_centre",
        name=T("Propaganda Centre"),
        insulation="orange",
        unlocked_by="order",
        engineer_only=True,
        does=T("Perform the action of a Building with a Citizen Meeple on it; that action is heated."),
        page=43,
    ),
    BuildingKind(
        kind="agitator",
        name=T("Agitator"),
        insulation="yellow",
        unlocked_by="order",
        does=T("Exhaust all active Discontent tokens of one type."),
        page=43,
    ),
    BuildingKind(
        kind="prison",
        name=T("Prison"),
        insulation="red",
        size=LARGE,
        unlocked_by="order",
        does=T("Hunger falls by 4. The Meeple stays here for the night."),
        page=43,
    ),
)


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
