"""Plates: one that is seen whole is told from one over which another card lies."""

import cv2
import numpy as np
import pytest

from vision.alone import is_cut_off
from vision.candidate import Candidate
from vision.drawn_deck import write
from vision.plate import in_frame, on_plate
from vision.pyramid import Pyramid

CARD, PLATE, INK = (225, 232, 236), (40, 40, 50), (235, 235, 230)
LEFT, TOP, RIGHT, BOTTOM = 150, 120, 320, 170  # of the print


def card(*, plate: tuple[int, int, int, int] | None, over: int | None = None) -> tuple[Pyramid, Candidate]:
    """A pale row on a plate of these margins in pixels: left, top, right, bottom; on the card itself where there is
    none. Another card lies `over` everything from this column on."""
    picture = np.empty((300, 520, 3), np.uint8)
    picture[:] = CARD if plate else PLATE
    if plate:
        left, top, right, bottom = plate
        cv2.rectangle(picture, (LEFT - left, TOP - top), (RIGHT + right, BOTTOM + bottom), PLATE, -1)
    for x in range(LEFT, RIGHT, 36):
        cv2.rectangle(picture, (x, TOP), (x + 14, BOTTOM), INK, -1)
        cv2.rectangle(picture, (x, TOP), (x + 26, TOP + 12), INK, -1)
    if over is not None:
        picture[:, over:] = CARD
    quad = np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]], np.float32)
    return Pyramid(cv2.GaussianBlur(picture, (0, 0), 1.5)), Candidate(quad, pale=True)


def test_whole_plate():
    """The print stands in its middle; the card it is printed on is no other one."""
    seen = card(plate=(15, 12, 15, 12))
    assert on_plate(*seen)
    assert not is_cut_off(*seen)


@pytest.mark.parametrize("over", [RIGHT + 4, RIGHT + 28])
def test_another_card_over_its_end(over: int):
    """A card of the same colour as the one below ends the plate nearer, or farther, than it ends at the other side."""
    seen = card(plate=(15, 12, 80, 12), over=over)
    assert not on_plate(*seen)


def test_covered_plate():
    """What may go on under another card is covered, on a plate as elsewhere."""
    assert is_cut_off(*card(plate=(15, 12, 80, 12), over=RIGHT + 4))


def test_no_plate():
    """The ground that goes on is none, nor a bar that goes on at one side."""
    assert not on_plate(*card(plate=None))
    assert not on_plate(*card(plate=(15, 12, 400, 12)))
    assert not on_plate(*card(plate=(15, 120, 15, 12)))


def test_other_things_round_it():
    """A plate whose card ends beside it may lie under what is there."""
    pyramid, row = card(plate=(15, 12, 15, 12))
    picture = pyramid.levels[0].copy()
    picture[:, RIGHT + 15 :] = (20, 90, 160)
    assert not on_plate(Pyramid(picture), row)


def framed(right: int, *, over: int | None = None) -> tuple[Pyramid, Candidate]:
    """A dark row in a frame that goes on so far behind it; another card lies `over` everything from this column on."""
    picture = np.full((300, 520, 3), 225, np.uint8)
    for x in range(LEFT, RIGHT, 36):
        cv2.rectangle(picture, (x, TOP), (x + 14, BOTTOM), (30, 30, 30), -1)
        cv2.rectangle(picture, (x, TOP), (x + 26, TOP + 12), (30, 30, 30), -1)
    cv2.rectangle(picture, (LEFT - 20, TOP - 18), (RIGHT + right, BOTTOM + 18), (60, 60, 60), 5)
    if over is not None:
        picture[:, over:] = (120, 160, 150)
    quad = np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]], np.float32)
    return Pyramid(cv2.GaussianBlur(picture, (0, 0), 1.5)), Candidate(quad, pale=False)


def test_whole_frame():
    """The line close beside the print is no edge of another card."""
    seen = framed(20)
    assert in_frame(*seen)
    assert not is_cut_off(*seen)


def test_another_card_over_the_end_of_a_frame():
    """No line is seen behind the print then, but an edge, behind which the ground is another one."""
    seen = framed(120, over=RIGHT + 8)
    assert not in_frame(*seen)
    assert is_cut_off(*seen)


def test_no_frame():
    """Neither is the ground that goes on, nor a frame that ends far behind the print."""
    pyramid, row = card(plate=None)
    assert not in_frame(pyramid, row)
    assert not in_frame(*framed(60))


def test_print_at_the_edge_of_a_picture():
    """A row of no width is on no plate."""
    picture = np.full((60, 60, 3), 200, np.uint8)
    write(picture, "1", 4, 4, 1.0, (0, 0, 0))
    quad = np.array([[10, 10], [10.5, 10], [10.5, 30], [10, 30]], np.float32)
    assert not on_plate(Pyramid(picture), Candidate(quad, pale=False))
    assert not in_frame(Pyramid(picture), Candidate(quad, pale=False))
