"""`companion weigh TRACE.csv [--json]`: counts the cubes of a recorded evening."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TextIO

from hardware.calibration import CannotCalibrate
from hardware.cube_scale import DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED, SURE, UNSURE, Count, CubeScale
from hardware.trace import BadTrace, Mark, Sample, Trace, open_trace

BAD_INPUT = 2

MESSAGES: Mapping[str, str] = {
    "no_file": "{file} cannot be read: give the path of a recorded trace.",
    "not_a_file": "{file} is no ordinary file but a folder, a device or a pipe: give the path of a recorded trace.",
    "not_text": "{file} is not a text file: give a CSV with the columns time_s,raw,mark.",
    "too_large": "{file} is larger than 64 MiB: cut the recording into evenings.",
    "empty": "{file} is empty: line 1 should be time_s,raw,mark.",
    "no_samples": "{file} holds no samples: a row for each sample should follow line 1.",
    "wrong_header": "{file}, line {line}: the first line should be time_s,raw,mark, not “{got}”.",
    "cut_off": "{file}, line {line}: the last row is cut off in the middle (“{got}”); the rest was counted. For the "
    "whole evening copy the file again.",
    "wrong_columns": "{file}, line {line}: a row should have the three values time_s,raw,mark, not “{got}”.",
    "wrong_time": "{file}, line {line}: the time should be a number of seconds, not “{got}”.",
    "time_back": "{file}, line {line}: the time {got} s is not later than that of the row before.",
    "wrong_raw": "{file}, line {line}: raw should be a whole number from -8388608 to 8388607, not “{got}”.",
    "wrong_mark": "{file}, line {line}: there is no mark “{got}”; marks are plate, tare, known N, single, empty, drop "
    "K, empty now, drawer out and drawer in.",
    "wrong_number": "{file}, line {line}: “{got}” is out of range; known takes 2 to 500 cubes, drop 0 to 500.",
    "no_drop": "{file} holds no mark drop K, so there is nothing to count.",
    "stray": "{file}, line {line}: the mark “{got}” belongs to no calibration (that is tare, then known N); it was "
    "passed over, and the calibration before it stands.",
    "strays": "{file}, line {line}: the mark “{got}” belongs to no calibration (that is tare, then known N); it and "
    "{more} more such marks were passed over, and the calibration before them stands.",
    "not_empty": "{file}, line {line}: the drawer could not be taken for empty there, and the mark “{got}” was "
    "passed over.",
    "kept": "{file}, line {line}: the calibration before this drop failed, and the earlier one stands: {why}",
    "not_calibrated": "Nothing was counted: mark tare and known N before the first drop.",
    "no_tare": "Nothing was counted: mark tare, with the empty drawer in, before the first drop.",
    "no_known": "Nothing was counted: mark known N, with the whole set in the drawer, before the first drop.",
    "not_still": "Nothing was counted: the cell never came to rest during a step of the calibration.",
    "nothing_weighed": "Nothing was counted: the set weighed nothing at the mark known N.",
    "wrong_sign": "Nothing was counted: weight lowers the value; swap the two signal wires of the cell (A+ and A-).",
    "too_noisy": "Nothing was counted: the value is too restless; look for a loose wire or a power supply near it.",
    "drifting": "Nothing was counted: the empty drawer's value runs away; let the cell warm up and hang free.",
    "cell_too_coarse": "Nothing was counted: this cell is too coarse for such cubes; use one for 500 g, or 1 kg.",
    "zero_moved": "Nothing was counted: the empty drawer weighed another amount after the set was taken out.",
    "no_noise": "Nothing was counted: the value never changes, as with a broken wire or a stuck chip.",
    "set_too_small": "Nothing was counted: known N needs at least 2 cubes.",
    "bad_values": "Nothing was counted: the calibration makes no sense; record it again.",
    "sure": "{time:9.2f} s  {count} sure ({percent:.3f} %)",
    "unsure": "{time:9.2f} s  perhaps {count} or {other}: please count by hand ({percent:.1f} %)",
    "unknown": "{time:9.2f} s  cannot tell: please count by hand",
    "drawer out": "{time:9.2f} s  drawer out",
    "no signal": "{time:9.2f} s  no samples from the cell",
    "not calibrated": "{time:9.2f} s  not calibrated",
}


def weigh(path: Path, as_json: bool, out: TextIO, err: TextIO, messages: Mapping[str, str] = MESSAGES) -> int:
    """Count the cubes of a trace: one line for each answer and each change of status, on `out`.

    The exit code: 0, or 2 with one sentence on `err` when the file is no trace; it is read through once before anything
    is said, and never held in memory. A trace that cannot be counted (no calibration, too coarse a cell) gives unsure
    lines, and once a sentence on `err`. A last row that is cut off, and marks that are passed over, are told there too.
    """
    try:
        with open_trace(path) as trace:
            plan = MarkPlan.of(sample.mark for _, sample in trace.samples())
            if plan.drops:
                _Weighing(path.name, plan, as_json, out, err, messages).weigh(trace)
            else:
                print(messages["no_drop"].format(file=path.name), file=err)
            if trace.cut is not None:
                cut = trace.cut
                print(messages["cut_off"].format(file=path.name, line=cut.line, got=cut.got), file=err)
    except BadTrace as bad:
        print(messages[bad.code].format(file=path.name, line=bad.line, got=bad.got), file=err)
        return BAD_INPUT
    return 0


@dataclass
class MarkPlan:
    """Which marks make a calibration: those between two drops in which a `known` follows a `tare`. All others between
    drops are strays once there is a calibration: a button pressed by mistake shall not throw it away.

    `_ends` has for each stretch up to a drop the number of its last mark that ends such a calibration (-1: there is
    none), counting all marks of the trace.
    """

    drops: int = 0
    _ends: array[int] = field(default_factory=lambda: array("q"))
    _first: int | None = None  # the stretch that has the first calibration

    @classmethod
    def of(cls, marks: Iterable[Mark | None]) -> MarkPlan:
        """The plan of a trace's marks, each in its turn; it may hold millions."""
        plan = cls()
        number, end, tared = 0, -1, False
        for mark in marks:
            if mark is None:
                continue
            match mark.kind:
                case "drop":
                    plan._close(end)
                    plan.drops += 1
                    end, tared = -1, False
                case "tare":
                    tared = True
                case "known" if tared:
                    end = number
            number += 1
        plan._close(end)
        return plan

    def _close(self, end: int) -> None:
        if end >= 0 and self._first is None:
            self._first = len(self._ends)
        self._ends.append(end)

    def is_stray(self, mark: Mark, number: int, stretch: int) -> bool:
        """Whether this mark, the `number`th of the trace and after so many drops, belongs to no calibration."""
        if (
            mark.kind not in ("plate", "tare", "known", "single", "empty")
            or self._first is None
            or stretch < self._first
        ):
            return False
        end = self._ends[stretch]
        return end < 0 or (mark.kind in ("plate", "tare") and number > end)


