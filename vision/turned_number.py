"""Whether what looks like `L09` is the number 607 upside down: an L is nearly a 7 then. The small network was taught
that numbers in plain print are no codes, and does not weigh the one against the other."""

from __future__ import annotations

from collections.abc import Sequence

from vision.grammar import turned
from vision.recogniser import Word

LOOKS = 2  # at what a code is upside down
# The recogniser sees the code so surely, or so much more surely than the number; the small network holds to it so
# surely in many views. Of 960 composed numbers upside down, in 700 files of type, none had both in a place that was
# told; in 170 whole frames three had, in old-style figures, whose 7 the shape does not tell. Of 260 such codes 33 are
# not told.
_SEEN, _SURER, _STEADY = 0.80, 0.10, 0.60


def turned_number(code: str) -> str | None:
    """The number that a code looks like upside down, or None: `L09` is 607, and `L02` is none."""
    number = turned(code[1:]) if code.startswith("L") else None
    return None if number is None else f"{number}7"


def is_told(seen: Word, steady: float, *, shaped: bool) -> bool:
    """Whether a row that was first `seen` as a code is no number: its L is `shaped` like one, and the small network is
    so `steady` in many views."""
    return shaped and seen.confidence >= _SEEN and steady >= _STEADY


def may_be_number(code: str, seen: Word, steady: float, upside_down: Sequence[Word]) -> bool:
    """Whether it may be one by looks at it `upside_down`: they read the number, nearly as surely."""
    number = turned_number(code)
    likely = max((word.confidence for word in upside_down if word.text == number), default=None)
    if number is None or likely is None:
        return False
    return steady < _STEADY or seen.confidence < likely + _SURER
