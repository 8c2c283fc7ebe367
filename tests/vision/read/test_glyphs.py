"""A code close beside a smaller letter is another word."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.drawn_rows import paper, row_of
from vision.find.picture import Candidate, Pyramid
from vision.read.glyphs import stands_alone
from vision.reads import Frame


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


def last_three(shown: str, ink: int, ground: int) -> tuple[Frame, Candidate]:
    """A code of four signs on a ground, and the row of its last three."""
    card = np.full((400, 700, 3), ground, np.uint8)
    write(card, shown, 20, 25, 5.0, (ink, ink, ink))
    inked = np.abs(card[..., 0].astype(int) - ground) > abs(ink - ground) / 2
    columns, rows = np.flatnonzero(inked.any(axis=0)), np.flatnonzero(inked.any(axis=1))
    left = columns[np.flatnonzero(np.diff(columns) > 1)[0] + 1]
    right, top, bottom = columns[-1] + 1, rows[0], rows[-1] + 1
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return card, Candidate(quad, pale=ink > ground, boxed=True)


@pytest.mark.parametrize("shown", ["M352", "D349", "8352"])
@pytest.mark.parametrize(("ink", "ground"), [(38, 230), (200, 60)])
def test_digits_of_a_longer_code(shown: str, ink: int, ground: int):
    """352 of M352 on a green plate is no number in a box: what stands right before it belongs to it, however wide."""
    card, row = last_three(shown, ink, ground)
    assert not stands_alone(Pyramid(card), row)


def test_a_letter_whose_hairlines_broke():
    """Its pieces stand as close."""
    card, row = last_three("M352", 38, 230)
    columns = np.flatnonzero((card[..., 0] < 128).any(axis=0))
    for x in range(int(columns[0]) + 6, int(row.quad[0][0]) - 4, 12):
        card[:, x : x + 3] = 230
    assert not stands_alone(Pyramid(card), row)
