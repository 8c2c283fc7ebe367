"""What the scale says of cubes that fall, and when it cannot say anything."""

import pytest

from hardware.calibration import Calibration, CannotCalibrate
from hardware.cube_scale import NO_SIGNAL, NOT_CALIBRATED, SURE, UNSURE, Count, CubeScale
from hardware.simulated_drawer import Cell

from .scale_table import ScaleTable

BOTH_RATES = pytest.mark.parametrize("rate_hz", [10, 80])


@BOTH_RATES
@pytest.mark.parametrize("cubes", [1, 2, 3, 5])
def test_counts_what_falls(rate_hz: int, cubes: int) -> None:
    """A few cubes are counted for sure, at 10 and at 80 samples a second."""
    table = ScaleTable(11, rate_hz=rate_hz)
    table.calibrate()
    table.expect("round 1")
    table.fall(cubes)
    assert table.said[0] == (0, SURE)
    assert (table.last.count, table.last.status) == (cubes, SURE)
    assert table.last.confidence > 0.999


@BOTH_RATES
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))])
def test_a_sure_count_is_true_at_the_moment_it_is_said(seed: int, rate_hz: int) -> None:
    """Over a long evening of falls, late cubes and bumps no sure count ever differs from what lies in the drawer."""
    table = ScaleTable(seed, rate_hz=rate_hz, spread=0.05)
    table.calibrate()
    for turn in range(8):
        before = table.drawer.cubes_in_drawer
        table.expect(f"turn {turn}")
        table.drawer.drop_cubes(turn % 5, over_s=0.3)
        table.wait(0.4)
        heard = len(table.counts)
        table.wait(2.0)
        table.drawer.bump(grams=30.0)
        table.wait(3.0)
        sure = [count.count for count in table.counts[heard:] if count.status == SURE]
        assert set(sure) <= {table.drawer.cubes_in_drawer - before}
        table.fall(1)
        if table.last.status == SURE:
            assert table.last.count == table.drawer.cubes_in_drawer - before
        table.drawer.empty()
        table.wait(2.5)


def test_zero_is_said_when_the_zero_is_taken(table: ScaleTable) -> None:
    """Expecting cubes on a quiet drawer says at once that nothing new lies there, whatever lay there before."""
    table.fall(4)
    table.expect("round 1")
    assert table.said == [(0, SURE)]


def test_a_late_cube_supersedes(table: ScaleTable) -> None:
    """A cube that falls long after the others makes a new count of the same drop."""
    table.expect("round 1")
    table.fall(2, 10.0)
    table.fall(1)
    assert table.said == [(0, SURE), (2, SURE), (3, SURE)]


def test_a_bump_never_counts(table: ScaleTable) -> None:
    """Knocks of every strength say nothing new."""
    table.expect("round 1")
    for grams in (0.3, 1.0, 5.0, 60.0):
        table.drawer.bump(grams=grams)
        table.wait(3.0)
    assert table.said == [(0, SURE)]


def test_a_count_said_before_the_fall_does_not_stand_after_it() -> None:
    """With few cubes weighed singly many are sure late or never: until then the empty drawer's 0 is no count."""
    table = ScaleTable(5)
    table.calibrate(3)
    table.expect("round 1")
    assert table.scale.health.last_stands
    table.drawer.drop_cubes(12)
    stale = 0
    for _ in range(40):
        table.wait(0.1)
        health = table.scale.health
        lies_still = health.resting and health.cubes is not None and health.cubes > 11
        if lies_still and health.last is not None and health.last.count == 0:
            assert not health.last_stands
            stale += 1
    assert stale > 0
    assert table.last.count == 12
    assert table.scale.health.last_stands


def test_more_than_expected_is_unsure(table: ScaleTable) -> None:
    """More cubes than the game can have dropped are told, but not as sure."""
    table.expect("round 1", at_most=2)
    table.fall(4)
    assert (table.last.count, table.last.status, table.last.reason) == (4, UNSURE, "too_many")


