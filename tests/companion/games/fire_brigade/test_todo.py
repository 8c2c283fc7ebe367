"""What hands must do on the table stands beside the fact that it comes of."""

from __future__ import annotations

from .table import Evening


def orders(evening: Evening) -> list[str]:
    return [str(fact.todo) for fact in evening.facts if fact.todo is not None]


def test_a_gust_orders_flames_by_the_space_that_they_go_to():
    """One line for each space of the track, however many blocks burn; a lost one is turned over."""
    evening = Evening().at_event().fires(B2=1, C2=2, B4=1, B5=4, A5=1, F5=3)
    evening.play("gust", direction="east")
    assert orders(evening) == [
        "Flames on space 1: D2, C4 and C5",
        "Flames on space 3: C2",
        "B5: turn the tile over, flame and markers off",
    ]


def test_flames_are_ordered_as_the_fire_arises():
    """A gust to the south moves the fires of the southern rows first, and so do hands."""
    evening = Evening().at_event().fires(B2=1, C2=2, D4=2, B5=1)
    evening.play("gust", direction="south")
    assert orders(evening) == ["Flames on space 1: B6, D5, B3 and C3"]


def test_what_a_player_has_done_already_is_not_ordered():
    """Whoever moves the Brigade has moved it."""
    evening = Evening().laid_out().quiet()
    evening.play("move_brigade", field="B2")
    assert orders(evening) == []


def test_extinguishing_says_where_the_flame_goes():
    """p. 11: off the tile, or down; and the water that was used leaves the table."""
    evening = Evening().laid_out().fires(C2=2, F5=1).player(0, brigade="C2")
    evening.play("extinguish", water=1)
    assert orders(evening) == ["Ada: 1 water off the Brigade", "Flames on space 1: C2"]
    evening.play("extinguish", water=1)
    assert orders(evening) == ["Ada: 1 water off the Brigade", "Take the flames off: C2"]


def test_water_of_both_is_taken_off_both():
    """p. 11: on one block the Wagon's water puts out fire, too: 3 are needed, of which the Brigade has 2."""
    evening = Evening().laid_out().fires(C2=3, F5=1).player(0, brigade="C2", wagon="C2", wagon_water=2)
    evening.play("extinguish", water=3)
    assert orders(evening)[0] == "Ada: water off: 2 of the Brigade, 1 of the Wagon"


def test_a_tracker_that_is_moved_on_is_ordered():
    """p. 11, also in the own turn: the circle's number is what the tracker comes to."""
    evening = Evening().laid_out().quiet()
    evening.play("upgrade", track="leadership")
    evening.play("circle", circle="plain", value=4)
    assert any("tracker on to 4" in order for order in orders(evening))
