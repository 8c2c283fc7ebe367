"""What Buildings give: rulebook p. 40 to 43."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.land import Building, Space
from companion.games.frostpunk.city.yields import (
    best_thumped,
    cannot,
    gather_around,
    gathering,
    gives,
    missing_yield,
    saw,
    sawmill_spaces,
    sawmill_trees,
    thump,
    thumped,
    thumper_spaces,
    uses,
)

from .town import place, stand, town

COAL, WOOD = Space(what="coal", count=4), Space(what="wood", count=2)


def test_a_gathering_post_takes_one_from_each_adjacent_space():
    """p. 40, 41: on N2 beside F3 (3 Coal, 2 Wood), its own other space (1 Steam Core) and G.2, where the Platform
    stands: one of each."""
    core = Space(what="steam_cores", count=1)
    tx = town("N2", "F3", N2_2=core, F3_1=Space(what="coal", count=3), F3_2=WOOD)
    post = stand(tx, "gathering_post", "N2.1")
    assert gathering(tx.state, post) == {"steam_cores": 1, "coal": 1, "wood": 1}
    gather_around(tx, post)
    assert (tx.state.steam_cores, tx.state.coal, tx.state.wood) == (6, 11, 21)
    assert ground.on(tx.state, "N2.2") == Space()
    assert ground.on(tx.state, "F3.1").count == 2


def test_the_same_resource_counts_for_each_space():
    """p. 41: two spaces with Coal give two."""
    tx = town("F1", "F2", F1_2=COAL, F2_1=COAL)
    post = stand(tx, "gathering_post", "F1.1")
    assert gathering(tx.state, post) == {"coal": 2}
    assert str(gives(tx.state, post)) == "2 Coal"


def test_trees_are_no_resources_and_far_spaces_are_not_adjacent():
    """p. 16, 40: nothing to take here."""
    tx = town("F1", "F3", F1_2=Space(trees=3), F3_1=COAL)
    post = stand(tx, "gathering_post", "F1.1")
    assert str(cannot(tx.state, post)) == "No Resources lie on adjacent spaces."
    with pytest.raises(IllegalMove):
        gather_around(tx, post)


def test_a_meeple_on_a_space_is_no_hindrance():
    """p. 25: once per round holds for the Gather action; the post takes from every adjacent space."""
    tx = town("F1", F1_2=COAL)
    place(tx, "workers", "F1.2")
    assert gathering(tx.state, stand(tx, "gathering_post", "F1.1")) == {"coal": 1}


def test_the_generators_wood_and_coal():
    """p. 40: a post on N1 is adjacent to G.1 and G.5 here; the Coal lies on G.5."""
    tx = town("N1")
    assert gathering(tx.state, stand(tx, "gathering_post", "N1.1")) == {"coal": 1}


def test_unknown_adjacency_is_named():
    """p. 40: while the picture is not told, nobody can say."""
    tx = town("N1", board={})
    post = stand(tx, "gathering_post", "N1.1")
    assert gathering(tx.state, post) is None
    assert missing_yield(tx.state, post)[0] == "generator_edge_1"
    assert str(gives(tx.state, post)) == "its adjacent spaces are not told yet"
    with pytest.raises(IllegalMove):
        gather_around(tx, post)


# --- Sawmill ----------------------------------------------------------------------------------------------------------


def test_a_sawmill_takes_trees_of_its_own_tile():
    """p. 41: a Tree of the same tile, 3 Wood; adjacent ones only once it is upgraded."""
    tx = town("F1", "F2", F1_2=Space(trees=2), F2_1=Space(trees=4))
    mill = stand(tx, "sawmill", "F1.1")
    assert sawmill_spaces(tx.state, mill) == ("F1.2",)
    with pytest.raises(IllegalMove):
        saw(tx, mill, "F2.1")
    saw(tx, mill, "F1.2")
    assert (tx.state.wood, ground.on(tx.state, "F1.2").trees) == (23, 1)


def test_an_upgraded_sawmill_reaches_further():
    """p. 41: six Trees in reach."""
    tx = town("F1", "F2", "F4", F1_2=Space(trees=2), F2_1=Space(trees=4), F4_1=Space(trees=5))
    mill = stand(tx, "sawmill", "F1.1", upgraded=True)
    assert sawmill_trees(tx.state, mill) == 6
    assert str(gives(tx.state, mill)) == "3 Wood for a Tree; 6 in reach"
    saw(tx, mill, "F2.1")
    assert ground.on(tx.state, "F2.1").trees == 3


def test_a_sawmill_without_trees():
    """p. 41."""
    tx = town("F1")
    assert str(cannot(tx.state, stand(tx, "sawmill", "F1.1"))) == "No Tree is within its reach."


def test_a_sawmill_needs_no_fact_where_no_tree_is_in_doubt():
    """No Tree stands on the Generator tile, so it does not matter which of its spaces is adjacent."""
    tx = town("N1", board={}, N1_2=Space(trees=1))
    assert sawmill_trees(tx.state, stand(tx, "sawmill", "N1.1", upgraded=True)) == 1


# --- Coal Thumper -----------------------------------------------------------------------------------------------------


def test_where_a_coal_thumper_may_put_coal():
    """p. 42: onto Coal, or where there are no Resources, Trees or Buildings; at most five on a space."""
    tx = town("F1", "F2", "F12", "N1", F2_1=COAL, F2_2=WOOD, F12_1=Space(trees=1), F12_2=Space(what="coal", count=5))
    thumper = stand(tx, "coal_thumper", "F1.1", "F1.2")
    stand(tx, "tent", "N1.1")
    assert thumper_spaces(tx.state, thumper) == {"N1.2": 3, "F2.1": 1}
    assert thumped(tx.state, thumper) == 4


def test_up_to_nine_coal_on_three_spaces_or_twelve_on_four():
    """p. 42: three on each of three spaces; four spaces when upgraded."""
    tx = town("F1", "F2", "F12")
    basic = stand(tx, "coal_thumper", "F1.1", "F1.2")
    assert thumped(tx.state, basic) == 9
    upgraded = Building(kind="coal_thumper", at=basic.at, upgraded=True)
    assert thumped(tx.state, upgraded) == 12
    thump(tx, upgraded, best_thumped(tx.state, upgraded) or ())
    assert sum(space.count for place_ in ("F2", "F12") for space in tx.state.city.tiles[place_]) == 12
    assert tx.state.coal == 10


@pytest.mark.parametrize("spaces", [("F2.1", "F2.1"), ("F2.1", "F2.2", "F12.1", "F12.2"), ("N4.1",)])
def test_spaces_that_a_coal_thumper_cannot_choose(spaces: tuple[str, ...]):
    """p. 42: different ones, three at most, adjacent."""
    tx = town("F1", "F2", "F12", "N4")
    with pytest.raises(IllegalMove):
        thump(tx, stand(tx, "coal_thumper", "F1.1", "F1.2"), spaces)


def test_a_large_buildings_own_spaces_are_not_adjacent():
    """p. 40: it covers both spaces of its tile."""
    tx = town("F1")
    assert thumper_spaces(tx.state, stand(tx, "coal_thumper", "F1.1", "F1.2")) == {}


# --- whether it can be used -------------------------------------------------------------------------------------------


def test_small_buildings_once_large_ones_twice():
    """p. 26, 39."""
    tx = town("N1", "N2")
    hut, house = stand(tx, "hunters_hut", "N1.1"), stand(tx, "hothouse", "N2.1", "N2.2")
    assert (uses(tx.state, hut), uses(tx.state, house)) == (1, 2)
    place(tx, "workers", "N1.1")
    place(tx, "workers", "N2.1")
    assert (uses(tx.state, hut), uses(tx.state, house)) == (0, 1)
    assert str(cannot(tx.state, hut)) == "It has been used this round."
    place(tx, "workers", "N2.1")
    assert uses(tx.state, house) == 0


@pytest.mark.parametrize(
    ("kind", "short"),
    [
        ("charcoal_kiln", {"wood": 0}),
        ("cookhouse", {"food": 2}),
        ("factory", {"steam_cores": 0}),
        ("cemetery", {"corpses": 0}),
    ],
)
def test_what_an_action_takes(kind: str, short: dict[str, int]):
    """p. 40 to 43: one Wood, three Food, a Steam Core, a corpse."""
    tx = town("N1")
    building = stand(tx, kind, "N1.1")
    assert cannot(tx.state, building) is None
    tx.set(**short)
    assert cannot(tx.state, building) is not None


def test_ruins_and_passive_buildings_have_no_action():
    """p. 42, 43."""
    tx = town("N1")
    assert str(cannot(tx.state, stand(tx, "tent", "N1.1", ruin=True))) == "A Ruin cannot be used."
    assert str(cannot(tx.state, stand(tx, "house", "N1.2"))) == "It has no action."


@pytest.mark.parametrize(
    ("kind", "basic", "upgraded"),
    [
        ("charcoal_kiln", "4 Coal for 1 Wood", "5 Coal for 1 Wood"),
        ("hunters_hut", "4 Food", "5 Food"),
        ("hothouse", "7 Food", "9 Food"),
        ("coal_mine", "4 Coal", "5 Coal"),
        ("wall_drill", "3 Wood", "3 Wood"),
        ("medical_post", "Cure 3", "Cure 4 or Treat 1"),
        ("infirmary", "Cure 4 or Treat 2", "Cure 5 or Treat 3"),
        ("beacon", "one Expedition may be active", "two Expeditions may be active"),
    ],
)
def test_the_numbers_of_both_sides(kind: str, basic: str, upgraded: str):
    """p. 41, 42."""
    state = town("N1").state
    assert str(gives(state, Building(kind=kind, at=("N1.1",)))) == basic
    assert str(gives(state, Building(kind=kind, at=("N1.1",), upgraded=True))) == upgraded


def test_food_that_would_be_lost_is_not_promised():
    """p. 44: at 47 Food a Hothouse gives three."""
    tx = town("N1")
    tx.set(food=47)
    assert str(gives(tx.state, Building(kind="hothouse", at=("N1.1", "N1.2")))) == "3 Food, then you have fifty"


def test_stress_and_hunger_as_they_are():
    """p. 40, 43: three cubes lie there; Hunger falls by two of four."""
    tx = town()
    tx.set_generator(stress=3)
    tx.set(hunger=2)
    generator = ground.building_at(tx.state, "G.3")
    assert generator is not None
    assert str(gives(tx.state, generator)) == "3 Stress cubes off, or all for a Steam Core"
    assert str(gives(tx.state, Building(kind="prison", at=("N1.1", "N1.2")))) == "2 less Hunger"
