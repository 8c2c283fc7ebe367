"""What is recorded of an evening is counted by `companion weigh` as it was counted live."""

import io
import json
from pathlib import Path

from hardware.recorder import RecordedCubeScale
from hardware.weigh_command import weigh

from .scale_table import ScaleTable


def recorded_table(seed: int = 1, rate_hz: int = 80) -> tuple[ScaleTable, RecordedCubeScale]:
    """A table whose scale is recorded."""
    table = ScaleTable(seed, rate_hz=rate_hz)
    scale = RecordedCubeScale(None, table.counts.append)
    table.scale = scale
    return table, scale


def weighed(scale: RecordedCubeScale, tmp_path: Path) -> list[tuple[int | None, str]]:
    path = tmp_path / "evening.csv"
    path.write_text("".join(scale.recorder.lines()), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert weigh(path, True, out, err) == 0
    assert err.getvalue() == ""
    return [(line["count"], line["status"]) for line in map(json.loads, out.getvalue().splitlines())]


def evening(table: ScaleTable) -> None:
    """Three drops: with a late cube, with the drawer pulled in between, and of none."""
    table.expect("round 1", 3)
    table.fall(2)
    table.fall(1)
    table.drawer.pull_drawer()
    table.wait(3)
    table.drawer.empty()
    table.drawer.push_drawer()
    table.wait(3)
    table.expect("round 2", 5)
    table.fall(4)
    table.expect("round 3", 2)
    table.wait(2)


def test_the_same_counts_as_live(tmp_path: Path) -> None:
    """The calibration was not part of the recording, and still the trace is counted as the evening was."""
    table, scale = recorded_table()
    table.calibrate(6)
    table.wait(200.0)  # the zero wanders, and nobody records
    table.counts.clear()
    scale.start_recording()
    evening(table)
    assert [one for one in table.said if one[1] == "sure"]
    assert weighed(scale, tmp_path) == table.said


def test_the_same_counts_at_ten_a_second(tmp_path: Path) -> None:
    """The same at the slow rate."""
    table, scale = recorded_table(2, rate_hz=10)
    table.calibrate(6)
    table.counts.clear()
    scale.start_recording()
    evening(table)
    assert weighed(scale, tmp_path) == table.said


def test_a_calibration_in_the_recording_counts_from_there_on(tmp_path: Path) -> None:
    """Recorded from the first sample on, the trace holds the calibration once."""
    table, scale = recorded_table(3)
    scale.start_recording()
    table.calibrate(4)
    evening(table)
    assert scale.recorder.marks[:2] == ["tare", "known 40"]
    assert weighed(scale, tmp_path)[-1] == table.said[-1]


def test_marks_say_what_happened() -> None:
    """Drops with the most they may take, and the drawer's coming and going."""
    table, scale = recorded_table()
    table.calibrate(3)
    scale.start_recording()
    evening(table)
    scale.expect("round 3", 6)
    assert scale.recorder.marks == ["drop 3", "drawer out", "drawer in", "drop 5", "drop 6"]


def test_flagged_samples_are_not_recorded() -> None:
    """What the chip itself does not trust is counted by nobody."""
    table, scale = recorded_table()
    scale.start_recording()
    table.wait(2.0)
    table.wait(1.0, good=False)
    assert 1.9 < scale.recorder.seconds < 2.1


def test_stopped_it_keeps_what_it_has(tmp_path: Path) -> None:
    """After the stop nothing is added; the next start begins anew."""
    table, scale = recorded_table()
    scale.start_recording()
    table.wait(2.0)
    scale.recorder.stop()
    table.wait(2.0)
    assert 1.9 < scale.recorder.seconds < 2.1
    scale.start_recording()
    assert 3.9 < scale.recorder.seconds < 4.1  # some seconds before its start are on it
    assert scale.recorder.marks == []
    table.wait(1.0)
    assert 4.9 < scale.recorder.seconds < 5.1


def test_the_calibrations_samples_are_kept_and_used_again(tmp_path: Path) -> None:
    """With the samples of a kept calibration, an evening on a freshly started companion can be counted anew."""
    table, scale = recorded_table(4)
    made = table.calibrate(6)
    kept = scale.recorder.calibration_tape()
    assert kept is not None
    assert len(json.dumps(kept)) < 100_000
    again = RecordedCubeScale(made, table.counts.append)
    again.recorder.use_calibration_tape(kept)
    table.scale = again
    table.wait(3.0)
    table.counts.clear()
    again.start_recording()
    table.expect("round 1", 3)
    table.fall(2)
    table.expect("round 2", 5)
    table.fall(4)
    assert weighed(again, tmp_path) == table.said
