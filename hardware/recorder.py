"""Records what the drawer's cell says and what happens meanwhile, as a trace that `companion weigh` counts anew."""

from __future__ import annotations

import base64
import threading
import zlib
from array import array
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from hardware.trace import HIGHEST, LOWEST, Mark, Sample, trace_lines

MICROSECONDS = 1_000_000
MOST_SAMPLES = 200_000  # of a packed recording: forty minutes at 80 a second
TRIM = 1024  # samples are thrown away so many at once

EVENING_S = 3 * 3600.0  # at most so much is kept, the newest: 10 MB at 80 samples a second
CALIBRATION_S = 30 * 60.0
LEAD_S = 3.0  # a recording begins so long before its start, so that what rested then is on it
JOIN_S = 0.1  # between the calibration and the evening; shorter than what counts as missing samples


class Recording:
    """The newest `most_s` seconds of samples, and a little more.

    `zero` is the raw value of the empty drawer, where it is known. Not safe for several threads by itself.
    """

    def __init__(self, most_s: float) -> None:
        self.zero: float | None = None
        self.most_s = most_s
        self._times = array("d")
        self._raws = array("l")
        self._marks: deque[tuple[int, Mark]] = deque()
        self._waiting: deque[Mark] = deque()
        self._dropped = 0

    def __len__(self) -> int:
        return len(self._times)

    @property
    def lasts_s(self) -> float:
        """From the first sample kept to the last."""
        return self._times[-1] - self._times[0] if self._times else 0.0

    @property
    def marks(self) -> list[str]:
        """What was marked, oldest first, in the words of the file; what waits for its sample included."""
        return [*(str(mark) for _, mark in self._marks), *(str(mark) for mark in self._waiting)]

    def add(self, time_s: float, raw: int) -> None:
        """Take one sample; what is not later than the one before, or no 24-bit value, is left out."""
        if (self._times and time_s <= self._times[-1]) or not LOWEST <= raw <= HIGHEST:
            return
        if self._waiting:
            self._marks.append((self._dropped + len(self._times), self._waiting.popleft()))
        self._times.append(time_s)
        self._raws.append(raw)
        self._trim()

    def mark(self, kind: str, number: int = 0) -> None:
        """Something happens now: it stands at the next sample."""
        self._waiting.append(Mark(kind, number))

    def enlarge_drop(self, number: int) -> None:
        """The drop that was marked last may take so many cubes, if that is more."""
        if self._waiting and self._waiting[-1].kind == "drop":
            self._waiting[-1] = Mark("drop", max(number, self._waiting[-1].number))
        elif self._marks and self._marks[-1][1].kind == "drop":
            at, mark = self._marks[-1]
            self._marks[-1] = (at, Mark("drop", max(number, mark.number)))

    def samples(self, later_s: float = 0.0, shift: int = 0) -> list[Sample]:
        """All samples, their times from 0.0 on and then `later_s` later, their values higher by `shift`."""
        marks = {at - self._dropped: mark for at, mark in self._marks}
        start = self._times[0] if self._times else 0.0
        return [
            Sample(time_s - start + later_s, max(LOWEST, min(HIGHEST, raw + shift)), marks.get(i))
            for i, (time_s, raw) in enumerate(zip(self._times, self._raws, strict=True))
        ]

    def last_raw(self) -> float:
        """About what the cell showed last."""
        some = sorted(self._raws[-40:])
        return float(some[len(some) // 2]) if some else 0.0

    def _trim(self) -> None:
        if len(self._times) <= TRIM or self._times[-1] - self._times[TRIM] < self.most_s:
            return
        del self._times[:TRIM], self._raws[:TRIM]
        self._dropped += TRIM
        while self._marks and self._marks[0][0] < self._dropped:
            self._marks.popleft()

    # --- packed -------------------------------------------------------------------------------------------------------

    def to_plain(self) -> dict[str, Any]:
        """Plain values for JSON and the database; about two bytes a sample."""
        samples = self.samples()
        steps_us = _differences([round(sample.time_s * MICROSECONDS) for sample in samples])
        return {
            "times": _packed(steps_us),
            "raws": _packed(_differences([sample.raw for sample in samples])),
            "marks": [[i, s.mark.kind, s.mark.number] for i, s in enumerate(samples) if s.mark is not None],
            "zero": self.zero,
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Recording:
        """The recording that `to_plain` gave; ValueError for anything else."""
        try:
            times, raws = _sums(_unpacked(plain["times"])), _sums(_unpacked(plain["raws"]))
            marks = {int(at): Mark(str(kind), int(number)) for at, kind, number in plain["marks"]}
            zero = None if plain["zero"] is None else float(plain["zero"])
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise ValueError("not a recording") from error
        if len(times) != len(raws):
            raise ValueError("not a recording")
        recording = cls(float("inf"))
        recording.zero = zero
        for i, (time_us, raw) in enumerate(zip(times, raws, strict=True)):
            if i in marks:
                recording._waiting.append(marks[i])
            recording.add(time_us / MICROSECONDS, raw)
        return recording


def _differences(values: list[int]) -> list[int]:
    return [value - before for value, before in zip(values, [0, *values], strict=False)]


def _sums(steps: list[int]) -> list[int]:
    found, total = [], 0
    for step in steps:
        total += step
        found.append(total)
    return found


def _packed(steps: list[int]) -> str:
    return base64.b64encode(zlib.compress(",".join(map(str, steps)).encode(), 9)).decode()


def _unpacked(text: str) -> list[int]:
    opened = zlib.decompressobj()
    data = opened.decompress(base64.b64decode(text, validate=True), 12 * MOST_SAMPLES)
    if opened.unconsumed_tail:
        raise ValueError("too long")
    return [int(word) for word in data.decode().split(",")] if data else []


class Recorder:
    """Two recordings: the evening's while it is told to run, and the calibration's whenever one is made.

    A trace begins with the calibration that was counted by, because `companion weigh` knows nothing else. Safe from
    any thread.
    """

    def __init__(self, evening_s: float = EVENING_S) -> None:
        self._evening_s = evening_s
        self._lock = threading.Lock()
        self._evening = Recording(evening_s)
        self._calibration: Recording | None = None
        self._making: Recording | None = None
        self._lead = Recording(LEAD_S)
        self._running = False

    # --- what happens -------------------------------------------------------------------------------------------------

    def sample(self, time_s: float, raw: int) -> None:
        """One good sample."""
        with self._lock:
            self._lead.add(time_s, raw)
            for recording in self._recordings():
                recording.add(time_s, raw)

    def mark(self, kind: str, number: int = 0) -> None:
        """Something happens: see `companion weigh`."""
        with self._lock:
            if kind == "plate" or (kind == "tare" and not self._waits_for_tare()):
                self._making = self._take_lead(CALIBRATION_S)
            for recording in self._recordings():
                recording.mark(kind, number)

    def enlarge_drop(self, number: int) -> None:
        """The present drop may take so many cubes."""
        with self._lock:
            self._evening.enlarge_drop(number)

    def calibrated(self, zero: float) -> None:
        """The calibration under way was accepted; the empty drawer is at `zero`."""
        with self._lock:
            if self._making is not None:
                self._making.zero = zero
                self._calibration, self._making = self._making, None

    def not_calibrated(self) -> None:
        """The calibration under way came to nothing; the one before stays."""
        with self._lock:
            self._making = None

    def _waits_for_tare(self) -> bool:
        """Whether what is being recorded for a calibration has the bare plate, and nothing yet of what comes after."""
        return self._making is not None and self._making.marks == ["plate"]

    def _take_lead(self, most_s: float) -> Recording:
        """A recording that begins with the last seconds."""
        recording, self._lead = self._lead, Recording(LEAD_S)
        recording.most_s = most_s
        return recording

    def _recordings(self) -> Iterator[Recording]:
        if self._making is not None:
            yield self._making
        if self._running:
            yield self._evening

    # --- what an owner does -------------------------------------------------------------------------------------------

    def start(self, zero: float | None = None) -> None:
        """A new recording from now on, with the few seconds before; `zero` is the empty drawer's raw value, where it is
        known."""
        with self._lock:
            self._evening = self._take_lead(self._evening_s)
            self._evening.zero = self._evening.last_raw() if zero is None else zero
            self._running = True

    def stop(self) -> None:
        """No further sample; what was recorded stays until the next start."""
        with self._lock:
            self._running = False

    @property
    def running(self) -> bool:
        return self._running

    @property
    def seconds(self) -> float:
        """How much is recorded."""
        return self._evening.lasts_s

    @property
    def most_s(self) -> float:
        """How much is kept at most."""
        return self._evening_s

    @property
    def marks(self) -> list[str]:
        """What was marked in the evening."""
        with self._lock:
            return self._evening.marks

    @property
    def has_calibration(self) -> bool:
        """Whether a trace can be counted anew: it begins with a calibration, or holds one."""
        return self._calibration is not None

    def lines(self) -> Iterator[str]:
        """The lines of the trace: the calibration, and right behind it the evening.

        The calibration is moved in time, and in value by how far the empty drawer has wandered since, so that the two
        join as if nothing had lain between them. Nothing else of it is changed.
        """
        with self._lock:
            evening, before = self._evening, self._calibration
            samples = []
            if before is not None and len(before) and len(evening):
                samples = before.samples(shift=_shift(before, evening))
            later_s = samples[-1].time_s + JOIN_S if samples else 0.0
            samples += evening.samples(later_s)
        return trace_lines(samples)

    # --- kept with the calibration ------------------------------------------------------------------------------------

    def calibration_recording(self) -> dict[str, Any] | None:
        """The calibration's own samples as plain values."""
        with self._lock:
            return None if self._calibration is None else self._calibration.to_plain()

    def use_calibration_recording(self, plain: Mapping[str, Any] | None) -> None:
        """The samples of the calibration that is counted by now; ValueError when they are none."""
        recording = None if plain is None else Recording.from_plain(plain)
        with self._lock:
            self._calibration = recording


def _shift(calibration: Recording, evening: Recording) -> int:
    return 0 if calibration.zero is None or evening.zero is None else round(evening.zero - calibration.zero)