def test_the_same_drop_keeps_zero_and_count(table: ScaleTable) -> None:
    """Expecting the same drop again, as after an undo, keeps the zero; another drop takes a new one."""
    table.expect("round 1")
    table.fall(2)
    table.expect("round 1")
    table.fall(1)
    assert table.last.count == 3
    table.expect("round 2")
    assert table.said[-1] == (0, SURE)


def test_nothing_is_said_when_nothing_is_expected(table: ScaleTable) -> None:
    """After `stop_expecting` cubes may fall unheard."""
    table.expect("round 1")
    table.scale.stop_expecting()
    table.fall(2)
    assert table.said == [(0, SURE)]


def test_a_wandering_zero_is_no_cube() -> None:
    """Half a cube of drift in each minute is followed: what falls after two minutes is still counted right."""
    table = ScaleTable(5, cell=Cell(capacity_g=1000.0, counts_noise=95.0, settling_s=0.05, window_s=0.0125))
    table.calibrate()
    table.expect("round 1")
    for _ in range(240):
        table.drawer.lean(0.5 * 0.325 / 120.0)
        table.wait(0.5)
    table.fall(3)
    assert (table.last.count, table.last.status) == (3, SURE)
    assert {count.count for count in table.counts if count.status == SURE} == {0, 3}


def test_a_third_of_a_cube_is_not_nothing(table: ScaleTable) -> None:
    """A crumb too light for a cube and too heavy for drift is never rounded away."""
    table.expect("round 1")
    table.drawer.lean(0.32 * 0.325)
    table.wait(4.0)
    assert (table.last.status, table.last.reason) == (UNSURE, "between_counts")


def test_missing_samples_make_it_unsure(table: ScaleTable) -> None:
    """What falls while no samples come may be anything: no signal is told, then an unsure count."""
    table.expect("round 1")
    table.wait(2.0, silent=True)
    table.scale.silent(table.time_s)
    assert table.last.status == NO_SIGNAL
    table.drawer.drop_cubes(2)
    table.wait(1.0, silent=True)
    table.wait(4.0)
    assert (table.last.count, table.last.status, table.last.reason) == (2, UNSURE, "samples_missing")


def test_a_board_that_starts_anew_hides_nothing(table: ScaleTable) -> None:
    """Within 2.8 seconds nobody pulls the drawer, takes some out, puts it back and lets others fall."""
    table.expect("round 1")
    table.drawer.drop_cubes(3)
    table.wait(2.8, silent=True)
    table.scale.silent(table.time_s)
    assert table.last.status == NO_SIGNAL
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (3, SURE)


def test_flagged_samples_count_as_none(table: ScaleTable) -> None:
    """Samples that the chip flagged are not used, however plausible they look."""
    table.expect("round 1")
    table.drawer.drop_cubes(2)
    table.wait(2.0, good=False)
    assert table.said == [(0, SURE), (None, NO_SIGNAL)]


def test_a_value_that_never_changes_is_no_signal(table: ScaleTable) -> None:
    """A stuck chip is not a quiet table."""
    table.expect("round 1")
    for i in range(400):
        table.scale.feed(table.time_s + (i + 1) / 80.0, -19000)
    assert (table.last.status, table.last.reason) == (NO_SIGNAL, "frozen")


def test_not_calibrated() -> None:
    """Without a calibration nothing is counted."""
    counts: list[Count] = []
    CubeScale(None, counts.append).expect("round 1", 3)
    assert [(count.count, count.status) for count in counts] == [(None, NOT_CALIBRATED)]


def test_a_coarse_cell_refuses_to_count() -> None:
    """A 5 kg cell is refused at its calibration, with a code that says so; the scale stays not calibrated."""
    table = ScaleTable(1, capacity_g=5000.0, rate_hz=10)
    with pytest.raises(CannotCalibrate) as refused:
        table.calibrate()
    assert refused.value.code == "cell_too_coarse"
    table.calibrate_steps()
    table.expect("round 1")
    table.fall(3)
    assert [(count.status, count.reason) for count in table.counts] == [(NOT_CALIBRATED, "cell_too_coarse")]


