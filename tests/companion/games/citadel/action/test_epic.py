"""The trait Epic: nobody is active two turns in a row (p. 23)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.citadel.action.test_traits import fighting


def test_epic():
    """With several involved, nobody is active twice in a row (p. 23)."""
    evening = fighting(duty="mandatory", players=3, epic=1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    assert (evening.asked, evening.running.active) == ("action.gear", "seat2")
    names = [one.move.args.get("seat") for one in evening.prompt.offers if one.move.name.endswith("_by")]
    assert names == ["seat3"]
    with pytest.raises(IllegalMove) as refused:
        evening.play("active_again", seat="seat1")
    assert refused.value.page == 23
    evening.play("active_again", seat="seat3")


def test_epic_with_two():
    """With two of them the other one is active, without a question."""
    evening = fighting(duty="mandatory", epic=1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    assert (evening.asked, evening.running.active) == ("action.gear", "seat2")


def test_epic_alone():
    """A single character may go on."""
    evening = fighting(duty="mandatory", players=1, epic=1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    assert evening.running.active == "seat1"


def test_epic_when_a_fight_is_gone_on_with_later():
    """Who was active last in this fight may go on alone, but not with others taking part (p. 23)."""
    evening = fighting(epic=1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    evening.play("turn", seat="seat1")
    evening.play("act", seat="seat1", icon="fight", source="", card="300.1")
    assert evening.asked == "action.gear"
    evening.play("involve", seat="seat2")
    assert evening.asked == "traits.epic"
    with pytest.raises(IllegalMove):
        evening.play("draw", cards=2)
    evening.play("alone")
    assert (evening.asked, evening.running.involved) == ("action.gear", ("seat1",))
    evening.play("involve", seat="seat2")
    evening.play("active_again", seat="seat2")
    assert (evening.asked, evening.running.active) == ("action.gear", "seat2")
    assert set(evening.running.involved) == {"seat1", "seat2"}


def test_epic_after_somebody_else_had_a_turn():
    """Ada fights, Ben climbs, and then Ada may fight again: not two turns in a row (p. 23)."""
    evening = fighting(epic=1)
    evening.play("involve", seat="seat2")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    evening.act("climb", "081.1", seat="seat2")
    evening.sheet(0, 0)
    evening.play("draw", cards=0)
    evening.play("action_done")
    evening.play("act", seat="seat1", icon="fight", source="", card="300.1")
    evening.play("involve", seat="seat2")
    assert (evening.asked, evening.running.active) == ("action.gear", "seat1")
