"""Building: rulebook p. 26, 38 to 43."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.costs import cost, learn_cost
from companion.games.frostpunk.city.geometry import all_spaces
from companion.games.frostpunk.city.land import Space

from .town import TILE, place, stand, town


def why(tx, kind: str, space: str, **more: bool) -> str:
    return str(construction.can_build(tx.state, kind, space, **more))


def test_building_pays_and_clears_the_space():
    """p. 26: a Bunkhouse costs 3 Wood; the two Coal it covers go back to the bank, not into the supply."""
    tx = town("N1", N1_1=Space(what="coal", count=2))
    built = construction.raise_building(tx, "bunkhouse", "N1.1")
    assert (tx.state.wood, tx.state.coal) == (17, 10)
    assert ground.on(tx.state, "N1.1") == Space()
    assert ground.building_at(tx.state, "N1.1") == built


def test_a_large_building_takes_both_spaces():
    """p. 26, 39: a Hothouse costs 4 Wood and a Steam Core; Trees and Wood below it are lost."""
    tx = town("N1", N1_1=Space(trees=2), N1_2=Space(what="wood", count=3))
    construction.raise_building(tx, "hothouse", ("N1.1", "N1.2"))
    assert (tx.state.wood, tx.state.steam_cores) == (16, 4)
    assert ground.building_at(tx.state, "N1.2") == ground.building_at(tx.state, "N1.1")
    assert tx.state.city.tiles["N1"] == (Space(), Space())


def test_a_large_building_does_not_fit_on_the_generator_tile():
    """p. 39: it takes both spaces of a Map tile; the Generator tile has five."""
    assert "both spaces" in why(town(), "hothouse", "G.4")


def test_a_large_building_beside_a_small_one_does_not_fit():
    """p. 26: no space with another Building."""
    tx = town("N1")
    stand(tx, "tent", "N1.2")
    assert "Building stands there" in why(tx, "beacon", "N1.1")


def test_small_buildings_fit_on_the_generator_tile():
    """p. 26: five spaces, the drawer's place is none; the Wood on it goes back to the bank."""
    tx = town()
    construction.raise_building(tx, "workshop", "G.4")
    assert ground.on(tx.state, "G.4") == Space()
    assert "G.6" not in all_spaces(tx.state)


def test_not_on_a_meeple_nor_a_building():
    """p. 26."""
    tx = town("N1")
    place(tx, "workers", "N1.1")
    stand(tx, "tent", "N1.2")
    assert why(tx, "sawmill", "N1.1") == "A Meeple stands there."
    assert why(tx, "sawmill", "N1.2") == "A Building stands there already."
    with pytest.raises(IllegalMove) as refused:
        construction.raise_building(tx, "sawmill", "N1.1")
    assert refused.value.page == 26


def test_all_or_nothing():
    """p. 16, 26: with 3 Wood no House can be built, and nothing is spent."""
    tx = town("N1")
    tx.set(wood=3)
    assert why(tx, "house", "N1.1") == "It costs 4 Wood, and you have 3."
    with pytest.raises(IllegalMove):
        construction.raise_building(tx, "house", "N1.1")
    assert tx.state.wood == 3


def test_for_free_all_other_rules_hold():
    """p. 34: no cost, but no Building onto another."""
    tx = town("N1")
    tx.set(wood=0)
    construction.raise_building(tx, "house", "N1.1", free=True)
    assert tx.state.wood == 0
    assert construction.can_build(tx.state, "house", "N1.1", free=True) is not None


def test_no_more_than_there_are():
    """p. 41: two Workshops."""
    tx = town("N1", "N2")
    stand(tx, "workshop", "N1.1")
    stand(tx, "workshop", "N1.2")
    assert construction.left(tx.state, "workshop") == 0
    assert "All Buildings of that kind" in why(tx, "workshop", "N2.1")


def test_ruins_cannot_be_built():
    """p. 22, 42: once the Tents on the Buildings board are Ruins, no Tent can be built."""
    tx = town("N1")
    construction.ruin_all(tx, "tent")
    assert "Ruins" in why(tx, "tent", "N1.1")
    assert construction.can_build(tx.state, "bunkhouse", "N1.1") is None


def test_the_printed_buildings_cannot_be_built():
    """p. 40: Platform and Generator Building are printed on the tile."""
    assert "printed" in why(town("N1"), "platform", "N1.1")


def test_the_red_build_icon():
    """p. 26: as the owner's tile shows."""
    tx = town("N1", board={**TILE, "red_build_cookhouse": "yes"})
    assert "red Build icon" in why(tx, "cookhouse", "N1.1")


# --- below the Buildings board ----------------------------------------------------------------------------------------


