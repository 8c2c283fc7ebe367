"""What a drop's steps mean, from rests made by hand: whole cubes, and those that lean and slip."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.drop import Drop
from tests.hardware.rests import CUBE, MADE, after, dropped, level


@pytest.mark.parametrize(
    ("weighs", "count"),
    [(0.86, None), (1.05, 1), (2.0, 2), (12.68, None), (12.9, 13), (13.2, 13), (13.27, None), (12.73, None)],
)
def test_what_is_no_whole_number_of_cubes_is_asked(weighs: float, count: int | None) -> None:
    """Of cubes with 3 % spread 13 of 40 deviate by 0.09 of a cube, and one by 0.03, and by a sixth more where few of
    them have told the spread: two and a half times that is the border."""
    said = dropped(0.0, weighs)
    assert (said.count if said.sure else None) == count
    if not said.sure:
        assert said.reason == "between_counts"


def test_a_short_rest_beside_a_whole_cube_stands() -> None:
    """One cube, and 1.25 half a second later: together they would look like two."""
    assert dropped(0.0, 1.0, 2.25, lasted_s=0.4).reason == "between_counts"


def test_a_cube_that_leans_and_slips_without_a_swing_is_one() -> None:
    """It fell with the first step; the second may be too slight to swing."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(3.4, 3.0))
    slipped = level(4.0, 6.0)
    slipped.swung = False
    drop.rest(slipped)
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (4, "")


def test_a_cube_that_leant_on_the_wall_with_half_of_its_weight_is_one_when_it_slips() -> None:
    """It fell, though what came at first was less than a cube; half a cube that never fell is another thing."""
    said = after((0.45, True), (1.0, False))
    assert (said.count, said.reason) == (1, "")
    assert after((0.45, False), (1.0, False)).reason == "no_fall"


def test_a_cube_that_leant_among_many_is_whole_when_it_slips_without_a_swing() -> None:
    """17.6 is no whole number of cubes, 18.1 is: what came the second time was a part of what fell the first time."""
    assert after((17.6, True)).reason == "between_counts"
    for rests in (((17.6, True), (18.1, False)), ((17.6, True), (17.62, True), (18.1, False))):
        said = after(*rests)
        assert (said.count, said.reason) == (18, "")


@pytest.mark.parametrize(("both", "reason"), [(8.85, ""), (8.83, ""), (8.78, "between_counts")])
def test_a_cube_that_leant_and_slipped_is_whole_nearly_as_those_that_fell_at_once(both: float, reason: str) -> None:
    """Nine of 40 cubes with 3 % spread deviate by 0.08, or 0.09 as their singles tell it: of what fell in two parts,
    neither of which may be whole, a little more is asked than of what fell at once."""
    said = after((8.3, True), (both, True))
    assert said.reason == reason
    assert said.count == 9 or reason


def test_a_cube_that_leant_a_little_is_whole_when_it_slips_without_a_swing() -> None:
    """17 of 40 cubes with 3 % spread deviate by 0.094: 17.23 is 2.4 deviations off, which hardly happens. 17.05 may
    well be seventeen, on which something was laid."""
    said = after((17.23, True), (17.97, False))
    assert (said.count, said.reason) == (18, "")
    assert after((17.05, True), (17.97, False)).reason == "no_fall"


def test_a_cube_that_leant_a_little_is_whole_when_it_slips_with_a_swing() -> None:
    """Of 40 cubes with 3 % spread 3 deviate by 0.051 and 4 by 0.057: 3.13 is 2.5 deviations off, 3.95 only 0.9. After
    3.05, which may well be three, 0.8 is another thing; and after 3.13 where both are hardly four: 3.87 is 2.3 off."""
    said = after((3.13, True), (3.95, True))
    assert (said.count, said.reason) == (4, "")
    assert after((3.05, True), (3.85, True)).reason == "between_counts"
    assert after((3.13, True), (3.87, True)).reason == "between_counts"


