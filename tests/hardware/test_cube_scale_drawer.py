"""A drawer that is pulled out and pushed in while cubes are counted."""

from hardware.cube_scale import DRAWER_OUT, SURE, UNSURE

from .scale_table import ScaleTable


def test_drawer_out_and_in_empty_begins_anew(table: ScaleTable) -> None:
    """Pulled before anything fell and pushed in empty: the drawer is noticed by weight, and counting begins anew."""
    table.expect("round 1")
    table.drawer.pull_drawer()
    table.wait(3.0)
    assert table.last.status == DRAWER_OUT
    assert table.scale.health.drawer == "out"
    table.drawer.push_drawer()
    table.wait(3.0)
    table.fall(2)
    assert table.said == [(0, SURE), (None, DRAWER_OUT), (0, SURE), (2, SURE)]


def test_a_cube_that_falls_as_the_drawer_is_pushed_in_is_not_sure_of_its_round(table: ScaleTable) -> None:
    """It belongs to the next count, which nobody has seen begin: the next count holds it, and asks."""
    table.expect("round 1")
    table.fall(3)
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.empty()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.drawer.drop_cubes(1)
    table.wait(3.0)
    table.expect("round 2")
    table.fall(2)
    assert (table.last.count, table.last.status, table.last.reason) == (3, UNSURE, "zero_doubtful")


def test_a_cube_that_falls_while_the_drawer_comes_in_belongs_to_the_drop_that_waits(table: ScaleTable) -> None:
    """It was empty when the drop began, so that what lies there has come since; the next drop begins with it."""
    table.expect("round 1")
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.drawer.drop_cubes(1)
    table.wait(3.0)
    assert (table.last.count, table.last.status) == (1, SURE)
    table.expect("round 2")
    table.fall(2)
    assert (table.last.count, table.last.status) == (2, SURE)


def test_cubes_that_lay_there_before_a_drawer_was_pulled_are_not_counted_again(table: ScaleTable) -> None:
    """Four lay there, two fell; pulled as they settled and put back as it was, with one that fell meanwhile: three."""
    table.fall(4)
    table.expect("round 1")
    table.drawer.drop_cubes(2)
    table.wait(0.45)
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.drawer.drop_cubes(1)
    table.wait(3.0)
    assert (table.last.count, table.last.status) == (3, SURE)


def test_a_drop_expected_while_the_drawer_is_out_counts_from_the_empty_drawer_before(table: ScaleTable) -> None:
    """Empty when it was pulled: what lies in it as it comes in fell since. Not so where cubes lay in it."""
    table.drawer.pull_drawer()
    table.wait(1.0)
    table.expect("round 1")
    table.drawer.push_drawer()
    table.fall(5)
    assert (table.last.count, table.last.status) == (5, SURE)
    table.drawer.pull_drawer()
    table.wait(1.0)
    table.expect("round 2")
    table.drawer.push_drawer()
    table.fall(2)
    assert (table.last.count, table.last.status, table.last.reason) == (7, UNSURE, "zero_doubtful")


def test_a_doubt_about_the_drawer_lasts_until_it_is_empty(table: ScaleTable) -> None:
    """What was in doubt in one drop is so in the next; an empty drawer ends it."""
    table.expect("round 1")
    table.fall(3)
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.drawer.push_drawer()
    table.wait(3.0)
    for turn, lie in ((2, 4), (3, 5)):
        table.expect(f"round {turn}")
        table.fall(1)
        assert (table.last.count, table.last.status, table.last.reason) == (lie, UNSURE, "zero_doubtful")
    table.empty_and_push_in()
    table.expect("round 4")
    table.fall(2)
    assert (table.last.count, table.last.status) == (2, SURE)


def test_what_falls_after_the_drawer_was_pulled_is_not_counted_to_the_drop(table: ScaleTable) -> None:
    """A drop that was counted ends when the drawer is pulled: later cubes never change it."""
    table.expect("round 1")
    table.fall(3)
    table.empty_and_push_in()
    table.fall(2)
    assert table.said == [(0, SURE), (3, SURE), (None, DRAWER_OUT)]


def test_told_of_the_drawer(table: ScaleTable) -> None:
    """A drawer announced as out is out at once, and in only when its weight is there too."""
    table.expect("round 1")
    table.scale.drawer_moved(out=True)
    assert table.last.status == DRAWER_OUT
    table.drawer.pull_drawer()
    table.wait(2.0)
    table.scale.drawer_moved(out=False)
    table.wait(2.0)
    assert table.scale.health.drawer == "out"
    table.drawer.push_drawer()
    table.wait(2.0)
    assert table.scale.health.drawer == "in"


def test_at_ten_samples_a_second_a_swing_is_no_drawer_pulled_out() -> None:
    """A drawer that hums at nearly ten swings a second seems to stay lighter from sample to sample: it is in."""
    table = ScaleTable(3, rate_hz=10)
    table.calibrate()
    table.expect("round 1", 12)
    value, cube = table.drawer.raw_at(table.time_s), table.scale.calibration.cube  # type: ignore[union-attr]
    for deep in (40.0, 33.0, 26.0, 19.0, 12.0, 6.0):
        table.time_s += 0.1
        table.scale.feed(table.time_s, round(value - deep * cube))
    assert table.scale.health.drawer == "in"
    table.wait(3.0)
    assert table.said == [(0, SURE)]
