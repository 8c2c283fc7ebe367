"""Whether what looks like `L09` is the number 607 upside down: an L is nearly a 7 then. The small network was taught
that numbers in plain print are no codes, and does not weigh the one against the other."""

from __future__ import annotations

from collections.abc import Sequence

from vision.grammar import turned
from vision.recogniser import Word

LOOKS = 2  # at what a code is upside down
# The code is no number where the recogniser sees it so surely, and the small network holds to it so surely in many
# views. Of 700 composed numbers upside down, in 700 files of type, ten were seen so surely, none of which had more than
# 0.52 in the views, and two were so steady; of 200 such codes 160 have both.
_SEEN, _STEADY = 0.80, 0.87


def turned_number(code: str) -> str | None:
    """The number that a code looks like upside down, or None: `L09` is 607, and `L02` is none."""
    number = turned(code[1:]) if code.startswith("L") else None
    return None if number is None else f"{number}7"


def is_told(seen: Word, steady: float) -> bool:
    """Whether a row that was first `seen` as a code, to which the small network holds so surely in many views, is no
    number."""
    return seen.confidence >= _SEEN and steady >= _STEADY


def may_be_number(code: str, upside_down: Sequence[Word]) -> bool:
    """Whether a row that was read as a code is read as the number as well, in a look at it `upside_down`."""
    number = turned_number(code)
    return number is not None and any(word.text == number for word in upside_down)
