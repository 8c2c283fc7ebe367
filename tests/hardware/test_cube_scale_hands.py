"""Hands, and what they lay down, lean on or take out, while cubes are counted."""

from random import Random

import pytest

from hardware.cube_scale import SURE, UNSURE

from .scale_table import ScaleTable

CUBE_G = 0.325


def test_a_hand_on_the_drawer_is_forgotten(table: ScaleTable) -> None:
    """A weight that is no whole number of cubes is never sure, and when it is gone the count before it stands."""
    table.expect("round 1")
    table.fall(2)
    table.drawer.lean(1.5 * 0.325)
    table.wait(3.0)
    assert table.last.status == UNSURE
    table.drawer.lean(-1.5 * 0.325)
    table.wait(3.0)
    assert (table.last.count, table.last.status) == (2, SURE)


def test_a_cube_taken_out_is_not_undropped(table: ScaleTable) -> None:
    """A cube that was counted and is taken out again makes the count unsure, not one less."""
    table.expect("round 1")
    table.fall(3)
    table.drawer.take_cubes(1)
    table.wait(3.0)
    assert (table.last.status, table.last.reason) == (UNSURE, "taken_out")


def test_a_trembling_hand_is_no_cube(table: ScaleTable) -> None:
    """A hand that weighs as two cubes and trembles is waited out, not counted."""
    table.expect("round 1")
    random = Random(1)
    table.fall(3)
    for _ in range(240):
        grams = random.gauss(0.0, 0.12)
        table.drawer.lean(0.65 + grams)
        table.wait(1.0 / 80.0)
        table.drawer.lean(-0.65 - grams)
    table.wait(4.0)
    assert table.said == [(0, SURE), (3, SURE)]


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_as_heavy_as_one_cube_is_no_cube(table: ScaleTable, seed: int) -> None:
    """A hand that comes to lean after the falls, as heavily as one cube, trembling by a sixth of it, adds none."""
    random = Random(seed)
    table.expect("round 1")
    table.fall(3)
    for _ in range(200):
        grams = random.gauss(0.325, 0.055)
        table.drawer.lean(grams)
        table.wait(1.0 / 80.0)
        table.drawer.lean(-grams)
    table.wait(4.0)
    assert (4, SURE) not in table.said
    assert table.said[-1] == (3, SURE)


def test_a_cube_laid_in_gently_is_asked(table: ScaleTable) -> None:
    """What came without a fall may be a finger: both counts are asked, and neither is ever sure."""
    table.expect("round 1")
    table.drawer.lean(0.325)
    table.wait(1.0)
    assert table.said == [(0, SURE)]
    table.wait(4.0)
    assert table.said == [(0, SURE), (1, UNSURE)]
    assert (table.last.reason, table.last.other) == ("no_fall", 0)


def test_a_finger_that_rests_on_the_drawer_is_never_a_cube(table: ScaleTable) -> None:
    """As heavy as a cube, and still as one: it is asked; once it has gone the count stands again, and more may fall."""
    table.expect("round 1")
    table.fall(3)
    lay_down(table, 0.325)
    table.wait(5.0)
    assert (table.last.count, table.last.other, table.last.status, table.last.reason) == (4, 3, UNSURE, "no_fall")
    lay_down(table, -0.325)
    table.wait(3.0)
    assert (table.last.count, table.last.status) == (3, SURE)
    table.fall(2)
    assert (table.last.count, table.last.status) == (5, SURE)


def test_a_hand_that_leaves_as_cubes_are_expected_took_none_out(table: ScaleTable) -> None:
    """It was as heavy as four thirds of a cube, and a drop of half a cube stays: cubes begin from there."""
    table.drawer.spill(0.16)
    lay_down(table, 0.43)
    table.wait(3.0)
    table.scale.expect("round 1", 12)
    lay_down(table, -0.43)
    table.wait(1.5)
    table.fall(3)
    assert (table.last.count, table.last.status) == (3, SURE)


def test_only_what_came_lately_may_be_a_finger_that_goes(table: ScaleTable) -> None:
    """Water of 0.6 of a cube has lain there for long, and as cubes are expected a drop of 0.55 falls in. Were both gone
    twelve would be thirteen; that drop alone makes no other number."""
    table.drawer.spill(0.195)
    table.wait(8.0)
    table.drawer.spill(0.18)
    table.wait(1.0)
    table.scale.expect("round 1", 12)
    table.wait(1.0)
    table.fall(12)
    assert (table.last.count, table.last.status) == (12, SURE)


