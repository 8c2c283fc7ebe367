"""The edge of a card of the same colour, which lies over the end of a row."""

import cv2
import numpy as np
import pytest

from vision.alone import is_cut_off
from vision.candidate import Candidate
from vision.card_edge import is_at_edge
from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.reads import Frame


def printed(text: str = "M120") -> tuple[Frame, Candidate]:
    """A code on a pale card, five millimetres high, ten pixels to each, and the row."""
    card = np.full((400, 700, 3), 200, np.uint8)
    write(card, text, 20, 20, 5.0)
    down, across = np.nonzero(card.min(axis=2) < 128)
    left, top, right, bottom = across.min(), down.min(), across.max() + 1, down.max() + 1
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    return card, Candidate(quad, pale=False)


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
