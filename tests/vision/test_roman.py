"""The letter I against the digit 1."""

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.pyramid import Pyramid
from vision.roman import are_letters


def printed(*, flag: bool, apart: int = 40) -> tuple[Pyramid, Candidate]:
    """A stroke, with or without the flag of a 1, and two rings behind it."""
    card = np.full((300, 500, 3), 230, np.uint8)
    cv2.rectangle(card, (100, 100), (116, 200), (30, 30, 30), -1)
    if flag:
        cv2.line(card, (106, 106), (84, 128), (30, 30, 30), 10)
    for place in range(2):
        cv2.ellipse(card, (116 + apart + 28 + 80 * place, 150), (24, 44), 0, 0, 360, (30, 30, 30), 12)
    ink = card.min(axis=2) < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    x, y, end, base = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return Pyramid(card), Candidate(np.array([[x, y], [end, y], [end, base], [x, base]], np.float32), pale=False)


def test_a_stroke_is_a_letter():
    """It looks the same upside down, and a 1 does not."""
    assert are_letters("100", (0,), *printed(flag=False))
    assert not are_letters("100", (0,), *printed(flag=True))


def test_glyphs_that_cannot_be_told_apart():
    """Nothing is said of a stroke that runs into its neighbour, or where another count was read."""
    assert not are_letters("100", (0,), *printed(flag=False, apart=-8))
    assert not are_letters("1100", (0, 1), *printed(flag=False))
