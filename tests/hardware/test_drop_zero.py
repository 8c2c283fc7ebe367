"""What lay in the drawer when the zero was taken, or moved before cubes were expected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.drop import Drop
from tests.hardware.rests import MADE, after, dropped, level


def test_where_something_may_have_been_left_over_both_counts_are_offered() -> None:
    """Five lay there when the zero was taken and three fell: eight are new, or three."""
    said = dropped(5.0, 8.0, empty=0.0)
    assert (said.count, said.other, said.reason) == (8, 3, "zero_doubtful")


@pytest.mark.parametrize(("odd", "reason"), [(2.5, "taken_out"), (0.9, "")])
def test_where_more_lay_on_the_zero_than_went_a_cube_may_have_come(odd: float, reason: str) -> None:
    """Two cubes and a half lay there for two seconds, and 0.86 went: two and a half, and a cube and a half came, or
    whatever else. Of what weighed 0.9 all has gone."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(odd, 0.0))
    drop.lay_there(odd, may_be_cubes=True, since_s=-0.3)
    drop.rest(replace(level(odd - 0.86, 3.0), swung=None))
    assert drop.verdict(40.0).reason == reason


def test_what_comes_back_by_a_part_has_not_come_back() -> None:
    """1.56 lay at the zero; it goes, and a cube and a crumb of 0.28 come: 0.28 less. Of that 0.05 comes back."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(1.56, 0.0))
    drop.lay_there(1.56, may_be_cubes=True, since_s=-0.3)
    drop.rest(level(1.28, 3.0, 0.7))
    drop.rest(level(1.33, 4.0))
    assert drop.verdict(40.0).reason == "taken_out"


def test_a_zero_with_a_hand_on_it_is_in_doubt_once_something_has_moved() -> None:
    """What it weighed may have gone with the cubes that fell."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(replace(level(0.0, 0.0), quiet=True))
    assert drop.verdict(40.0).reason == ""
    drop.rest(level(3.0, 3.0))
    assert drop.verdict(40.0).reason == "zero_doubtful"


def test_a_hand_on_the_zero_that_is_lighter_than_any_cube_hides_none() -> None:
    """Half a cube's weight lay there: were it gone, 2.5 would have fallen, which is no number of cubes."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(replace(level(0.5, 0.0), quiet=True))
    drop.lay_there(0.5, may_be_cubes=False, since_s=0.0)
    drop.rest(level(3.5, 3.0))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (3, "")


@pytest.mark.parametrize(
    ("lay", "lasted_s", "came", "other"),
    [(1.85, 2.0, 6.15, 8), (1.5, 2.0, 4.0, None), (1.85, 5.0, 6.15, None), (2.0, 2.0, 6.0, None)],
)
def test_a_finger_on_the_zero_that_may_have_gone_is_offered(
    lay: float, lasted_s: float, came: float, other: int | None
) -> None:
    """1.85 cubes lay there, and 6.15 came: eight may have fallen as it went. 5.5 is no number; what has lain there
    for five seconds stays, and two whole cubes that lay there are no finger."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(lay, 0.0, lasted_s))
    drop.lay_there(lay, may_be_cubes=True, since_s=0.0)
    drop.rest(level(lay + came, 6.0))
    said = drop.verdict(40.0)
    assert (said.other if said.reason == "zero_doubtful" else None) == other
    assert said.count == round(came)


def test_a_finger_that_lifts_the_drawer_by_a_whole_cube_is_no_cube() -> None:
    """The drawer came in empty, lighter by 1.03: nobody takes cubes out of nothing. As ten fall it goes, and 11.2 came:
    eleven by itself, ten by what lies there (9402028226/16, a finger and the drawer in each round)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(-1.03, 0.0, 0.9))
    drop.lay_there(-1.03, may_be_cubes=False, since_s=0.0)
    drop.rest(level(10.17, 1.6))
    said = drop.verdict(40.0)
    assert (said.count, said.other, said.reason) == (11, 10, "zero_doubtful")


def test_a_finger_beside_many_cubes_is_known_by_what_came_lately() -> None:
    """Of a part emptied drawer 19 cubes are left, by 18.9; a finger of 1.32 comes for a second, and goes as cubes
    begin to be expected. By its whole content, 20.22, nothing odd lies there."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(20.22, 0.0, 0.5))
    drop.lay_there(20.22, may_be_cubes=True, since_s=0.0, before=18.9)
    drop.rest(level(18.9, 1.0))
    drop.rest(level(18.9 + 5.93, 3.0))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (6, "")


