"""Samples of a load cell with marks of what happened: the newest are kept, and they can be packed small."""

from __future__ import annotations

import base64
import zlib
from array import array
from collections import deque
from collections.abc import Mapping
from typing import Any

from hardware.trace import HIGHEST, LOWEST, Mark, Sample

MICROSECONDS = 1_000_000
MOST_SAMPLES = 200_000  # of a packed tape: forty minutes at 80 a second
TRIM = 1024  # samples are thrown away so many at once


class Tape:
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
    def from_plain(cls, plain: Mapping[str, Any]) -> Tape:
        """The tape that `to_plain` gave; ValueError for anything else."""
        try:
            times, raws = _sums(_unpacked(plain["times"])), _sums(_unpacked(plain["raws"]))
            marks = {int(at): Mark(str(kind), int(number)) for at, kind, number in plain["marks"]}
            zero = None if plain["zero"] is None else float(plain["zero"])
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise ValueError("not a tape") from error
        if len(times) != len(raws):
            raise ValueError("not a tape")
        tape = cls(float("inf"))
        tape.zero = zero
        for i, (time_us, raw) in enumerate(zip(times, raws, strict=True)):
            if i in marks:
                tape._waiting.append(marks[i])
            tape.add(time_us / MICROSECONDS, raw)
        return tape


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
