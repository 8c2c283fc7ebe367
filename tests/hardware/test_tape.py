"""Samples with marks, kept and packed."""

from pathlib import Path

import pytest

from hardware.tape import TRIM, Tape
from hardware.trace import Mark, Sample, read_trace, trace_lines


def filled(count: int = 5, most_s: float = 1000.0) -> Tape:
    tape = Tape(most_s)
    for i in range(count):
        tape.add(10.0 + i / 8, 100 - i)
    return tape


def test_a_mark_stands_at_the_next_sample() -> None:
    """Two marks at once stand at two samples in a row, since a row has room for one."""
    tape = filled(1)
    tape.mark("empty")
    tape.mark("drop", 3)
    for i in range(3):
        tape.add(20.0 + i, 7)
    assert [str(sample.mark or "") for sample in tape.samples()] == ["", "empty", "drop 3", ""]


def test_times_begin_at_zero_and_only_grow() -> None:
    """A sample that is not later, or that no chip can give, is left out."""
    tape = filled(2)
    tape.add(10.0, 5)
    tape.add(30.0, 1 << 23)
    tape.add(11.0, 6)
    assert [sample.time_s for sample in tape.samples()] == [0.0, 0.125, 1.0]


def test_only_the_newest_are_kept() -> None:
    """What is older than the limit goes, and its marks with it; later marks stay at their samples."""
    tape = Tape(100.0)
    tape.mark("tare")
    for i in range(3 * TRIM):
        if i == 2 * TRIM + 5:
            tape.mark("drop", 2)
        tape.add(i / 8, i)
    assert tape.lasts_s <= 100.0 + TRIM / 8
    assert tape.marks == ["drop 2"]
    assert [sample.raw for sample in tape.samples() if sample.mark] == [2 * TRIM + 5]


def test_the_drop_may_grow() -> None:
    """A drop that may take more cubes later is marked with the most; it never shrinks."""
    tape = filled()
    tape.mark("drop", 3)
    tape.enlarge_drop(5)
    tape.add(50.0, 1)
    tape.enlarge_drop(4)
    assert tape.marks == ["drop 5"]
    tape.enlarge_drop(9)
    assert tape.marks == ["drop 9"]


def test_packed_and_unpacked_it_is_the_same() -> None:
    """Samples, marks and the zero come back as they were."""
    tape = filled(50)
    tape.mark("known", 40)
    tape.add(60.0, -8_388_608)
    tape.zero = 77.5
    back = Tape.from_plain(tape.to_plain())
    assert back.zero == 77.5
    assert back.samples() == [Sample(pytest.approx(one.time_s, abs=1e-6), one.raw, one.mark) for one in tape.samples()]


@pytest.mark.parametrize(
    "damage",
    [{"times": "AAAA"}, {"raws": ""}, {"marks": [[1]]}, {"marks": 3}, {"zero": "x"}, {"times": None}, {"times": "é"}],
)
def test_what_is_no_tape_is_refused(damage: dict[str, object]) -> None:
    """Anything that was altered is refused as a whole."""
    with pytest.raises(ValueError, match="not a tape"):
        Tape.from_plain({**filled().to_plain(), **damage})


def test_lines_are_read_as_the_samples_that_they_were(tmp_path: Path) -> None:
    """What is written as a trace is read as the same samples."""
    samples = [Sample(0.0, 5, Mark("tare")), Sample(0.0125, -7, Mark("known", 40)), Sample(1.5, 8, None)]
    path = tmp_path / "trace.csv"
    path.write_text("".join(trace_lines(samples)), encoding="utf-8")
    assert read_trace(path) == samples
