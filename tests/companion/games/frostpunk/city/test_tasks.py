"""Tiles to be laid, Buildings for free, Buildings destroyed: rulebook p. 25, 34."""

import pytest

from companion.api.game import IllegalMove, Pick
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.land import Building, Space
from companion.games.frostpunk.transaction import Transaction

from ..table import Evening
from .town import stand, town


def with_tasks(tx: Transaction) -> Evening:
    """A game in which these tasks are to be done."""
    game = Evening(2)
    game.state = tx.state
    return game


def choices(game: Evening, name: str) -> set[str]:
    """What an ask of the first offer can be answered."""
    [ask] = [ask for ask in game.prompt.offers[0].asks if ask.name == name]
    assert isinstance(ask, Pick)
    assert ask.on == "city"
    return {choice.value for choice in ask.choices}


# --- tiles ------------------------------------------------------------------------------------------------------------


def test_two_near_tiles_one_after_the_other():
    """p. 25: each is told with what it shows; then the game goes on."""
    tx = town("N1")
    ground.place_tiles(tx, near=2)
    game = with_tasks(tx)
    assert game.asked == "city.lay"
    assert choices(game, "place") == {"N2", "N3", "N4", "N5", "N6"}
    game.play("lay_tile", place="N2", first="coal 3", second="nothing", food=0)
    assert choices(game, "place") == {"N3", "N4", "N5", "N6"}
    game.play("lay_tile", place="N3", first="trees 2", second="nothing", food=2)
    assert game.state.tasks == ()
    assert game.state.food == 10


def test_the_last_place_is_taken_by_itself():
    """One place left: it is the usual answer."""
    tx = town("N1", "N2", "N3", "N4", "N5")
    ground.place_tiles(tx, near=2)
    game = with_tasks(tx)
    assert game.prompt.offers[0].asks[0].usual == "N6"


@pytest.mark.parametrize(("near", "far", "wrong"), [(1, 0, "F1"), (0, 1, "N2")])
def test_the_ring_that_the_tile_belongs_to(near: int, far: int, wrong: str):
    """p. 25: Near tiles beside the Generator tile, Far tiles beyond."""
    tx = town("N1")
    ground.place_tiles(tx, near=near, far=far)
    with pytest.raises(IllegalMove) as refused:
        with_tasks(tx).play("lay_tile", place=wrong, first="nothing", second="nothing", food=0)
    assert refused.value.page == 25


def test_no_place_left_meanwhile():
    """After corrections there may be none: one tap goes on."""
    tx = town("N1", "N2", "N3", "N4", "N5")
    ground.place_tiles(tx, near=1)
    ground.lay_tile(tx, "N6", (Space(), Space()))
    game = with_tasks(tx)
    game.play("leave_map_task")
    assert game.state.tasks == ()


# --- for free ---------------------------------------------------------------------------------------------------------


def test_a_building_for_free():
    """p. 34: the usual restrictions, no cost."""
    tx = town("N1")
    tx.set(wood=0)
    tx.queue("build", "house")
    game = with_tasks(tx)
    assert choices(game, "space") == {"N1.1", "N1.2", "G.4", "G.5"}
    game.play("build_for_free", space="N1.2")
    assert ground.building_at(game.state, "N1.2") == Building(kind="house", at=("N1.2",))
    assert game.state.tasks == ()


def test_where_a_free_building_cannot_stand():
    """p. 34, 42: a Coal Mine still needs its Deposit."""
    tx = town("F1", "N1")
    tx.queue("build", "coal_mine")
    game = with_tasks(tx)
    with pytest.raises(IllegalMove):
        game.play("build_for_free", space="F1.1")
    assert [offer.move.name for offer in game.prompt.offers] == ["leave_map_task"]


def test_a_free_building_may_be_left():
    """Nobody has to build."""
    tx = town("N1")
    tx.queue("build", "tent")
    game = with_tasks(tx)
    game.play("leave_map_task")
    assert game.state.tasks == ()


# --- destroyed --------------------------------------------------------------------------------------------------------


def test_a_building_is_destroyed():
    """p. 34: of the players' choice, but none that is printed on the Generator tile."""
    tx = town("N1")
    stand(tx, "tent", "N1.1")
    tx.queue("destroy")
    game = with_tasks(tx)
    assert choices(game, "space") == {"G.1", "N1.1"}
    game.play("destroy_building", space="N1.1")
    assert ground.building_at(game.state, "N1.1") is None
    assert game.state.tasks == ()


def test_a_building_of_a_kind_is_destroyed():
    """p. 34: only that kind is offered; another one is refused."""
    tx = town("N1")
    stand(tx, "tent", "N1.1")
    stand(tx, "sawmill", "N1.2")
    tx.queue("destroy", "sawmill")
    game = with_tasks(tx)
    assert choices(game, "space") == {"N1.2"}
    with pytest.raises(IllegalMove):
        game.play("destroy_building", space="N1.1")


def test_nothing_to_destroy():
    """One tap goes on."""
    tx = town("N1")
    tx.queue("destroy", "sawmill")
    game = with_tasks(tx)
    assert [offer.move.name for offer in game.prompt.offers] == ["leave_map_task"]
