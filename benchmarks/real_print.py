"""Real print in a given box: `nice .venv/bin/python benchmarks/real_print.py FOLDER [--of-each N] [--px LOW HIGH]`.

Sets three digits of newspapers' print side by side, as phones photographed them, and prints for each height of the
digits how many numbers were read right, asked about, left alone, and read wrong, when the place is told. FOLDER holds
photographs as in `sudoku_photos`. A number that reads as another one upside down may be asked about: those are counted
apart. `--px` shrinks the pictures until the digits are between so many pixels high.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from reading import OUTCOMES, judge
from sudoku_photos import Number, numbers

from companion.app.codes import codes_of_all_games
from vision.find.boxes import box_of
from vision.grammar import turned
from vision.read.text_reader import TextReader
from vision.scanner import Scanner
from vision.training.examples import digit_height

_HEIGHTS = (0, 10, 16, 24, 100)  # pixels


def main() -> None:
    """Print how the numbers were read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--of-each", type=int, default=10, help="numbers of each photograph")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--px", type=float, nargs=2, help="height of the digits, from and to")
    asked = parser.parse_args()
    rng, scanner = np.random.default_rng(asked.seed), Scanner(TextReader(codes_of_all_games()))
    outcomes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for number in numbers(asked.folder, rng, asked.of_each):
        shown = _shrunk(number, digit_height(rng, *asked.px)) if asked.px else number
        outcome = _outcome(scanner, shown)
        kind = "turnable" if turned(shown.text) not in (None, shown.text) else "other"
        height = next(f"{low} to {high}" for low, high in pairwise(_HEIGHTS) if shown.digit_px < high)
        outcomes[kind, height][outcome] += 1
    for (kind, height), counts in sorted(outcomes.items()):
        told = ", ".join(f"{counts[each]} {each}" for each in OUTCOMES)
        print(f"{kind:9} {height:>9} px: {told}; {100 * counts['right'] / counts.total():.1f} % right")


def _shrunk(number: Number, tall: float) -> Number:
    scale = tall / number.digit_px
    if scale >= 1:
        return number
    picture = cv2.resize(number.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Number(number.text, np.asarray(picture, np.uint8), tall)


def _outcome(scanner: Scanner, number: Number) -> str:
    """What is said of a number that stands in a larger picture, in a box whose place is told."""
    margin = round(number.digit_px)
    frame = cv2.copyMakeBorder(number.picture, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    height, width = number.picture.shape[:2]
    reads = scanner.read_box(np.asarray(frame, np.uint8), box_of((margin, margin, width, height)))
    sure = {read.text for read in reads.reads}
    outcome = judge(number.text, sure, {read.text for read in reads.unsure})
    if outcome == "wrong":
        print(f"{number.text} read as {', '.join(sorted(sure))}")
    return outcome


if __name__ == "__main__":
    main()
