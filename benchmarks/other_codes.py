"""Codes that the reader was not taught: `nice .venv/bin/python benchmarks/other_codes.py [--frames N] [--seed N]`.

Frames of `reading_scenes` with codes of some patterns, as a game's `cards.toml` describes them, one pattern at a time,
and half as many frames without one. Prints for each level and pattern how many were read right, asked about, left alone
and read wrong. Codes that are others upside down may only be asked about, and print that fits the pattern among the
clutter is no mistake.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from kept_answers import keep_answers
from reading_camera import LEVELS, Level
from reading_cards import NO_CODES
from reading_scenes import scene

from vision.grammar import CodeKind, Grammar
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, FrameReads
from vision.scanner import Scanner

PATTERNS = {  # an A is any letter here, a 0 any digit
    "AA-00": "[A-Z]{2}-[0-9]{2}",
    "A-000": "[A-Z]-[0-9]{3}",
    "AAA-0000": "[A-Z]{3}-[0-9]{4}",
    "A0000": "[A-Z][0-9]{4}",
    "00/00": "[0-9]{2}/[0-9]{2}",
}


def main() -> None:
    """Print a line for each level and pattern."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=25, help="frames for each level and pattern")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", type=Path, help="a folder in which the networks' answers are kept")
    parser.add_argument("--levels", nargs="+", default=["normal", "hard"])
    asked = parser.parse_args()
    if asked.answers:
        keep_answers(asked.answers)
    outcomes = "right", "asked", "silent", "wrong"
    print(f"{'level':8} {'pattern':10}" + "".join(f"{name:>8}" for name in outcomes) + "   without a code")
    for level in (each for each in LEVELS if each.name in asked.levels):
        for form, pattern in PATTERNS.items():
            seen = Counter(_outcomes(asked, level, form, pattern))
            line = "".join(f"{seen[name]:8}" for name in outcomes)
            print(
                f"{level.name:8} {form:10}{line}   {seen['none asked']} asked, {seen['none wrong']} wrong", flush=True
            )


def _outcomes(asked: argparse.Namespace, level: Level, form: str, pattern: str) -> Iterator[str]:
    scanner = Scanner(TextReader(Grammar([CodeKind(CARD_ID, pattern)])))
    for number in range(asked.frames):
        code = _any_code(np.random.default_rng((asked.seed, number)), form)
        shown = scene((asked.seed, number, 7), level, CARD_ID, code=code)
        yield _outcome(scanner.read(shown.frame), code, pattern)
    for number in range(asked.frames // 2):
        found = _outcome(scanner.read(scene((asked.seed, number, 9), level, "").frame), "", pattern)
        yield f"none {found}"


def _outcome(found: FrameReads, code: str, pattern: str) -> str:
    printed = {text for text in NO_CODES if re.fullmatch(pattern, text)}
    reads = {read.text for read in found.reads} - printed
    if reads:
        return "right" if reads == {code} else "wrong"
    return "asked" if {read.text for read in found.unsure} - printed else "silent"


def _any_code(rng: np.random.Generator, form: str) -> str:
    signs = {"A": list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), "0": list("0123456789")}
    return "".join(str(rng.choice(signs[sign])) if sign in signs else sign for sign in form)


if __name__ == "__main__":
    main()
