"""What a drop's steps mean, from rests made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.calibration import Calibration
from hardware.drop import Drop, Verdict
from hardware.drop_watch import SURE, UNSURE, DropWatch
from hardware.levels import Level, Levels

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
        ((0.5, 0.0, 19.95), 20),
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


def after(*rests: tuple[float, bool], begun_s: float = 0.0, odd: float = 0.0) -> Verdict:
    """The verdict where rests with so many cubes followed each other, each with whether it may have been a fall."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=begun_s)
    drop.take_zero(level(0.0, 0.0))
    drop.odd = odd
    for number, (many, fell) in enumerate(rests, 1):
        drop.rest(replace(level(many, 3.0 * number), swung=None if fell else False))
    return drop.verdict(40.0)


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


def test_a_supply_that_comes_back_is_no_fall() -> None:
    """It was 1.3 cubes lower while 7.8 fell; or 1.5 lower before, and came back as 11 fell. 2.88 may be three cubes
    that fell while it is still lower."""
    for rests, count in ((((6.5, True), (7.85, False)), 8), (((-1.5, False), (10.98, True)), 11)):
        said = after(*rests)
        assert (said.count, said.reason) == (count, "")
    assert after((-1.82, False), (1.06, True)).reason != ""


def test_what_is_hardly_whole_must_be_so_with_what_moved_beside_it() -> None:
    """Of 40 cubes with 3 % spread 6 deviate by 0.069: 5.83 is 2.5 deviations off, which hardly happens, and 5.76, once
    a hand has gone for good, 3.5. Beside six as they should be a crumb that was taken out changes nothing."""
    assert after((5.83, True), (5.76, True)).reason == "between_counts"
    said = after((5.93, True), (5.76, True))
    assert (said.count, said.reason) == (6, "")


def test_two_that_are_not_nearly_whole_together_are_not_one_cube() -> None:
    """4.68 and 5.2: five cubes deviate by 0.063."""
    assert after((4.68, True), (5.2, True)).reason != ""


def test_a_finger_that_left_as_cubes_fell_is_no_cube() -> None:
    """It weighed 0.41 and came without a fall; what fell was 1.54 heavier, two cubes without the finger."""
    said = after((0.41, False), (1.95, True))
    assert (said.count, said.reason) == (2, "")
    assert after((0.41, False), (0.95, False)).reason == "no_fall"  # a hand that presses more


def test_what_was_lighter_and_came_back_as_cubes_fell_is_asked() -> None:
    """The supply sagged by 0.76 and came back with eight cubes: 8.78 may be nine light ones, of which nothing would be
    known had a finger lain there at the zero. Both are offered. Where that finger is the only story, it is told."""
    said = after((-0.76, False), (8.02, True))
    assert ({said.count, said.other}, said.reason) == ({8, 9}, "between_counts")
    assert after((-0.5, False), (8.5, True)).reason == ""


def test_a_finger_that_lifted_the_drawer_is_no_cube() -> None:
    """Two thirds of a cube less, and as much more again."""
    said = after((-0.66, True), (1.30, True), (1.94, False))
    assert (said.count, said.reason) == (2, "")


def test_a_finger_heavier_than_a_cube_that_goes_is_no_cube_taken_out() -> None:
    """It came with 13 cubes, and weighed 1.53."""
    said = after((14.6, True), (13.07, False))
    assert (said.count, said.reason) == (13, "")
    for whole, less in ((13.0, 12.2), (6.9, 6.06), (11.2, 10.04)):  # what was whole hid no finger: it may be anything
        assert after((whole, True), (less, False)).reason != ""


def test_what_is_lighter_than_any_cube_may_be_none() -> None:
    """Three cubes, and 0.8 of one: four, one of which leans, or three and a drop. Nobody has seen five."""
    said = after((3.0, True), (3.8, True))
    assert (said.count, said.other, said.reason) == (4, 3, "between_counts")


def test_what_goes_and_is_no_whole_number_undoes_no_count() -> None:
    """Fifteen by 14.77, and 2.7 cubes less: a supply that sags, or a hand. What is left is whole by chance."""
    assert dropped(0.0, 14.77, 12.07).reason == "taken_out"


