"""What a drop's steps mean, from rests made by hand."""

from __future__ import annotations

import pytest

from hardware.calibration import Calibration
from hardware.drop import Drop, Verdict
from hardware.levels import Level

CUBE = 1400.0
MADE = Calibration(
    set_size=40, cube=CUBE, mean_error=0.0005, spread=0.03, singles=20, noise=40.0, zero=0.0, single_error=0.012
)


def level(cubes: float, start_s: float, lasted_s: float = 2.0) -> Level:
    """A rest with so many cubes, reached with the swing of a fall."""
    return Level(start_s, start_s + lasted_s, cubes * CUBE, cubes * CUBE, 20, swung=True)


def dropped(*cubes: float, lasted_s: float = 2.0, empty: float | None = None) -> Verdict:
    """The verdict where rests with so many cubes followed each other; with `empty` the zero is in doubt."""
    drop = Drop("one", 20, MADE, MADE.weights())
    doubt = "zero_doubtful" if empty is not None else ""
    drop.take_zero(level(cubes[0], 0.0), doubt, at=None if empty is None else empty * CUBE)
    for number, many in enumerate(cubes[1:], 1):
        drop.rest(level(many, 3.0 * number, lasted_s))
    return drop.verdict(40.0)


@pytest.mark.parametrize(
    ("weighs", "count"), [(0.86, None), (1.05, 1), (2.0, 2), (12.68, None), (12.9, 13), (13.2, 13)]
)
def test_what_is_no_whole_number_of_cubes_is_asked(weighs: float, count: int | None) -> None:
    """Of cubes with 3 % spread 13 of 40 deviate by 0.09 of a cube, and one by 0.03: three times that is the border."""
    said = dropped(0.0, weighs)
    assert (said.count if said.sure else None) == count
    if not said.sure:
        assert said.reason == "between_counts"


@pytest.mark.parametrize(
    ("rests", "count"),
    [
        ((0.0, 15.35, 15.0), 15),
        ((0.0, 0.55, 17.55, 17.02), 17),
        ((0.83, 0.0, 19.95), 20),
    ],
)
def test_a_finger_that_has_gone_again_is_no_cube(rests: tuple[float, ...], count: int) -> None:
    """It came with the cubes, before them, or before the zero was taken."""
    said = dropped(*rests)
    assert (said.count, said.reason) == (count, "")


def test_a_cube_that_is_taken_out_is_told() -> None:
    """A whole cube that goes is no finger."""
    assert dropped(0.0, 5.0, 4.0).reason == "taken_out"


def test_a_short_rest_beside_a_whole_cube_stands() -> None:
    """One cube, and 1.25 half a second later: together they would look like two."""
    assert dropped(0.0, 1.0, 2.25, lasted_s=0.4).reason == "between_counts"


def test_where_something_may_have_been_left_over_both_counts_are_offered() -> None:
    """Five lay there when the zero was taken and three fell: eight are new, or three."""
    said = dropped(5.0, 8.0, empty=0.0)
    assert (said.count, said.other, said.reason) == (8, 3, "zero_doubtful")


def test_a_cube_that_leans_and_slips_without_a_swing_is_one() -> None:
    """It fell with the first step; the second may be too slight to swing."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(3.4, 3.0))
    slipped = level(4.0, 6.0)
    slipped.swung = False
    drop.rest(slipped)
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (4, "")