def test_what_moved_before_cubes_were_expected_and_is_lighter_than_one_belongs_to_the_zero() -> None:
    """The zero's rest ended at 2.0 s; nobody drops a cube before 0.3 s after they are asked to."""
    for crumb in (0.5, 0.8):
        said = after((crumb, True), (3.0 + crumb, True), begun_s=2.1)
        assert (said.count, said.reason) == (3, "")
    assert after((0.5, True), (3.5, True), begun_s=1.0).reason == "between_counts"
    assert after((-0.53, False), (2.5, True), (3.08, True), begun_s=2.1).reason == ""  # a supply that came back


def test_what_lay_there_and_is_no_cube_may_have_gone() -> None:
    """Something lifted the drawer by 0.96 of a cube: three cubes more are two, should it have gone as they fell. Half a
    cube of something else makes no other count, staying or gone."""
    said = after((3.04, True), odd=-0.96)
    assert said.reason == "zero_doubtful"
    said = after((3.04, True), odd=0.5)
    assert (said.count, said.reason) == (3, "")


@pytest.mark.parametrize(
    ("early", "lasted_s", "came", "count", "other"),
    [(0.83, 1.5, 13.21, 13, 14), (-0.8, 1.5, 13.0, 13, 12), (0.83, 5.0, 13.21, 13, None), (0.55, 1.5, 13.0, 13, None)],
)
def test_a_finger_that_came_early_and_may_have_gone_as_cubes_fell_is_offered(
    early: float, lasted_s: float, came: float, count: int, other: int | None
) -> None:
    """0.83 of a cube came as cubes began to be expected, and 13.21 later: fourteen, had it gone as they fell.
    Of 13 with 0.8 lifted twelve. What has lain there for five seconds stays; 12.45 or 13.55 are no number."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=102.1)
    drop.take_zero(level(0.0, 100.0))
    drop.rest(level(early, 103.0, lasted_s))
    drop.rest(level(early + came, 109.0))
    said = drop.verdict(40.0)
    assert said.count == count
    assert (said.other if said.reason == "zero_doubtful" else None) == other


def test_what_lay_there_before_the_drawer_was_pulled_tells_what_came() -> None:
    """Four lay there, two had fallen: six when it went out. As many or more when it comes in, and they are known. Half
    a cube less is no other seat: one was taken out, and something else came in."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(4.0, 0.0))
    drop.rest(level(6.0, 3.0))
    drop.went_out(6.0)
    assert drop.lay == pytest.approx(4.0)
    assert [drop.knows_what_came(holds) for holds in (4.0, 5.0, 5.5, 5.7, 6.0, 9.0)] == [False] * 3 + [True] * 3
    drop.went_out(None)
    assert not drop.knows_what_came(6.0)


def test_cubes_that_lay_on_the_plate_have_come_since_the_drawer_was_pulled() -> None:
    """Six lay in the drawer when it was pulled; six fell onto the plate, and six lie there once it is in again. The old
    ones were taken out, so that six have come (9514028604/14 said none)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(6.11, 0.0))
    drop.went_out(6.11)
    assert drop.knows_what_came(6.06)
    assert not drop.knows_what_came(6.06, on_plate=6.0)
    assert drop.knows_what_came(12.06, on_plate=6.0)


def test_what_may_have_been_a_finger_is_not_known_to_have_lain_there() -> None:
    """1.55 cubes for a second and a half as cubes began to be expected; a crumb that has lain there for long stays."""
    for since_s, known in ((0.5, False), (-9.0, True)):
        drop = Drop("one", 20, MADE, MADE.weights())
        drop.take_zero(level(1.55, 0.0))
        drop.lay_there(1.55, may_be_cubes=True, since_s=since_s)
        drop.went_out(1.55)
        assert drop.knows_what_came(11.6) is known


def test_a_drop_without_a_zero_knows_only_that_nothing_lay_there() -> None:
    """Cubes that lay in a drawer that was out may have been taken out, or not."""
    empty, full = (Drop("one", 20, MADE, MADE.weights()) for _ in range(2))
    empty.went_out(0.1)
    full.went_out(3.0)
    assert empty.knows_what_came(5.0)
    assert not full.knows_what_came(5.0)


def test_a_light_thing_that_moved_before_cubes_were_expected_is_sure_only_once_it_has_lain_there() -> None:
    """It may be a hand that is going; what weighs three cubes is none."""
    for cubes, lasted_s, early in ((1.05, 1.0, True), (1.05, 2.0, False), (3.0, 1.0, False)):
        drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.1)
        drop.take_zero(level(0.0, 0.0))
        there = level(cubes, 3.0, lasted_s)
        drop.rest(there)
        assert drop.still_early(there) is early


def test_what_has_lain_there_for_long_is_no_finger_that_goes() -> None:
    """0.6 of a cube lay there since a minute, and 0.66 went as cubes fell: 14.29 are no fourteen without them."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.6, 0.0))
    drop.lay_there(0.6, may_be_cubes=False, since_s=-60.0)
    drop.rest(level(14.86, 3.0))
    drop.rest(level(14.2, 6.0))
    assert drop.verdict(40.0).reason == "taken_out"