def test_what_is_weighed_badly_yet_is_hardly_whole() -> None:
    """Blocks err by 0.1 of a cube, and neighbours together: of twenty before and two after a step the error is 0.105,
    of twenty and twenty 0.045. A swing as slow as the samples may pass for a short rest meanwhile."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(replace(level(0.0, 0.0), blocks=20))
    drop.rest(replace(level(8.05, 3.0), blocks=2))
    assert drop.verdict(0.1 * CUBE).hardly
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(replace(level(0.0, 0.0), blocks=20))
    drop.rest(replace(level(8.05, 3.0), blocks=20))
    assert not drop.verdict(0.1 * CUBE).hardly


def test_what_is_hardly_whole_must_be_so_with_what_moved_beside_it() -> None:
    """Of 40 cubes with 3 % spread 6 deviate by 0.069: 5.83 is 2.5 deviations off, which hardly happens, and 5.76, once
    a hand has gone for good, 3.5. So it is where 5.93 had been six before something went; not where it is whole yet."""
    assert after((5.83, True), (5.76, True)).reason == "between_counts"
    assert after((5.93, True), (5.76, True)).reason == "between_counts"
    said = after((6.07, True), (5.93, True))
    assert (said.count, said.reason) == (6, "")
    assert after((13.24, True)).reason == ""
    assert after((13.24, True), (13.27, True)).reason == "between_counts"  # which is asked where it falls at once, too


def test_what_a_hand_has_left_is_no_cube_once_it_has_gone() -> None:
    """A wet hand and its water seem a cube, 0.975; it goes with a quarter, less than any finger that was seen to come,
    and nineteen fall. 19.64 in all is no twenty (9590028922/19 said so)."""
    assert after((0.975, True), (0.736, True), (19.64, True)).reason == "between_counts"


def test_what_a_hand_has_left_is_weighed_no_worse_for_moving_often() -> None:
    """One and a bit that went leave 0.86, which is three deviations of 0.043 off, on a table that is drummed on for
    seconds (9596028948/17 said one: each rest was reckoned as one more error)."""
    cubes = (1.02, 0.86, 0.85, 0.86, 0.85, 0.86)
    assert after(*((each, True) for each in cubes)).reason == "between_counts"


def test_two_that_are_not_nearly_whole_together_are_not_one_cube() -> None:
    """4.68 and 5.2: five cubes deviate by 0.063."""
    assert after((4.68, True), (5.2, True)).reason != ""


def test_what_is_lighter_than_any_cube_may_be_none() -> None:
    """Three cubes, and 0.8 of one: four, one of which leans, or three and a drop. Nobody has seen five."""
    said = after((3.0, True), (3.8, True))
    assert (said.count, said.other, said.reason) == (4, 3, "between_counts")


def test_a_cube_that_leant_a_little_among_many_and_slipped_is_no_more() -> None:
    """18.78 was nineteen, and 19.03 is nineteen all the more. A fifth is no cube."""
    said = after((18.78, True), (19.03, True))
    assert (said.count, said.reason) == (19, "")
    said = after((16.95, True), (17.14, True))
    assert (said.count, said.reason) == (17, "")


@pytest.mark.parametrize(("both", "reason"), [(6.18, "between_counts"), (6.15, "")])
def test_two_parts_are_nearly_one_number_of_cubes_together(both: float, reason: str) -> None:
    """Of 40 cubes with 3 % spread 6 deviate by 0.074 as their singles tell it: 6.18 that fell at once are six. 5.6 and,
    a moment later, 0.58 may be five and two crumbs (9569028889/9: seven and crumbs of 0.64 and 0.61 were eight)."""
    assert dropped(0.0, 6.18).reason == ""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(5.6, 3.0, 0.3))
    drop.rest(level(both, 3.8))
    assert drop.verdict(40.0).reason == reason


def test_a_cube_that_fell_is_no_slip_though_the_cell_wandered_before_it() -> None:
    """A thing of 1.17 lies there, and the cell creeps back by a fifth; the 0.97 that fall then are a cube, and no 0.77
    of one that leant (9562028802/2 said two)."""
    said = dropped(0.0, 1.168, 1.124, 1.087, 1.034, 0.965, 1.938)
    assert (said.count, said.reason) == (2, "between_counts")


def test_a_slip_is_judged_by_the_cubes_not_by_how_badly_the_drawer_sits() -> None:
    """2.4 cubes came in with the drawer, 0.36 fell in after it: no three cubes of this set weigh 2.76, however
    differently the drawer may sit."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(level(2.4, 0.0), 0.0, 0.15 * CUBE)
    drop.rest(level(2.76, 3.0))
    assert drop.verdict(40.0).reason == "between_counts"


