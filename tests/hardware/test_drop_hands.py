"""What a hand, or a supply that sags, does to a drop: it comes and goes, presses, lifts, or leaves something."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.drop import Drop
from tests.hardware.rests import MADE, after, dropped, level


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


def test_a_supply_that_comes_back_is_no_fall() -> None:
    """It was 1.3 cubes lower while 7.8 fell; or 1.5 lower before, and came back as 11 fell. 2.88 may be three cubes
    that fell while it is still lower."""
    for rests, count in ((((6.5, True), (7.85, False)), 8), (((-1.5, False), (10.98, True)), 11)):
        said = after(*rests)
        assert (said.count, said.reason) == (count, "")
    assert after((-1.82, False), (1.06, True)).reason != ""


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


@pytest.mark.parametrize(("lasted_s", "reason"), [(20.0, "taken_out"), (2.0, "")])
def test_what_is_lighter_for_long_is_no_hand_that_lifts(lasted_s: float, reason: str) -> None:
    """The supply sags by 1.88 cubes for good, and two fall later, 1.85: nobody lifts the drawer for so long
    (9589028950/5 said none)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.lay_there(0.0, may_be_cubes=False, since_s=-9.0)
    drop.rest(level(-1.88, 3.0, lasted_s))
    drop.rest(level(-0.03, 3.5 + lasted_s))
    assert drop.verdict(40.0).reason == reason


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


def test_a_finger_that_wavers_has_not_fallen() -> None:
    """It came without a swing, and the next rest is lighter by next to nothing, seen without a look at how it moved."""
    assert after((1.2, False), (1.16, True)).reason == "no_fall"


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


def test_what_a_finger_left_and_a_cube_that_fell_after_it_are_not_one_small_thing() -> None:
    """A finger that lay on the zero goes, and half a second later a cube falls with a crumb: neither is whole, nor are
    both together. It is asked; together they would be lighter than any cube, and a sure none."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(-0.83, 3.0, 0.6))
    drop.rest(level(0.39, 4.0))
    said = drop.verdict(40.0)
    assert (said.count, said.reason) == (1, "between_counts")


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


@pytest.mark.parametrize(("cubes", "struck", "reason"), [(0.97, True, ""), (0.97, False, "no_fall"),
    (0.9, True, "no_fall"), (7.97, True, "no_fall")])  # fmt: skip
def test_a_cube_that_strikes_while_a_hand_presses_is_no_water(cubes: float, struck: bool, reason: str) -> None:
    """A hand leaned on the drawer and has gone. It may have left water as heavy as a cube; that strikes as none does.
    Of eight the blow is that of seven, and 0.9 is hardly a cube."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(replace(level(cubes, 3.0), swung=False, pressed=True, struck=struck))
    assert drop.verdict(40.0).reason == reason


def test_a_light_hand_is_none_where_it_comes_and_goes_with_a_swing() -> None:
    """It lifts the drawer by a fifth of a cube, sways, and lets go by a little more than a quarter: whatever rings the
    bar, neither is a cube, nor a part of that which falls then (9514028646/5)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    for number, cubes in enumerate((-0.204, -0.254, -0.236, -0.24, -0.244, 0.028, 1.006)):
        drop.rest(level(cubes, 3.0 + 0.8 * number, 0.4))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (1, "")


@pytest.mark.parametrize("first", [0.76, 0.23])
def test_what_came_before_the_others_and_makes_them_whole_has_gone_as_they_fell(first: float) -> None:
    """A finger of so much came, and as twenty fell it went: 19.27 are hardly a number of cubes, and 20.03 are one
    (9514028608/0). So are 5.77 and 0.23 (9514028657/7)."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=1.0)
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(first, 3.0, 0.5))
    drop.rest(level(20.03 if first > 0.5 else 6.0, 6.0))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (20 if first > 0.5 else 6, "")


@pytest.mark.parametrize(("sways", "sure"), [(0.1, False), (0.0, True)])
def test_what_fell_beneath_a_hand_is_known_by_what_is_left(sways: float, sure: bool) -> None:
    """A finger of 1.42 lies on the drawer; what comes beneath it seems to be 1.9 cubes, and its sway takes a tenth of
    that. It goes, and leaves 1.75: a cube and a drop, and no two (9540028697/0)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    drop.rest(level(1.42, 0.5, 0.5))
    drop.rest(level(3.32, 2.4, 0.3))
    drop.rest(level(3.32 - sways, 2.8, 1.4))
    drop.rest(replace(level(1.85 - sways, 4.3), swung=False, pressed=True))
    assert drop.verdict(40.0).sure is sure


@pytest.mark.parametrize("sways", [0.0, 0.03])
def test_a_hand_that_rests_for_a_moment_and_leaves_less_than_a_cube_is_none(sways: float) -> None:
    """Eleven have fallen; a wet hand comes to rest, 0.79 in all, and leaves 0.36 of water: no cube weighs either, nor
    what went (9557028707/11 asked)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    for number, cubes in enumerate((11.0, 11.79, 11.79 + sways, 11.36)):
        drop.rest(level(cubes, 3.0 + 0.8 * number, 0.5))
    assert (drop.verdict(40.0).count, drop.verdict(40.0).reason) == (11, "")


def test_what_rests_for_longer_than_a_wet_hand_is_asked_about() -> None:
    """Of eighteen one leans, 17.21, and slips, 0.78; three seconds later a finger lifts the drawer by 0.27. That is no
    hand that has left half a cube of water (9588028957/8 said seventeen)."""
    drop = Drop("one", 20, MADE, MADE.weights())
    drop.take_zero(level(0.0, 0.0))
    for start_s, cubes in ((3.0, 17.21), (5.0, 17.99), (8.1, 17.72)):
        drop.rest(level(cubes, start_s, 1.5))
    assert drop.verdict(40.0).reason == "between_counts"


def test_two_that_fall_before_a_finger_goes_are_no_hand() -> None:
    """A finger of 1.24 lies there; two fall, which weigh 1.85 as it sways, and it goes with 1.2. The 0.65 that are left
    in all are no water of a hand that came and went: the two may lie there (9562028815/15 said none of them)."""
    assert after((1.85, True), (0.65, True)).reason == "taken_out"


def test_what_falls_as_a_finger_goes_that_lay_there_is_no_hand() -> None:
    """A finger of 0.85 lies there at the zero; a cube falls, which leans and weighs 0.8, and the finger goes with 0.68.
    What is left, 0.12, is no water of a hand that came and went (9574028772/13 said none)."""
    said = after((0.8, True), (0.12, True), odd=0.84)
    assert (said.count, said.reason) != (0, "")


def test_a_finger_that_crept_as_it_came_is_what_goes() -> None:
    """It comes early, 0.45, and presses by a tenth more within a second; two cubes and a thing of 1.5 fall, and it goes
    with 0.55. Without it 3.52 are left: no three of which a finger has gone (9582028931/3 said three)."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=2.1)
    drop.take_zero(level(0.0, 0.0))
    for start_s, cubes, fell in ((2.4, 0.45, False), (2.6, 0.55, False), (4.3, 4.07, True), (6.0, 3.52, False)):
        drop.rest(replace(level(cubes, start_s, 1.7), swung=None if fell else False))
    assert drop.verdict(40.0).reason == "between_counts"