def test_a_stored_calibration_of_a_coarse_cell_refuses_too() -> None:
    """A calibration from elsewhere is judged again before it is used."""
    counts: list[Count] = []
    coarse = Calibration(set_size=40, cube=140.0, mean_error=0.001, spread=0.03, singles=8, noise=30.0, zero=0.0)
    CubeScale(coarse, counts.append).expect("round 1", 3)
    assert [(count.status, count.reason) for count in counts] == [(NOT_CALIBRATED, "cell_too_coarse")]


def test_a_stored_calibration_counts_after_a_restart(table: ScaleTable) -> None:
    """A new scale with the kept calibration counts although the zero has wandered by many cubes meanwhile."""
    kept = Calibration.from_plain(table.scale.calibration.to_plain())  # type: ignore[union-attr]
    later = ScaleTable(
        3,
        calibration=kept,
        cell=Cell.at(80).__class__(counts_noise=95.0, settling_s=0.05, window_s=0.0125, offset=-150_000),
    )
    later.wait(3.0)
    later.expect("round 1")
    later.fall(2)
    assert (later.last.count, later.last.status) == (2, SURE)


def test_health_shows_grams_by_the_usual_cube(table: ScaleTable) -> None:
    """Ten cubes of 0.325 g show as about 3.25 g, with the noise and the rate beside them."""
    table.fall(10)
    health = table.scale.health
    assert health.resting
    assert health.grams == pytest.approx(3.25, abs=0.2)
    assert health.rate_hz == pytest.approx(80.0, rel=0.02)
    assert 0.0 < (health.noise_grams or 0.0) < 0.05


def test_whoever_listens_may_ask_the_scale_something() -> None:
    """The callback runs outside the scale's lock."""
    table = ScaleTable(3)
    asked: list[str] = []
    table.scale = CubeScale(None, lambda count: asked.append(table.scale.health.drawer))
    table.scale.expect("round 1", 3)
    assert asked == ["unknown"]


@pytest.mark.parametrize("after_s", [0.0, 0.05, 0.3, 0.6, 2.0])
def test_a_drop_before_anything_was_weighed_is_never_sure(table: ScaleTable, after_s: float) -> None:
    """Plugged in while cubes are being dropped already, the scale cannot know what lay there before, and says so."""
    fresh = ScaleTable(seed=3, calibration=table.scale.calibration)
    fresh.scale.expect("round 1", 3)
    fresh.wait(after_s)
    fresh.drawer.drop_cubes(2)
    fresh.wait(4.0)
    assert fresh.counts
    assert not [count for count in fresh.counts if count.status == "sure"]


def test_cubes_that_trickle_are_counted_step_by_step(table: ScaleTable) -> None:
    """Ten cubes over six seconds: rests that were none, in the midst of the falls, make nothing unsure."""
    table.expect("round 1")
    table.drawer.drop_cubes(10, over_s=6.0)
    table.wait(10.0)
    assert (table.last.count, table.last.status) == (10, SURE)


def test_an_answer_to_an_unsure_count_teaches() -> None:
    """Told what lies there, the scale keeps a calibration whose mean has moved that way, once for each drop."""
    table = unsure_table()
    before = table.scale.calibration
    assert before is not None
    weighed = table.scale.health.cubes
    lies = table.drawer.cubes_in_drawer
    assert table.scale.confirm_count(lies)
    after = table.scale.calibration
    assert after is not None
    assert weighed is not None
    assert (after.cube > before.cube) == (weighed > lies)
    assert not table.scale.confirm_count(lies)


def test_a_wild_answer_teaches_nothing() -> None:
    """A count that this weight cannot be changes nothing."""
    table = unsure_table()
    before = table.scale.calibration
    assert not table.scale.confirm_count(table.drawer.cubes_in_drawer + 5)
    assert table.scale.calibration == before


