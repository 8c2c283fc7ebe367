"""How the rounds at a real drawer are judged: what may be said when, what counts as asked, silent, wrong or alike."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.counting.evening import CUBE_G
from benchmarks.counting.plan import Foreign, Moment, Plan, RealRound
from benchmarks.counting.real import add_options, play_evening
from benchmarks.counting.real_cases import RealCase
from benchmarks.counting.real_evening import RealEvening
from benchmarks.counting.real_judge import alike, calm_from, judge, judge_by_weight
from benchmarks.counting.table import OURS
from benchmarks.counting.tellable import BORDER, IdealObserver
from hardware.cube_scale import DRAWER_OUT, SURE, UNSURE, Count

TWO_FALL = RealRound(  # at 11 and 12 s, of a drop that was expected from 10 s on
    times=np.array([0.0, 10.0, 20.0]),
    raws=np.array([0, 0, 0]),
    expected=1,
    falls=[11.0, 12.0],
    many=2,
    expect_s=10.0,
    last_s=12.0,
    moments=[Moment(0.0, 0, 0, 0), Moment(11.0, 1, 1, 1), Moment(12.0, 2, 2, 2)],
)


def sure(time_s: float, count: int) -> Count:
    return Count(time_s, count, SURE, 1.0)


def test_what_was_true_in_the_half_second_before_may_be_said() -> None:
    """At 12.4 s the second cube lies there for 0.4 s: 1 is still no lie; at 12.6 s it is."""
    assert TWO_FALL.allowed(10.5) == {0}
    assert TWO_FALL.allowed(12.4) == {1, 2}
    assert TWO_FALL.allowed(12.6) == {2}


@pytest.mark.parametrize(
    ("lay", "said"),
    [
        ((6.0, 1.02), Count(100.0, 4, UNSURE, 1.0, 3, "came_before")),
        ((6.0, 0.02), sure(100.0, 3)),  # they were counted with those before
        ((0.9, 0.7), sure(100.0, 3)),  # is no cube
    ],
)
def test_cubes_that_lay_there_before_they_were_expected_are_asked_about(lay: tuple[float, float], said: Count) -> None:
    """As the game does: all of them, or those that fell since."""
    evening = RealEvening(RealCase("none"), 1)
    evening.scale._before = lay
    evening._hear(sure(100.0, 3))
    assert evening.heard[-1] == said


def test_a_supply_that_sags_takes_its_part_of_every_cube() -> None:
    """By 1 %, which is 0.3 g of what always lies there: with ten cubes in the drawer before, and two new ones of
    0.325 g at 12.5 s, 0.3 + 0.01 * 12 * 0.325 g are missing."""
    moments = [replace(one, grams=one.lying * 0.325) for one in TWO_FALL.moments]
    sags = replace(TWO_FALL, left_g=3.25, moments=moments, foreign=[Foreign(11.5, 30.0, -0.3, -0.01)])
    assert sags.foreign_g(12.5) == pytest.approx(-0.339)
    assert sags.foreign_g(11.2) == 0.0


def test_a_right_count_is_timed_from_the_last_landing() -> None:
    """0 at first, 2 at 12.9 s: 0.9 s after the cube that landed last."""
    found = judge(TWO_FALL, [sure(10.1, 0), sure(12.9, 2)])
    assert (found.wrong, found.asked) == (None, "")
    assert found.time_s == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("busy", "early", "from_s"),
    [
        ([], [], 12.0),
        ([(12.5, 16.0)], [], 16.0),  # it began before an answer could come
        ([(13.0, 16.0)], [], 12.0),  # a second of rest came first
        ([(13.0, 16.0)], [12.6], 16.0),  # and it was counted then
        ([(11.0, 13.0), (13.5, 16.0)], [], 16.0),  # half a second between is no rest
        ([(12.5, 18.0)], [], 12.0),  # it goes on, and the answer came nevertheless
    ],
)
def test_what_shakes_the_cell_until_its_end_is_no_time_to_count(
    busy: list[tuple[float, float]], early: list[float], from_s: float
) -> None:
    """Two cubes, the last at 12 s, and the last word at 17 s: since when it could be said."""
    words = [sure(time_s, 2) for time_s in [*early, 17.0]]
    assert calm_from(replace(TWO_FALL, busy=busy), words) == from_s
    assert judge(replace(TWO_FALL, busy=busy), words).calm_s == 17.0 - from_s


def test_a_false_sure_count_is_wrong_even_if_mended_later() -> None:
    """3 was said surely, and never lay there."""
    false = sure(12.5, 3)
    assert judge(TWO_FALL, [false, sure(13.0, 2)]).wrong == false


def test_a_false_none_is_wrong_and_not_silent_as_well() -> None:
    """Two fall, and it says surely that none has: once is enough to count it."""
    found = judge(TWO_FALL, [sure(13.0, 0)])
    assert (found.wrong, found.asked) == (sure(13.0, 0), "")


def test_an_unsure_end_is_asked_and_says_whether_it_offered_the_count() -> None:
    """The two counts offered are 1 and 2, then 3 and 4."""
    near = Count(13.0, 1, UNSURE, 0.6, 2, "between_counts")
    found = judge(TWO_FALL, [sure(10.1, 0), near])
    assert (found.wrong, found.asked, found.offered) == (None, "between_counts", True)
    assert not judge(TWO_FALL, [Count(13.0, 3, UNSURE, 0.6, 4, "between_counts")]).offered


@pytest.mark.parametrize(
    ("heard", "asked"),
    [
        ([], "silent"),
        ([Count(10.1, None, DRAWER_OUT, 1.0)], "silent: drawer out"),
        ([sure(10.1, 0)], "silent: sure"),
        ([sure(10.1, 0), sure(11.3, 1)], "silent: an earlier count stands"),
    ],
)
def test_saying_nothing_of_what_fell_is_silent(heard: list[Count], asked: str) -> None:
    """Nothing at all, only that the drawer is out, only the zero, or only the first of two cubes."""
    found = judge(TWO_FALL, heard)
    assert (found.wrong, found.asked, found.time_s) == (None, asked, None)


@pytest.mark.parametrize(("sags", "said", "silent"), [(1.0, 1, False), (0.6, 1, True), (2.0, 0, False), (1.8, 0, True)])
def test_where_nothing_more_can_be_weighed_a_count_that_stands_is_wrong_and_alike(
    sags: float, said: int, silent: bool
) -> None:
    """Two equal cubes fall, and the supply sags for good by one of them: one stands, and weighs one. By 0.6 of a cube
    1.4 lie there, and that is silence; by as much as has fallen nothing lies there."""
    equal = IdealObserver((CUBE_G,) * 40)
    two = replace(TWO_FALL, moments=[*TWO_FALL.moments[:2], Moment(12.0, 2, 2, 2, 2.0 * CUBE_G)])
    found = judge_by_weight(
        replace(two, foreign=[Foreign(11.9, 30.0, -sags * CUBE_G)]), [sure(10.1, 0), sure(11.3, said)], equal
    )
    assert (found.wrong is None, found.asked.startswith("silent")) == (silent, silent)


def test_what_weighs_a_cube_is_alike() -> None:
    """A drop of one cube's weight cannot be told from a cube; one of half a cube can, and nothing weighs no cube."""
    two = replace(TWO_FALL, moments=[*TWO_FALL.moments[:2], Moment(12.0, 2, 2, 2, 2.0 * CUBE_G)])
    wet = replace(two, foreign=[Foreign(12.2, 30.0, CUBE_G)])
    half = replace(two, foreign=[Foreign(12.2, 30.0, CUBE_G / 2)])
    equal = IdealObserver((CUBE_G,) * 40)
    assert alike(wet, sure(13.0, 3), equal)
    assert not alike(half, sure(13.0, 3), equal)
    assert not alike(two, sure(13.0, 3), equal)


