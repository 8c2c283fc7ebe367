"""Rows of glyphs to readings: what a row lacks, and what it turns out to hold."""

import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.codes import EVERY
from tests.vision.drawn_rows import row_of
from vision.find.picture import Pyramid
from vision.read.text_reader import TextReader
from vision.reads import COVERED, Frame

PAPER, INK = np.array((222, 232, 236)), 38


def with_a_faint_stroke(code: str, level: int) -> Frame:
    """A code whose first sign is printed in this grey."""
    card = np.empty((400, 1000, 3), np.uint8)
    card[:] = PAPER
    write(card, code, 40, 20, 4.0)
    inked = np.flatnonzero((card.min(axis=2) < 128).any(axis=0))
    end = inked[np.flatnonzero(np.diff(inked) > 1)[0]] + 2
    share = (PAPER[0] - card[:, :end, :1].astype(np.float32)) / (PAPER[0] - INK)
    card[:, :end] = np.clip(PAPER * (1 - share) + level * share, 0, 255).astype(np.uint8)
    return card


@pytest.mark.parametrize("code", ["IX/13", "IV/08", "III/05", "VI/02"])
@pytest.mark.parametrize("level", [165, 180])
def test_a_faint_first_stroke(code: str, level: int):
    """Where it was not found as a glyph, the rest of a numeral code is no code: IX/13 is never read as X/13."""
    card = with_a_faint_stroke(code, level)
    fusion = TextReader(EVERY).read(Pyramid(card), row := row_of(card))
    assert {(read.text, read.uncertainty_reason) for read in fusion.reads(row)} <= {(code[1:], COVERED)}


def test_a_whole_numeral_code():
    """One that nothing stands before is read surely."""
    card = with_a_faint_stroke("X/13", INK)
    fusion = TextReader(EVERY).read(Pyramid(card), row := row_of(card))
    assert [(read.text, read.uncertainty_reason) for read in fusion.reads(row)] == [("X/13", "")]
