"""What each rule of the reader adds: the same frames read without it, one rule after the other.

    nice .venv/bin/python -m benchmarks.reading_ablation ASSETS [--frames N] [--seed S] [--rules NAME...]
        [--processes N]

Frames are those of `benchmarks.independent` (its `getting` fills ASSETS): N of each cell of the sets `main`, `cut` and
`none`. What the networks answer to a frame is kept in memory while it is read again, so that a rule more takes about a
seventh of a first reading. A row of the table tells, for the reader as it is and without each rule, how many whole
codes within the sizes promised were read, of how many frames something wrong was said, and of how many it was asked.
A rule that shows nothing on a few hundred frames may still be what keeps print from being read wrong: see
docs/internals/reading.md.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import vision.read.ends as ends
import vision.read.text_reader as text_reader
import vision.scanner as scanner
from benchmarks.independent.__main__ import cells, drawn
from benchmarks.independent.assets import Assets, assets_in
from benchmarks.independent.levels import Level
from benchmarks.independent.readers import Answer, Said
from benchmarks.independent.scoring import ASKED, RIGHT, WRONG, judge
from companion.app.codes import codes_of_all_games
from vision.find.picture import Floats
from vision.network import Network
from vision.read.ends import EndsNet
from vision.read.fusion import OrientationEvidence, ReadFusion
from vision.reads import FrameReads, Read

AS_IS = "as it is"
Patch = tuple[Any, str, Any]  # what is put in a name's place: of a module or a class


def _says(answer: object) -> Callable[..., object]:
    return lambda *_, **__: answer


# What is set in the place of a rule so that it says nothing.
RULES: Mapping[str, Sequence[Patch]] = {
    AS_IS: (),
    "letters beside a row": [(text_reader, "stands_alone", _says(True))],
    "longer numeral codes": [(text_reader, "wide_predictions", _says([]))],
    "lamps mirrored in an end": [(ends, "_is_washed_out", _says(False))],
    "the network for ends": [(EndsNet, "wholeness", _says(2.0))],
    "doubts and covers by other cuts": [(scanner, "in_doubt", lambda read, *_: read)],
    "what the small network alone reads": [(OrientationEvidence, "is_predicted_alone", property(_says(False)))],
    "which way up in all cuts": [(scanner, "_lies_upside_down", _says(False))],
    "what stands the other way up": [(ReadFusion, "_stands_the_other_way", _says(False))],
    "the shape of an L": [(ReadFusion, "wants_shape_check", property(_says(None)))],
    "other margins round what was not read": [(scanner, "loose_cuts", _says([]))],
}

Frames = tuple[str, Level, str, int, int]  # set, level, kind, seed, number


class _Reader:
    """Reads frames with one rule less each time. One in each process."""

    def __init__(self, assets: Path, rules: Sequence[str]) -> None:
        cv2.setNumThreads(1)
        self._assets: Assets = assets_in(assets)
        self._rules = rules
        self._scanner = scanner.Scanner(text_reader.TextReader(codes_of_all_games()))
        self._known: dict[tuple[str, bytes], Floats] = {}
        self._answer = Network.answer
        Network.answer = _as_method(self._answered)  # type: ignore[method-assign]

    def outcomes(self, frame: Frames) -> dict[str, Counter[str]]:
        """By rule, what became of a frame without it."""
        which, level, kind, seed, number = frame
        picture, _ = drawn(which, self._assets, level, kind, seed, number)
        self._known.clear()
        found: dict[str, Counter[str]] = {}
        for rule in self._rules:
            with _without(RULES[rule]):
                answer = _answer_of(self._scanner.read(picture.picture))
            judged = judge(picture.truths, answer)
            promised = [
                outcome
                for truth, outcome in zip(picture.truths, judged.outcomes, strict=True)
                if truth.legible and truth.whole and not truth.turnable and truth.promised
            ]
            found[rule] = Counter(
                right=promised.count(RIGHT) * (which == "main"),
                codes=len(promised) * (which == "main"),
                wrong=bool(judged.invented or WRONG in judged.outcomes),
                asked=ASKED in judged.outcomes or (which == "none" and bool(answer.unsure)),
                frames=1,
            )
        return found

    def _answered(self, network: Network, pictures: Floats) -> Floats:
        return np.stack([self._one(network, picture) for picture in pictures])

    def _one(self, network: Network, picture: Floats) -> Floats:
        digest = hashlib.blake2b(np.ascontiguousarray(picture).tobytes(), digest_size=16).digest()
        key = f"{network.name} {picture.shape}", digest
        if key not in self._known:
            self._known[key] = self._answer(network, picture[None])[0]
        return self._known[key].copy()


def _as_method(answered: Callable[[Network, Floats], Floats]) -> Callable[[Network, Floats], Floats]:
    """A function that a class takes for a method of its own."""
    return lambda network, pictures: answered(network, pictures)


@contextmanager
def _without(patches: Sequence[Patch]) -> Iterator[None]:
    kept = [(owner, name, vars(owner)[name]) for owner, name, _ in patches]
    for owner, name, other in patches:
        setattr(owner, name, other)
    try:
        yield
    finally:
        for owner, name, own in kept:
            setattr(owner, name, own)


def _answer_of(reads: FrameReads) -> Answer:
    return Answer(tuple(map(_said, reads.reads)), tuple(map(_said, reads.unsure)), reads.trouble)


def _said(read: Read) -> Said:
    place = None if read.quad is None else (sum(x for x, _ in read.quad) / 4, sum(y for _, y in read.quad) / 4)
    return Said(read.text, read.kind, place, read.other)


_reader: _Reader | None = None


def _begin(assets: Path, rules: Sequence[str]) -> None:
    global _reader
    _reader = _Reader(assets, rules)


def _read(frame: Frames) -> tuple[str, dict[str, Counter[str]]]:
    assert _reader is not None
    return frame[0], _reader.outcomes(frame)


def table(assets: Path, rules: Sequence[str], frames: Sequence[Frames], processes: int) -> str:
    """The table of all rules on all frames."""
    sums: dict[str, dict[str, Counter[str]]] = {rule: {} for rule in rules}
    with multiprocessing.get_context("spawn").Pool(processes, partial(_begin, assets, rules)) as pool:
        for which, outcomes in pool.imap_unordered(_read, frames):
            for rule, counted in outcomes.items():
                sums[rule].setdefault(which, Counter()).update(counted)
    lines = ["| without | whole codes read | wrong: with codes, cut, none | asked: the same |", "|---|---|---|---|"]
    for rule, by_set in sums.items():
        each = [by_set.get(which, Counter()) for which in ("main", "cut", "none")]
        wrong, asked = (", ".join(f"{one[what]} of {one['frames']}" for one in each) for what in ("wrong", "asked"))
        lines.append(f"| {rule} | {each[0]['right']} of {each[0]['codes']} | {wrong} | {asked} |")
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("assets", type=Path, help="the folder that benchmarks.independent.getting filled")
    parser.add_argument("--rules", nargs="+", choices=RULES, default=list(RULES))
    parser.add_argument("--frames", type=int, default=8, help="of each cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    frames = [
        (which, level, kind, args.seed, number)
        for number in range(args.frames)
        for which in ("main", "cut", "none")
        for level, kind in cells(which)
    ]
    rules = [AS_IS, *(rule for rule in args.rules if rule != AS_IS)]
    print(table(args.assets, rules, frames, args.processes))


if __name__ == "__main__":
    main()
