"""Remove Snow (rulebook p. 25)."""

import pytest

from companion.game import IllegalMove
from tests.companion.games.frostpunk.table import Evening

from .table import acting, labels, law, lay, offers, warm

NEAR = ("N1", "N2", "N3", "N4", "N5", "N6")


def laid(evening: Evening, place: str) -> None:
    """The tile at the head of the list is laid with nothing on it."""
    asks = {ask.name: ask for ask in evening.prompt.offers[0].asks}
    empty = {name: ask.usual for name, ask in asks.items() if name not in ("place", "food")}  # type: ignore[union-attr]
    evening.play("lay_tile", place=place, food=2, **{**empty, **EMPTY})


EMPTY = {"first": "nothing", "second": "nothing"}


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
    assert labels(evening, "act_snow") == ["Remove snow: 2 Near tiles"]
    evening.play("act_snow", ring="near", meeple="workers")
    assert [task.kind for task in evening.state.todo] == ["lay", "lay"]


def test_one_near_tile_if_only_one_fits():
    """p. 25, note: with five Near tiles there is room for one more."""
    evening = acting(2, *NEAR[:5])
    assert "Remove snow: 1 Near tile" in labels(evening, "act_snow")
    evening.play("act_snow", ring="near", meeple="workers")
    assert len(evening.state.todo) == 1


def test_one_far_tile_next_to_a_connected_one():
    """p. 25: a Far tile needs a neighbour that is connected with the Generator tile."""
    evening = acting(2, "N1")
    evening.play("act_snow", ring="far", meeple="workers")
    assert [(task.kind, task.about) for task in evening.state.todo] == [("lay", "far")]
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


def test_it_may_be_done_several_times_a_round():
    """p. 25: two players in turn, two Meeples on the same space."""
    evening = acting(2, *NEAR[:4])
    evening.play("act_snow", ring="far", meeple="workers")
    evening.play("leave_map_task") if evening.offered("leave_map_task") else lay(evening, "F1")
    evening.state = evening.at("action.turn", todo=(), onward=False).state
    evening.play("act_snow", ring="near", meeple="workers")
    assert [meeple.at for meeple in evening.state.city.placed] == ["snow", "snow"]
