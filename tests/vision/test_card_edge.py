"""The edge of a card of the same colour, which lies over the end of a row."""

import cv2
import numpy as np
import pytest

from vision.alone import is_cut_off
from vision.candidate import Candidate
from vision.card_edge import is_at_edge, is_near_edge
from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.reads import Frame

from .inked import row_of


def printed(text: str = "M120") -> tuple[Frame, Candidate]:
    """A code on a pale card, five millimetres high, ten pixels to each, and the row."""
    card = np.full((400, 700, 3), 200, np.uint8)
    write(card, text, 20, 20, 5.0)
    return card, row_of(card)


def lay_over(card: Frame, row: Candidate, away: float, lean: float = 0.25, ends: tuple[float, float] = (-9, 9)) -> None:
    """Another card of the same colour, whose edge throws a shadow: so many heights of the row behind it in the middle,
    leaning by so much of its length, from one height above or below its middle to another."""
    middle, high = row.quad[1:3].mean(axis=0), row.height
    corner = middle[0] + away * high
    top, bottom = (float(end) * high for end in ends)
    for step in range(12, 0, -1):
        at = [(corner + lean * end - step, middle[1] + end) for end in (top, bottom)]
        cv2.line(card, *(tuple(int(part) for part in each) for each in at), (200 - 5 * (13 - step),) * 3, 1)  # type: ignore[call-overload]


@pytest.mark.parametrize("turned", [False, True])
def test_an_edge_that_touches_the_last_sign(turned: bool):
    """What stands behind M120 is not seen, and may be one more digit; nor what stands before it."""
    card, row = printed()
    lay_over(card, row, 0.10, lean=0.1)
    row = row.turned() if turned else row
    assert is_at_edge(Pyramid(card), row)
    assert is_cut_off(Pyramid(card), row)


def test_no_edge():
    """Print alone, straight stems at both its ends."""
    for text in ("M120", "III/11", "D671"):
        card, row = printed(text)
        assert not is_at_edge(Pyramid(card), row)


def test_an_edge_farther_away():
    """A card is cut so far from its print; another digit would be seen."""
    card, row = printed()
    lay_over(card, row, 0.6)
    assert not is_at_edge(Pyramid(card), row)
    assert not is_cut_off(Pyramid(card), row)


def test_a_line_that_ends_beside_the_row():
    """A stroke no higher than the row is no card."""
    card, row = printed()
    lay_over(card, row, 0.10, ends=(-0.4, 0.4))
    assert not is_at_edge(Pyramid(card), row)


@pytest.mark.parametrize("rest", [True, False])
def test_a_rest_of_a_letter_under_an_edge_farther_away(rest: bool):
    """A card that lies aslant over the B of BD012 leaves a bit of it beside the D, with which blur has run it together;
    without such a bit the edge is that of the row's own plate, as far as anybody can tell."""
    card, row = printed("D012")
    left, top = row.quad[0]
    high = row.height
    if rest:
        corner = (int(left - 0.24 * high), int(top + 0.1 * high))
        cv2.rectangle(card, corner, (int(left + 0.1 * high), int(top + 0.28 * high)), (30, 30, 30), -1)
    edge = [(left - 0.15 * high, top - high), (left - 0.5 * high, top + 2 * high), (0, top + 2 * high), (0, top - high)]
    cv2.fillPoly(card, [np.array(edge, np.int32)], (215, 150, 130))
    pyramid = Pyramid(np.asarray(cv2.GaussianBlur(card, (0, 0), 3.0), np.uint8))
    assert is_near_edge(pyramid, row)
    assert not is_at_edge(pyramid, row)
    assert is_cut_off(pyramid, row) is rest
