"""Tiles, Resources and Trees on the map: rulebook p. 10, 25, 44."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.ground import cut_off
from companion.games.frostpunk.city.land import Space

from .town import lay, names, place, stand, town


def test_the_far_tile_of_page_25():
    """p. 25: three Trees and two Coal are put onto the tile between a Near tile and the Rim; no Food is gained."""
    tx = town("N1")
    ground.lay_tile(tx, "F1", (Space(trees=3), Space(what="coal", count=2)))
    assert tx.state.city.tiles["F1"] == (Space(trees=3), Space(what="coal", count=2))
    assert tx.state.food == 8


def test_food_is_gained_at_once():
    """p. 25: the tile's Food bonus."""
    tx = town()
    ground.lay_tile(tx, "N3", (Space(), Space()), food=3)
    assert tx.state.food == 11


def test_food_stays_within_fifty():
    """p. 44: Food beyond fifty is lost, that of a tile too."""
    tx = town()
    tx.set(food=49)
    ground.lay_tile(tx, "N3", (Space(), Space()), food=3)
    assert tx.state.food == 50


@pytest.mark.parametrize("where", ["F7", "N1", "G"])
def test_where_no_tile_may_be_laid(where: str):
    """p. 25: not where one lies, and a Far tile not away from all others."""
    with pytest.raises(IllegalMove):
        ground.lay_tile(town("N1"), where, (Space(), Space()))


def test_in_the_setup_far_tiles_come_first():
    """p. 10: they are laid in the corners before the Near tiles join them to the Generator tile."""
    tx = town()
    ground.lay_tile(tx, "F3", (Space(), Space()), anywhere=True)
    assert cut_off(tx.state) == ("F3",)
    ground.lay_tile(tx, "N2", (Space(), Space()))
    assert cut_off(tx.state) == ()


def test_a_tile_has_two_spaces():
    """p. 25."""
    with pytest.raises(IllegalMove):
        ground.lay_tile(town(), "N1", (Space(),))


def test_two_near_tiles_or_one_where_only_one_fits():
    """p. 25: Remove Snow lays two Near tiles, one if there is only one place left."""
    tx = town("N1", "N2", "N3", "N4")
    ground.place_tiles(tx, near=2)
    assert [(task.kind, task.about) for task in tx.state.tasks] == [("lay", "near"), ("lay", "near")]
    tx = town("N1", "N2", "N3", "N4", "N5")
    ground.place_tiles(tx, near=2)
    assert [task.about for task in tx.state.tasks] == ["near"]


def test_no_place_for_another_tile():
    """p. 25: with six Near tiles laid, and no connected tile for a Far one, it is said and nothing is asked."""
    tx = town("N1", "N2", "N3", "N4", "N5", "N6")
    ground.place_tiles(tx, near=1)
    assert tx.state.tasks == ()
    tx = town()
    ground.place_tiles(tx, far=1)
    assert tx.state.tasks == ()
    assert names(tx) == ["no_room_for_tile"]


# --- limits, p. 44 ----------------------------------------------------------------------------------------------------


def test_five_of_one_type_on_a_space():
    """p. 44: three Coal on four leave five; the rest is not put there."""
    tx = town("N1", N1_1=Space(what="coal", count=4))
    assert ground.put(tx, "N1.1", "coal", 3) == 1
    assert ground.on(tx.state, "N1.1") == Space(what="coal", count=5)


def test_one_type_only():
    """p. 44: no Wood onto Coal."""
    tx = town("N1", N1_1=Space(what="coal", count=4))
    with pytest.raises(IllegalMove):
        ground.put(tx, "N1.1", "wood", 1)


def test_thirty_trees_in_the_game():
    """p. 5, 44: with 28 on the map, a tile with five gets two of them, and it is said."""
    tx = town("N1", "N2", "N3", N1_1=Space(trees=5), N1_2=Space(trees=5), N2_1=Space(trees=5), N2_2=Space(trees=5))
    lay(tx, "N3.1", Space(trees=5))
    lay(tx, "N3.2", Space(trees=3))
    ground.lay_tile(tx, "N4", (Space(trees=5), Space(trees=1)))
    assert ground.trees(tx.state) == 30
    assert [space.trees for space in tx.state.city.tiles["N4"]] == [2, 0]
    assert names(tx).count("trees_ran_out") == 2


def test_eight_steel_in_the_game():
    """p. 5, 44: with six in the supply, only two can lie on the map."""
    tx = town("N1")
    tx.set(steel=6)
    ground.set_space(tx, "N1.1", Space(what="steel", count=5))
    assert ground.on(tx.state, "N1.1").count == 2


def test_taking_into_the_supply():
    """p. 25: two of four Coal come into the supply; from one only one."""
    tx = town("N1", N1_1=Space(what="coal", count=4), N1_2=Space(what="wood", count=1))
    assert ground.take(tx, "N1.1", 2) == 2
    assert (tx.state.coal, ground.on(tx.state, "N1.1").count) == (12, 2)
    assert ground.take(tx, "N1.2", 2) == 1
    assert (tx.state.wood, ground.on(tx.state, "N1.2")) == (21, Space())


def test_trees_are_taken_one_by_one():
    """p. 41."""
    tx = town("N1", N1_1=Space(trees=1))
    ground.take_tree(tx, "N1.1")
    with pytest.raises(IllegalMove):
        ground.take_tree(tx, "N1.1")


def test_trees_are_added_up_to_thirty():
    """p. 44: none when there is none left."""
    tx = town("N1", "N2", N1_1=Space(trees=2))
    ground.add_trees(tx, "N1.1", 2)
    assert ground.on(tx.state, "N1.1").trees == 4


# --- putting the books right ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lies",
    [Space(what="coal", count=6), Space(trees=6), Space(what="coal"), Space(count=2), Space(what="food", count=1)],
)
def test_what_cannot_lie_on_a_space(lies: Space):
    """p. 44."""
    with pytest.raises(IllegalMove):
        ground.set_space(town("N1"), "N1.1", lies)


def test_nothing_lies_under_a_building():
    """p. 26: what lay there went back to the bank."""
    tx = town("N1")
    stand(tx, "tent", "N1.1")
    with pytest.raises(IllegalMove):
        ground.set_space(tx, "N1.1", Space(trees=1))


def test_no_space_where_no_tile_lies():
    """There is nothing to put anything on."""
    with pytest.raises(IllegalMove):
        ground.put(town(), "N1.1", "coal", 1)


def test_taking_a_tile_off_again():
    """A tile entered wrongly, unless something stands on it."""
    tx = town("N1", "N2", "N3")
    ground.take_off_tile(tx, "N1")
    assert "N1" not in tx.state.city.tiles
    stand(tx, "tent", "N2.1")
    place(tx, "workers", "N3.1")
    for wrong in ("N2", "N3", "G", "N1"):
        with pytest.raises(IllegalMove):
            ground.take_off_tile(tx, wrong)


def test_what_is_laid_over_is_kept_apart():
    """A tile's two spaces are its own."""
    tx = town("N1", N1_2=Space(what="wood", count=3))
    ground.clear(tx, "N1.2")
    assert tx.state.city.tiles["N1"] == (Space(), Space())
    assert replace(tx.state, city=tx.state.city) == tx.state
