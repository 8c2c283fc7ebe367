"""What the empty drawer weighs may change: people say so, or the scale finds it out."""

import pytest

from hardware.cube_scale import SURE, UNSURE

from .scale_table import ScaleTable

CUBE_G = 0.325


def with_the_plate_bare(pushed_in: int) -> ScaleTable:
    """A round has begun on a scale that knows the plate, and the drawer, pushed in empty so often, is pulled."""
    table = ScaleTable(3)
    table.calibrate(plate=True)
    for _ in range(pushed_in):
        table.empty_and_push_in()
    table.expect("round 1")
    table.drawer.pull_drawer()
    return table


def test_told_that_the_drawer_is_empty_a_drop_that_waits_begins_anew(table: ScaleTable) -> None:
    """A sticker as heavy as a cube makes the zero doubtful; told that the drawer is empty, it counts from there."""
    table.drawer.spill(CUBE_G)
    table.empty_and_push_in()
    table.expect("round 1")
    table.wait(2.0)
    assert (table.last.count, table.last.status, table.last.reason) == (1, UNSURE, "zero_doubtful")
    assert table.scale.health.ask_empty
    assert table.scale.drawer_is_empty() == ""
    assert table.said[-1] == (0, SURE)
    table.fall(3)
    assert (table.last.count, table.last.status) == (3, SURE)
    table.empty_and_push_in()
    table.expect("round 2")
    table.fall(2)
    assert (table.last.count, table.last.status) == (2, SURE)


def test_nobody_is_asked_about_an_empty_drawer_in_which_cubes_lie(table: ScaleTable) -> None:
    """A sticker as heavy as a cube makes the zero doubtful, and it is asked whether the drawer is empty; once two cubes
    have fallen it is not, whatever their number."""
    table.drawer.spill(CUBE_G)
    table.empty_and_push_in()
    table.expect("round 1")
    table.wait(2.0)
    assert table.scale.health.ask_empty
    table.fall(2)
    assert (table.last.status, table.last.reason) == (UNSURE, "zero_doubtful")
    assert not table.scale.health.ask_empty


def test_what_fell_is_never_taken_for_an_empty_drawer(table: ScaleTable) -> None:
    """While the cubes of this drop lie there it is refused; once they were taken out nothing more is counted for it."""
    table.expect("round 1")
    table.fall(3)
    assert table.scale.drawer_is_empty() == "still_there"
    table.drawer.empty()
    table.wait(3.0)
    assert table.scale.drawer_is_empty() == ""
    table.wait(1.0)
    table.fall(2)
    assert table.said == [(0, SURE), (3, SURE)]
    table.empty_and_push_in()
    table.expect("round 2")
    table.fall(2)
    assert table.said[-1] == (2, SURE)


def test_it_cannot_be_said_at_any_time(table: ScaleTable) -> None:
    """Not while something moves, nor while the drawer is out."""
    table.drawer.bump(grams=30.0)
    table.wait(0.3)
    assert table.scale.drawer_is_empty() == "moving"
    table.wait(3.0)
    table.drawer.pull_drawer()
    table.wait(2.0)
    assert table.scale.drawer_is_empty() == "drawer_out"
    assert ScaleTable(3).scale.drawer_is_empty() == "not_calibrated"


@pytest.mark.parametrize("crumb", [0.45, 0.5, 1.5])
def test_a_crumb_seen_twice_belongs_to_the_drawer(table: ScaleTable, crumb: float) -> None:
    """Off by the same each time it comes in, and by no whole cube: the third round is sure again."""
    table.drawer.spill(crumb * CUBE_G)
    sure = []
    for turn in range(4):
        table.empty_and_push_in()
        table.expect(f"round {turn}")
        table.fall(3)
        sure.append((table.last.count, table.last.status) == (3, SURE))
    assert table.scale.health.learned_empty == 1
    assert sure[2:] == [True, True]