def test_what_came_by_itself_is_alike_beside_something_else() -> None:
    """A drop of one cube's weight, and half a cube of water that a hand left a second later."""
    two = replace(TWO_FALL, moments=[*TWO_FALL.moments[:2], Moment(12.0, 2, 2, 2, 2.0 * CUBE_G)])
    both = replace(two, foreign=[Foreign(12.2, 30.0, CUBE_G), Foreign(13.2, 30.0, 0.5 * CUBE_G)])
    equal = IdealObserver((CUBE_G,) * 40)
    assert alike(both, sure(14.0, 3), equal)
    assert not alike(both, sure(14.0, 4), equal)


def test_what_a_cell_whose_gain_has_drifted_shows_as_a_cube_is_alike() -> None:
    """Of twenty equal cubes and 0.66 of one a cell that shows 1.6 % too much shows 20.99; a true one errs by 0.03."""
    twenty = replace(TWO_FALL, moments=[TWO_FALL.moments[0], Moment(12.0, 20, 20, 20, 20.0 * CUBE_G)])
    drop = replace(twenty, foreign=[Foreign(12.2, 30.0, 0.66 * CUBE_G)])
    equal = IdealObserver((CUBE_G,) * 40)
    assert not alike(drop, sure(13.0, 21), equal)
    assert alike(replace(twenty, gain=0.05), sure(13.0, 21), equal)
    assert alike(replace(drop, gain=0.016), sure(13.0, 21), equal)


