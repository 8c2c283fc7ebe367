"""Whether what looks like `L09` is the number 607 upside down: an L is nearly a 7 then. The small network was taught
that numbers in plain print are no codes, and does not weigh the one against the other."""

from __future__ import annotations

from collections.abc import Sequence

from vision.grammar import turned
from vision.recogniser import Word

LOOKS = 2  # at what a code is upside down
_MORE = 0.01  # of the recogniser's confidence: the number is read more surely than the code
_PLAIN = 0.95  # likewise: a code that is read less surely may be the number, if that is read at all


def turned_number(code: str) -> str | None:
    """The number that a code looks like upside down, or None: `L09` is 607, and `L02` is none."""
    number = turned(code[1:]) if code.startswith("L") else None
    return None if number is None else f"{number}7"


def may_be_number(code: str, seen: Word, upside_down: Sequence[Word]) -> bool:
    """Whether a row that was first `seen` as a code may be a number, by looks at it `upside_down`."""
    number = turned_number(code)
    if number is None:
        return False
    likely = max((word.confidence for word in upside_down if word.text == number), default=None)
    return likely is not None and (seen.confidence < _PLAIN or likely > seen.confidence + _MORE)
