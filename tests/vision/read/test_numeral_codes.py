"""Numeral codes: what the recogniser makes of their strokes, and what tells them from dates."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.drawn_rows import row_of
from vision.find.picture import Candidate, Floats, Grey, Pyramid
from vision.read.networks import SIGNS, SLOTS, CodeNet, Prediction
from vision.read.numeral_codes import NumeralCodes, is_end_of, may_be
from vision.read.recogniser import Recognition
from vision.thresholds import SURE_OF_STROKES


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
        ("X/11", "X11"),
        ("IX/02", "11/02"),
        ("III/17", "11117"),
        ("11/08", "11/08"),
        ("D012", "D012"),
    ],
)
def test_what_may_be_something_else(told: str, seen: str):
    """Other letters, other digits, a slash that only one reader sees; what is no numeral code."""
    assert not may_be(told, seen)


def printed(text: str, blur: float = 1.5) -> tuple[Pyramid, Candidate]:
    """A line of print, a little soft, and the row that it is."""
    card = np.full((260, 700, 3), 235, np.uint8)
    write(card, text, 10, 15, 4.0)
    soft = np.asarray(cv2.GaussianBlur(card, (0, 0), blur), np.uint8)
    return Pyramid(soft), row_of(card)


def seen(text: str) -> Recognition:
    """What the recogniser is sure of."""
    return Recognition(text, 0.95, (0.95,) * len(text))


@pytest.fixture(scope="module")
def codes() -> NumeralCodes:
    """With the network that is shipped."""
    return NumeralCodes()


@pytest.mark.parametrize("head", ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"])
@pytest.mark.parametrize("blur", [1.0, 3.0])
def test_strokes_are_counted(codes: NumeralCodes, head: str, blur: float):
    """As many strokes as are printed, with what stands beside them, up to the slash."""
    told, sure = codes.strokes(*printed(f"{head}/17", blur))
    assert told == f"{head}/"
    assert sure >= SURE_OF_STROKES


@pytest.mark.parametrize("text", ["1/08", "1/17", "11/08", "11/26", "111/30", "21/12", "31/01"])
def test_a_date_is_no_numeral_code(codes: NumeralCodes, text: str):
    """Ones with their flags are digits: the recogniser tells them as it tells strokes, and nothing is read."""
    told, sure = codes.strokes(*printed(text))
    assert told[0].isdigit() or sure < SURE_OF_STROKES
    prediction = Prediction(0.9, text.replace("1/", "I/"), 0.9)
    assert codes.corrected(seen(text), prediction, *printed(text)).text in ("", text)


def test_what_was_lost_is_told(codes: NumeralCodes):
    """Where the recogniser missed strokes, or took them and the slash for a V, they are told; it must be sure of the
    rest."""
    word = Recognition("1/17", 0.5, (0.5, 0.9, 0.98, 0.97))
    told = codes.corrected(word, Prediction(0.9, "III/17", 0.9), *printed("III/17"))
    assert (told.text, told.confidence) == ("III/17", 0.97)
    assert codes.corrected(seen("V29"), Prediction(0.9, "I/29", 0.9), *printed("I/29")).text == "I/29"


def test_other_digits_are_not_told(codes: NumeralCodes):
    """The digits are the recogniser's: what it reads stands, for the other network to agree with or not."""
    assert codes.corrected(seen("11/18"), None, *printed("II/16")).text == "II/18"


def test_other_words_stay(codes: NumeralCodes):
    """What is no numeral code is left as it is."""
    for text in ("D012", "128", "L09", "3/4", "W"):
        assert codes.corrected(seen(text), Prediction(0.9, "I/29", 0.9), *printed("I/28")) == seen(text)


class Believer(CodeNet):
    """A network that takes every row for `I/12`, as sure as it can be."""

    def __init__(self) -> None:
        """Nothing is loaded."""

    def shares(self, crops: Sequence[Grey]) -> tuple[Floats, Floats]:
        """Of each crop the same."""
        shares = np.zeros((len(crops), SLOTS, len(SIGNS) + 1), np.float32)
        for place, sign in enumerate("    I/12"):
            shares[:, place, SIGNS.find(sign) + 1] = 1.0
        return np.ones(len(crops), np.float32), shares


def one_and_twelve(top: int) -> tuple[Pyramid, Candidate]:
    """`1/12` in print whose ones have serifs on both sides, from `top` down to the base line; the slash is higher."""
    card = np.full((260, 500, 3), 235, np.uint8)
    for x in (100, 230):
        cv2.rectangle(card, (x + 10, top), (x + 20, 160), (30, 30, 30), -1)
        for edge in (top, 155):
            cv2.rectangle(card, (x, edge), (x + 30, edge + 5), (30, 30, 30), -1)
    cv2.line(card, (160, 160), (200, 64), (30, 30, 30), 9)
    cv2.ellipse(card, (304, 130), (18, 30), 0, 0, 360, (30, 30, 30), 9)
    return Pyramid(card), row_of(card)


@pytest.mark.parametrize("top", [66, 96])
def test_ones_like_an_i(top: int):
    """However sure the network is, ones that look like an I, low or high, are no numeral code."""
    told = NumeralCodes(Believer()).corrected(seen("1/12"), Prediction(0.9, "I/12", 0.9), *one_and_twelve(top))
    assert told.text == ""


@pytest.mark.parametrize(
    ("code", "wider", "sure", "ends_it"),
    [
        ("X/13", "IX/13", 0.9, True),
        ("X/13", "IX/13", 0.5, False),
        ("VII/13", "VII/13", 0.9, False),
        ("VII/13", "VVII/13", 0.9, False),  # no code has that number: a speck was taken for a letter
        ("II/08", "VII/08", 0.9, True),
    ],
)
def test_end_of_a_longer_one(code: str, wider: str, sure: float, *, ends_it: bool):
    """A wide look that surely reads a longer numeral code denies its end."""
    assert is_end_of(code, Prediction(0.9, wider, sure)) is ends_it
