"""Recorded evenings of a load cell: CSV with the columns `time_s,raw,mark`, one row per sample."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

COLUMNS = ("time_s", "raw", "mark")
LOWEST, HIGHEST = -(1 << 23), (1 << 23) - 1
LARGEST_FILE = 512 * 1024 * 1024
_MARK = re.compile(r"(tare|single|empty|drawer out|drawer in)|(known|drop) (\d{1,4})")


class BadTrace(Exception):
    """This is no trace. `code` says why, `line` where (None: the file as a whole), `got` what stood there.

    `no_file`, `not_text`, `too_large`, `empty`, `no_samples`, `wrong_header`, `cut_off`, `wrong_columns`,
    `wrong_time`, `time_back`, `wrong_raw`, `wrong_mark`, `wrong_number`.
    """

    def __init__(self, code: str, line: int | None = None, got: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.got = got[:40]


@dataclass(frozen=True, slots=True)
class Mark:
    """What happened at a sample: `tare`, `known`, `single`, `empty`, `drop`, `drawer out` or `drawer in`."""

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


def read_trace(path: Path) -> list[Sample]:
    """All samples of a trace. Raises `BadTrace`; nothing is taken from a file that is wrong anywhere."""
    rows = _rows(_text_of(path))
    _, header = next(rows, (0, None))
    if header is None:
        raise BadTrace("empty")
    if tuple(name.strip() for name in header) != COLUMNS:
        raise BadTrace("wrong_header", 1, ",".join(header))
    samples: list[Sample] = []
    for line, row in rows:
        samples.append(_sample(line, row, samples[-1].time_s if samples else -math.inf))
    if not samples:
        raise BadTrace("no_samples")
    return samples


def trace_lines(samples: Iterable[Sample]) -> Iterator[str]:
    """The lines of a trace file, each with its end, that `read_trace` reads as these samples (times to the
    microsecond)."""
    yield ",".join(COLUMNS) + "\n"
    for sample in samples:
        yield f"{sample.time_s:.6f},{sample.raw},{sample.mark or ''}\n"


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadTrace("too_large")
        data = path.read_bytes()
    except OSError:
        raise BadTrace("no_file", got=path.name) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadTrace("not_text") from None
    if "\0" in text:
        raise BadTrace("not_text")
    return text


def _rows(text: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows with their line numbers, without empty lines."""
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    ends_whole = text.endswith(("\n", "\r"))
    last_line = text.count("\n") + (0 if ends_whole else 1)
    try:
        for row in reader:
            if not row:
                continue
            if len(row) != len(COLUMNS) and not ends_whole and 1 < reader.line_num == last_line:
                raise BadTrace("cut_off", reader.line_num, ",".join(row))
            yield reader.line_num, row
    except csv.Error:
        raise BadTrace("wrong_columns", reader.line_num) from None


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