@dataclass
class _Weighing:
    """One trace on its way through the scale."""

    file: str
    plan: MarkPlan
    as_json: bool
    out: TextIO
    err: TextIO
    messages: Mapping[str, str]
    _counts: list[Count] = field(default_factory=list)
    _explained: set[str] = field(default_factory=set)
    _marks: int = 0
    _drops: int = 0
    _strays: int = 0
    _stray: tuple[int, str] = (0, "")

    def weigh(self, trace: Trace) -> None:
        scale = CubeScale(None, self._counts.append)
        for number, (line, sample) in enumerate(trace.samples()):
            if sample.mark is not None:
                self._marked(scale, sample.mark, sample, line, number)
            scale.feed(sample.time_s, sample.raw)
            if self._counts:
                self._tell(sample.time_s)
        if self._strays:
            line, got = self._stray
            self._say("strays" if self._strays > 1 else "stray", line=line, got=got, more=self._strays - 1)

    def _marked(self, scale: CubeScale, mark: Mark, sample: Sample, line: int, number: int) -> None:
        if self.plan.is_stray(mark, self._marks, self._drops):
            self._stray = self._stray if self._strays else (line, str(mark))
            self._strays += 1
        elif mark.kind == "empty now":
            if scale.drawer_is_empty():
                self._say("not_empty", line=line, got=str(mark))
        else:
            if mark.kind == "drop":
                self._finish_calibration(scale, line)
                self._drops += 1
            _act(scale, mark, number)
        self._marks += 1

    def _finish_calibration(self, scale: CubeScale, line: int) -> None:
        """Where one failed that was meant to follow another, the other goes on; the first one's failure is the scale's
        to tell."""
        if scale.calibration is None or not scale.health.step:
            return
        try:
            scale.finish_calibration()
        except CannotCalibrate as problem:
            self._say("kept", line=line, why=self.messages[problem.code].partition(": ")[2])

    def _tell(self, time_s: float) -> None:
        for count in self._counts:
            count = replace(count, time_s=max(count.time_s, time_s))  # said now, whenever it was weighed
            if count.status == NOT_CALIBRATED and count.reason not in self._explained:
                self._explained.add(count.reason)
                self._say(count.reason)
            print(_as_json(count) if self.as_json else _in_words(count, self.messages), file=self.out)
        self._counts.clear()

    def _say(self, code: str, **named: object) -> None:
        print(self.messages[code].format(file=self.file, **named), file=self.err)


def _act(scale: CubeScale, mark: Mark, number: int) -> None:
    match mark.kind:
        case "plate":
            scale.stop_expecting()
            scale.bare_plate()
        case "tare":
            scale.stop_expecting()
            scale.tare()
        case "known":
            scale.known(mark.number)
        case "single":
            scale.single()
        case "empty":
            scale.empty()
        case "drop":
            scale.expect(f"drop at sample {number}", mark.number)
        case _:
            scale.drawer_moved(out=mark.kind == "drawer out")


def _as_json(count: Count) -> str:
    status = count.status if count.status in (SURE, DRAWER_OUT) else UNSURE
    answer = {
        "time_s": round(count.time_s, 3),
        "count": count.count,
        "status": status,
        "confidence": round(count.confidence, 6),
    }
    return json.dumps(answer)


def _in_words(count: Count, messages: Mapping[str, str]) -> str:
    name = count.status if count.status in (SURE, DRAWER_OUT, NO_SIGNAL, NOT_CALIBRATED) else "unsure"
    if name == "unsure" and count.count is None:
        name = "unknown"
    return messages[name].format(
        time=count.time_s, count=count.count, other=count.other, percent=100.0 * count.confidence
    )
