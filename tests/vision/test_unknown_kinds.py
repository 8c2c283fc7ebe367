"""Codes of games that nobody has heard of, read by their pattern and list alone."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, show
from vision.grammar import CodeKind, Grammar
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, NUMBOX, Frame, FrameReads
from vision.scanner import Scanner

pytestmark = pytest.mark.slow

SHORT, LONG, CARGO = "[A-Z]{2}[0-9]", "[A-Z]{3}-[0-9]{4}", "[A-Z]{2}-[0-9]{2}"


def reads(text: str, *kinds: CodeKind) -> FrameReads:
    """What is read on a card with this print, when these kinds of codes are known; the still shows hardly more."""
    return Scanner(TextReader(grammar=Grammar(kinds))).read(show(text, pose=Pose(6, 3), width=480, height=576))


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


def _frame_with(*words: tuple[str, int]) -> Frame:
    """Words in dark print, each with its left edge in pixels."""
    frame = np.full((720, 1280, 3), 225, np.uint8)
    for word, left in words:
        cv2.putText(frame, word, (left, 380), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (30, 30, 30), 4, cv2.LINE_AA)
    return frame


def test_two_words_are_no_code():
    """`No 305` has no space in a code's place: it is asked about at the most; close together it is a code."""
    scanner = Scanner(TextReader(grammar=Grammar([CodeKind(CARD_ID, "[A-Z][0-9]{4}")])))
    assert scanner.read(_frame_with(("N0", 500), ("305", 572))).reads == ()
    assert [read.text for read in scanner.read(_frame_with(("N0", 500), ("305", 564))).reads] == ["N0305"]


def test_signs_that_a_hyphen_sets_apart():
    """They are read, however far it sets them apart."""
    kind = CodeKind(CARD_ID, CARGO)
    frame = _frame_with(("SL", 500), ("55", 620))
    cv2.rectangle(frame, (583, 361), (603, 365), (30, 30, 30), -1)
    assert [read.text for read in Scanner(TextReader(grammar=Grammar([kind]))).read(frame).reads] == ["SL-55"]


@pytest.mark.parametrize("code", ["IP-22", "CI-91", "VI-90"])
def test_a_letter_that_is_a_stroke(code: str):
    """Where two letters must stand, one of which is plain to see, a stroke is the letter I."""
    assert sure(code, CodeKind(CARD_ID, CARGO)) == [code]


def test_strokes_alone_are_no_letters():
    """A date is no code whose letters are all strokes."""
    for text in ("11-22", "10-22", "01-10"):
        assert sure(text, CodeKind(CARD_ID, CARGO)) == [], text


SLASHED, EITHER_WAY = "[0-9]{2}/[0-9]{2}", "[A-Z]{2}-[0-9]|[0-9]-[A-Z]{2}"


@pytest.mark.parametrize(("pattern", "code", "other"), [(SLASHED, "18/69", "69/81"), (EITHER_WAY, "NH-9", "6-HN")])
def test_codes_that_are_others_upside_down(pattern: str, code: str, other: str):
    """They are asked about both ways up, as numbers are."""
    found = reads(code, CodeKind(CARD_ID, pattern))
    assert found.reads == ()
    assert {(read.text, read.other, read.uncertainty_reason) for read in found.unsure} == {
        (code, other, "upside_down"), (other, code, "upside_down"),
    }  # fmt: skip


def test_a_code_that_is_the_same_upside_down():
    """There is nothing to ask."""
    assert sure("16/91", CodeKind(CARD_ID, SLASHED)) == ["16/91"]


def test_a_list_tells_which_way_up():
    """What is listed one way up only can be nothing else upside down."""
    assert sure("18/69", CodeKind(CARD_ID, "[0-9]{2}/[0-9]{2}", frozenset({"18/69", "24/73"}))) == ["18/69"]
    assert sure("168", CodeKind(NUMBOX, "[0-9]{3}", frozenset({"168", "352"}), marked=False)) == ["168"]
