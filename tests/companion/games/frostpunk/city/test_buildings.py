"""Every Building of the appendix: rulebook p. 40 to 43, and the counts of p. 7."""

import pytest

from companion.games.frostpunk.cards.effect_language import parse
from companion.games.frostpunk.city.buildings import BUILDINGS, LARGE, SHELTER_KINDS, SMALL

# kind: (number, wood, steam cores, insulation, upgraded insulation, size), by hand from p. 41 and 42.
BOARD = {
    "workshop": (2, 1, 0, "red", "", SMALL),
    "charcoal_kiln": (3, 1, 0, "orange", "red", SMALL),
    "hunters_hut": (5, 1, 0, "yellow", "red", SMALL),
    "gathering_post": (4, 1, 0, "yellow", "red", SMALL),
    "factory": (1, 2, 0, "red", "", SMALL),
    "sawmill": (3, 2, 0, "orange", "red", SMALL),
    "medical_post": (3, 2, 0, "yellow", "red", SMALL),
    "beacon": (1, 3, 0, "white", "white", LARGE),
    "coal_thumper": (2, 3, 0, "orange", "red", LARGE),
    "infirmary": (2, 4, 1, "orange", "red", LARGE),
    "hothouse": (2, 4, 1, "orange", "red", LARGE),
    "coal_mine": (2, 5, 1, "yellow", "red", LARGE),
    "wall_drill": (2, 5, 1, "yellow", "red", LARGE),
    "house": (8, 4, 0, "red", "", SMALL),
    "bunkhouse": (8, 3, 0, "orange", "", SMALL),
    "tent": (4, 2, 0, "yellow", "", SMALL),
}
# kind: (number, insulation, size), by hand from p. 42 and 43.
BELOW = {
    "child_shelter": (1, "orange", SMALL),
    "care_house": (1, "orange", SMALL),
    "fighting_arena": (1, "orange", SMALL),
    "public_house": (1, "orange", SMALL),
    "field_kitchen": (4, "white", SMALL),
    "cemetery": (1, "yellow", SMALL),
    "temple": (1, "yellow", SMALL),
    "faith_keepers": (1, "red", LARGE),
    "snow_pit": (4, "white", SMALL),
    "propaganda_centre": (1, "orange", SMALL),
    "agitator": (1, "yellow", SMALL),
    "prison": (1, "red", LARGE),
}
ENGINEERS = {
    "platform",
    "generator_building",
    "workshop",
    "factory",
    "medical_post",
    "infirmary",
    "temple",
    "propaganda_centre",
}


@pytest.mark.parametrize("kind", BOARD)
def test_buildings_of_the_board(kind: str):
    """p. 41, 42: number, cost, both insulations, size."""
    known = BUILDINGS[kind]
    found = (known.number, known.wood, known.steam_cores, known.insulation, known.upgraded_insulation, known.size)
    assert found == BOARD[kind]
    assert known.upgradable == bool(known.upgraded_insulation)
    assert known.unlocked_by == ""


@pytest.mark.parametrize("kind", BELOW)
def test_buildings_below_the_board(kind: str):
    """p. 42, 43: number, insulation, size; their cost stands on cards, and none can be upgraded."""
    known = BUILDINGS[kind]
    assert (known.number, known.insulation, known.size) == BELOW[kind]
    assert known.wood is None
    assert not known.upgradable
    assert known.unlocked_by in ("law", "faith", "order")


def test_the_tiles_of_the_box_add_up():
    """p. 7: 42 small and 11 large basic tiles, the Cookhouse among them; 10 small and 1 large special ones, Faith and
    Order being two sides of the same tiles."""
    small = sum(BOARD[kind][0] for kind in BOARD if BOARD[kind][5] == SMALL)
    assert small + 1 == 42
    assert sum(BOARD[kind][0] for kind in BOARD if BOARD[kind][5] == LARGE) == 11
    for side in ("faith", "order"):
        tiles = [BUILDINGS[kind] for kind in BELOW if BUILDINGS[kind].unlocked_by in ("law", side)]
        assert sum(known.number or 0 for known in tiles if known.size == SMALL) == 10
        assert sum(known.number or 0 for known in tiles if known.size == LARGE) == 1


def test_starting_buildings():
    """p. 40: Cookhouse orange, Platform yellow, Generator red; the last two are printed on the tile."""
    found = {kind: (BUILDINGS[kind].insulation, BUILDINGS[kind].printed) for kind in BUILDINGS}
    assert found["cookhouse"] == ("orange", False)
    assert found["platform"] == ("yellow", True)
    assert found["generator_building"] == ("red", True)


def test_engineers_only():
    """p. 40 to 43."""
    assert {kind for kind, known in BUILDINGS.items() if known.engineer_only} == ENGINEERS


def test_shelters():
    """p. 29, 42: two Meeples each; the Child Shelter takes four child Meeples."""
    assert [(kind, BUILDINGS[kind].sleeps) for kind in SHELTER_KINDS] == [("house", 2), ("bunkhouse", 2), ("tent", 2)]
    assert (BUILDINGS["child_shelter"].sleeps, BUILDINGS["child_shelter"].sleepers) == (4, ("children",))


def test_passive_buildings_have_no_action():
    """p. 42, 43: Shelters, the Beacon, the Field Kitchen and the Snow Pit."""
    unused = {kind for kind, known in BUILDINGS.items() if not known.usable}
    assert unused == {"house", "bunkhouse", "tent", "child_shelter", "beacon", "field_kitchen", "snow_pit"}


def test_scenario_buildings_are_known_by_name_only():
    """p. 43: eleven of them, explained by the Scenario book."""
    found = [known for known in BUILDINGS.values() if known.unlocked_by == "scenario"]
    assert len(found) == 11
    assert all(known.number is None and known.size == 0 and not known.insulation for known in found)


def test_plain_actions():
    """p. 40 to 43: the numbers of both sides."""
    assert BUILDINGS["charcoal_kiln"].effects(False) == ("spend wood 1; gain coal 4",)
    assert BUILDINGS["charcoal_kiln"].effects(True) == ("spend wood 1; gain coal 5",)
    assert (BUILDINGS["hothouse"].basic, BUILDINGS["hothouse"].upgraded) == (("gain food 7",), ("gain food 9",))
    assert BUILDINGS["infirmary"].upgraded == ("cure 5", "treat 3")
    assert BUILDINGS["medical_post"].basic == ("cure 3",)
    assert BUILDINGS["cookhouse"].basic == ("spend food 3; hope +1", "spend food 3; discontent -1")
    assert BUILDINGS["wall_drill"].basic == BUILDINGS["wall_drill"].upgraded == ("gain wood 3",)


@pytest.mark.parametrize("kind", BUILDINGS)
def test_effects_are_understood(kind: str):
    """Whatever a Building's action says in the companion's own words can be carried out."""
    for words in (*BUILDINGS[kind].basic, *BUILDINGS[kind].upgraded):
        assert parse(words)