def test_what_a_hand_has_left_on_the_zero_stays() -> None:
    """1.85 cubes lie there since a hand has gone: they are no finger that goes as eight fall."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(replace(level(1.85, 0.0), swung=False, pressed=True))
    drop.lay_there(1.85, may_be_cubes=True, since_s=0.0)
    drop.rest(level(8.0, 6.0))
    assert drop.verdict(40.0).reason == ""


@pytest.mark.parametrize(("swung", "reason"), [(False, "no_fall"), (True, ""), (None, "")])
def test_what_never_swung_as_cubes_began_to_be_expected_is_asked(swung: bool | None, reason: str) -> None:
    """A hand left water of nine tenths of a cube in the empty drawer, then five fell: six or five. At ten samples a
    second a swing cannot be seen."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(replace(level(0.9, 0.0), swung=swung), 0.0, 16.0, fell=swung is not False)
    drop.rest(level(5.9, 3.0))
    said = drop.verdict(40.0)
    assert (said.count, said.other if reason else 5, said.reason) == (6, 5, reason)


@pytest.mark.parametrize(
    ("weighs", "at_s", "count", "reason"),
    [(0.4, 3.4, 0, ""), (0.885, 3.4, 1, "between_counts"), (0.66, 4.3, 1, "between_counts")],
)
def test_what_weighs_nearly_a_cube_or_rests_late_is_no_drop_that_came_early(
    weighs: float, at_s: float, count: int, reason: str
) -> None:
    """A table that trembles ends the zero's rest before anything fell: what came then may have fallen a second
    later. What rests 2.3 s after cubes were expected may be one that leans (9234027707/18)."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(weighs, at_s))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (count, reason)


@pytest.mark.parametrize(("odd", "reason"), [(2.2, "zero_doubtful"), (3.2, "")])
def test_what_lies_there_and_is_heavier_than_any_finger_is_none(odd: float, reason: str) -> None:
    """Three cubes that were left in the drawer weigh 3.2 on a cell that lags: no finger that goes as thirteen fall."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(odd, 0.0))
    drop.lay_there(odd, may_be_cubes=True, since_s=0.0)
    drop.rest(level(odd + 13.0, 3.0))
    assert drop.verdict(40.0).reason == reason


@pytest.mark.parametrize(("fell", "reason"), [(8.8, "zero_doubtful"), (8.95, "")])
def test_what_is_hardly_whole_is_asked_where_something_may_have_gone_as_it_fell(fell: float, reason: str) -> None:
    """The supply had sagged by 1.2 cubes as cubes began to be expected, and 8.8 came: 7.6 and what came back is no
    whole number either, but a crumb or water may lie there too. Of 8.95 nobody need ask."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(-1.2, 0.0))
    drop.lay_there(-1.2, may_be_cubes=False, since_s=0.0)
    drop.rest(level(-1.2 + fell, 3.0))
    assert drop.verdict(40.0).reason == reason


def test_what_came_while_the_table_trembled_did_not_come_before_cubes_were_expected() -> None:
    """The table was drummed on for four seconds as they began to be expected. What lies there then, and is lighter than
    any cube, may be one that fell as the supply sagged; what lies there at once came too soon for a cube."""
    for rests_at_s, reason in ((4.5, "between_counts"), (0.8, "")):
        drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
        drop.take_zero(level(0.0, 0.0))
        drop.rest(level(0.76, 2.0 + rests_at_s))
        said = drop.verdict(40.0)
        assert (said.count if said.sure else None) == (None if reason else 0)
        assert said.reason == reason


@pytest.mark.parametrize(
    ("held", "fell", "reason"),
    [
        (0.0, 8.93, "taken_out"),  # nine, should it stay; else 7.62 with a crumb or water
        (0.0, 9.31, ""),  # no number by itself: it has come back as eight fell
        (2.0, 8.93, "taken_out"),  # of two that lay there one may have been taken out
    ],
)
def test_what_lifts_the_drawer_by_more_than_a_cube_as_cubes_are_expected_is_asked_unless_it_came_back(
    held: float, fell: float, reason: str
) -> None:
    """1.31 of a cube: a supply that sags, or a finger. A supply that came back by 2.4 as nine and half a cube of a
    crumb fell showed 11.98 (9511028673/1), a finger's sway made 10.57 and 1.59 twelve (9513028625/10)."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=100.0)
    drop.take_zero(level(0.0, 98.0))
    drop.lay_there(held, may_be_cubes=held > 0.0, since_s=90.0)
    drop.rest(replace(level(-1.31, 100.2, 1.0), swung=False))
    drop.rest(level(-1.31 + fell, 101.6))
    found = drop.verdict(40.0)
    assert (found.count, found.reason) == (8, reason)