def learn_crumb(table: ScaleTable) -> None:
    """A crumb of a cube and a half is seen twice, and belongs to the empty drawer by then."""
    table.drawer.spill(1.5 * CUBE_G)
    for turn in range(2):
        table.empty_and_push_in()
        table.expect(f"round {turn}")
        table.fall(3)
    table.empty_and_push_in()
    assert table.scale.health.cubes == pytest.approx(0.0, abs=0.3)


def test_a_crumb_that_is_swept_out_by_hand_belongs_to_the_drawer_no_longer(table: ScaleTable) -> None:
    """It was learned by being seen twice, and goes without the drawer's being pulled: empty is what it was before."""
    learn_crumb(table)
    table.drawer.spill(-1.5 * CUBE_G)
    table.wait(3.0)
    table.expect("round 2")
    assert table.scale.health.cubes == pytest.approx(0.0, abs=0.3)


def test_a_crumb_that_was_swept_out_before_a_finger_came_belongs_to_the_drawer_no_longer(table: ScaleTable) -> None:
    """A cube and a half were told to be crumbs and are swept out. As cubes are expected a finger of 0.9 presses: that
    so much of the crumbs has stayed is not so, what the drawer weighed in between is what it weighs empty."""
    learn_crumb(table)
    table.drawer.spill(-1.5 * CUBE_G)
    table.wait(2.0)
    table.drawer.lean(0.9 * CUBE_G)
    table.wait(1.0)
    table.expect("round 2")
    assert table.scale.health.cubes == pytest.approx(0.9, abs=0.3)


def test_what_lifts_the_drawer_for_a_moment_has_swept_no_crumb_out(table: ScaleTable) -> None:
    """A cube and a half were told to be crumbs, and lie there. A finger lifts the drawer by 0.9 just as cubes are
    expected, for too short a time to be no hand: the crumbs lie there yet when it has gone."""
    learn_crumb(table)
    table.drawer.lean(-0.9 * CUBE_G)
    table.drawer.bump()
    table.wait(1.2)
    table.scale.expect("round 2", 12)
    table.drawer.lean(0.9 * CUBE_G)
    table.wait(3.0)
    assert table.scale.health.cubes == pytest.approx(0.0, abs=0.3)


def test_what_people_counted_tells_what_the_drawer_weighs(table: ScaleTable) -> None:
    """Wet by a whole cube's weight: three or four are asked about once, three is tapped, and the next round is sure."""
    table.drawer.spill(CUBE_G)
    table.empty_and_push_in()
    table.expect("round 1")
    table.fall(3)
    assert (table.last.status, table.last.reason) == (UNSURE, "zero_doubtful")
    assert {table.last.count, table.last.other} == {3, 4}
    table.scale.confirm_count(3)
    table.empty_and_push_in()
    table.expect("round 2")
    table.fall(2)
    assert (table.last.count, table.last.status) == (2, SURE)


def test_cubes_that_were_left_in_the_drawer_are_not_its_own_weight(table: ScaleTable) -> None:
    """Five lay in it when it was pulled and put back, three fell, and three is tapped: emptied, it weighs nothing."""
    table.expect("round 1")
    table.fall(5)
    table.drawer.pull_drawer()
    table.wait(3.0)
    table.drawer.push_drawer()
    table.wait(3.0)
    table.expect("round 2")
    table.fall(3)
    assert (table.last.count, table.last.reason) == (8, "zero_doubtful")
    table.scale.confirm_count(3)
    table.drawer.empty()
    table.wait(3.0)
    assert table.scale.health.cubes == pytest.approx(0.0, abs=0.3)


def test_what_is_seen_to_come_into_an_empty_drawer_did_not_come_unseen(table: ScaleTable) -> None:
    """The drawer comes in empty; a drop of nine tenths of a cube falls in before cubes are expected."""
    table.empty_and_push_in()
    table.drawer.spill(0.9 * CUBE_G)
    table.wait(2.0)
    table.expect("round 1")
    table.fall(3)
    assert (table.last.count, table.last.status) == (3, SURE)


