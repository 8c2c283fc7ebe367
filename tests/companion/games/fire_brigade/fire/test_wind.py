"""Gusts of wind (rulebook p. 7)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fire_brigade.fire.flames import order
from companion.games.fire_brigade.streets import BLOCKS, DIRECTIONS, step

from ..table import Evening


def test_the_example_of_the_east_wind():
    """p. 7: a gust to the east raises a burning block beside a burning one from 2 to 3, lights one that did not burn,
    and does nothing beyond the edge of the city."""
    evening = Evening().at_event().fires(B2=1, C2=2, F5=3)
    evening.play("gust", direction="east")
    assert evening.burning() == {"B2": 1, "C2": 3, "D2": 1, "F5": 3}


def test_what_has_just_caught_fire_does_not_spread():
    """p. 7: one begins on the side that the wind blows to, so that each fire spreads once: only D2 is lit, not E2."""
    evening = Evening().at_event().fires(C2=1)
    evening.play("gust", direction="east")
    assert evening.burning() == {"C2": 1, "D2": 1}


@pytest.mark.parametrize(("direction", "lit"), [("north", "C1"), ("east", "D2"), ("south", "C3"), ("west", "B2")])
def test_each_direction(direction: str, lit: str):
    """A gust goes to the block on that side: north is the top of the tiles."""
    evening = Evening().at_event().fires(C2=1)
    evening.play("gust", direction=direction)
    assert evening.burning() == {"C2": 1, lit: 1}


def test_a_firehouse_does_not_burn():
    """The corners hold Firehouses, no blocks: there is nothing to spread to."""
    evening = Evening().at_event().fires(B1=2)
    evening.play("gust", direction="west")
    assert evening.burning() == {"B1": 2}


def test_a_brigade_and_a_wagon_hold_the_fire_back():
    """p. 9: with or without water, a Brigade or a Wagon keeps an event from raising a block's fire; what burns there
    still spreads."""
    evening = (
        Evening().at_event().fires(B2=1, C2=1, B4=1).player(0, brigade="C2", captain_water=0).player(1, wagon="C4")
    )
    evening.play("gust", direction="east")
    assert evening.burning() == {"B2": 1, "C2": 1, "D2": 1, "B4": 1}
    assert evening.names.count("fire_held") == 2


def test_a_destroyed_block_never_burns_again():
    """p. 5: fire effects on a destroyed block are passed over."""
    evening = Evening().at_event().fires(C2=1).block("D2", destroyed=True)
    evening.play("gust", direction="east")
    assert evening.burning() == {"C2": 1}


def test_from_four_to_five_destroys_at_the_end_of_the_phase():
    """p. 5 and 7: a block that reaches 5 still spreads its old fire in this gust, and is turned over after it."""
    evening = Evening().at_event().fires(B2=1, C2=4)
    evening.play("gust", direction="east")
    assert evening.state.city["C2"].destroyed
    assert evening.burning() == {"B2": 1, "D2": 1}
    assert evening.names.index("destroyed") > evening.names.index("fire_broke_out")


@settings(deadline=None)  # a busy machine is slow, not wrong
@given(
    fires=st.dictionaries(st.sampled_from(BLOCKS), st.integers(1, 3), max_size=12),
    direction=st.sampled_from(sorted(DIRECTIONS)),
)
def test_fire_never_spreads_twice_in_a_gust(fires: dict[str, int], direction: str):
    """Whatever burns: after a gust each block burns as before, plus one if the block behind it burnt before."""
    evening = Evening().at_event().fires(**fires)
    before = dict(evening.burning())
    evening.play("gust", direction=direction)
    x, y = DIRECTIONS[direction]
    for place in BLOCKS:
        behind = step(place, (-x, -y))
        fed = behind is not None and before.get(behind, 0) > 0
        assert evening.state.city[place].fire == before.get(place, 0) + int(fed)


def test_the_work_begins_on_the_side_that_the_wind_blows_to():
    """p. 7: to the east one begins with column F."""
    state = Evening().at_event().fires(B2=1, F3=1, D5=1).state
    assert order(state, "east") == ("F3", "D5", "B2")
    assert order(state, "south") == ("D5", "F3", "B2")
