"""How well cards are read, beside Tesseract and RapidOCR on the same frames.

`nice .venv/bin/python benchmarks/reading.py [--frames N] [--seed N] [--side test] [--peers] [--photos FOLDER]
[--composed FONTS PHOTOGRAPHS] [--answers FOLDER]`

Draws 1280 x 720 camera frames at three levels of difficulty in typefaces that nothing was tuned with, and pictures
without a code, and prints for each level and each height of digits how many frames were read right, asked about, left
alone, and read wrong, with the time per frame and the memory. A number that reads as another one upside down may be
asked about: those are counted apart. With `--composed`, the frames are those of `composed_scenes`: another camera,
other cards, the typefaces of one folder, and pieces of the photographs of another one.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from composed_scenes import TROUBLES, Photographer
from kept_answers import keep_answers
from reading_camera import LEVELS
from reading_peers import codes_in, peers
from reading_scenes import Scene, photographs, scene

from companion.app.codes import codes_of_all_games
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, NUMBOX, Frame
from vision.scanner import Scanner

OUTCOMES = ("right", "asked", "silent", "wrong")
_KINDS = (NUMBOX, CARD_ID)
_HEIGHTS = (10, 16, 24, 100)  # pixels

# What a reader says of a frame: the codes that it is sure of, and those that it asks about.
Reader = Callable[[Frame], tuple[set[str], set[str]]]


@dataclass
class Tally:
    """What came out of some frames, by what they were: (level, kind, height)."""

    outcomes: dict[tuple[str, str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    took_ms: list[float] = field(default_factory=list)


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=40, help="frames for each level and kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--side", choices=("test", "tuning", "training"), default="test", help="which typefaces")
    parser.add_argument("--composed", type=Path, nargs=2, metavar=("FONTS", "PHOTOGRAPHS"), help="compose the frames")
    parser.add_argument("--peers", action="store_true", help="read the frames with Tesseract and RapidOCR as well")
    parser.add_argument("--photos", type=Path, help="a folder of photographs without codes")
    parser.add_argument("--answers", type=Path, help="a folder in which the networks' answers are kept")
    parser.add_argument("--keep", type=Path, help="a folder for frames that were not read right")
    asked = parser.parse_args()
    if asked.answers:
        keep_answers(asked.answers)
    readers = _readers(asked.peers)
    tallies = {name: Tally() for name in readers}
    for level, number, shown in _scenes(asked):
        for name, reader in readers.items():
            _take(tallies[name], reader, level, shown, asked.keep if name == "companion" else None, number)
    for name, tally in tallies.items():
        _print(name, tally)
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most, drawing included")


def _readers(with_peers: bool) -> dict[str, Reader]:
    scanner = Scanner(TextReader(codes_of_all_games()))

    def ours(frame: Frame) -> tuple[set[str], set[str]]:
        reads = scanner.read(frame)
        return {read.text for read in reads.reads}, {read.text for read in reads.unsure}

    readers: dict[str, Reader] = {"companion": ours}
    for name, reader in peers().items() if with_peers else ():
        if reader is None:
            print(f"{name} is not installed: not measured")
        else:
            readers[name] = lambda frame, reader=reader: (codes_in(reader(frame)), set())  # type: ignore[misc]
    for reader in readers.values():
        reader(np.full((240, 320, 3), 128, np.uint8))  # the first look loads the models
    return readers


def _scenes(asked: argparse.Namespace) -> Iterator[tuple[str, int, Scene]]:
    photographer = Photographer(*asked.composed) if asked.composed else None
    for place, (level, trouble) in enumerate(zip(LEVELS, TROUBLES, strict=True)):
        for kind in (*_KINDS, ""):
            for number in range(asked.frames):
                seed = (asked.seed, place, len(kind), number)
                composed = photographer.scene(seed, trouble, kind) if photographer else None
                yield level.name, number, composed or scene(seed, level, kind, asked.side)
    for number, (_, picture) in enumerate(photographs(asked.photos)):
        yield "photograph", number, Scene(picture)


def _take(tally: Tally, reader: Reader, level: str, shown: Scene, keep: Path | None, number: int) -> None:
    began_s = time.perf_counter()
    sure, unsure = reader(shown.frame)
    tally.took_ms.append(1000 * (time.perf_counter() - began_s))
    outcome = judge(shown.code, sure, unsure)
    kind = "no code" if not shown.code else "turnable" if shown.ambiguous else shown.kind
    height = next((f"{low} to {high}" for low, high in pairwise(_HEIGHTS) if shown.digit_px < high), "")
    if shown.code and shown.digit_px < _HEIGHTS[0]:
        height = f"below {_HEIGHTS[0]}"
    tally.outcomes[level, kind, height if shown.code else ""][outcome] += 1
    if keep and outcome != ("right" if shown.code else "silent") and kind != "turnable":
        keep.mkdir(parents=True, exist_ok=True)
        name = f"{level}-{kind}-{number}-{outcome}-{shown.code.replace('/', '_')}-{shown.digit_px:.0f}px"
        cv2.imwrite(str(keep / f"{name}.png"), shown.frame)
        print(f"{name}: {sorted(sure)} {sorted(unsure)}")


def judge(code: str, sure: set[str], unsure: set[str]) -> str:
    """One of the `OUTCOMES`: a wrong code is wrong also beside the right one."""
    if sure - {code}:
        return "wrong"
    return "right" if sure else "asked" if unsure else "silent"


def _print(name: str, tally: Tally) -> None:
    print(
        f"\n{name:12} {'kind':10} {'pixels':10}"
        + "".join(f"{outcome:>8}" for outcome in OUTCOMES)
        + "   right %  wrong %"
    )
    levels = (*(level.name for level in LEVELS), "photograph")
    for level in levels:
        rows = {key: each for key, each in tally.outcomes.items() if key[0] == level}
        for kind in sorted({key[1] for key in rows}):
            of_kind = [(height, each) for (_, one, height), each in sorted(rows.items()) if one == kind]
            for height, each in of_kind if len(of_kind) > 1 else ():
                _print_row(level, kind, height, each)
            _print_row(level, kind, "all", sum((each for _, each in of_kind), Counter()))
    median, late = np.percentile(tally.took_ms, [50, 95])
    print(f"{'':12} milliseconds a frame: median {median:.0f}, p95 {late:.0f}")


def _print_row(level: str, kind: str, height: str, each: Counter[str]) -> None:
    total = max(each.total(), 1)
    counts = "".join(f"{each[outcome]:8}" for outcome in OUTCOMES)
    right, wrong = (100 * each[outcome] / total for outcome in ("right", "wrong"))
    print(f"{level:12} {kind:10} {height:10}{counts}   {right:7.1f}  {wrong:7.1f}")


if __name__ == "__main__":
    main()