def test_what_is_seen_to_come_beside_a_crumb_did_not_come_unseen(table: ScaleTable) -> None:
    """The drawer comes in with half a cube's weight, which hides no cube; then a drop of as much falls in."""
    for _ in range(8):
        table.empty_and_push_in()
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.drawer.spill(0.5 * CUBE_G)
    table.wait(3.0)
    table.drawer.spill(0.5 * CUBE_G)
    table.wait(6.0)
    table.expect("round 1")
    table.fall(3)
    assert (table.last.count, table.last.status) == (3, SURE)


def test_a_finger_that_comes_to_an_empty_drawer_is_not_taken_for_its_zero(table: ScaleTable) -> None:
    """A third of a cube comes as cubes begin to be expected, and goes once fourteen have fallen."""
    table.scale.expect("round 1", 20)
    table.drawer.spill(0.34 * CUBE_G)
    table.wait(1.0)
    table.fall(14, 2.0)
    table.drawer.spill(-0.34 * CUBE_G)
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (14, SURE)


def test_a_cube_that_comes_in_unseen_each_time_is_never_learned(table: ScaleTable) -> None:
    """A whole cube twice is no crumb: it is asked, each time."""
    for turn in range(4):
        table.drawer.pull_drawer()
        table.wait(2.0)
        table.drawer.empty()
        table.drawer.push_drawer()
        table.drawer.drop_cubes(1)
        table.wait(3.0)
        table.expect(f"round {turn}")
        table.wait(3.0)
        assert (table.last.status, table.last.reason) == (UNSURE, "zero_doubtful")
    assert table.scale.health.learned_empty == 0


@pytest.mark.parametrize(("crumb", "cubes", "doubtful"), [(0.45, 0, False), (0.45, 2, True), (0.0, 2, True)])
def test_what_is_lighter_than_a_cube_holds_none(table: ScaleTable, crumb: float, cubes: int, doubtful: bool) -> None:
    """Nearly half a cube's weight in a drawer that was out is no cube that fell in; with two more it may be two."""
    for _ in range(8):  # how differently it sits is learned from its coming in
        table.empty_and_push_in()
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.drawer.spill(crumb * CUBE_G)
    table.drawer.drop_cubes(cubes)
    table.wait(3.0)
    table.expect("round 1")
    table.fall(3)
    assert (table.last.status, table.last.reason) == ((UNSURE, "zero_doubtful") if doubtful else (SURE, ""))


def test_what_fell_into_a_drawer_that_had_grown_lighter_is_counted_from_what_it_weighs() -> None:
    """Nine tenths of a cube are gone for good when it comes in. It is pulled just as five fall, and put back: that
    tells that it was lighter, which counts once."""
    table = ScaleTable(3)
    table.calibrate(plate=True)
    table.wait(3.0)
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.spill(-0.9 * CUBE_G)
    table.drawer.push_drawer()
    table.wait(4.0)
    table.expect("round 1")
    table.fall(5, 0.5)
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (5, SURE)


def test_a_cube_that_leant_on_the_plate_hides_in_the_drawer_that_is_put_on_it() -> None:
    """It leans on the bare plate with 0.36 of its weight, so that the plate seems to weigh so much more, and the empty
    drawer with it. All of it lies there as the drawer comes in: nobody knows that so little more than empty is none."""
    table = with_the_plate_bare(pushed_in=4)
    table.drawer.lean(0.36 * CUBE_G)
    table.wait(2.0)
    table.drawer.lean(0.64 * CUBE_G)
    table.drawer.push_drawer()
    table.wait(4.0)
    assert (table.last.count, table.last.status) != (0, SURE)


def test_a_light_thing_in_the_drawer_may_be_a_cube_where_the_plate_has_shown_one() -> None:
    """It falls onto the bare plate as the drawer goes out, and the plate is seen with it; then the drawer comes in and
    reads a third of a cube too little, as a cell does that creeps."""
    table = with_the_plate_bare(pushed_in=8)
    table.drawer.drop_cubes(1)
    table.wait(2.0)
    table.drawer.spill(-0.33 * CUBE_G)
    table.drawer.push_drawer()
    table.wait(4.0)
    assert (table.last.count, table.last.status) != (0, SURE)
