"""The letter I against the digit 1."""

import cv2
import numpy as np
import pytest

from vision.candidate import Candidate
from vision.pyramid import Pyramid
from vision.roman import are_letters, may_be_ones

from .inked import row_of


def printed(*, flag: bool, apart: int = 40) -> tuple[Pyramid, Candidate]:
    """A stroke, with or without the flag of a 1, and two rings behind it."""
    card = np.full((300, 500, 3), 230, np.uint8)
    cv2.rectangle(card, (100, 100), (116, 200), (30, 30, 30), -1)
    if flag:
        cv2.line(card, (106, 106), (84, 128), (30, 30, 30), 10)
    for place in range(2):
        cv2.ellipse(card, (116 + apart + 28 + 80 * place, 150), (24, 44), 0, 0, 360, (30, 30, 30), 12)
    return Pyramid(card), row_of(card)


def test_a_stroke_is_a_letter():
    """It looks the same upside down, and a 1 does not."""
    assert are_letters("100", (0,), *printed(flag=False))
    assert not are_letters("100", (0,), *printed(flag=True))


def test_glyphs_that_cannot_be_told_apart():
    """Nothing is said of a stroke that runs into its neighbour, or where another count was read."""
    assert not are_letters("100", (0,), *printed(flag=False, apart=-8))
    assert not are_letters("1100", (0, 1), *printed(flag=False))


def figures(stroke: int, *rings: tuple[int, int], slash: int = 100) -> tuple[Pyramid, Candidate]:
    """A stroke of this height, a slash, and rings, each so wide and so high, all standing on one line."""
    card, x = np.full((400, 700, 3), 230, np.uint8), 100
    cv2.rectangle(card, (x, 250 - stroke), (x + 18, 249), (30, 30, 30), -1)
    cv2.line(card, (x + 45, 249), (x + 85, 250 - slash), (30, 30, 30), 12)
    x += 110
    for width, height in rings:
        middle, axes = (x + width // 2, 250 - height // 2), (width // 2, height // 2)
        cv2.ellipse(card, middle, axes, 0, 0, 360, (30, 30, 30), 10)
        x += width + 25
    return Pyramid(card), row_of(card)


def test_a_letter_is_as_high_as_digits():
    """A stroke as high as the digits and the slash, unlike any 1 there, is no 1."""
    assert may_be_ones(1, "08", *figures(100, (56, 100), (60, 100))) is False


def test_an_old_style_one():
    """It is lower than the digits beside it, or than the slash: `1/08` is a date."""
    assert may_be_ones(1, "08", *figures(70, (56, 70), (60, 100)))
    assert may_be_ones(1, "33", *figures(62, (40, 62), (40, 62)))


def test_small_figures():
    """A 1 is as high as the other small ones among old-style figures: `1/02` may be a date."""
    assert may_be_ones(1, "02", *figures(80, (80, 80), (78, 80), slash=85))


def test_round_figures_as_high_as_the_slash():
    """They are no small ones, however wide the print is."""
    assert may_be_ones(1, "02", *figures(80, (80, 80), (78, 80), slash=80)) is False


def test_a_letter_beside_small_figures():
    """What is clearly taller than the small ones among old-style figures is none of them."""
    assert may_be_ones(1, "02", *figures(110, (76, 76), (74, 76), slash=110)) is False
    assert may_be_ones(1, "04", *figures(100, (62, 62), (60, 100))) is False


@pytest.mark.parametrize(("nought", "may_be"), [(100, False), (92, True)])
def test_round_figures_as_high_as_others(nought: int, may_be: bool):
    """A nought as round as an O is no small one where it is as high as the 7 behind it; a lower one may be."""
    assert may_be_ones(1, "07", *figures(100, (96, nought), (60, 100))) is may_be


def test_figures_that_cannot_be_told_apart():
    """Then nothing is known of a stroke as high as they are, nor where there are more of them than were read."""
    assert may_be_ones(1, "08", *figures(100, (120, 100))) is None
    assert may_be_ones(1, "08", *figures(100, (56, 100), (60, 100), (60, 100))) is None


def test_figures_that_blur_has_run_together():
    """What lies between them is paler than they are: their boldest ink tells them apart."""
    pyramid, row = figures(100, (56, 100), (60, 100))
    card = pyramid.levels[0].copy()
    paler = np.zeros(card.shape, np.bool_)
    paler[190:206, 100:340] = True
    card[paler & (card > 128)] = 120
    assert may_be_ones(1, "08", Pyramid(card), row) is False
    card[paler & (card == 120)] = 40
    assert may_be_ones(1, "08", Pyramid(card), row) is None


def test_a_one_like_the_first_stroke():
    """Print that has the same stroke for both tells nothing: `1/12` is `I/12` in it."""
    card = np.full((300, 600, 3), 230, np.uint8)
    for left in (100, 210):
        cv2.rectangle(card, (left, 100), (left + 18, 200), (30, 30, 30), -1)
    cv2.line(card, (140, 199), (180, 101), (30, 30, 30), 12)
    cv2.ellipse(card, (290, 150), (26, 46), 0, 0, 360, (30, 30, 30), 10)
    assert may_be_ones(1, "10", Pyramid(card), row_of(card))
