"""What comes with cubes, or before them, and is none: when a drop's count stands all the same. Of cubes with 3 % spread
16 of 40 deviate by 0.094 of a cube, 9 by 0.08, one by 0.03 (standard deviations)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.drop import Drop
from tests.hardware.rests import MADE, after, dropped, level


@pytest.mark.parametrize(("first", "second", "reason"), [(16.95, 17.24, ""), (16.95, 17.36, "between_counts")])
def test_what_is_lighter_than_any_cube_and_leaves_the_number_whole_is_no_cube(
    first: float, second: float, reason: str
) -> None:
    """Seventeen by 16.95, and a crumb, or a cube that leant and slipped: 17.24 is seventeen too, 17.36 is not."""
    said = after((first, True), (second, True))
    assert said.reason == reason
    assert said.count == 17 or reason


def test_a_cube_that_fell_alone_and_leant_is_counted_once_it_slips() -> None:
    """Seventeen, and a late one that leaves three tenths of its weight on the cell until it slips."""
    said = after((16.95, True), (17.24, True), (17.95, True))
    assert (said.count, said.reason) == (18, "")


def test_what_is_lighter_than_any_cube_tells_nothing_of_what_is_whole_only_without_a_sag() -> None:
    """12.69, the supply sags by three quarters, and a quarter comes: thirteen of which one leant, or twelve."""
    assert after((12.69, True), (11.94, True), (12.21, True)).reason != ""


@pytest.mark.parametrize(("light", "both", "count"), [(0.29, 11.14, 11), (0.45, 11.45, None), (0.29, 3.3, None)])
def test_what_came_first_and_is_lighter_than_any_cube_is_no_cube(light: float, both: float, count: int | None) -> None:
    """A drop of 0.29, and 10.85: eleven, with the drop and without it. 11.45 is no whole number, nor is 3.3."""
    said = after((light, True), (both, True))
    assert (said.count if said.sure else None) == count


@pytest.mark.parametrize("rests", [(14.42, 15.45, 16.05), (5.31, 5.09, 5.3, 6.0)])
def test_a_cube_that_leant_has_slipped_whatever_moved_meanwhile(rests: tuple[float, ...]) -> None:
    """Another cube fell before it slipped; or the supply sagged by a fifth of a cube and came back."""
    said = dropped(0.0, *rests)
    assert (said.count, said.reason) == (round(rests[-1]), "")


def test_what_is_whole_only_with_the_cubes_that_came_meanwhile_is_no_slip() -> None:
    """A third of a cube came back as the supply did, eight cubes fell by 8.08, and a crumb of 0.59: 8.99 in all, but a
    third and 0.59 are no cube that leant."""
    assert dropped(0.0, 0.33, 8.41, 9.0).reason != ""


@pytest.mark.parametrize(("weighs", "reason"), [(11.17, ""), (11.05, "no_fall"), (10.97, "no_fall"), (11.6, "no_fall")])
def test_what_weighs_clearly_more_than_cubes_is_they_and_water(weighs: float, reason: str) -> None:
    """A hand pressed as cubes fell. Eleven of 40 weigh 0.085 more or less: 11.17 is eleven, and what it left; of what
    is no more than eleven it may have left nearly a whole cube's weight."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(weighs, 3.0), swung=False, pressed=True))
    said = drop.verdict(40.0)
    assert said.reason == reason
    assert said.count == 11 or reason


@pytest.mark.parametrize(("came", "reason"), [(8.97, ""), (9.18, "zero_doubtful")])
def test_what_is_much_less_likely_is_no_other_count(came: float, reason: str) -> None:
    """0.82 lay there at the zero, and may be a finger that went as cubes fell. Of 8.97 that would be ten by 9.79, 2.6
    standard deviations off, and thirty times less likely than nine; of 9.18 it is ten exactly."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.82, 0.0))
    drop.lay_there(0.82, may_be_cubes=False, since_s=0.0)
    drop.rest(level(0.82 + came, 3.0))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (9, reason)


@pytest.mark.parametrize(("lay", "came", "reason"), [(0.44, 17.75, ""), (1.44, 17.75, "zero_doubtful")])
def test_what_is_lighter_than_a_cube_and_may_have_gone_leaves_no_room_for_another(
    lay: float, came: float, reason: str
) -> None:
    """17.75 is hardly eighteen. Were 0.44 gone that lay there, eighteen by 18.19 would have fallen, and nineteen had
    something of less than nothing come too; were 1.44 gone, nineteen and a crumb of 0.19 may have."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(lay, 0.0))
    drop.lay_there(lay, may_be_cubes=lay > 1.0, since_s=0.0)
    drop.rest(level(lay + came, 3.0))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (18, reason)


@pytest.mark.parametrize(("before", "reason"), [(0.43, ""), (None, "zero_doubtful")])
def test_what_lay_there_before_a_finger_can_have_come_is_none(before: float | None, reason: str) -> None:
    """1.24 lay there at the zero, and 15.8 fell: seventeen, had all of it gone. Of that 0.43 had lain there earlier,
    and 0.81 less would be 16.6."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(1.24, 0.0))
    drop.lay_there(1.24, may_be_cubes=True, since_s=0.0, before=before)
    drop.rest(level(1.24 + 15.8, 3.0))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (16, reason)
