"""A code close beside a smaller letter is another word."""

import cv2
import numpy as np

from hardware.drawn_deck import write
from tests.vision.drawn_rows import row_of
from vision.find.picture import Pyramid
from vision.read.isolation import stands_alone
from vision.reads import Frame


def paper() -> Frame:
    """A blank card, ten pixels to a millimetre."""
    return np.full((400, 700, 3), 230, np.uint8)


def test_a_code_that_stands_alone():
    """Words farther away than letters are do not matter."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "a", row.quad[1][0] / 10 + 4.0, 20, 5.0)
    assert stands_alone(Pyramid(card), row, marked=False)


def test_a_letter_close_behind_a_code():
    """`D012a` is no `D012`."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "a", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)


def test_a_letter_that_runs_off_the_crop():
    """Also where the letter behind it runs into a line of other print, or is slanted."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "aaaa", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    cv2.line(card, (0, int(row.quad[0][1]) + 2), (700, int(row.quad[0][1]) + 2), (90, 90, 90), 6)
    assert not stands_alone(Pyramid(card), row, marked=True)


def test_a_mark_before_a_code():
    """A letter close before a code makes another word of it; a mark that was read does not."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "#", row.quad[0][0] / 10 - 4.2, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)
    assert stands_alone(Pyramid(card), row, marked=True)
