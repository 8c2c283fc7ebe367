"""How far confidence can be trusted: `nice .venv/bin/python benchmarks/calibration.py [--frames N] [--seed N]`.

Draws frames in the typefaces for tuning, with seeds that no other benchmark uses, reads each row of glyphs that may be
a code, and prints for each band of confidence how many readings were right: the reliability curve. Behind it stands,
for each limit, how many codes would be read surely and how many of those wrongly: `vision.votes.SURE` is the least
limit without a wrong one, and some way above it. `--turned` does the same for numbers that are another one upside down.
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

from vision.candidate import Candidate
from vision.card_finder import find_candidates
from vision.grammar import turned
from vision.pyramid import Pyramid
from vision.reads import CARD_ID, NUMBOX, Read
from vision.text_reader import TextReader
from vision.votes import SURE, Votes

_BANDS = (0.0, 0.3, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99, 1.01)
_SEED = 7_000_000  # apart from the seeds of benchmarks/reading.py


def main() -> None:
    """Print the reliability curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=60, help="frames for each level and kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turned", action="store_true", help="only numbers that are another one upside down")
    asked = parser.parse_args()
    judged = [each for shown in _scenes(asked) for each in _judged(shown)]
    confidence = np.array([read.confidence for read, _ in judged] or [0.0])
    right = np.array([is_right for _, is_right in judged] or [False])
    print(f"{'confidence':14} {'readings':>8} {'right %':>8}")
    for low, high in pairwise(_BANDS):
        _print_band(f"{low:.2f} to {min(high, 1):.2f}", right[(confidence >= low) & (confidence < high)])
    print(f"\n{'limit':14} {'sure':>8} {'right %':>8}")
    for limit in _BANDS[2:-1]:
        _print_band(f"{limit:.2f}{' (in use)' if limit == SURE else ''}", right[confidence >= limit])


def _print_band(name: str, right: np.ndarray) -> None:
    share = f"{100 * right.mean():8.2f}" if len(right) else f"{'-':>8}"
    print(f"{name:14} {len(right):8} {share}")


def _scenes(asked: argparse.Namespace) -> Iterator[Scene]:
    for place, level in enumerate(LEVELS):
        for kind in (NUMBOX,) if asked.turned else (NUMBOX, CARD_ID):
            for number in range(asked.frames):
                shown = scene((_SEED + asked.seed, place, len(kind), number), level, kind, "tuning")
                if shown.ambiguous == asked.turned:
                    yield shown


def _judged(shown: Scene) -> Iterator[tuple[Read, bool]]:
    """Each reading of a frame, also unsure ones, and whether it is right."""
    reader, pyramid = TextReader(), Pyramid(shown.frame)
    rows = [(row, reader.read(pyramid, row)) for row in find_candidates(pyramid)]
    for row, votes in rows:
        for read in _best(row, votes):
            yield read, read.text == shown.code


def _best(row: Candidate, votes: Votes) -> list[Read]:
    """A row's readings; of a number that is told both ways up, none."""
    return [read for read in votes.reads(row) if not read.other or turned(read.text) is None]


if __name__ == "__main__":
    main()
