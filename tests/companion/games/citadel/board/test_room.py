"""Not enough room on the table (p. 22)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board import room

from ..laying import at, explored, sketch, terrain
from ..table import Evening, begun


def row(players: int = 2) -> Evening:
    """081, and to the north of it 094 and 108, one behind the other; everybody on 081; fog to the east of 108."""
    evening = terrain(begun(players), "081", north="094 I")
    explored(evening, "0,-1", "094", north="108 I")
    return explored(evening, "0,-2", "108", east="111 II")


def test_everybody_meets_first():
    """All characters take actions to meet on the same Terrain card."""
    evening = row()
    evening.play("step", seat="seat1", to="094.1")
    with pytest.raises(IllegalMove, match="stand on the same Terrain card"):
        evening.play("clear_room", terrains="108.1")


def test_the_terrain_with_the_figures_stays():
    """It is never among those returned."""
    evening = row()
    with pytest.raises(IllegalMove, match="has to stay"):
        evening.play("clear_room", terrains="081.1")


def test_all_terrains_that_stay_are_reachable():
    """Without 094 nobody could get to 108 any more."""
    evening = row()
    with pytest.raises(IllegalMove, match="must be reachable"):
        evening.play("clear_room", terrains="094.1")
    assert [space.key for space in room.cut_off(evening.state, ("094.1",))] == ["108.1"]


def test_fog_comes_back_where_arrows_point_to_empty_spaces():
    """The Terrain cards and their events are returned, and new Exploration cards come into every adjacent empty
    space that an arrow points to; Exploration cards that nothing points to any more go back."""
    evening = row()
    evening.play("clear_room", terrains="108.1")
    assert evening.state.cards.copy("108.1").where == "deck"
    assert at(evening, "0,-2").area == "I"
    assert sketch(evening).at(1, -2) is None
    evening.play("clear_room", terrains="094.1")
    assert [space.name for space in sketch(evening).spaces] == ["0,0", "0,-1"]
    assert at(evening, "0,-1").area == "I"


def test_what_is_offered_takes_along_what_would_be_cut_off():
    """094 is offered together with 108."""
    evening = row()
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "clear_room"]
    choices = [choice.value for choice in offer.asks[0].choices]  # type: ignore[union-attr]
    assert choices == ["094.1 108.1", "108.1"]
    evening.play("clear_room", terrains="094.1 108.1")
    assert [space.key for space in sketch(evening).terrains] == ["081.1"]