def test_a_cube_that_leant_and_slips_by_a_fifth_is_whole() -> None:
    """15.6 fell, 0.02 came as the bar rang on, and then 0.23: sixteen, of which one leant, and no fifteen and a half.
    Put together of several, it is hardly whole."""
    said = dropped(0.0, 15.6, 15.62, 15.85)
    assert (said.count, said.reason, said.hardly) == (16, "", True)
    assert dropped(0.0, 15.6, 15.62).reason == "between_counts"


@pytest.mark.parametrize(
    ("weighs", "reason"), [(1.12, ""), (1.15, "between_counts"), (1.23, "between_counts"), (0.855, "between_counts")]
)
def test_what_is_weighed_badly_must_be_a_better_whole_number(weighs: float, reason: str) -> None:
    """It came in with the drawer, and was weighed to a tenth of a cube, of which 0.04 excuses; the cubes differ
    by 0.034: two and a half times both together are 0.13. No worse a weighing excuses more (9547028824/13,
    9571028912/9: things of 0.75 were one, 0.84 and 0.855 as they were weighed)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(level(weighs, 0.0), 0.0, 0.1 * CUBE)
    assert drop.verdict(40.0).reason == reason


@pytest.mark.parametrize(("apart", "reason"), [(0.0, ""), (0.14, "between_counts")])
def test_what_came_is_whole_by_both_that_tell_what_empty_weighs(apart: float, reason: str) -> None:
    """It came in with the drawer: 16.79 by the middle of what the plate tells and of what it weighed before, 16.65 by
    the one and 16.93 by the other. Sixteen and a drop weigh the first (9560028752/8 said seventeen)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(level(16.79, 0.0), 0.0, 0.15 * CUBE, apart=apart * CUBE)
    assert drop.verdict(40.0).reason == reason
    drop.go_on(level(17.0, 0.0), 0.0, 0.15 * CUBE, apart=apart * CUBE)
    assert drop.verdict(40.0).reason == ""


def test_two_that_tell_differently_what_empty_weighs_excuse_no_more_than_a_bad_weighing() -> None:
    """7.9 by the middle, 7.76 by the one: eight of 40 deviate by 0.077, and with the 0.04 that are excused by 0.087; so
    it is 2.8 deviations off. Seven and a thing of 0.7 weighed nearly so (9582028931/15 said eight)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(level(7.9, 0.0), 0.0, 0.15 * CUBE, apart=0.144 * CUBE)
    assert drop.verdict(40.0).reason == "between_counts"


def test_a_single_cube_that_is_hardly_one_is_waited_for() -> None:
    """It deviates by 0.037, by its own weight and the weighing: 1.07 is nearly two deviations off, and may be a finger
    that sways as it comes (9581028860/19 said one for a moment). Two are heavier than most fingers."""
    for cubes, hardly in ((1.04, False), (1.07, True), (0.93, True), (2.07, False)):
        assert dropped(0.0, cubes).hardly is hardly


@pytest.mark.parametrize(("rings_until_s", "said"), [(3.5, 13), (5.5, None)])
def test_what_only_seemed_a_rest_is_none_though_the_bar_rang_on_it(rings_until_s: float, said: int | None) -> None:
    """A finger lifts the drawer by 1.5 as cubes fall: 11.58, which came to rest twice within a second, and 1.55 as it
    goes. Neither is a number of cubes, 13.13 is one. What has lain there for longer is no moment in a fall."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(11.58, 3.0, 0.3))
    drop.rest(level(11.59, 3.3, rings_until_s - 3.3))
    drop.rest(level(13.13, 6.0))
    found = drop.verdict(40.0)
    assert (found.count if found.sure else None) == said
