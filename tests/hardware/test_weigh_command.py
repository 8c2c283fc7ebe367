import io
import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from hardware.simulated_drawer import Cell, SimulatedDrawer
from hardware.trace import open_trace
from hardware.weigh_command import MESSAGES, weigh


class Recorder:
    """Writes what a simulated cell says to a trace, with marks."""

    def __init__(self, rate_hz: int = 80, capacity_g: float = 500.0, seed: int = 4) -> None:
        self.drawer = SimulatedDrawer(seed, cell=Cell.at(rate_hz, capacity_g))
        self.rate_hz = rate_hz
        self.time_s = 0.0
        self.rows = ["time_s,raw,mark"]

    def wait(self, seconds: float, mark: str = "") -> None:
        """Record for so long; the mark stands at the first sample."""
        for _ in range(round(seconds * self.rate_hz)):
            self.time_s += 1.0 / self.rate_hz
            self.rows.append(f"{self.time_s:.4f},{self.drawer.raw_at(self.time_s)},{mark}")
            mark = ""

    def calibrate(self, plate: bool = False) -> None:
        """Each mark stands at the moment of the deed."""
        self.wait(2.0)
        if plate:
            self.drawer.pull_drawer()
            self.wait(3.0, "plate")
            self.drawer.push_drawer()
            self.wait(2.0)
        self.wait(2.0, "tare")
        self.drawer.drop_cubes(40)
        self.wait(3.0, "known 40")
        self.drawer.empty()
        self.wait(3.0, "empty")
        for _ in range(8):
            self.drawer.drop_cubes(1)
            self.wait(3.0, "single")
            self.drawer.empty()
            self.wait(3.0, "empty")

    def save(self, folder: Path) -> Path:
        path = folder / "evening.csv"
        path.write_text("\n".join(self.rows) + "\n")
        return path


def weighed(path: Path) -> tuple[int, list[dict[str, Any]], str]:
    """Exit code, JSON lines and what went to `err`."""
    out, err = io.StringIO(), io.StringIO()
    code = weigh(path, True, out, err)
    return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


@pytest.mark.parametrize("rate_hz", [10, 80])
def test_an_evening(tmp_path: Path, rate_hz: int) -> None:
    """Counts, a late cube, the drawer out and in without marks, and the next drop: one JSON line for each, in order."""
    evening = Recorder(rate_hz)
    evening.calibrate()
    evening.wait(1.0, "drop 5")
    evening.drawer.drop_cubes(3)
    evening.wait(4.0)
    evening.drawer.drop_cubes(1)
    evening.wait(4.0)
    evening.drawer.pull_drawer()
    evening.wait(2.0)
    evening.drawer.empty()
    evening.drawer.push_drawer()
    evening.wait(4.0)
    evening.wait(1.0, "drop 2")
    evening.drawer.drop_cubes(2)
    evening.wait(4.0)
    code, lines, err = weighed(evening.save(tmp_path))
    assert (code, err) == (0, "")
    assert [(line["count"], line["status"]) for line in lines] == [
        (0, "sure"), (3, "sure"), (4, "sure"), (None, "drawer out"), (0, "sure"), (2, "sure")
    ]  # fmt: skip
    assert all(set(line) == {"time_s", "count", "status", "confidence"} for line in lines)
    assert all(0.999 < line["confidence"] <= 1.0 for line in lines)


def test_marks_may_come_after_the_deed(tmp_path: Path) -> None:
    """Somebody who presses the button a second after each deed gets the same calibration and counts."""
    evening = Recorder()
    evening.wait(2.0)
    evening.wait(2.0, "tare")
    for deed, mark in [(40, "known 40"), (0, "empty"), (1, "single"), (0, "empty"), (1, "single"), (0, "empty")]:
        evening.drawer.empty()
        evening.drawer.drop_cubes(deed)
        evening.wait(1.5)
        evening.wait(2.0, mark)
    evening.wait(1.0, "drop 3")
    evening.drawer.drop_cubes(2)
    evening.wait(4.0)
    _, lines, _ = weighed(evening.save(tmp_path))
    assert [(line["count"], line["status"]) for line in lines] == [(0, "sure"), (2, "sure")]


def test_marked_drawer(tmp_path: Path) -> None:
    """A marked drawer is told at its mark, before the weight shows it."""
    evening = Recorder()
    evening.calibrate()
    evening.wait(2.0, "drop 3")
    told_at = evening.time_s
    evening.wait(1.0, "drawer out")
    evening.drawer.pull_drawer()
    evening.wait(2.0)
    evening.drawer.push_drawer()
    evening.wait(3.0, "drawer in")
    evening.drawer.drop_cubes(1)
    evening.wait(3.0)
    _, lines, _ = weighed(evening.save(tmp_path))
    assert [(line["count"], line["status"]) for line in lines] == [
        (0, "sure"), (None, "drawer out"), (0, "sure"), (1, "sure")
    ]  # fmt: skip
    assert lines[1]["time_s"] == pytest.approx(told_at, abs=0.15)


