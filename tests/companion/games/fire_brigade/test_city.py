"""The city on the phones (rulebook p. 4 to 6)."""

from __future__ import annotations

from companion.api import MapPlace
from companion.games.fire_brigade import city

from .table import Evening


def place(evening: Evening, field: str) -> MapPlace:
    return next(one for one in city.city(evening.state).places if one.value == field)


def marks(evening: Evening, field: str) -> list[str]:
    return [str(one) for one in place(evening, field).marks]


def test_what_stands_on_a_field():
    """The fire as a flame with its number, kind and value, Brigades and Wagons, Loyalty and Renown; a Firehouse has its
    owner's sign."""
    evening = Evening().laid_out().fires(C2=3).block("C2", loyal=1, renown=(2, 0)).player(0, brigade="C2")
    assert marks(evening, "C2") == ["Mer 3", "A ♟", "B ★", "A +2"]
    assert (place(evening, "C2").icon, place(evening, "C2").tone) == ("fire_3", "event")
    assert "intensity 3" in str(place(evening, "C2").note)
    assert marks(evening, "A1") == ["⌂ A", "A W"]
    assert (place(evening, "A1").icon, place(evening, "C3").icon) == ("firehouse", "university")


def test_a_corner_without_a_firehouse_is_not_shown():
    """p. 4: the grid has no tiles in its corners; two players have Firehouses in two of them."""
    evening = Evening().laid_out()
    shown = [place.value for place in city.city(evening.state).places]
    assert len(shown) == 34
    assert "F1" not in shown
    evening.player(1, wagon="F1")  # an evening of before, in which it could go there
    assert marks(evening, "F1") == ["B W"]


def test_a_destroyed_block_lies_in_ruins():
    """p. 5: its tile lies burnt side up."""
    ruin = place(Evening().laid_out().block("C2", destroyed=True), "C2")
    assert (ruin.icon, ruin.tone) == ("ruins", "gone")
    assert "destroyed" in str(ruin.note)


def test_signs_tell_players_apart():
    """As many letters of the names as it takes."""
    evening = Evening().laid_out().player(0, name="Anna").player(1, name="Adam")
    assert city.initials(evening.state) == ("An", "Ad")


def test_a_gust_is_told_step_by_step():
    """What the wind did is one step, with all its arrows; then the block that it cost is turned over."""
    evening = Evening().at_event().fires(B2=1, C2=4, F5=1)
    evening.play("gust", direction="east")
    steps = city.city(evening.state).steps
    assert [str(step.text) for step in steps] == [
        "Fire 1: D2. The block is lost: C2. No block to spread to: F5.",
        "Destroyed, tile turned over, flame and markers off: C2.",
    ]
    assert [(link.first, link.second) for link in steps[0].links] == [("C2", "D2"), ("B2", "C2")]
    assert steps[0].lit == ("F5", "D2", "C2")
    then = [{one.value: (one.icon, one.tone) for one in step.places} for step in steps]
    assert [one["C2"] for one in then] == [("fire_4", "danger"), ("ruins", "gone")]
    assert then[0]["D2"] == ("fire_1", "event")
