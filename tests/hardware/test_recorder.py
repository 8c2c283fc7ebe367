"""What is recorded can be packed small, comes back as it was, and is weighed anew as it was counted."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hardware.cube_scale import CubeScale
from hardware.recorder import TRIM, Recorder, Recording
from hardware.trace import Mark, Sample, read_trace, trace_lines
from hardware.weigh_command import weigh

from .scale_table import ScaleTable


def filled(count: int = 5, most_s: float = 1000.0) -> Recording:
    recording = Recording(most_s)
    for i in range(count):
        recording.add(10.0 + i / 8, 100 - i)
    return recording


def test_a_mark_stands_at_the_next_sample() -> None:
    """Two marks at once stand at two samples in a row, since a row has room for one."""
    recording = filled(1)
    recording.mark("empty")
    recording.mark("drop", 3)
    for i in range(3):
        recording.add(20.0 + i, 7)
    assert [str(sample.mark or "") for sample in recording.samples()] == ["", "empty", "drop 3", ""]


def test_times_begin_at_zero_and_only_grow() -> None:
    """A sample that is not later, or that no chip can give, is left out."""
    recording = filled(2)
    recording.add(10.0, 5)
    recording.add(30.0, 1 << 23)
    recording.add(11.0, 6)
    assert [sample.time_s for sample in recording.samples()] == [0.0, 0.125, 1.0]


def test_only_the_newest_are_kept() -> None:
    """What is older than the limit goes, and its marks with it; later marks stay at their samples."""
    recording = Recording(100.0)
    recording.mark("tare")
    for i in range(3 * TRIM):
        if i == 2 * TRIM + 5:
            recording.mark("drop", 2)
        recording.add(i / 8, i)
    assert recording.lasts_s <= 100.0 + TRIM / 8
    assert recording.marks == ["drop 2"]
    assert [sample.raw for sample in recording.samples() if sample.mark] == [2 * TRIM + 5]


def test_the_drop_may_grow() -> None:
    """A drop that may take more cubes later is marked with the most; it never shrinks."""
    recording = filled()
    recording.mark("drop", 3)
    recording.enlarge_drop(5)
    recording.add(50.0, 1)
    recording.enlarge_drop(4)
    assert recording.marks == ["drop 5"]
    recording.enlarge_drop(9)
    assert recording.marks == ["drop 9"]


def test_packed_and_unpacked_it_is_the_same() -> None:
    """Samples, marks and the zero come back as they were."""
    recording = filled(50)
    recording.mark("known", 40)
    recording.add(60.0, -8_388_608)
    recording.zero = 77.5
    back = Recording.from_plain(recording.to_plain())
    assert back.zero == 77.5
    assert back.samples() == [
        Sample(pytest.approx(one.time_s, abs=1e-6), one.raw, one.mark) for one in recording.samples()
    ]


@pytest.mark.parametrize(
    "damage",
    [{"times": "AAAA"}, {"raws": ""}, {"marks": [[1]]}, {"marks": 3}, {"zero": "x"}, {"times": None}, {"times": "é"}],
)
def test_what_is_no_recording_is_refused(damage: dict[str, object]) -> None:
    """Anything that was altered is refused as a whole."""
    with pytest.raises(ValueError, match="not a recording"):
        Recording.from_plain({**filled().to_plain(), **damage})


def test_lines_are_read_as_the_samples_that_they_were(tmp_path: Path) -> None:
    """What is written as a trace is read as the same samples."""
    samples = [Sample(0.0, 5, Mark("tare")), Sample(0.0125, -7, Mark("known", 40)), Sample(1.5, 8, None)]
    path = tmp_path / "trace.csv"
    path.write_text("".join(trace_lines(samples)), encoding="utf-8")
    assert read_trace(path) == samples


def recorded_table(seed: int = 1, rate_hz: int = 80) -> tuple[ScaleTable, CubeScale]:
    """A table whose scale is recorded."""
    table = ScaleTable(seed, rate_hz=rate_hz)
    scale = CubeScale(None, table.counts.append, Recorder())
    table.scale = scale
    return table, scale


def weighed(scale: CubeScale, tmp_path: Path) -> list[tuple[int | None, str]]:
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


def test_the_plate_and_an_empty_drawer_that_somebody_told_are_weighed_as_live(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted anew, the drawer weighs what it weighed live, and a sticker is told away at the same moment."""
    table, scale = recorded_table(3)
    live = table.calibrate(6, plate=True)
    table.counts.clear()
    scale.start_recording()
    table.drawer.spill(0.325)
    table.drawer.pull_drawer()
    table.wait(2)
    table.drawer.push_drawer()
    table.wait(3)
    table.expect("round 1", 8)
    assert scale.drawer_is_empty() == ""
    table.fall(3)
    anew: list[CubeScale] = []

    def kept(*given: Any) -> CubeScale:
        anew.append(CubeScale(*given))
        return anew[-1]

    monkeypatch.setattr("hardware.weigh_command.CubeScale", kept)
    assert weighed(scale, tmp_path) == table.said
    assert table.said[-1] == (3, "sure")
    assert live.drawer is not None
    assert anew[0].calibration is not None
    assert anew[0].calibration.drawer == pytest.approx(live.drawer, abs=0.1 * live.cube)
    marks = [str(one.mark) for one in read_trace(tmp_path / "evening.csv") if one.mark]
    assert marks[:3] == ["plate", "tare", "known 40"]
    assert marks[-4:] == ["drawer out", "drawer in", "drop 8", "empty now"]


def test_a_calibration_that_was_left_at_the_plate_is_no_part_of_the_next(tmp_path: Path) -> None:
    """Begun twice, it is recorded from the second beginning on."""
    table, scale = recorded_table(3)
    scale.bare_plate()
    table.wait(5)
    table.calibrate(3, plate=True)
    scale.start_recording()
    table.wait(1)
    marks = [
        str(one.mark) for one in Recording.from_plain(scale.recorder.calibration_recording()).samples() if one.mark
    ]
    assert marks[:3] == ["plate", "tare", "known 40"]
    assert marks.count("plate") == 1


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
    kept = scale.recorder.calibration_recording()
    assert kept is not None
    assert len(json.dumps(kept)) < 100_000
    again = CubeScale(made, table.counts.append, Recorder())
    again.recorder.use_calibration_recording(kept)
    table.scale = again
    table.wait(3.0)
    table.counts.clear()
    again.start_recording()
    table.expect("round 1", 3)
    table.fall(2)
    table.expect("round 2", 5)
    table.fall(4)
    assert weighed(again, tmp_path) == table.said
