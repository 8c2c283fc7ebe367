"""Recorded evenings of a load cell: CSV with the columns `time_s,raw,mark`, one row per sample."""

from __future__ import annotations

import csv
import math
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

COLUMNS = ("time_s", "raw", "mark")
LOWEST, HIGHEST = -(1 << 23), (1 << 23) - 1
LARGEST_FILE = 64 * 1024 * 1024  # eight hours at 80 samples a second
_LONGEST_LINE = 1000
_MARK = re.compile(r"(plate|tare|single|empty now|empty|drawer out|drawer in)|(known|drop) (\d{1,4})")


class BadTrace(Exception):
    """This is no trace. `code` says why, `line` where (None: the file as a whole), `got` what stood there.

    `no_file`, `not_a_file`, `not_text`, `too_large`, `empty`, `no_samples`, `wrong_header`, `cut_off`, `wrong_columns`,
    `wrong_time`, `time_back`, `wrong_raw`, `wrong_mark`, `wrong_number`.
    """

    def __init__(self, code: str, line: int | None = None, got: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.got = got[:40]


@dataclass(frozen=True, slots=True)
class Mark:
    """What happened at a sample: `plate`, `tare`, `known`, `single`, `empty`, `drop`, `empty now`, `drawer out` or
    `drawer in`."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.kind in ("known", "drop") else self.kind


@dataclass(frozen=True, slots=True)
class Sample:
    """One row. `raw` is the signed 24-bit value as the chip gives it."""

    time_s: float
    raw: int
    mark: Mark | None


class Trace:
    """An open trace, read line by line. `cut` is the last row where it is cut in the middle, as `BadTrace` says it
    (`cut_off`), and known once everything was read."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.cut: BadTrace | None = None

    def samples(self) -> Iterator[tuple[int, Sample]]:
        """All samples from the first on, each with the number of its line. `BadTrace` at the first that is wrong."""
        self._file.seek(0)
        any_header, after_s = False, -math.inf
        for line, words, whole in self._lines():
            if not any_header:
                _check_header(line, words)
                any_header = True
                continue
            try:
                sample = _sample(line, _row(line, words), after_s)
            except BadTrace as bad:
                if whole or bad.code not in _IN_THE_MIDDLE or words.count(",") >= len(COLUMNS):
                    raise
                self.cut = BadTrace("cut_off", line, words)
                break
            after_s = sample.time_s
            yield line, sample
        if not any_header:
            raise BadTrace("empty")
        if after_s == -math.inf:
            raise BadTrace("no_samples")

    def _lines(self) -> Iterator[tuple[int, str, bool]]:
        """The lines that are not empty, with their numbers and whether they have an end; never a longer one at once
        than a row can be."""
        line = 0
        try:
            while words := self._file.readline(_LONGEST_LINE):
                line += 1
                if "\0" in words:
                    raise BadTrace("not_text")
                if len(words) == _LONGEST_LINE:
                    raise BadTrace("wrong_columns", line, words)
                if words != "\n":
                    yield line, words.removesuffix("\n"), words.endswith("\n")
        except UnicodeDecodeError:
            raise BadTrace("not_text") from None
        except OSError:
            raise BadTrace("no_file") from None


_IN_THE_MIDDLE = ("wrong_columns", "wrong_mark", "wrong_number")  # what a row is that ends too early


@contextmanager
def open_trace(path: Path) -> Iterator[Trace]:
    """Open a trace; `BadTrace` where there is none. Only an ordinary file is opened: a device or a pipe may have no
    end, and to open a serial port may reset what hangs on it."""
    try:
        _check_file(path.stat(), path)
        # Should a pipe have taken the file's place meanwhile, opening it must not wait for a writer.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        raise BadTrace("no_file", got=path.name) from None
    with open(number, encoding="utf-8-sig") as file:
        _check_file(os.fstat(number), path)
        yield Trace(file)


def _check_file(about: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise BadTrace("not_a_file", got=path.name)
    if about.st_size > LARGEST_FILE:
        raise BadTrace("too_large")


def read_trace(path: Path) -> list[Sample]:
    """All samples of a trace at once. Raises `BadTrace`; nothing is taken from a file that is wrong anywhere but in a
    last row that was cut off."""
    with open_trace(path) as trace:
        return [sample for _, sample in trace.samples()]


def trace_lines(samples: Iterable[Sample]) -> Iterator[str]:
    """The lines of a trace file, each with its end, that `read_trace` reads as these samples (times to the
    microsecond)."""
    yield ",".join(COLUMNS) + "\n"
    for sample in samples:
        yield f"{sample.time_s:.6f},{sample.raw},{sample.mark or ''}\n"


def _check_header(line: int, words: str) -> None:
    if tuple(name.strip() for name in _row(line, words)) != COLUMNS:
        raise BadTrace("wrong_header", line, words)


def _row(line: int, words: str) -> Sequence[str]:
    if '"' not in words:
        return words.split(",")
    try:
        return next(csv.reader([words], strict=True))
    except csv.Error:
        raise BadTrace("wrong_columns", line, words) from None


def _sample(line: int, row: Sequence[str], after_s: float) -> Sample:
    if len(row) != len(COLUMNS):
        raise BadTrace("wrong_columns", line, ",".join(row))
    time_s = _time(line, row[0])
    if time_s <= after_s:
        raise BadTrace("time_back", line, row[0])
    return Sample(time_s, _raw(line, row[1]), _mark(line, row[2].strip()))


def _time(line: int, word: str) -> float:
    try:
        time_s = float(word)
    except ValueError:
        raise BadTrace("wrong_time", line, word) from None
    if not math.isfinite(time_s):
        raise BadTrace("wrong_time", line, word)
    return time_s


def _raw(line: int, word: str) -> int:
    if not re.fullmatch(r"\s*[+-]?\d{1,8}\s*", word, re.ASCII) or not LOWEST <= int(word) <= HIGHEST:
        raise BadTrace("wrong_raw", line, word)
    return int(word)


def _mark(line: int, words: str) -> Mark | None:
    if not words:
        return None
    found = _MARK.fullmatch(words)
    if found is None:
        raise BadTrace("wrong_mark", line, words)
    if found[1]:
        return Mark(found[1])
    number = int(found[3])
    if not (2 <= number <= 500 if found[2] == "known" else 0 <= number <= 500):
        raise BadTrace("wrong_number", line, words)
    return Mark(found[2], number)
