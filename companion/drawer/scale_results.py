"""What came of a calibration: what the set can do, which cubes to set aside, why it was refused."""

from __future__ import annotations

from typing import Any

from companion.api.text import Text
from companion.drawer.scale_parts import Scale
from companion.drawer.scale_singles import BEST, Singles
from companion.drawer.scale_words import DONE, MORE_SINGLES, TOO_FEW, reach_words, share_words

SELDOM = 0.01  # of all drops


class Refused(Exception):
    """The scale refuses what was weighed; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def so_far(scale: Scale) -> Any:
    """What the steps so far would make; `Refused` where that cannot count."""
    try:
        return scale.calibration_so_far()
    except Exception as trouble:
        raise _refused(trouble) from trouble


def finished(scale: Scale) -> Any:
    """The calibration, in use from now on; `Refused` where the one before stays in use."""
    try:
        return scale.finish_calibration()
    except Exception as trouble:
        raise _refused(trouble) from trouble


def asks_often(scale: Scale) -> bool:
    """Whether what was weighed so far would make the scale ask often."""
    try:
        return bool(so_far(scale).reach().asked > SELDOM)
    except Refused:
        return False


def to_set_aside(scale: Scale, cubes: int) -> tuple[int, ...]:
    """Which of the single cubes are better set aside, by their numbers in the order of weighing; none where too few
    would be left."""
    numbers = tuple(int(one) + 1 for one in so_far(scale).set_aside())
    return numbers if cubes - len(numbers) >= 2 else ()


def result_words(made: Any, singles: Singles) -> tuple[Text, ...]:
    """What this set on this cell can do, and what would help."""
    reach, weighed = made.reach(), len(singles.weighed)
    words = [DONE, reach_words(reach.surely, made.set_size)]
    if reach.surely < made.set_size:
        words.append(share_words(reach.asked))
    if not singles.may_stop:
        words.append(TOO_FEW)
    elif reach.asked > SELDOM and weighed < min(BEST, made.set_size):
        words.append(MORE_SINGLES)
    return tuple(words)


def _refused(trouble: Exception) -> Exception:
    code = getattr(trouble, "code", None)
    return trouble if code is None else Refused(str(code))
