"""Rows whose glyphs lean, as on a tilted card."""

import cv2
import numpy as np
import pytest

from vision.candidate import Candidate
from vision.card_finder import LEANING, find_part
from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.reads import Frame, Quad
from vision.slanted import straightened


def leaning(lean: float, turned_deg: float = 0.0) -> tuple[Frame, Quad]:
    """`M352` sheared so that the top of a glyph stands so many of its heights before its foot, and turned; and where
    its four corners are then."""
    card = np.full((500, 900, 3), 230, np.uint8)
    write(card, "M352", 34, 26, 4.0)
    ink = card.min(axis=2) < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    shear = np.array([[1, -lean, lean * 250], [0, 1, 0], [0, 0, 1]])
    turn = np.vstack([cv2.getRotationMatrix2D((450, 250), turned_deg, 1.0), [0, 0, 1]])
    onto = turn @ shear
    seen = cv2.warpPerspective(card, onto, (900, 500), borderMode=cv2.BORDER_REPLICATE)
    there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), onto).reshape(-1, 2)
    return np.asarray(seen, np.uint8), np.asarray(there, np.float32)


def rectangle_round(corners: Quad, turned_deg: float) -> Candidate:
    """The upright row as a rectangle round leaning corners, as it is found."""
    turn = np.radians(turned_deg)
    along, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    across, tall = corners @ along, corners @ down
    places = (
        (across.min(), tall.min()),
        (across.max(), tall.min()),
        (across.max(), tall.max()),
        (across.min(), tall.max()),
    )
    return Candidate(np.array([x * along + y * down for x, y in places], np.float32), pale=False)


@pytest.mark.parametrize("lean", [-0.6, -0.4, 0.4, 0.6])
@pytest.mark.parametrize("turned_deg", [0.0, 35.0])
def test_leaning_print(lean: float, turned_deg: float):
    """Its quad leans with it, whichever way, and however the card lies."""
    frame, corners = leaning(lean, turned_deg)
    found = straightened(Pyramid(frame), rectangle_round(corners, turned_deg))
    assert found is not None
    assert np.abs(found.quad - corners).max() < 0.2 * np.linalg.norm(corners[3] - corners[0])


@pytest.mark.parametrize("lean", [0.0, 0.15])
def test_print_that_hardly_leans(lean: float):
    """Upright print, and italics, are read as they are."""
    frame, corners = leaning(lean)
    assert straightened(Pyramid(frame), rectangle_round(corners, 0.0)) is None


def test_nothing_leans_in_nothing():
    """Blank paper has no strokes."""
    blank = Pyramid(np.full((500, 900, 3), 230, np.uint8))
    assert straightened(blank, rectangle_round(leaning(0.5)[1], 0.0)) is None


def test_the_finder_looks_for_it():
    """Leaning rows are looked for where the other searches read nothing."""
    frame, corners = leaning(0.5)
    rows = [row for part in LEANING for row in find_part(Pyramid(frame), part)]
    quads = [quad for row in rows for quad in (row.quad, row.turned().quad)]
    assert any(np.abs(quad - corners).max() < 12 for quad in quads)