def test_what_is_a_cube_to_a_scale_that_follows_the_gain_is_alike() -> None:
    """Twenty equal cubes and a drop of one's weight, on a cell that shows 3 % too little: 20.37. The scale has weighed
    its drawer since, and sees twenty-one."""
    twenty = replace(TWO_FALL, moments=[TWO_FALL.moments[0], Moment(12.0, 20, 20, 20, 20.0 * CUBE_G)])
    drop = replace(twenty, foreign=[Foreign(12.2, 30.0, CUBE_G)], gain=-0.03)
    assert alike(drop, sure(13.0, 21), IdealObserver((CUBE_G,) * 40))


def test_what_came_before_cubes_were_expected_is_alike_where_the_cell_could_not_rest_since() -> None:
    """Expected from 10 s on: three thirds of a cube at 8.1, 8.7 and 9.4 s leave it no second; without the second of
    them it rested after the first."""
    one = replace(TWO_FALL, moments=[TWO_FALL.moments[0]])
    thirds = [Foreign(at_s, 30.0, CUBE_G / 3) for at_s in (8.1, 8.7, 9.4)]
    equal = IdealObserver((CUBE_G,) * 40)
    busy = [(third.from_s, third.from_s) for third in thirds]
    assert alike(replace(one, foreign=thirds, busy=busy), sure(10.5, 1), equal)
    heavier = [thirds[0], replace(thirds[2], grams=2 * CUBE_G / 3)]
    assert not alike(replace(one, foreign=heavier, busy=[busy[0], busy[2]]), sure(10.5, 1), equal)


def test_what_a_hand_has_left_before_cubes_were_expected_is_alike_where_it_went_just_then() -> None:
    """It pressed from 8 s on, left a cube's weight of water, and went at 9.6 s; had it gone at 8.8 s the cell had
    rested."""
    one = replace(TWO_FALL, moments=[TWO_FALL.moments[0]])
    equal = IdealObserver((CUBE_G,) * 40)
    for gone_s, same in ((9.6, True), (8.8, False)):
        hand = [Foreign(8.0, gone_s, 4.0 * CUBE_G), Foreign(8.0, 30.0, CUBE_G)]
        assert alike(replace(one, foreign=hand, busy=[(8.0, gone_s)]), sure(10.5, 1), equal) is same


def test_cubes_may_seem_more_unequal_than_they_are() -> None:
    """Six of twenty cubes of 0.97 and as many of 1.03 are all heavy once in a hundred times and weigh 6.18 then; the
    cell errs by 0.03, so that they show 6.22 once in a thousand times. Were they a quarter more unequal, once in
    200."""
    five = replace(TWO_FALL, moments=[TWO_FALL.moments[0], Moment(12.0, 5, 5, 5, 5.0 * CUBE_G)])
    uneven = IdealObserver((0.97 * CUBE_G,) * 20 + (1.03 * CUBE_G,) * 20)
    drop = replace(five, foreign=[Foreign(12.2, 30.0, 1.22 * CUBE_G)])
    assert not alike(drop, sure(13.0, 6), uneven)
    assert alike(drop, sure(13.0, 6), uneven, BORDER)


def test_what_lay_there_before_the_zero_is_not_counted_as_foreign() -> None:
    """A crumb that was there when the game began to expect cubes belongs to the zero."""
    crumb = replace(TWO_FALL, foreign=[Foreign(5.0, 30.0, 0.2)])
    assert crumb.foreign_g(13.0) == 0.0


