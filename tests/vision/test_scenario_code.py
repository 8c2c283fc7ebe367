"""What the recogniser makes of a scenario code's strokes."""

import pytest

from vision.recogniser import Word
from vision.scenario_code import _may_be, _steady_enough


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("III/17", "111/17"),
        ("VIII/20", "V11/20"),
        ("VI/11", "V/11"),
        ("IX/02", "1X/02"),
        ("I/08", "1/08"),
        ("II/08", "11/08"),
        ("I/29", "V29"),
    ],
)
def test_strokes_that_the_recogniser_lost(told: str, seen: str):
    """Of strokes it makes anything, as long as the other letters and the digits are the same."""
    assert _may_be(told, seen)


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("I/29", "129"),
        ("V/08", "N/08"),
        ("VIII/20", "V11/28"),
        ("IX/02", "11/02"),
        ("III/17", "11117"),
        ("D012", "D012"),
    ],
)
def test_what_may_be_something_else(told: str, seen: str):
    """Other letters, other digits, a slash that only one reader sees."""
    assert not _may_be(told, seen)


def seen(text: str, letters: str = "") -> Word:
    """A look that saw some of its ones as letters: those with an `L` in their place."""
    return Word(text, 0.9, (0.9,) * len(text), letters=tuple(each == "L" for each in letters.ljust(len(text))))


def test_what_may_be_a_date():
    """`11/08` in old-style figures looks like `II/08`: that needs more, unless letters were seen; `III` is no month."""
    assert _steady_enough("III/08", seen("111/08")) < _steady_enough("II/08", seen("11/08"))
    assert _steady_enough("II/08", seen("11/08", "L")) < _steady_enough("II/08", seen("11/08"))
    assert _steady_enough("I/01", seen("1/01", "   L")) == _steady_enough("I/01", seen("1/01"))  # the last 1 is a digit
