"""Dismantled, destroyed, ruined, upgraded: rulebook p. 21, 22, 26, 34, 40 to 43."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city import construction, ground
from companion.games.frostpunk.city.land import Building

from .town import TILE, names, place, stand, town


def test_build_dismantle_and_build_there_again():
    """p. 26, the example: one space sees two Buildings in one action."""
    tx = town("N1")
    construction.raise_building(tx, "tent", "N1.1")
    old = ground.building_at(tx.state, "N1.1")
    assert old is not None
    construction.dismantle(tx, old)
    construction.raise_building(tx, "sawmill", "N1.1")
    assert [b.kind for b in tx.state.city.buildings if b.at == ("N1.1",)] == ["sawmill"]
    assert construction.left(tx.state, "tent") == 4


def test_nothing_comes_back_for_it():
    """p. 26: the tile goes back onto the Buildings board, the Wood is not returned."""
    tx = town("N1")
    construction.dismantle(tx, stand(tx, "house", "N1.1"))
    assert tx.state.wood == 20
    assert construction.left(tx.state, "house") == 8


def test_not_with_a_meeple_on_it():
    """p. 26: on either space of a large Building."""
    tx = town("N1")
    hothouse = stand(tx, "hothouse", "N1.1", "N1.2")
    place(tx, "workers", "N1.2")
    with pytest.raises(IllegalMove):
        construction.dismantle(tx, hothouse)


def test_the_red_dismantle_icon():
    """p. 26: such a Building is neither dismantled nor destroyed."""
    tx = town("N1", board={**TILE, "red_dismantle_temple": "yes"})
    temple = stand(tx, "temple", "N1.1")
    for take_away in (construction.dismantle, construction.destroy):
        with pytest.raises(IllegalMove):
            take_away(tx, temple)
    assert temple not in construction.destroyable(tx.state)


def test_who_could_dismantle_saw_no_red_icon():
    """It is kept, so that nobody has to tell."""
    tx = town("N1")
    construction.dismantle(tx, stand(tx, "sawmill", "N1.1"))
    assert tx.board_facts == {"red_dismantle_sawmill": "no"}


def test_what_is_printed_stays():
    """p. 40: Platform and Generator Building cannot be put onto the Buildings board."""
    tx = town()
    platform = ground.building_at(tx.state, "G.2")
    assert platform == Building(kind="platform", at=("G.2",))
    assert construction.can_dismantle(tx.state, platform) is not None
    assert construction.can_destroy(tx.state, platform) is not None


def test_a_dismantled_ruin_leaves_the_game():
    """p. 26: three Tents are left of four."""
    tx = town("N1")
    construction.dismantle(tx, stand(tx, "tent", "N1.1", ruin=True))
    assert tx.state.city.gone == {"tent": 1}
    assert construction.left(tx.state, "tent") == 3
    assert "ruin_left" in names(tx)


def test_a_destroyed_building_goes_back_to_the_board():
    """p. 34: even with a Meeple on it, for nothing forbids that."""
    tx = town("N1")
    beacon = stand(tx, "beacon", "N1.1", "N1.2")
    construction.destroy(tx, beacon)
    assert construction.left(tx.state, "beacon") == 1
    assert ground.building_at(tx.state, "N1.2") is None


def test_without_workshops_the_progress_is_lost():
    """p. 38: the Technologies hear of it; nothing is left to be chosen."""
    tx = town("N1")
    construction.raise_building(tx, "workshop", "N1.1")
    workshop = ground.building_at(tx.state, "N1.1")
    assert workshop is not None
    construction.dismantle(tx, workshop)
    assert tx.state.tasks == ()


# --- Ruins ------------------------------------------------------------------------------------------------------------


def test_a_storm_ruins_all_tents():
    """p. 22: on the map and on the Buildings board; Bunkhouses stay."""
    tx = town("N1")
    stand(tx, "tent", "N1.1")
    stand(tx, "bunkhouse", "N1.2")
    construction.ruin_all(tx, "tent")
    assert [b.ruin for b in tx.state.city.buildings if b.kind in ("tent", "bunkhouse")] == [True, False]
    assert tx.state.city.ruins == ("tent",)
    assert construction.standing(tx.state, "tent") == ()
    assert len(construction.ruins(tx.state, "tent")) == 1
    construction.ruin_all(tx, "tent")
    assert tx.state.city.ruins == ("tent",)


def test_only_shelters_have_ruins():
    """p. 13: on the back of Houses, Bunkhouses and Tents."""
    tx = town("N1")
    with pytest.raises(IllegalMove):
        construction.ruin(tx, stand(tx, "sawmill", "N1.1"))


# --- upgrades ---------------------------------------------------------------------------------------------------------


def test_an_upgrade_pays_what_its_column_shows():
    """p. 41: 1 Wood, or 1 or 2 Steam Cores; told once, it is known for the column."""
    tx = town("N1", "N2")
    construction.upgrade(tx, stand(tx, "hothouse", "N1.1", "N1.2"), "cores")
    assert tx.state.steam_cores == 3
    assert tx.board_facts == {"upgrade_cost_large_4": "cores"}
    construction.upgrade(tx, stand(tx, "infirmary", "N2.1", "N2.2"))
    assert tx.state.steam_cores == 1


def test_an_upgrade_whose_cost_nobody_knows():
    """p. 41: it is asked for."""
    tx = town("N1")
    with pytest.raises(IllegalMove):
        construction.upgrade(tx, stand(tx, "sawmill", "N1.1"))


def test_an_upgrade_that_cannot_be_paid():
    """p. 16: all or nothing."""
    tx = town("N1", board={**TILE, "upgrade_cost_small_2": "wood"})
    tx.set(wood=0)
    sawmill = stand(tx, "sawmill", "N1.1")
    assert str(construction.can_upgrade(tx.state, sawmill)) == "It costs 1 Wood, and you have 0."


def test_not_with_a_meeple_not_twice():
    """p. 41."""
    tx = town("N1", board={**TILE, "upgrade_cost_small_2": "wood"})
    sawmill = stand(tx, "sawmill", "N1.1")
    place(tx, "engineers", "N1.1")
    assert construction.can_upgrade(tx.state, sawmill) is not None
    tx.set_city(placed=())
    construction.upgrade(tx, sawmill)
    upgraded = ground.building_at(tx.state, "N1.1")
    assert upgraded == Building(kind="sawmill", at=("N1.1",), upgraded=True)
    assert construction.can_upgrade(tx.state, upgraded) is not None


@pytest.mark.parametrize("kind", ["workshop", "factory", "house", "tent", "cookhouse", "platform", "prison"])
def test_buildings_with_diamonds(kind: str):
    """p. 40 to 43: cannot be upgraded."""
    tx = town("N1")
    assert construction.can_upgrade(tx.state, Building(kind=kind, at=("N1.1",)), {}) is not None


def test_the_generator_is_upgraded_by_its_own_action():
    """p. 40."""
    tx = town()
    building = ground.building_at(tx.state, "G.3")
    assert building is not None
    assert "Steam Core" in str(construction.can_upgrade(tx.state, building))


# --- hunting, corrections ---------------------------------------------------------------------------------------------


def test_three_hunters_huts_one_of_them_upgraded():
    """p. 21, the example: four Food."""
    tx = town("N1", "N2")
    stand(tx, "hunters_hut", "N1.1")
    stand(tx, "hunters_hut", "N1.2", upgraded=True)
    stand(tx, "hunters_hut", "N2.1")
    assert construction.hunting_symbols(tx.state) == 4


def test_turned_by_hand():
    """A correction: upgraded, plain, a Ruin; never a side that the tile does not have."""
    tx = town("N1")
    hut = stand(tx, "hunters_hut", "N1.1")
    tent = stand(tx, "tent", "N1.2")
    construction.set_side(tx, hut, "upgraded")
    assert construction.hunting_symbols(tx.state) == 2
    construction.set_side(tx, tent, "ruin")
    assert len(construction.ruins(tx.state, "tent")) == 1
    for building, side in ((tent, "upgraded"), (hut, "ruin")):
        with pytest.raises(IllegalMove):
            construction.set_side(tx, building, side)


def test_taken_off_by_hand():
    """A correction: it lies on the Buildings board again, and has not left the game."""
    tx = town("N1")
    construction.take_off_building(tx, stand(tx, "tent", "N1.1", ruin=True))
    assert tx.state.city.gone == {}
    assert construction.left(tx.state, "tent") == 4
