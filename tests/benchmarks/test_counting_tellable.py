"""Which rounds an ideal observer can tell that knows every cube of the set and sees only weights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.counting.evening import CUBE_G
from benchmarks.counting.plan import Foreign
from benchmarks.counting.tellable import IdealObserver

from .test_counting_real import TWO_FALL

EQUAL = IdealObserver((CUBE_G,) * 40)
TWO = replace(TWO_FALL, new_g=2 * CUBE_G)


@pytest.mark.parametrize(
    ("cubes", "told"), [(0.0, 0), (1.0, 1), (3.05, 3), (20.0, 20), (0.5, None), (2.5, None), (1.3, None), (-0.5, None)]
)
def test_equal_cubes_weigh_whole_numbers(cubes: float, told: int | None) -> None:
    """A cell that errs by 0.03 of a cube tells 3.05 cubes for 3; what is ten deviations off is no number of cubes."""
    assert EQUAL.tells(cubes * CUBE_G) == told


def test_it_knows_each_cube_of_the_set() -> None:
    """Of cubes that weigh 0.5 or 1.5 none weighs 1: that is two light ones; 1.5 may be one, or three light ones."""
    uneven = IdealObserver((0.5 * CUBE_G,) * 20 + (1.5 * CUBE_G,) * 20)
    assert uneven.tells(0.5 * CUBE_G) == 1
    assert uneven.tells(1.0 * CUBE_G) == 2
    assert uneven.tells(1.5 * CUBE_G) is None


def test_a_round_can_be_told_by_its_weight() -> None:
    """Two cubes are two; beside half a cube of something else nobody can tell them, nor rightly beside a whole one."""
    assert EQUAL.can_tell(TWO)
    assert not EQUAL.can_tell(replace(TWO, foreign=[Foreign(12.2, 30.0, CUBE_G / 2)]))
    assert not EQUAL.can_tell(replace(TWO, foreign=[Foreign(12.2, 30.0, CUBE_G)]))


def test_a_finger_that_has_gone_can_be_told_unless_it_weighed_as_cubes() -> None:
    """One cube heavy, it is the same as a cube that was taken out again."""
    assert EQUAL.can_tell(replace(TWO, foreign=[Foreign(12.2, 15.0, CUBE_G / 2)]))
    assert not EQUAL.can_tell(replace(TWO, foreign=[Foreign(12.2, 15.0, CUBE_G)]))


def test_what_comes_as_cubes_begin_to_be_expected_may_belong_to_either_side() -> None:
    """Expected from 10 s on: a cube's weight that came at 9 s may be the first cube, half of one may not."""
    assert not EQUAL.can_tell(replace(TWO, foreign=[Foreign(9.0, 30.0, CUBE_G)]))
    assert EQUAL.can_tell(replace(TWO, foreign=[Foreign(9.0, 30.0, CUBE_G / 2)]))
    assert EQUAL.can_tell(replace(TWO, foreign=[Foreign(8.0, 30.0, CUBE_G)]))


@pytest.mark.parametrize(("cubes", "part"), [(0.5, True), (1.3, True), (0.1, False), (0.95, False), (2.0, False)])
def test_a_part_of_a_cube_that_came_and_stays_may_be_a_leaning_one(cubes: float, part: bool) -> None:
    """Also where it came just before cubes were expected; not what had lain there, nor what has gone again."""
    for from_s, to_s, lies in ((12.2, 99.0, part), (9.0, 99.0, part), (8.0, 99.0, False), (12.2, 12.4, False)):
        assert EQUAL.lies_a_part(replace(TWO, foreign=[Foreign(from_s, to_s, cubes * CUBE_G)])) is lies


def test_what_fell_while_the_drawer_was_out_cannot_be_told() -> None:
    """Nor what fell within the half second before; a drawer that was out between the falls hides nothing."""
    assert not EQUAL.can_tell(replace(TWO, pulls=[(11.5, 13.0)]))
    assert not EQUAL.can_tell(replace(TWO, pulls=[(12.2, 15.0)]))
    assert EQUAL.can_tell(replace(TWO, pulls=[(13.0, 15.0)]))


def test_a_cube_left_in_a_drawer_that_was_out_may_have_fallen_in() -> None:
    """A crumb of half a cube may not, nor one that has lain there without the drawer being moved; 1.4 cubes may be one
    and a crumb."""
    left = replace(TWO, left_g=CUBE_G)
    assert EQUAL.can_tell(left)
    assert not EQUAL.can_tell(replace(left, reseated_before=True))
    assert EQUAL.can_tell(replace(left, left_g=0.5 * CUBE_G, reseated_before=True))
    assert not EQUAL.can_tell(replace(left, left_g=1.4 * CUBE_G, reseated_before=True))