@pytest.mark.parametrize(("held", "fell"), [(0.0, False), (0.0, True), (3.0, False)])
def test_what_goes_by_whole_cubes_and_comes_again_is_asked(held: float, fell: bool) -> None:
    """A hand lifts the drawer by two cubes' weight, perhaps, or takes two of three out and lays two in; what comes with
    a swing meanwhile may be two cubes."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(held, may_be_cubes=held > 0.0, since_s=-9.0)
    drop.rest(replace(level(-2.0, 3.0), swung=False))
    drop.rest(replace(level(0.02, 6.0), swung=fell))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (0, "taken_out")
    assert said.other != 0


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


def test_a_hand_that_lifts_the_drawer_and_wavers_is_asked_about() -> None:
    """Two cubes' weight is missing, and a fiftieth more: nothing of that has come again."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    drop.rest(replace(level(-2.0, 3.0), swung=False))
    drop.rest(replace(level(-1.98, 6.0), swung=False))
    assert drop.verdict(40.0).reason == "taken_out"


def test_what_has_fallen_while_a_hand_lifted_the_drawer_is_counted() -> None:
    """It came before anybody could drop a cube, and went after sixteen had fallen."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.1)
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    drop.rest(replace(level(-0.65, 3.0), swung=False))
    drop.rest(level(15.28, 6.0))
    drop.rest(replace(level(15.92, 9.0), swung=False))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (16, "")


def test_what_is_lighter_than_a_cube_takes_none_out_when_it_goes() -> None:
    """18.15 and 17.89 are both eighteen: the quarter that has gone, or lifts the drawer, changes nothing."""
    said = after((18.15, True), (17.89, False))
    assert (said.count, said.reason) == (18, "")
    assert after((18.15, True), (17.15, False)).reason != ""  # a cube is no quarter


def test_a_cube_that_fell_does_not_cancel_out_with_what_weighs_otherwise() -> None:
    """One fell, and the supply sagged by 1.15 cubes, or a hand lifts the drawer: nobody has seen the cube go. What came
    first and is no cube does cancel out."""
    assert after((1.0, True), (-0.15, False)).reason == "taken_out"
    said = after((1.15, True), (0.0, False))
    assert (said.count, said.reason) == (0, "")


def test_what_came_without_a_fall_and_went_is_no_cube_taken_out() -> None:
    """A finger as heavy as a cube lay there while seven fell."""
    said = after((0.97, False), (7.99, True), (7.02, True))
    assert (said.count, said.reason) == (7, "")


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


def test_a_finger_that_wavers_has_not_fallen() -> None:
    """It came without a swing, and the next rest is lighter by next to nothing, seen without a look at how it moved."""
    assert after((1.2, False), (1.16, True)).reason == "no_fall"


def test_a_cube_that_leant_a_little_among_many_and_slipped_is_no_more() -> None:
    """18.78 was nineteen, and 19.03 is nineteen all the more. A fifth is no cube."""
    said = after((18.78, True), (19.03, True))
    assert (said.count, said.reason) == (19, "")
    said = after((16.95, True), (17.14, True))
    assert (said.count, said.reason) == (17, "")


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


def test_what_is_in_doubt_is_said_though_the_table_is_shaken_again_and_again() -> None:
    """Half a cube lies there in three rests of 0.6 s: after 1.6 s of them it is asked about."""
    watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    said = []
    for number in range(3):
        there = replace(level(0.5, 3.0 + number, 0.6), blocks=6)
        watch.drop.rest(there)
        watch.judge(there.end_s, Levels(resting=there))
        said.append([(one.count, one.status) for one in watch.pending])
    assert [[status for _, status in one] for one in said] == [[], [], [UNSURE]]


def test_what_a_hand_has_left_is_asked_and_so_little_that_it_is_no_cube_is_nothing() -> None:
    """A hand pressed as fourteen fell: there may be thirteen, and what it left. A third of a cube it left is none."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(14.0, 3.0), swung=False, pressed=True))
    said = drop.verdict(40.0)
    assert (said.count, said.other, said.reason) == (14, 13, "no_fall")
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(14.0, 3.0))
    drop.rest(replace(level(14.35, 6.0), swung=False, pressed=True))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (14, "")