def test_only_when_unlocked():
    """p. 26: a Building below the board can be built once a Law or Event has happened, at the cost on its card."""
    tx = town("N1")
    assert "No Law" in why(tx, "child_shelter", "N1.1")
    construction.unlock(tx, "child_shelter")
    assert cost(tx.state, "child_shelter") is None
    with pytest.raises(IllegalMove):
        construction.raise_building(tx, "child_shelter", "N1.1")
    construction.raise_building(tx, "child_shelter", "N1.1", paid={"wood": 2, "steam_cores": 1})
    assert (tx.state.wood, tx.state.steam_cores) == (18, 4)


def test_a_cost_told_once_is_kept():
    """The card's cost is asked for the first time only."""
    tx = town("N1")
    construction.unlock(tx, "snow_pit")
    learn_cost(tx, "snow_pit", {"wood": 3})
    assert cost(tx.state, "snow_pit") == {"wood": 3}
    construction.raise_building(tx, "snow_pit", "N1.1")
    assert tx.state.wood == 17
    assert tx.board_facts["build_wood_snow_pit"] == 3


def test_what_the_board_says_is_not_learnt_anew():
    """p. 41: known costs stay, even when a card makes one cheaper."""
    tx = town("N1")
    construction.raise_building(tx, "sawmill", "N1.1", paid={"wood": 1})
    assert tx.state.wood == 19
    assert cost(tx.state, "sawmill") == {"wood": 2}
    assert tx.board_facts == {}


def test_an_unknown_law_building():
    """A name nobody knows is refused in a sentence."""
    with pytest.raises(IllegalMove):
        construction.unlock(town(), "castle")
    assert construction.can_build(town("N1").state, "castle", "N1.1") is not None


def test_a_field_kitchen_not_on_the_generator_tile():
    """p. 43."""
    tx = town("N1")
    construction.unlock(tx, "field_kitchen")
    assert "Field Kitchen" in why(tx, "field_kitchen", "G.4")
    assert construction.can_build(tx.state, "field_kitchen", "N1.1") is None


def test_how_large_a_scenario_building_is_is_learnt():
    """p. 43: only its tile shows it; two spaces named make it large."""
    tx = town("N1", "N2")
    construction.unlock(tx, "library")
    construction.raise_building(tx, "library", ("N1.1", "N1.2"), paid={"steel": 0})
    assert tx.board_facts["building_size_library"] == 2
    assert construction.covers(tx.state, "library", "N2.1") == ("N2.1", "N2.2")


# --- mines and drills -------------------------------------------------------------------------------------------------


def test_mine_and_drill_beside_their_deposit():
    """p. 42: a Coal Mine next to a Coal Deposit of the Rim, a Wall Drill next to a Wood Deposit."""
    tx = town("F1", "F3", "N1", "N2")
    tx.set_city(rim={"F1": "coal", "F3": "wood"})
    assert construction.can_build(tx.state, "coal_mine", "F1.1") is None
    assert "Coal on the Rim" in why(tx, "coal_mine", "F3.1")
    assert construction.can_build(tx.state, "wall_drill", "F3.2") is None
    assert "Wood on the Rim" in why(tx, "wall_drill", "N1.1")


def test_a_place_beside_both():
    """p. 40: a tile may be adjacent to two Resources of the Rim."""
    tx = town("F1")
    tx.set_city(rim={"F1": "coal wood"})
    assert construction.can_build(tx.state, "coal_mine", "F1.1") is None
    assert construction.can_build(tx.state, "wall_drill", "F1.1") is None


# --- Workshops --------------------------------------------------------------------------------------------------------


def test_the_first_workshop_begins_a_development():
    """p. 38: a Technology is to be chosen; the second Workshop changes nothing."""
    tx = town("N1")
    construction.raise_building(tx, "workshop", "N1.1")
    assert [task.kind for task in tx.state.tasks] == ["technology"]
    construction.raise_building(tx, "workshop", "N1.2")
    assert [task.kind for task in tx.state.tasks] == ["technology"]


# --- as a correction --------------------------------------------------------------------------------------------------


def test_put_by_hand_costs_nothing():
    """What stands on the table stands in the books, whatever the companion thinks it costs."""
    tx = town("N1")
    construction.put_building(tx, "prison", "N1.2")
    assert tx.state.wood == 20
    assert [b.at for b in construction.standing(tx.state, "prison")] == [("N1.1", "N1.2")]


@pytest.mark.parametrize(
    ("kind", "space"), [("tent", "N2.1"), ("tent", "G.1"), ("hothouse", "G.4"), ("castle", "N1.1")]
)
def test_what_cannot_be_put_by_hand(kind: str, space: str):
    """No tile, a Building in the way, a large one on the Generator tile, no such Building."""
    with pytest.raises(IllegalMove):
        construction.put_building(town("N1"), kind, space)


def test_not_more_by_hand_than_there_are():
    """p. 40: one Cookhouse."""
    with pytest.raises(IllegalMove):
        construction.put_building(town("N1"), "cookhouse", "N1.1")
