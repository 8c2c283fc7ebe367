"""Scenario codes against dates: `nice .venv/bin/python benchmarks/dates.py [--lines N] [--side SIDE] [--old-style]`.

Draws lines such as `II/08` and `11/08`, shows each to the network that tells them apart as the scanner does, in many
views, and prints for each limit what percentage of the codes is told rightly, how many are told wrongly, and how many
dates are taken for codes. `SURE_OF_STROKES` in `vision.thresholds` is chosen by it.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from reading_fonts import fonts

from vision.find.picture import Candidate, Pyramid
from vision.read.numeral_codes import NumeralCodes
from vision.thresholds import SURE_OF_STROKES
from vision.training.examples import digit_height, through_camera
from vision.training.labels import Wording
from vision.training.strip import Figures, Strip, draw_strip

_SEED = 9_000_000  # apart from the training's seeds
_LIMITS = (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
_CODES = ("I", "I", "II", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_LOW = (0.6, 0.76)  # of a digit's height: that of low figures
_DATES = ("1", "1", "1", "11", "11", "111")


def main() -> None:
    """Print what would be read at each limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=1000, help="of codes, and as many dates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--side", choices=("tuning", "test", "training"), default="tuning")
    parser.add_argument("--px", type=float, nargs=2, default=(10.0, 30.0), help="height of the digits, from and to")
    parser.add_argument("--old-style", action="store_true", help="with low figures whose ones look like an I")
    asked = parser.parse_args()
    typefaces = fonts(asked.side)
    told: dict[str, list[tuple[str, str, float]]] = defaultdict(list)
    for number in range(2 * asked.lines):
        rng = np.random.default_rng((_SEED + asked.seed, number))
        head = str(rng.choice(_DATES if number % 2 else _CODES))
        text = f"{head}/{rng.integers(0, 32):02}"
        figures = Figures(float(rng.uniform(*_LOW)), {"1": "I"}) if asked.old_style else Figures()
        line = draw_strip(rng, Wording(text), typefaces, figures)
        told[head].append((text, *_told(rng, line, asked.px)))
    _print(told)


def _told(rng: np.random.Generator, line: Strip, px: tuple[float, float]) -> tuple[str, float]:
    """What the network reads before the digits of a line, and how sure it is of it."""
    picture, quad = through_camera(rng, line, digit_height(rng, *px))
    pyramid = Pyramid(np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8))
    return NumeralCodes().strokes(pyramid, Candidate(quad, pale=False))


def _print(told: dict[str, list[tuple[str, str, float]]]) -> None:
    heads = [head for head in dict.fromkeys(_CODES) if head in told]
    print("limit", *(f"{head:>5}" for head in heads), "wrong", "dates as codes", sep="  ")
    codes = [each for head in heads for each in told[head]]
    dates = [each for head, some in told.items() if head.isdigit() for each in some if not each[1][:1].isdigit()]
    count = sum(len(some) for head, some in told.items() if head.isdigit())
    for limit in sorted({*_LIMITS, SURE_OF_STROKES}):
        shares = [f"{100 * np.mean([_is_read(each, limit) for each in told[head]]):5.0f}" for head in heads]
        wrong = sum(not text.startswith(read) and sure >= limit for text, read, sure in codes)
        mark = " (in use)" if limit == SURE_OF_STROKES else ""
        print(
            f"{limit:5.2f}",
            *shares,
            f"{wrong:5}",
            f"{sum(each[2] >= limit for each in dates)} of {count}{mark}",
            sep="  ",
        )
    for text, read, sure in sorted(dates, key=lambda each: -each[2])[:5]:
        print(f"{text} as {read}: {sure:.2f}")


def _is_read(line: tuple[str, str, float], limit: float) -> bool:
    text, read, sure = line
    return text.startswith(read) and sure >= limit


if __name__ == "__main__":
    main()