@pytest.mark.slow
def test_an_evening_is_played_again_by_its_seed() -> None:
    """The same seed gives the same rounds and the same answers, each followed by a quiet one."""
    case = RealCase("mixed", "stiff")
    first, again = (play_evening(case, 7, 2, None)[OURS] for _ in range(2))
    assert first.tally.rounds == first.quiet == 2
    assert first == again


@pytest.mark.parametrize(
    ("option", "named", "told"),
    [("--noise", "short.csv", "fewer than 1000 samples"), ("--noise", "none.csv", "cannot be read"),
     ("--trouble", "kick,nose", "no such trouble: nose")],
)  # fmt: skip
def test_what_cannot_be_played_is_told(
    option: str,
    named: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In one sentence: a recording that is too short or not there, and a trouble that there is not."""
    monkeypatch.chdir(tmp_path)
    Path("short.csv").write_text("time_s,raw,mark\n0.0125,50000,\n")
    options = argparse.ArgumentParser()
    add_options(options)
    with pytest.raises(SystemExit):
        options.parse_args([option, named])
    assert told in capsys.readouterr().err


def test_a_drawer_takes_with_it_what_has_come_to_lie_in_it_until_then() -> None:
    """A drop of 0.2 g that has dried by 0.05 g, and one of 0.1 g that falls as the drawer is out already."""
    plan = Plan(10.0, 11.0, 12.0, dirt=[(11.0, 0.2), (13.0, 0.1), (12.0, -0.05)])
    assert plan.dirt_g(12.5) == pytest.approx(0.15)
    assert plan.dirt_g() == pytest.approx(0.25)


def test_a_cube_that_leans_is_whole_once_the_drawer_goes_out() -> None:
    """It leans with 0.2 g from 1 s on and would slip at 9 s; the drawer goes out at 3 s and comes in emptied: nothing
    comes onto the cell after that."""
    evening = RealEvening(RealCase("lean"), 5)
    now_s, cube_g = evening.cell.now_s, float(evening.cubes[0])
    plan = Plan(now_s, now_s + 1.0, now_s + 1.0, falls=[(now_s + 1.0, cube_g)])
    plan.slips[0] = (now_s + 9.0, 0.2)
    plan.pulls.append((now_s + 3.0, now_s + 5.0, "empty"))
    moments, _, new_g = evening._take_place(plan)
    assert [one.least for one in moments] == [0, 0, 1, 1]
    assert [one.grams for one in moments] == pytest.approx([0.0, cube_g - 0.2, 0.0, 0.0])
    assert new_g == 0.0
    _, raws = evening.cell.samples(12.0)
    late, later = (float(np.median(raws[-80 * seconds - 80 : -80 * seconds])) for seconds in (5, 1))
    assert abs(late - later) < 0.1 * evening.calibration.cube


def test_what_falls_after_the_drawer_was_emptied_is_what_lies_new_in_it() -> None:
    """Two lie there from before, one falls, the drawer is emptied meanwhile, another falls: one is new, of two that
    fell since cubes began to be expected."""
    evening = RealEvening(RealCase("drawer"), 5)
    now_s, cubes = evening.cell.now_s, evening.cubes.tolist()
    evening.inside = cubes[:2]
    plan = Plan(now_s, now_s + 1.0, now_s + 6.0, falls=[(now_s + 1.0, cubes[2]), (now_s + 6.0, cubes[3])])
    plan.pulls.append((now_s + 3.0, now_s + 5.0, "empty"))
    moments, _, _ = evening._take_place(plan)
    assert [one.lying for one in moments] == [0, 1, 0, 0, 1]
    assert [one.grams for one in moments] == pytest.approx([0.0, cubes[2], 0.0, 0.0, cubes[3]])
    assert [one.gone for one in moments] == pytest.approx([0.0, 0.0, 0.0, sum(cubes[:2]), sum(cubes[:2])])


def test_what_came_as_others_were_taken_out_is_alike_by_its_difference() -> None:
    """One lay there and was taken out with the drawer; two came: the cell shows one more. Three it never shows."""
    observer = IdealObserver((CUBE_G,) * 20)
    moments = [replace(TWO_FALL.moments[0]), Moment(12.0, 2, 2, 2, 2 * CUBE_G, CUBE_G)]
    swapped = replace(TWO_FALL, moments=moments, left_g=CUBE_G, new_g=CUBE_G)
    assert alike(swapped, sure(13.0, 1), observer)
    assert not alike(swapped, sure(13.0, 3), observer)
