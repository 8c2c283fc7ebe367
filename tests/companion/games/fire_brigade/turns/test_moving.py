"""Moving Brigades and Wagons (rulebook p. 9 and 11)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.turns import moving

from ..table import Evening


def test_up_to_three_blocks_diagonally_too():
    """p. 11: from the corner A1, D4 is three diagonal steps away (D4 burns, one may end there), E5 is four."""
    reach = moving.targets(Evening().laid_out().quiet().state, 0)
    assert reach["D4"] == 3
    assert "E5" not in reach
    assert "A5" not in reach
    assert reach["A4"] == 3


def test_corners_without_a_firehouse_are_none():
    """p. 4: tiles lie in the grid but for its corners, Firehouses in the players' own. With two players (A1 and F6) the
    corner F1 is two steps from D2 and no field: neither Brigade nor Wagon goes there."""
    evening = Evening().laid_out().quiet().player(0, brigade="D2", wagon="D2")
    assert {"E1", "F2", "F3"} <= set(moving.targets(evening.state, 0))
    assert "F1" not in moving.targets(evening.state, 0)
    assert {"A1", "F6", "F1", "A6"} & set(moving.wagon_targets(evening.state, 0)) == {"A1"}  # Ben stands in F6
    with pytest.raises(IllegalMove, match="F1: there is no Firehouse in this corner"):
        evening.play("move_brigade", field="F1")
    with pytest.raises(IllegalMove, match="F1: there is no Firehouse in this corner"):
        evening.play("move_wagon", field="F1")


def test_other_players_firehouses_are_fields():
    """p. 4, 11: a corner with a Firehouse can be entered, whoever's it is; with four players all four can."""
    evening = Evening(4).laid_out().quiet().player(0, brigade="D2")
    evening.player(1, brigade="C5", wagon="C5").player(2, brigade="C6", wagon="C6").player(3, brigade="B5", wagon="B5")
    assert "F1" in moving.targets(evening.state, 0)
    assert {"A1", "F1", "F6", "A6"} - set(moving.wagon_targets(evening.state, 0)) == {"A1"}  # its Wagon is there


def test_a_brigade_that_stands_in_such_a_corner_can_leave():
    """An evening of before, in which it could go there."""
    evening = Evening().laid_out().quiet().player(0, brigade="F1")
    evening.play("move_brigade", field="E2")
    assert evening.state.players[0].brigade == "E2"


def test_a_brigade_stops_where_it_burns():
    """p. 11: a burning block may be entered, not crossed; a later move may leave it."""
    evening = Evening().laid_out().fires(B1=1, A2=1, B2=1)
    assert set(moving.targets(evening.state, 0)) == {"B1", "A2", "B2"}
    evening.play("move_brigade", field="B2")
    assert "D4" in moving.targets(evening.state, 0) or "C3" in moving.targets(evening.state, 0)


def test_nobody_passes_another_brigade():
    """p. 11: neither onto nor through a block with another player's Brigade."""
    evening = Evening().laid_out().fires(A2=1, B2=1).player(1, brigade="B1")
    assert set(moving.targets(evening.state, 0)) == {"A2", "B2"}
    with pytest.raises(IllegalMove, match="another player's Brigade"):
        evening.play("move_brigade", field="B1")


def test_wagons_in_the_way():
    """p. 11 names only Brigades; the house rule after a card text says that Wagons may not be passed either."""
    free = Evening().laid_out().fires(A2=1, B2=1).player(1, wagon="B1", brigade="F6")
    assert "C1" in moving.targets(free.state, 0)
    closed = Evening(wagons="stop").laid_out().fires(A2=1, B2=1).player(1, wagon="B1", brigade="F6")
    assert set(moving.targets(closed.state, 0)) == {"A2", "B2"}


def test_a_destroyed_block_costs_one_more():
    """p. 11: over the ruins of B2 the first step costs two, so D4 is out of reach that way."""
    evening = Evening().laid_out().fires(A2=1, B1=1, F5=1).block("B2", destroyed=True)
    reach = moving.targets(evening.state, 0)
    assert reach["B2"] == 2
    assert reach["C3"] == 3
    assert "D4" not in reach


def test_a_turn_may_not_end_on_a_destroyed_block():
    """p. 11: with the last action the Brigade may not move there, and when it is there, it has to leave."""
    evening = Evening().laid_out().quiet().block("B2", destroyed=True).turn(actions=1)
    assert "B2" not in moving.targets(evening.state, 0)
    with pytest.raises(IllegalMove, match="a turn may not end there"):
        evening.play("move_brigade", field="B2")
    evening.turn(actions=2).play("move_brigade", field="B2")
    assert evening.first_offers == ["move_brigade"]
    with pytest.raises(IllegalMove, match="last action"):
        evening.play("upgrade", track="crew")


def test_a_wagon_goes_anywhere_that_is_free():
    """p. 11: not onto ruins, not to another player's Brigade or Wagon; its own Brigade and fire do not matter."""
    evening = Evening().laid_out().fires(C3=4).block("E5", destroyed=True).player(1, brigade="F2", wagon="F3")
    evening.player(0, brigade="C3")
    found = moving.wagon_targets(evening.state, 0)
    assert "C3" in found
    assert "F4" in found
    assert not {"E5", "F2", "F3"} & set(found)
    with pytest.raises(IllegalMove):
        evening.play("move_wagon", field="F2")


def test_the_blue_wagon_circle_moves_the_wagon_once_for_free():
    """p. 11: once a turn, with a Move Brigade, the Wagon may move too."""
    evening = Evening().laid_out().quiet().player(0, blue=("wagon",))
    evening.play("move_brigade", field="B2")
    evening.play("move_wagon", field="E1")
    assert evening.state.turn.actions == 3
    evening.play("move_brigade", field="B3")
    evening.play("move_wagon", field="E2")
    assert evening.state.turn.actions == 1


def test_kular_moves_five():
    """Card text: with Loyalty on a block of his kind the Brigade moves up to five blocks."""
    from companion.games.fire_brigade.state import Crew

    crew = (Crew(name="kular", kind="commons", holds=1, water=1),)
    evening = Evening().laid_out().fires(F2=1).player(0, crew=crew)
    assert "E5" not in moving.targets(evening.state, 0)
    evening.block("C1", kind="commons", loyal=0)
    assert "E5" in moving.targets(evening.state, 0)


def test_the_map_moves_the_brigade_unless_the_wagon_was_chosen():
    """One question on the map at a time: where the Brigade goes, or, once it is said, where the Wagon goes."""
    evening = Evening().laid_out().quiet()
    asked = [offer.move.name for offer in evening.prompt.offers if offer.asks]
    assert asked == ["move_brigade"]
    evening.play("drive")
    assert (evening.prompt.name, evening.prompt.seat) == ("turn.wagon", 0)
    evening.play("drive")
    evening.play("move_brigade", field="C2")
    assert {"field": "C2"} in [dict(one.move.args) for one in evening.prompt.offers if one.move.name == "move_wagon"]
    evening.play("drive")
    evening.play("move_wagon", field="D2")
    assert (evening.prompt.name, evening.state.turn.actions) == ("turn.action", 2)