def test_what_lifts_the_drawer_a_little_after_it_had_moved_by_nothing_is_none() -> None:
    """A rest beside the zero is no step: what goes then, and comes back once ten have fallen, is a supply that sags."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    drop.rest(level(-0.02, 1.0, 0.1))
    drop.rest(level(-0.29, 1.1))
    drop.rest(level(9.55, 3.0, 1.0))
    drop.rest(replace(level(9.9, 4.1), swung=False))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (10, "")


@pytest.mark.parametrize(("slips_s", "said"), [(11.0, None), (4.0, 14)])
def test_what_lifted_the_drawer_at_the_zero_is_over_long_before_a_cube_slips(slips_s: float, said: int | None) -> None:
    """It lay there 0.55 lighter than empty, fourteen and a quarter fell, and half a cube came eleven seconds after: one
    of fifteen that leant, since no hand lifts for so long (9305027928/18). After four seconds it may be the hand."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(-0.55, 0.0))
    drop.lay_there(-0.55, may_be_cubes=False, since_s=0.0)
    drop.rest(level(13.59, 2.2, 1.0))
    drop.rest(replace(level(14.12, slips_s), swung=False))
    found = drop.verdict(40.0)
    assert (found.count if found.sure else None) == said


@pytest.mark.parametrize(("struck", "sure"), [(True, False), (False, True)])
def test_what_goes_with_a_blow_as_cubes_are_expected_is_no_finger(struck: bool, sure: bool) -> None:
    """A quarter of a cube less, a second after cubes began to be expected: a finger has gone, or three cubes have
    fallen, which strike, and the supply has sagged by as much and a quarter (9539028660/0 said none)."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(-0.26, 3.0), struck=struck))
    assert drop.verdict(40.0).sure is sure


@pytest.mark.parametrize(("seat", "reason"), [(0.01, "zero_doubtful"), (0.08, "")])
def test_what_lies_there_is_a_cube_where_the_drawer_may_sit_so_differently(seat: float, reason: str) -> None:
    """One was left in the drawer, which sits a tenth of a cube lighter than the last time: it is no finger that may
    have gone as thirteen fell."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.89, 0.0))
    drop.lay_there(0.89, may_be_cubes=True, since_s=-0.5, seat=seat)
    drop.rest(level(13.89, 3.0))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (13, reason)


@pytest.mark.parametrize("lay", [0.0, 0.7])
def test_what_goes_where_nothing_lay_is_no_finger_that_has_gone(lay: float) -> None:
    """Seven tenths of a cube go, and 19.05 come. A finger may have lain there and gone: nineteen. Where nothing lay the
    supply sagged, and may have come back with eighteen and a drop of a third (9540028786/18 said nineteen)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(lay, 0.0))
    drop.lay_there(lay, may_be_cubes=lay > 0.0, since_s=-0.5)
    drop.rest(replace(level(lay - 0.7, 0.6, 0.4), swung=False))
    drop.rest(level(lay + 18.35, 3.0))
    said = drop.verdict(40.0)
    assert (said.count if said.sure else None) == (None if lay == 0.0 else 19)


@pytest.mark.parametrize(
    ("weighs", "struck", "sure"), [(0.905, False, False), (0.905, True, True), (0.97, False, True)]
)
def test_what_is_hardly_a_cube_and_may_have_come_before_they_were_expected_is_asked(
    weighs: float, struck: bool, sure: bool
) -> None:
    """A wet hand leaves 0.9 of a cube, and a soft bar rests a second after cubes began to be expected: seven more are
    seven, and no eight (9551028763/19). One that fell in that second strikes, or weighs as cubes do."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(weighs, 3.1), struck=struck))
    drop.rest(replace(level(weighs + 6.91, 5.0), struck=True))
    assert drop.verdict(40.0).sure is sure