def test_what_a_hand_has_left_before_cubes_fell_stays() -> None:
    """It left 0.54 of a cube, then 16.31 came, which is no whole number: 16.85 in all are no seventeen, as they would
    be if a finger had gone meanwhile."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(0.54, 3.0), swung=False, pressed=True))
    drop.rest(level(16.85, 6.0))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (16, "between_counts")


def test_a_finger_that_goes_lends_its_swing_to_nothing_that_a_hand_has_left() -> None:
    """A hand pressed as cubes fell, and a finger of 1.85 cubes lay there: what is left may be nine, and water."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(11.62, 3.0), swung=False, pressed=True))
    drop.rest(level(9.77, 6.0))
    said = drop.verdict(40.0)
    assert (said.count, said.other, said.reason) == (10, 9, "no_fall")


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


@pytest.mark.parametrize(("cube", "swung", "count"), [(1.04, True, 1), (1.04, False, 0), (0.87, True, 0)])
def test_a_cube_that_fell_while_the_supply_sagged_does_not_cancel_out_with_it(
    cube: float, swung: bool, count: int
) -> None:
    """The supply sags by 0.86 of a cube as cubes begin to be expected; then 1.04 fall: a cube, and not the sag that has
    ended, which would bring 0.86 again. What rises as much without a swing is a hand that lets go."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(-0.86, 2.2, 1.0), swung=False))
    drop.rest(replace(level(cube - 0.86, 5.0), swung=swung))
    assert drop.verdict(40.0).count == count


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


def test_a_slip_is_judged_by_the_cubes_not_by_how_badly_the_drawer_sits() -> None:
    """2.4 cubes came in with the drawer, 0.36 fell in after it: no three cubes of this set weigh 2.76, however
    differently the drawer may sit."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(level(2.4, 0.0), 0.0, 0.15 * CUBE)
    drop.rest(level(2.76, 3.0))
    assert drop.verdict(40.0).reason == "between_counts"


class Swinging(Levels):
    """A cell that is sampled quickly enough to see swings, and shows nothing but one."""

    sees_swings = True

    def only_swings(self, blocks: int) -> bool:
        return self.resting is not None and self.resting.blocks >= blocks


def said_of(cell: type[Levels], *rests: tuple[float, int]) -> list[list[tuple[int | None, str]]]:
    """All that was said after each rest, of so many cubes and blocks."""
    watch, said = DropWatch(Drop("one", 20, MADE, MADE.weights())), []
    assert watch.drop is not None
    watch.drop.take_zero(level(0.0, 0.0))
    for cubes, blocks in rests:
        there = replace(level(cubes, 3.0 * cubes), blocks=blocks)
        watch.drop.rest(there)
        watch.judge(there.end_s, cell(resting=there))
        said.append([(one.count, one.status) for one in watch.pending])
    return said


def test_another_count_is_said_once_nothing_but_it_was_seen_for_a_second() -> None:
    """Two were counted; a third cube, or a finger as heavy: not before twelve blocks."""
    said = said_of(Swinging, (2.0, 4), (3.0, 4), (3.0, 11), (3.0, 12))
    assert said == [[(2, SURE)], [(2, SURE)], [(2, SURE)], [(2, SURE), (3, SURE)]]


def test_what_is_hardly_whole_is_said_once_nothing_but_it_was_seen_for_a_second() -> None:
    """Ten cubes of this set deviate by 0.09 of a cube: 10.08 may be said at once, 10.2 may be eight and a finger that
    sways. Once it was said it stands, though the cell comes to rest anew."""
    said = []
    for cubes in (10.08, 10.2):
        watch = DropWatch(Drop("one", 20, MADE, MADE.weights()))
        assert watch.drop is not None
        watch.drop.take_zero(level(0.0, 0.0))
        for blocks, start_s in ((4, 3.0), (9, 3.0), (10, 3.0), (4, 6.0), (17, 6.0)):
            there = replace(level(cubes, start_s), blocks=blocks)
            watch.drop.rest(there)
            watch.judge(start_s + 0.1 * blocks, Swinging(resting=there))
            said.append([(one.count, one.status) for one in watch.pending])
    assert said == [[(10, SURE)]] * 5 + [[], [], [(10, SURE)], [(10, SURE)], [(10, SURE)]]


