"""Remove Snow (rulebook p. 25)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.land import Space
from tests.companion.games.meaning import offered

from .table import acting, law, offers, warm

NEAR = ("N1", "N2", "N3", "N4", "N5", "N6")


def test_always_cold():
    """p. 25: even with everything heated, one of the Meeple's type falls sick."""
    evening = acting()
    warm(evening)
    evening.play("act_snow", ring="near", meeple="workers")
    assert evening.state.workers.sick == 1


def test_a_card_may_say_that_it_is_heated():
    """p. 23: cards come before the rulebook."""
    evening = acting()
    law(evening, "heated snow")
    evening.play("act_snow", ring="near", meeple="workers")
    assert evening.state.workers.sick == 0


def test_two_near_tiles():
    """p. 25: two Near tiles are laid, one after the other."""
    evening = acting()
    assert [offered(one) for one in offers(evening, "act_snow")] == [
        ("act_snow", {"ring": "near", "meeple": "workers", "n": 2})
    ]
    evening.play("act_snow", ring="near", meeple="workers")
    assert [task.kind for task in evening.state.tasks] == ["lay", "lay"]


def test_both_near_tiles_are_laid_before_one_is_turned_up():
    """p. 25: the tiles are placed face down, all of them, and then flipped; each is entered by itself."""
    evening = acting()
    evening.play("act_snow", ring="near", meeple="workers")
    evening.play("tile_at", place="N2")
    assert evening.asked == "city.lay"
    evening.play("tile_at", place="N5")
    assert [task.about for task in evening.state.tasks] == ["N2.1", "N2.2", "N5.1", "N5.2"]
    evening.play("half_told", what="nothing", count=0)
    evening.play("tile_food", food=1)
    evening.play("half_told", what="wood", count=2)
    evening.play("half_told", what="nothing", count=0)
    evening.play("half_told", what="nothing", count=0)
    assert evening.state.city.tiles["N2"] == (Space(), Space(what="wood", count=2))
    assert evening.state.food == 21
    assert evening.asked == "action.turn"


def test_one_near_tile_if_only_one_fits():
    """p. 25, note: with five Near tiles there is room for one more."""
    evening = acting(2, *NEAR[:5])
    near = ("act_snow", {"ring": "near", "meeple": "workers", "n": 1})
    assert near in [offered(one) for one in offers(evening, "act_snow")]
    evening.play("act_snow", ring="near", meeple="workers")
    assert len(evening.state.tasks) == 1


def test_one_far_tile_next_to_a_connected_one():
    """p. 25: a Far tile needs a neighbour that is connected with the Generator tile."""
    evening = acting(2, "N1")
    evening.play("act_snow", ring="far", meeple="workers")
    assert [(task.kind, task.about) for task in evening.state.tasks] == [("lay", "far")]
    places = {choice.value for choice in evening.prompt.offers[0].asks[0].choices}  # type: ignore[union-attr]
    assert places == {"F1", "F2", "F12"}


def test_no_far_tile_without_a_near_one():
    """p. 25: nothing in the outer ring touches the Generator tile."""
    evening = acting()
    assert not [offer for offer in offers(evening, "act_snow") if offer.move.args["ring"] == "far"]
    with pytest.raises(IllegalMove, match="Far"):
        evening.play("act_snow", ring="far", meeple="workers")


def test_no_near_tile_when_the_ring_is_full():
    """p. 25: six Near tiles surround the Generator tile."""
    evening = acting(2, *NEAR)
    with pytest.raises(IllegalMove, match="Near"):
        evening.play("act_snow", ring="near", meeple="workers")


def test_a_far_tile_with_three_trees_and_two_coal():
    """p. 25, example: laid between a Near tile and the Rim, it is filled from the bank; its Food is gained at once."""
    evening = acting(2, "N1")
    evening.play("act_snow", ring="far", meeple="workers")
    evening.play("lay_tile", place="F1", first="trees 3", second="coal 2", food=3)
    assert evening.state.city.tiles["F1"] == (Space(trees=3), Space(what="coal", count=2))
    assert (evening.state.food, evening.state.coal) == (23, 20)
    assert evening.prompt.seat == 1


def test_it_may_be_done_several_times_a_round():
    """p. 25: two players in turn, two Meeples on the same space."""
    evening = acting(2, *NEAR[:5])
    for place, ring in (("F1", "far"), ("N6", "near")):
        evening.play("act_snow", ring=ring, meeple="workers")
        evening.play("lay_tile", place=place, first="nothing", second="nothing", food=0)
    assert [meeple.at for meeple in evening.state.city.placed] == ["snow", "snow"]
    assert evening.state.workers.sick == 2
