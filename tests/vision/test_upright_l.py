"""The L of a code, told from a 7 that lies upside down by how its stem stands."""

import cv2
import numpy as np
import pytest

from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.reads import Frame
from vision.upright_l import has_upright_l

from .inked import row_of


def printed(text: str, lean: float = 0.0) -> Frame:
    """A text on a blank card, ten pixels to a millimetre, whose strokes lean so far to the right of their height."""
    card = np.full((400, 900, 3), 230, np.uint8)
    write(card, text, 30, 20, 4.0)
    shear = np.array([[1, -lean, 200 * lean], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(card, shear, (900, 400), borderValue=(230, 230, 230)), np.uint8)


@pytest.mark.parametrize("code", ["L01", "L06", "L08", "L09", "L10", "L11", "L16"])
@pytest.mark.parametrize("lean", [0.0, 0.2, -0.2])
def test_an_l(code: str, lean: float):
    """It stands as its figures do, also in print that leans."""
    card = printed(code, lean)
    assert has_upright_l(code, Pyramid(card), row_of(card))


@pytest.mark.parametrize(("number", "code"), [("607", "L09"), ("907", "L06"), ("807", "L08"), ("107", "L01")])
@pytest.mark.parametrize("lean", [0.0, 0.2, -0.1])
def test_a_seven(number: str, code: str, lean: float):
    """Upside down its stroke leans over to the right, more than its figures do."""
    card = np.ascontiguousarray(printed(number, lean)[::-1, ::-1])
    assert not has_upright_l(code, Pyramid(card), row_of(card))


def test_figures_of_another_height():
    """Among old-style figures a 7 may stand upright as well."""
    card = printed("L")
    end = row_of(card).quad[2]
    write(card, "09", end[0] / 10 + 0.6, end[1] / 10, 2.9)
    assert not has_upright_l("L09", Pyramid(card), row_of(card))


def test_glyphs_that_run_together():
    """Where they cannot be told apart, nothing is."""
    card = printed("L09")
    cv2.line(card, *[(int(x), 180) for x in row_of(card).quad[:2, 0]], (38, 38, 38), 12)
    assert not has_upright_l("L09", Pyramid(card), row_of(card))