def test_where_no_swing_can_be_seen_a_count_is_said_once_it_has_rested_for_a_second() -> None:
    """A soft bar swings as slowly as it is sampled, and rests a cube off for half a second. That nothing has fallen
    yet is said at once."""
    said = said_of(Levels, (0.0, 4), (10.0, 4), (10.0, 9), (10.0, 10))
    assert said == [[(0, SURE)], [(0, SURE)], [(0, SURE)], [(0, SURE), (10, SURE)]]


def test_a_cube_that_leant_and_slips_by_a_fifth_is_whole() -> None:
    """15.6 fell, 0.02 came as the bar rang on, and then 0.23: sixteen, of which one leant, and no fifteen and a half.
    Put together of several, it is hardly whole."""
    said = dropped(0.0, 15.6, 15.62, 15.85)
    assert (said.count, said.reason, said.hardly) == (16, "", True)
    assert dropped(0.0, 15.6, 15.62).reason == "between_counts"


@pytest.mark.parametrize(("weighs", "reason"), [(1.15, ""), (1.23, "between_counts")])
def test_what_is_weighed_badly_must_be_a_better_whole_number(weighs: float, reason: str) -> None:
    """It came in with the drawer, and was weighed to a tenth of a cube: two deviations are the border, not 2.7."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.go_on(level(weighs, 0.0), 0.0, 0.1 * CUBE)
    assert drop.verdict(40.0).reason == reason


def test_what_a_finger_left_and_a_cube_that_fell_after_it_are_not_one_small_thing() -> None:
    """A finger that lay on the zero goes, and half a second later a cube falls with a crumb: neither is whole, nor are
    both together. It is asked; together they would be lighter than any cube, and a sure none."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(-0.83, 3.0, 0.6))
    drop.rest(level(0.39, 4.0))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (1, "between_counts")


@pytest.mark.parametrize(("odd", "reason"), [(2.2, "zero_doubtful"), (3.2, "")])
def test_what_lies_there_and_is_heavier_than_any_finger_is_none(odd: float, reason: str) -> None:
    """Three cubes that were left in the drawer weigh 3.2 on a cell that lags: no finger that goes as thirteen fall."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(odd, 0.0))
    drop.lay_there(odd, may_be_cubes=True, since_s=0.0)
    drop.rest(level(odd + 13.0, 3.0))
    assert drop.verdict(40.0).reason == reason


@pytest.mark.parametrize(
    ("cubes", "count", "reason"),
    [((11.52, 14.0), 14, ""), ((11.52, 13.8), 14, "between_counts"), ((11.52, 13.5), 14, "between_counts")],
)
def test_what_was_lifted_as_cubes_fell_and_came_back_as_others_did_is_whole(
    cubes: tuple[float, ...], count: int, reason: str
) -> None:
    """Neither 11.52 nor 2.48 is a whole number, and both together are: the drawer was lifted, or the supply had sagged.
    Not where they are hardly whole, nor where two cubes fell after half of one."""
    said = dropped(0.0, *cubes)
    assert (said.count, said.reason) == (count, reason)


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


@pytest.mark.parametrize(("struck", "reason"), [(False, ""), (True, "no_fall")])
def test_what_struck_the_cell_as_a_cube_does_is_not_nothing(struck: bool, reason: str) -> None:
    """A hand pressed, and left half a cube's weight of water; or two cubes fell, and the supply sagged by one and a
    half."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(0.5, 3.0), swung=False, pressed=True, struck=struck))
    assert drop.verdict(40.0).reason == reason


