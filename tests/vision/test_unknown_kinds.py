"""Codes of games that nobody has heard of, read by their pattern and list alone."""

import pytest

from vision.drawn_deck import Pose, show
from vision.grammar import CodeKind, Grammar
from vision.reads import CARD_ID, FrameReads
from vision.scanner import Scanner
from vision.text_reader import TextReader

SHORT, LONG = "[A-Z]{2}[0-9]", "[A-Z]{3}-[0-9]{4}"


def reads(text: str, *kinds: CodeKind) -> FrameReads:
    """What is read on a card with this print, when these kinds of codes are known."""
    return Scanner(TextReader(grammar=Grammar(kinds))).read(show(text, pose=Pose(6, 3)))


def sure(text: str, *kinds: CodeKind) -> list[str]:
    """The sure readings."""
    return [read.text for read in reads(text, *kinds).reads]


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        (SHORT, "XK7"), (LONG, "KQT-4027"), ("[0-9]{2}[A-Z]", "47B"), ("E[0-9]{4}", "E4072"), ("[A-Z]{4}", "WARN"),
        ("[0-9]{2}/[0-9]{2}", "24/73"), ("[0-9]{4}", "4273"), ("K[0-9]{2}[A-C]", "K27B"),
    ],
)  # fmt: skip
def test_patterns(pattern: str, code: str):
    """From three to eight characters: letters and digits in any order, with a dash or a slash."""
    assert sure(code, CodeKind(CARD_ID, pattern)) == [code]


def test_only_what_is_listed():
    """A list is taken at its word."""
    kind = CodeKind(CARD_ID, "Q[0-9]{3}", frozenset({"Q105", "Q247"}))
    assert sure("Q247", kind) == ["Q247"]
    found = reads("Q248", kind)
    assert (found.reads, [read.text for read in found.unsure]) == ((), [])


def test_nothing_of_another_game():
    """What is not of the pattern is left alone, also what other games have."""
    for text in ("D247", "L47", "XK77", "7XK", ""):
        assert sure(text, CodeKind(CARD_ID, SHORT)) == [], text


def test_several_kinds_at_once():
    """Each by its own pattern."""
    kinds = CodeKind(CARD_ID, "H[0-9]{3}"), CodeKind(CARD_ID, "T-[0-9]{2}")
    assert [sure(code, *kinds) for code in ("H274", "T-47", "G274")] == [["H274"], ["T-47"], []]


def test_letters_that_look_like_digits():
    """The letter O and the digit 0 are told by the pattern; where it allows both, the card is asked about."""
    assert sure("KO7", CodeKind(CARD_ID, SHORT)) == ["KO7"]
    assert sure("K07", CodeKind(CARD_ID, "[A-Z][0-9]{2}")) == ["K07"]
    assert sure("K07", CodeKind(CARD_ID, "[A-Z][A-Z0-9][0-9]")) == []
