"""Figures of a run, as tables of Markdown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.independent.codes import is_printed
from benchmarks.independent.levels import CAUSES, KINDS, LEVELS
from benchmarks.independent.readers import Answer, answer_of
from benchmarks.independent.scenes import Truth
from benchmarks.independent.scoring import WRONG, Judged, Share, judge, tally

_NAMES = {"card_id": "IDs", "numbox": "numbers"}


@dataclass(frozen=True)
class Record:
    """A frame that was read: `level` and `kind` of the frame, `shows` what it shows where it has no code."""

    level: str
    kind: str
    shows: str
    truths: tuple[Truth, ...]
    answers: dict[str, Answer]

    def judged(self, reader: str) -> Judged:
        """What became of its codes."""
        return judge(self.truths, self.answers[reader])


def record_of(kept: dict[str, Any]) -> Record:
    """A record that was kept."""
    level, kind = kept["key"].split("/")[2:4]
    answers = {name: answer_of(each) for name, each in kept["answers"].items()}
    return Record(level, kind, kept["shows"], tuple(_truth_of(each) for each in kept["truths"]), answers)


def _truth_of(kept: dict[str, Any]) -> Truth:
    corners = tuple((x, y) for x, y in kept["corners"])
    return Truth(**{**kept, "corners": corners, "causes": tuple(kept["causes"])})


def report(which: str, records: list[Record], readers: list[str]) -> str:
    """All figures of a set, by reader."""
    lines: list[str] = []
    for reader in readers:
        lines += [f"\n## {reader}\n"]
        if which in ("cut", "partial"):
            lines += _cuts(which, records, reader)
        elif which == "none":
            lines += _nothing(records, reader)
        else:
            lines += _codes(records, reader)
        lines += _costs(records, reader)
    return "\n".join(lines)


def _row(name: str, outcomes: list[str]) -> str:
    one = tally(outcomes)
    return f"| {name} | {Share(one.right, one.all)} | {one.asked} | {one.silent} | {one.wrong} |"


def _head(name: str) -> list[str]:
    return [f"\n| {name} | right | asked | silent | wrong |", "|---|---|---|---|---|"]


def _outcomes(records: list[Record], reader: str, wanted: Callable[[Truth], bool]) -> list[str]:
    return [
        outcome
        for record in records
        for truth, outcome in zip(record.truths, record.judged(reader).outcomes, strict=True)
        if truth.legible and wanted(truth)
    ]


def _codes(records: list[Record], reader: str) -> list[str]:
    lines = _head("whole codes of any size")
    lines += _by_level(records, reader, lambda truth: truth.whole and not truth.turnable)
    lines += _head("whole codes within the sizes promised")
    lines += _by_level(records, reader, lambda truth: truth.whole and not truth.turnable and truth.promised)
    lines += _head("numbers that are another one upside down (asking is right)")
    lines += [_row("all", _outcomes(records, reader, lambda truth: truth.whole and truth.turnable and truth.promised))]
    lines += _head("codes that are cut")
    lines += [_row(_NAMES[kind], _outcomes(records, reader, _is_cut_of(kind))) for kind in KINDS]
    for kind in KINDS:
        lines += _head(f"{_NAMES[kind]} within the sizes promised, by cause")
        lines += [_row(cause, _outcomes(records, reader, _has(cause, kind))) for cause in CAUSES if cause != "cut"]
    judged = [(record, record.judged(reader)) for record in records]
    wrong = [record for record, each in judged if WRONG in each.outcomes or each.invented]
    lines += [f"\nFrames of which something wrong was said surely: {Share(len(wrong), len(records))}"]
    return lines


def _by_level(records: list[Record], reader: str, wanted: Callable[[Truth], bool]) -> list[str]:
    lines = []
    for kind in KINDS:
        for level in LEVELS:
            some = [record for record in records if record.level == level.name and record.kind == kind]
            lines.append(_row(f"{_NAMES[kind]}, {level.name}", _outcomes(some, reader, wanted)))
    return lines


def _is_cut_of(kind: str) -> Callable[[Truth], bool]:
    return lambda truth: not truth.whole and truth.kind == kind


def _has(cause: str, kind: str) -> Callable[[Truth], bool]:
    return lambda truth: (
        truth.whole and truth.kind == kind and truth.promised and not truth.turnable and cause in truth.causes
    )


def _cuts(which: str, records: list[Record], reader: str) -> list[str]:
    lines = ["\n| covered by | said surely, and wrong | rightly | asked | silent |", "|---|---|---|---|---|"]
    groups: dict[str, list[str]] = {}
    for record in records:
        judged, truth = record.judged(reader), record.truths[0]
        outcome = WRONG if judged.invented or WRONG in judged.outcomes else judged.outcomes[0]
        name = "an ID on a dark green plate" if truth.kind == "numbox" and truth.text[0].isalpha() else truth.kind
        printed = f"{'of a game' if is_printed(truth.text, truth.rest) else 'of none'} that prints both"
        for group in (truth.covered_by, _NAMES.get(name, name), *((printed,) if which == "cut" else ()), "all"):
            groups.setdefault(group, []).append(outcome)
    for group, outcomes in sorted(groups.items(), key=lambda each: len(each[1])):
        some = tally(outcomes)
        lines.append(f"| {group} | {Share(some.wrong, some.all)} | {some.right} | {some.asked} | {some.silent} |")
    return lines


def _nothing(records: list[Record], reader: str) -> list[str]:
    lines = ["\n| what is seen | said surely | asked |", "|---|---|---|"]
    for name in (*sorted({record.shows for record in records}), "all"):
        some = [record.answers[reader] for record in records if name in (record.shows, "all")]
        sure, asked = sum(bool(each.sure) for each in some), sum(bool(each.unsure) for each in some)
        lines.append(f"| {name} | {Share(sure, len(some))} | {Share(asked, len(some))} |")
    return lines


def _costs(records: list[Record], reader: str) -> list[str]:
    lines = ["\n| a picture | seconds p50 / p95 | of processors | peak memory |", "|---|---|---|---|"]
    for name, has in (("with a code", True), ("without", False)):
        some = [record.answers[reader] for record in records if bool(record.truths) == has]
        if some:
            clock, used = ([getattr(each, what) for each in some] for what in ("seconds", "processor"))
            times = [f"{np.percentile(each, 50):.2f} / {np.percentile(each, 95):.2f}" for each in (clock, used)]
            lines.append(f"| {name} | {times[0]} | {times[1]} | {max(each.peak for each in some):.0f} MB |")
    return lines