@pytest.mark.parametrize(("struck", "sure"), [(False, True), (True, False)])
def test_what_lifts_the_drawer_as_something_falls_is_not_nothing(struck: bool, sure: bool) -> None:
    """A third of a cube less than nothing is a hand that lifts it; where the cell was struck as a cube strikes it, two
    have fallen, perhaps, and the supply has sagged by as much and a third."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(-0.37, 3.0), struck=struck))
    assert drop.verdict(40.0).sure is sure


@pytest.mark.parametrize(("goes", "reason"), [(1.87, ""), (2.0, "taken_out")])
def test_what_goes_and_comes_again_without_a_fall_has_lifted_the_drawer(goes: float, reason: str) -> None:
    """Eighteen lie there. What goes is no whole number of cubes, and comes again by as much: a hand. Two whole ones may
    have been taken out, and two others laid in."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    drop.rest(level(18.0, 3.0))
    drop.rest(level(18.0 - goes, 6.0, 0.3))
    drop.rest(replace(level(18.02, 6.5), swung=False))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (18, reason)


def test_a_hand_lifts_the_drawer_while_cubes_fall() -> None:
    """Nine tenths of a cube less, and two cubes later as much more without a fall: it is the hand that has gone, and
    no part of what fell."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(-0.9, 1.0, 0.9))
    drop.rest(level(1.1, 2.0))
    drop.rest(replace(level(2.0, 4.0), swung=False))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (2, "")


def test_a_hand_that_came_and_went_moves_nothing() -> None:
    """Half a cube's weight for a second and a half as cubes began to be expected. What falls five seconds later with
    two thirds of its weight, and leans, came no earlier for that; and nothing has stirred until then."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.1)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(0.5, 2.3, 1.5), swung=False))
    drop.rest(replace(level(-0.05, 4.0), swung=False))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason, drop.stirred) == (0, "", False)
    drop.rest(level(0.61, 9.0))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason, drop.stirred) == (1, "between_counts", True)


@pytest.mark.parametrize(
    ("cubes", "struck", "reason"),
    [(0.12, True, "between_counts"), (-0.14, True, "between_counts"), (0.12, False, ""), (0.05, True, "")],
)
def test_what_strikes_as_a_cube_does_and_leaves_a_little_may_be_one(cubes: float, struck: bool, reason: str) -> None:
    """One has fallen, perhaps, and the supply has sagged by nearly as much. A knock leaves nothing; what does not
    strike is a drop."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(cubes, 3.0), struck=struck))
    said = drop.verdict(40.0)
    assert (said.count, said.other, said.reason) == (0, 1, reason)


@pytest.mark.parametrize(
    ("held", "lifts", "fell", "said"),
    [
        (0.0, -1.31, 8.93, (9, "")),
        (0.0, -1.31, 9.31, (8, "")),  # no number by itself: it has come back as eight fell
        (2.0, -1.31, 8.93, (8, "taken_out")),  # of two that lay there one may have been taken out
    ],
)
def test_what_lifts_an_empty_drawer_as_cubes_are_expected_and_stays_is_none(
    held: float, lifts: float, fell: float, said: tuple[int, str]
) -> None:
    """Nobody can take out 1.31 of a cube where nothing lies: the supply has sagged, and what falls is whole."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=100.0)
    drop.take_zero(level(0.0, 98.0))
    drop.lay_there(held, may_be_cubes=held > 0.0, since_s=90.0)
    drop.rest(replace(level(lifts, 100.2, 1.0), swung=False))
    drop.rest(level(lifts + fell, 101.6))
    found = drop.verdict(40.0)
    assert (found.count, found.reason) == said


def test_what_lifts_the_drawer_a_little_after_it_had_moved_by_nothing_is_none() -> None:
    """A rest beside the zero is no step: what goes then, and comes back once ten have fallen, is a supply that sags."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    drop.rest(level(-0.02, 1.0, 0.1))
    drop.rest(level(-0.29, 1.1))
    drop.rest(level(9.55, 3.0, 1.0))
    drop.rest(replace(level(9.95, 4.1), swung=False))
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