def test_without_calibration_nothing_is_sure(tmp_path: Path) -> None:
    """A drop without a calibration gives an unsure line without a count, and a sentence on what to do."""
    evening = Recorder()
    evening.wait(1.0)
    evening.wait(2.0, "drop 3")
    evening.wait(2.0, "drop 2")
    code, lines, err = weighed(evening.save(tmp_path))
    assert code == 0
    assert [(line["count"], line["status"], line["confidence"]) for line in lines] == [(None, "unsure", 0.0)] * 2
    assert err == MESSAGES["not_calibrated"] + "\n"


def test_a_coarse_cell_is_refused_in_words(tmp_path: Path) -> None:
    """A trace from a 5 kg cell is not counted, and the sentence says which cell would do."""
    evening = Recorder(10, capacity_g=5000.0)
    evening.calibrate()
    evening.wait(1.0, "drop 3")
    evening.drawer.drop_cubes(3)
    evening.wait(4.0)
    _, lines, err = weighed(evening.save(tmp_path))
    assert {line["status"] for line in lines} == {"unsure"}
    assert err == MESSAGES["cell_too_coarse"] + "\n"


def test_a_trace_without_a_drop(tmp_path: Path) -> None:
    """A trace in which nothing is expected gives no counts, and says why."""
    evening = Recorder()
    evening.wait(2.0)
    code, lines, err = weighed(evening.save(tmp_path))
    assert (code, lines) == (0, [])
    assert err == "evening.csv holds no mark drop K, so there is nothing to count.\n"


def test_in_words(tmp_path: Path) -> None:
    """Without --json each line is a time and a few words."""
    evening = Recorder()
    evening.calibrate()
    evening.wait(1.0, "drop 5")
    evening.drawer.drop_cubes(3)
    evening.wait(4.0)
    out = io.StringIO()
    assert weigh(evening.save(tmp_path), False, out, io.StringIO()) == 0
    assert ["0 sure" in out.getvalue().splitlines()[0], "3 sure" in out.getvalue().splitlines()[1]] == [True, True]


def test_a_bad_file_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    """A trace that is wrong near its end is refused as a whole: nothing on `out`, one sentence with the line number on
    `err`, code 2."""
    evening = Recorder()
    evening.calibrate()
    evening.rows[-1] = "noon,5,"
    code, lines, err = weighed(evening.save(tmp_path))
    assert (code, lines) == (2, [])
    assert err.count("\n") == 1
    assert f"evening.csv, line {len(evening.rows)}: the time should be" in err


def drop(evening: Recorder, cubes: int, before: str = "") -> None:
    """Take all out, with a mark where one is given, and let so many fall."""
    evening.drawer.empty()
    evening.wait(3.0, before)
    evening.wait(1.5, "drop 9")
    evening.drawer.drop_cubes(cubes)
    evening.wait(4.0)


