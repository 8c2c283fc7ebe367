"""What the recogniser makes of a scenario code's strokes."""

import pytest

from vision.scenario_code import may_be


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
    assert may_be(told, seen)


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
    assert not may_be(told, seen)
