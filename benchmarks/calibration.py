"""How far confidence can be trusted: `nice .venv/bin/python benchmarks/calibration.py [--frames N] [--seed N]`.

Draws frames in the typefaces for tuning, with seeds that no other benchmark uses, reads each row of glyphs that may be
a code, and prints for each band of confidence how many readings were right: the reliability curve, once for readings
that the small network backs, once for those of which it tells nothing. Behind each stands, for each limit, how many
codes would be read surely and how many of those rightly: `SURE_BACKED` and `SURE_ALONE` in `vision.read.fusion` are the
least limits without a wrong one, and some way above them. What the network denies is never sure, and counted only.

`--turned` draws numbers that are another one upside down, and prints for pairs of limits (so likely a code one way up,
so unlikely the other) how many are told the right way up and how many the wrong way.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from reading_camera import LEVELS
from reading_scenes import Scene, scene

from companion.app.codes import codes_of_all_games
from vision.find.boxes import find_boxes
from vision.find.picture import Pyramid
from vision.grammar import turned
from vision.read.networks import Prediction, code_net, prescreen_rows
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, NUMBOX, Read
from vision.scanner import worth_reading
from vision.thresholds import SURE_ALONE, SURE_BACKED

_BANDS = (0.0, 0.3, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 1.01)
_SEED = 7_000_000  # apart from the seeds of benchmarks/reading.py


def main() -> None:
    """Print the reliability curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=60, help="frames for each level and kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turned", action="store_true", help="only numbers that are another one upside down")
    asked = parser.parse_args()
    if asked.turned:
        _print_ways(asked)
        return
    judged = [each for shown in _scenes(asked) for each in _judged(shown)]
    for backing, name, used in ((True, "backed", SURE_BACKED), (False, "alone", SURE_ALONE)):
        some = [(read.confidence, is_right) for read, is_right, told in judged if told == backing]
        _print_curve(name, np.array([each for each, _ in some]), np.array([each for _, each in some], np.bool_), used)


def _print_curve(name: str, confidence: np.ndarray, right: np.ndarray, used: float) -> None:
    print(f"\n{name:14} {'readings':>8} {'right %':>8}")
    for low, high in pairwise(_BANDS):
        _print_band(f"{low:.2f} to {min(high, 1):.2f}", right[(confidence >= low) & (confidence < high)])
    print(f"{'limit':14} {'sure':>8} {'right %':>8}")
    for limit in _BANDS[1:-1]:
        _print_band(f"{limit:.2f}{' (in use)' if limit == used else ''}", right[confidence >= limit])


def _print_band(name: str, right: np.ndarray) -> None:
    share = f"{100 * right.mean():8.2f}" if len(right) else f"{'-':>8}"
    print(f"{name:14} {len(right):8} {share}")


def _scenes(asked: argparse.Namespace) -> Iterator[Scene]:
    for place, level in enumerate(LEVELS):
        for kind in (NUMBOX, CARD_ID):
            for number in range(asked.frames):
                shown = scene((_SEED + asked.seed, place, len(kind), number), level, kind, "tuning")
                if not shown.ambiguous:
                    yield shown


def _judged(shown: Scene) -> Iterator[tuple[Read, bool, bool]]:
    """Each reading of a frame, also unsure ones, whether it is right, and whether the small network backs it."""
    reader, pyramid = TextReader(codes_of_all_games()), Pyramid(shown.frame)
    found = find_boxes(pyramid)
    for row, fusion in worth_reading(list(zip(found, reader.begin(pyramid, found), strict=True))):
        for read in reader.read_on(pyramid, row, fusion).reads(row):
            if not read.other:
                backed = (
                    way.backed for way in fusion.orientations if way.fit is not None and way.fit.code == read.text
                )
                yield read, read.text == shown.code, next(backed, False)


def _print_ways(asked: argparse.Namespace) -> None:
    turnable = [number for number in map("{:03}".format, range(1000)) if turned(number) not in (None, number)]
    numbers = [number for number in turnable if set(number) & {"1", "8"}]  # the others look alike both ways up
    seen: list[tuple[Prediction, Prediction]] = []
    for place, level in enumerate(LEVELS):
        for count in range(asked.frames):
            seed = (_SEED + asked.seed, place, 100, count)
            code = str(np.random.default_rng(seed).choice(numbers))
            seen += _ways(scene(seed, level, NUMBOX, "tuning", code=code))
    print(f"{'likely':>7} {'other':>7} {'right':>6} {'wrong':>6}   of {len(seen)} rows")
    for high in (0.7, 0.8, 0.85, 0.9, 0.95):
        for low in (0.05, 0.1, 0.15, 0.2, 0.3):
            right, wrong = (
                sum(
                    min(each[one].likelihood, each[one].confidence) >= high and each[1 - one].likelihood <= low
                    for each in seen
                )
                for one in (0, 1)
            )
            print(f"{high:7.2f} {low:7.2f} {right:6} {wrong:6}")


def _ways(shown: Scene) -> Iterator[tuple[Prediction, Prediction]]:
    """What the small network says of each row found at the number: the right way up, and upside down."""
    pyramid, quad = Pyramid(shown.frame), shown.quad
    if quad is None:
        return
    apart = 0.4 * shown.digit_px
    found = [row for row in find_boxes(pyramid) if row.boxed]
    rows = [row for row in found if float(np.linalg.norm(row.quad.mean(axis=0) - quad.mean(axis=0))) < apart]
    for row, prescreen in zip(rows, prescreen_rows(code_net(), pyramid, rows), strict=True):
        upright = float(np.dot(row.quad[1] - row.quad[0], quad[1] - quad[0])) > 0
        yield (prescreen.upright, prescreen.turned) if upright else (prescreen.turned, prescreen.upright)


if __name__ == "__main__":
    main()
