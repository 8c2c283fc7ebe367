"""`companion weigh` on evenings with every trouble that the benchmark knows."""

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from benchmarks.counting.cases import TROUBLES, Case
from benchmarks.counting.evening import Evening, Round
from hardware.calibration import Calibration
from hardware.cube_scale import CubeScale
from hardware.weigh_command import weigh

ROUNDS = 5


class MarkingScale(CubeScale):
    """A scale that writes down what it is told and shown, as a recorder would."""

    def __init__(self) -> None:
        super().__init__(None, lambda count: None)
        self.rows: list[tuple[float, int, str]] = []
        self.mark = ""

    def feed_all(self, times_s: Iterable[float], raws: Iterable[int]) -> None:
        times, values = list(times_s), list(raws)
        for time_s, raw in zip(times, values, strict=True):
            self.rows.append((time_s, raw, self.mark))
            self.mark = ""
        super().feed_all(times, values)

    def tare(self, plate: float | None = None) -> None:
        self.mark = "tare"
        super().tare(plate)

    def known(self, cubes: int) -> None:
        self.mark = f"known {cubes}"
        super().known(cubes)

    def single(self) -> None:
        self.mark = "single"
        super().single()

    def empty(self) -> None:
        self.mark = "empty"
        super().empty()

    def finish_calibration(self) -> Calibration:
        return super().finish_calibration()


@dataclass
class MarkedEvening(Evening):
    """An evening that becomes a trace; `drops` are its rounds with their times."""

    drops: list[Round] = field(default_factory=list)

    def make_scale(self) -> MarkingScale:
        self.marking = MarkingScale()
        return self.marking

    def record(self, folder: Path) -> Path:
        for _ in range(ROUNDS):
            one = self.play()
            self.feed(one.times[: one.expected], one.raws[: one.expected])
            self.marking.mark = f"drop {self.case.most}"
            self.feed(one.times[one.expected :], one.raws[one.expected :])
            self.drops.append(one)
        path = folder / "evening.csv"
        rows = (f"{time_s:.5f},{raw},{mark}" for time_s, raw, mark in self.marking.rows)
        path.write_text("\n".join(["time_s,raw,mark", *rows]) + "\n")
        return path


def answers(path: Path) -> list[dict[str, object]]:
    out, err = io.StringIO(), io.StringIO()
    assert weigh(path, True, out, err) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def check(evening: MarkedEvening, lines: list[dict[str, object]]) -> int:
    """That every sure answer is true when it is said; how many rounds end with the sure and right count."""
    right = 0
    for number, one in enumerate(evening.drops):
        begin_s = float(one.times[one.expected])
        end_s = float(evening.drops[number + 1].times[0]) if number + 1 < len(evening.drops) else 1e9
        said = [line for line in lines if begin_s - 0.001 <= float(str(line["time_s"])) < end_s]
        for line in said:
            if line["status"] == "sure":
                assert line["count"] in one.truths(float(str(line["time_s"]))), (number, line)
        ended = [line for line in said if float(str(line["time_s"])) <= one.times[-1]]
        right += bool(ended) and (ended[-1]["count"], ended[-1]["status"]) == (one.many, "sure")
    return right


@pytest.mark.parametrize("rate_hz", [10, pytest.param(80, marks=pytest.mark.slow)])
@pytest.mark.parametrize("trouble", [name for name in TROUBLES if name != "hands"])
def test_no_trouble_makes_it_say_what_is_not_so(tmp_path: Path, trouble: str, rate_hz: int) -> None:
    """Every sure line is true at its time, whatever happens at the table; a quiet table is counted."""
    evening = MarkedEvening(Case(rate_hz=rate_hz, trouble=trouble, most=12, singles=8), 17)
    right = check(evening, answers(evening.record(tmp_path)))
    assert right >= (ROUNDS - 1 if trouble in ("none", "creep", "wander", "temperature", "mains") else 1)


def test_cubes_that_were_sorted_out(tmp_path: Path) -> None:
    """The whole set is weighed again without its worst quarter: the drops are counted by what is left."""
    evening = MarkedEvening(Case(spread=0.05, most=20, singles=40, sorted_out=10), 5)
    assert evening.calibration.set_size == 30
    assert check(evening, answers(evening.record(tmp_path))) == ROUNDS


def test_without_singles_more_is_asked(tmp_path: Path) -> None:
    """A set of which no cube was weighed singly is counted too, only less often surely."""
    evening = MarkedEvening(Case(singles=0, most=3), 5)
    assert check(evening, answers(evening.record(tmp_path))) >= ROUNDS - 1