def test_an_answer_to_a_sure_count_teaches_nothing(table: ScaleTable) -> None:
    """Whoever corrects a sure count has taken cubes out, or miscounted; the scale keeps what it knows."""
    before = table.scale.calibration
    assert not table.scale.confirm_count(2)
    table.expect("round 1")
    table.fall(2)
    assert table.last.status == SURE
    assert not table.scale.confirm_count(3)
    assert table.scale.calibration == before


def unsure_table() -> ScaleTable:
    """Very unequal cubes, of which so many fell that the scale asks."""
    for seed in range(20):
        table = ScaleTable(seed, spread=0.1)
        table.calibrate()
        table.expect("round 1", at_most=40)
        table.fall(14)
        if table.last.status == UNSURE and table.drawer.cubes_in_drawer in (table.last.count, table.last.other):
            return table
    raise AssertionError("no set was unequal enough")


def test_the_steps_so_far_show_what_a_calibration_would_be(table: ScaleTable) -> None:
    """In the midst of the talk the cubes to set aside can be asked for; the calibration in use stays."""
    before = table.scale.calibration
    table.calibrate_steps(singles=6)
    so_far = table.scale.calibration_so_far()
    assert len(so_far.weighed) == so_far.singles == 6
    assert so_far.set_aside() == ()
    assert table.scale.calibration is before
    assert table.scale.finish_calibration() == so_far


def test_what_fell_while_the_table_was_drummed_on_is_known_to_have_come(table: ScaleTable) -> None:
    """Nothing rests from two seconds before cubes are no longer expected until two have fallen: they came since."""
    table.scale.expect("one", 20)
    table.wait(2)
    for beat in range(16):
        table.drawer.bump()
        table.wait(0.2)
        if beat == 10:
            table.scale.stop_expecting()
            table.drawer.drop_cubes(2)
    table.wait(4)
    table.scale.expect("two", 20)
    table.wait(1)
    assert table.scale.health.before == (pytest.approx(2.0, abs=0.2), pytest.approx(2.0, abs=0.2))


def test_what_fell_on_a_drawer_lighter_than_empty_while_the_table_was_drummed_on_is_asked_about(
    table: ScaleTable,
) -> None:
    """What was taken for empty was 0.6 of a cube too heavy, by a crumb that is gone: the first cube leaves it at 0.4,
    as empty as the scale knows, and that is not nothing (9521028581/12 said none). A hand may have lifted it, too."""
    calibration = table.scale.calibration
    empty = table.scale._drawer.empty
    assert calibration is not None
    assert empty is not None
    table.scale._drawer.empty = empty + 0.65 * calibration.cube
    table.wait(2)
    for beat in range(24):
        table.drawer.bump()
        table.wait(0.2)
        if beat == 14:
            table.scale.expect("one", 20)
            table.drawer.drop_cubes(1)
    table.wait(4)
    assert (table.last.count, table.last.status, table.last.other) == (1, UNSURE, 0)


@pytest.mark.parametrize(("cubes", "came"), [(0.8, 0.0), (1.0, 1.0)])
def test_what_is_lighter_than_any_cube_has_not_come_before(table: ScaleTable, cubes: float, came: float) -> None:
    """Of cubes with 3 % spread none weighs less than 0.87, however it is weighed: eight tenths that came while none
    were expected are water."""
    table.expect("one")
    table.scale.stop_expecting()
    table.drawer.spill(cubes * 0.325)
    table.wait(4.0)
    table.expect("two")
    assert table.scale.health.before == (pytest.approx(cubes, abs=0.1), pytest.approx(came, abs=0.1))


def test_a_drop_goes_on_where_the_chip_was_off_for_a_moment(table: ScaleTable) -> None:
    """Two cubes fell before the supply dipped, and one meanwhile: what the cell reads otherwise since is no number of
    cubes."""
    table.expect("round 1")
    table.fall(2)
    table.drawer.drop_cubes(1)
    table.wait(1.5, silent=True)
    table.scale.zero_may_have_moved()
    table.wait(4.0)
    assert (table.last.count, table.last.status) == (3, SURE)