def counted(lines: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    return [(line["count"], line["status"]) for line in lines]


def test_a_last_row_that_is_cut_is_told_and_the_rest_counted(tmp_path: Path) -> None:
    """A copy that broke off in the middle of a row loses that row and nothing else."""
    evening = Recorder()
    evening.calibrate()
    drop(evening, 3)
    path = evening.save(tmp_path)
    whole = path.read_text()
    path.write_text(whole[: whole.rindex(",") - 2])
    code, lines, err = weighed(path)
    assert (code, counted(lines)) == (0, [(0, "sure"), (3, "sure")])
    assert err.count("\n") == 1
    assert f"evening.csv, line {len(evening.rows)}: the last row is cut off" in err


@pytest.mark.parametrize("mark", ["empty", "tare", "single", "known 40"])
def test_a_stray_mark_between_drops_is_told_and_changes_nothing(tmp_path: Path, mark: str) -> None:
    """A button pressed between two drops throws no calibration away: what comes after it is counted as surely, and one
    sentence names its line."""
    evening = Recorder()
    evening.calibrate()
    drop(evening, 3)
    stray_at = len(evening.rows) + 1
    drop(evening, 2, before=mark)
    code, lines, err = weighed(evening.save(tmp_path))
    assert (code, counted(lines)) == (0, [(0, "sure"), (3, "sure"), (0, "sure"), (2, "sure")])
    assert err == MESSAGES["stray"].format(file="evening.csv", line=stray_at, got=mark) + "\n"


def test_what_is_told_of_the_drawer_is_marked_too(tmp_path: Path) -> None:
    """The bare plate begins a calibration; "empty now" sets the zero anew, and where it cannot a sentence says so; a
    plate without a calibration is a stray."""
    evening = Recorder()
    evening.calibrate(plate=True)
    evening.drawer.spill(0.325)
    evening.drawer.pull_drawer()
    evening.wait(2.0)
    evening.drawer.push_drawer()
    evening.wait(3.0)
    evening.wait(4.0, "drop 12")
    evening.wait(2.0, "empty now")
    evening.drawer.drop_cubes(3)
    evening.wait(3.0)
    refused_at = len(evening.rows) + 1
    evening.wait(1.0, "empty now")
    stray_at = len(evening.rows) + 1
    evening.wait(1.0, "plate")
    _, lines, err = weighed(evening.save(tmp_path))
    assert counted(lines)[-2:] == [(0, "sure"), (3, "sure")]
    assert err.splitlines() == [
        MESSAGES["not_empty"].format(file="evening.csv", line=refused_at, got="empty now"),
        MESSAGES["stray"].format(file="evening.csv", line=stray_at, got="plate"),
    ]


def test_many_stray_marks_are_one_sentence(tmp_path: Path) -> None:
    """Somebody who marks every emptying is told once, with how many there were, also of one after the last drop."""
    evening = Recorder()
    evening.calibrate()
    drop(evening, 3)
    stray_at = len(evening.rows) + 1
    drop(evening, 2, before="empty")
    drop(evening, 4, before="empty")
    evening.wait(1.0, "empty")
    _, lines, err = weighed(evening.save(tmp_path))
    assert counted(lines)[1::2] == [(3, "sure"), (2, "sure"), (4, "sure")]
    assert err == MESSAGES["strays"].format(file="evening.csv", line=stray_at, got="empty", more=2) + "\n"


def test_a_second_tare_at_the_end_of_a_calibration_is_passed_over(tmp_path: Path) -> None:
    """Taken for `empty`, it would begin a calibration that never ends."""
    evening = Recorder()
    evening.calibrate()
    stray_at = len(evening.rows) + 1
    drop(evening, 3, before="tare")
    _, lines, err = weighed(evening.save(tmp_path))
    assert counted(lines) == [(0, "sure"), (3, "sure")]
    assert err == MESSAGES["stray"].format(file="evening.csv", line=stray_at, got="tare") + "\n"


def test_a_second_calibration_is_used(tmp_path: Path) -> None:
    """A whole one between drops is meant, and no mark of it is passed over."""
    evening = Recorder()
    evening.calibrate()
    drop(evening, 3)
    evening.drawer.empty()
    evening.calibrate()
    drop(evening, 2)
    _, lines, err = weighed(evening.save(tmp_path))
    assert counted(lines)[-1] == (2, "sure")
    assert err == ""


def test_a_second_calibration_that_fails_leaves_the_first(tmp_path: Path) -> None:
    """One in which nothing was laid into the drawer is told, with its reason, and the next drop is counted."""
    evening = Recorder()
    evening.calibrate()
    drop(evening, 3)
    evening.drawer.empty()
    evening.wait(3.0)
    evening.wait(3.0, "tare")
    evening.wait(3.0, "known 40")
    told_at = len(evening.rows) + 1 + 3 * evening.rate_hz
    drop(evening, 2)
    _, lines, err = weighed(evening.save(tmp_path))
    assert counted(lines)[-1] == (2, "sure")
    assert err.startswith(f"evening.csv, line {told_at}: the calibration before this drop failed")
    assert err.count("\n") == 1


def test_what_is_no_ordinary_file_is_not_read(tmp_path: Path) -> None:
    """A folder, a device without an end and a pipe that nobody writes to: one sentence at once."""
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path in (tmp_path, Path("/dev/zero"), pipe):
        assert weighed(path) == (2, [], MESSAGES["not_a_file"].format(file=path.name) + "\n")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """The limit is told."""
    path = tmp_path / "evening.csv"
    with open(path, "wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    assert weighed(path) == (2, [], "evening.csv is larger than 64 MiB: cut the recording into evenings.\n")


@pytest.mark.slow
def test_a_long_trace_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    """Samples are weighed as they are read: ten times as many take no 200 kB more, at the least of three times, since
    what else the process does is counted too."""
    needed = []
    for samples in (20_000, 200_000):
        path = tmp_path / f"{samples}.csv"
        path.write_text("time_s,raw,mark\n" + "".join(f"{i / 80:.4f},{i % 40},\n" for i in range(samples)))
        needed.append(min(most_memory_of_reading(path, samples) for _ in range(3)))
    assert needed[1] < needed[0] + 200_000


def most_memory_of_reading(path: Path, samples: int) -> int:
    """Bytes, at the most, while so many are read."""
    tracemalloc.start()
    with open_trace(path) as trace:
        assert sum(1 for _ in trace.samples()) == samples
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most
