"""Rows of glyphs to readings: what a row lacks, and what it turns out to hold."""

from collections.abc import Sequence

import numpy as np
import pytest

from hardware.drawn_deck import write
from tests.vision.codes import EVERY
from tests.vision.drawn_rows import row_of
from vision.find.picture import Candidate, Grey, Pyramid
from vision.read.networks import CodeNet, Prediction
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, COVERED, NUMBOX, Frame

PAPER, INK = np.array((222, 232, 236)), 38
BOX = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=True, boxed=True)


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


class Telling(CodeNet):
    """A network that says the same of every crop that is not turned, and of every one that is."""

    def __init__(self, prediction: Prediction, turned: Prediction | None = None) -> None:
        self._prediction, self._turned = prediction, turned or Prediction(0.0, "", 0.0)

    def read(self, crops: Sequence[Grey]) -> list[Prediction]:
        return [self._turned if number % 2 else self._prediction for number in range(len(crops))]


@pytest.mark.parametrize(
    ("prediction", "kind"),
    [
        (Prediction(0.9, "IX/13", 0.9), CARD_ID),
        (Prediction(0.9, "352", 0.9), NUMBOX),
        (Prediction(0.3, "IX/13", 0.9), NUMBOX),
        (Prediction(0.9, "3522", 0.9), NUMBOX),
    ],
)
def test_an_id_on_a_green_plate(prediction: Prediction, kind: str):
    """What looks like the box of a number holds an ID where that is clearly seen in it."""
    [fusion] = TextReader(EVERY, net=Telling(prediction)).begin(Pyramid(np.full((300, 400, 3), 90, np.uint8)), [BOX])
    assert fusion.kind == kind


def test_a_number_upside_down_on_a_plate():
    """What looks like a box holds an ID, though the network reads a number the other way up, which is none to it."""
    net = Telling(Prediction(0.9, "L08", 0.9), turned=Prediction(0.0, "807", 0.8))
    [fusion] = TextReader(EVERY, net=net).begin(Pyramid(np.full((300, 400, 3), 90, np.uint8)), [BOX])
    assert fusion.kind == CARD_ID