@pytest.mark.parametrize("part", [0.3, 0.45, 0.7])
@pytest.mark.parametrize("before", [0, 3])
def test_a_cube_that_leans_and_slips_later_is_one_cube(table: ScaleTable, before: int, part: float) -> None:
    """A part of its weight rests on the wall for six seconds: asked so long, and surely one when it has slipped."""
    table.expect("round 1")
    table.fall(before)
    land(table, part * CUBE_G)
    table.wait(6.0)
    assert (before + 1, SURE) not in table.said
    assert table.last.status == UNSURE
    land(table, (1.0 - part) * CUBE_G)
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (before + 1, SURE)


def test_two_pieces_that_are_no_cubes_are_not_one_where_nothing_swung(table: ScaleTable) -> None:
    """Half a cube's weight laid on twice is a hand that presses more."""
    table.expect("round 1")
    for _ in range(2):
        lay_down(table, 0.5 * CUBE_G)
        table.wait(4.0)
    assert table.last.status == UNSURE
    assert {count for count, status in table.said if status == SURE} == {0}


def test_cubes_that_fall_while_a_hand_lies_there_are_counted_when_it_has_gone(table: ScaleTable) -> None:
    """The hand came and went without a swing; the cubes did not."""
    table.expect("round 1")
    lay_down(table, 1.1)
    table.wait(0.15)
    table.drawer.drop_cubes(3)
    table.wait(0.45)
    lay_down(table, -1.1)
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (3, SURE)


def test_what_lifts_the_drawer_leaves_nothing_in_it(table: ScaleTable) -> None:
    """A hand lifts it, or the supply sags, by 1.3 cubes; four fall meanwhile, and it comes back: no part of the four is
    water that a hand has left."""
    table.expect("round 1")
    lay_down(table, -1.3 * CUBE_G)
    table.wait(1.0)
    table.drawer.drop_cubes(4)
    table.wait(1.2)
    lay_down(table, 1.3 * CUBE_G)
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (4, SURE)


def test_a_drawer_lighter_than_empty_was_not_emptied(table: ScaleTable) -> None:
    """A finger of 0.35 of a cube lies there as cubes are expected. It goes as one falls, and the supply sags for good
    by 1.35: so much less than an empty drawer weighs is not what hands leave that take something out."""
    lay_down(table, 0.35 * CUBE_G)
    table.wait(2.0)
    table.scale.expect("round 1", 12)
    table.wait(1.0)
    land(table, (1.0 - 1.35 - 0.35) * CUBE_G)
    table.wait(8.0)
    assert table.last.status == UNSURE


def test_a_blow_that_leaves_less_than_nothing_is_no_hand_that_was_emptying_the_drawer(table: ScaleTable) -> None:
    """A fifth of a second after cubes begin to be expected in an empty drawer three fall, and the supply sags by as
    much and a quarter of one: nothing lay there that hands could have taken out (9539028660/0)."""
    table.wait(2.0)
    table.scale.expect("round 1", 12)
    table.wait(0.2)
    table.drawer.lean(-0.26 * CUBE_G)
    table.drawer.bump(grams=40.0 * CUBE_G)
    table.wait(6.0)
    assert table.last.status == UNSURE


def land(table: ScaleTable, grams: float) -> None:
    """What comes with the blow of a fall."""
    table.drawer.lean(grams)
    table.drawer.bump(grams=40.0 * grams)


def lay_down(table: ScaleTable, grams: float) -> None:
    """Within an eighth of a second, as a finger does."""
    for _ in range(10):
        table.drawer.lean(grams / 10)
        table.wait(1.0 / 80.0)


def test_emptying_the_drawer_by_hand_undoes_no_count(table: ScaleTable) -> None:
    """What was counted and then all taken out stays counted."""
    table.expect("round 1")
    table.fall(3)
    table.drawer.empty()
    table.wait(4.0)
    assert table.said == [(0, SURE), (3, SURE)]


@pytest.mark.parametrize(("after_s", "said"), [(0.0, (3, 0, UNSURE)), (3.0, (3, 0, UNSURE)), (6.0, (3, None, SURE))])
def test_cubes_of_before_that_are_taken_out_once_others_are_expected(
    table: ScaleTable, after_s: float, said: tuple[int, int | None, str]
) -> None:
    """Five lie there, and are taken out; three fall at once, or seconds later. All that lies there may be new, or the
    same hand has left it there: three or none. A drawer that is empty for five seconds is emptied, and no hand lifts
    it."""
    table.expect("round 1")
    table.fall(5)
    table.scale.stop_expecting()
    table.expect("round 2")
    table.drawer.empty()
    table.wait(after_s)
    table.fall(3)
    assert (table.last.count, table.last.other if said[1] is not None else None, table.last.status) == said
