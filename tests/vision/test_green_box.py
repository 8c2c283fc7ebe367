"""Whether three pale digits stand in a dark green box of their own."""

import cv2
import numpy as np
import pytest

from vision.candidate import Candidate
from vision.card_finder import SPACED, find_part
from vision.drawn_deck import write
from vision.glyphs import find_glyphs
from vision.green_box import is_boxed, lies_on_ground, on_green
from vision.pyramid import Pyramid
from vision.reads import Frame, Quad

BACK, PALE = (52, 92, 50), (235, 240, 238)


def numbered(box: tuple[int, int, int] | None, pitch_mm: float = 2.4) -> tuple[Frame, Quad]:
    """352 on a green card, in a box of this colour or in none, its digits so far from one to the next; where it is."""
    card = np.empty((480, 640, 3), np.uint8)
    card[:] = BACK
    if box is not None:
        cv2.rectangle(card, (180, 190), (round(256 + 20 * pitch_mm), 250), box, -1)
    for number, digit in enumerate("352"):
        write(card, digit, 20.5 + pitch_mm * number, 23.5, 3.0, PALE)
    rows, columns = np.nonzero(card.min(axis=2) > 128)
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return card, np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


@pytest.mark.parametrize(
    ("box", "boxed"),
    [((34, 66, 18), True), ((34, 74, 28), True), (None, False), ((40, 40, 40), False), ((30, 30, 90), False)],
    ids=["dark", "nearly as pale as the card", "no box", "grey", "red"],
)
def test_a_box_on_green(box: tuple[int, int, int] | None, boxed: bool):
    """It is told from a green card that is hardly paler, and a number on the bare card is none in a box."""
    card, quad = numbered(box)
    assert is_boxed(Pyramid(card), quad) is boxed


@pytest.mark.parametrize(
    ("lamp", "box", "boxed"),
    [
        ((0.90, 0.85, 1.0), (70, 80, 60), True),
        ((0.88, 0.80, 1.0), (66, 82, 58), True),
        ((0.55, 0.72, 1.0), (44, 44, 44), False),
        ((1.0, 0.80, 0.62), (30, 44, 70), False),
    ],
    ids=["pink", "violet", "grey in warm light", "brown in cold light"],
)
def test_in_the_light_of_a_lamp(lamp: tuple[float, float, float], box: tuple[int, int, int], boxed: bool):
    """The white of the digits tells what the lamp makes of green, and of what is none."""
    card, quad = numbered(box)
    assert is_boxed(Pyramid(np.asarray(card * np.array(lamp), np.uint8)), quad) is boxed


@pytest.mark.parametrize(("box", "boxed"), [((34, 66, 18), True), ((46, 46, 46), False), ((62, 48, 40), False)])
def test_behind_a_veil_of_light(box: tuple[int, int, int], boxed: bool):
    """Scattered light pales a green box to a greenish grey; grey and blue ones are none behind it either."""
    card, quad = numbered(box)
    assert is_boxed(Pyramid(np.asarray(card * 0.3 + 90, np.uint8)), quad) is boxed


def test_digits_that_run_into_each_other():
    """Where blur has spread them over all the ground between them, the ground round them tells."""
    card, quad = numbered((24, 70, 50), pitch_mm=1.9)
    assert is_boxed(Pyramid(cv2.GaussianBlur(card, (0, 0), 7.0)), quad)


@pytest.mark.parametrize(("box", "found"), [((34, 66, 18), 1), (None, 0)])
def test_digits_that_are_set_apart(box: tuple[int, int, int] | None, found: int):
    """They are a number where they stand in one box."""
    card, quad = numbered(box, pitch_mm=4.8)
    rows = find_part(Pyramid(card), SPACED)
    assert len(rows) == found
    for row in rows:
        assert row.boxed
        assert np.abs(row.quad.mean(axis=0) - quad.mean(axis=0)).max() < 2


def test_pale_spots_between_dark_letters():
    """What dark noughts enclose is as pale as the paper round them, and no print; digits lie on their box."""
    card, quad = numbered((34, 66, 18))
    assert lies_on_ground(Pyramid(card), Candidate(quad, pale=True, boxed=True))
    paper = np.full((480, 640, 3), 225, np.uint8)
    write(paper, "1000", 20, 24, 4.0)
    enclosed = np.array([[232, 206], [300, 206], [300, 236], [232, 236]], np.float32)
    assert not lies_on_ground(Pyramid(paper), Candidate(enclosed, pale=True, boxed=True))


def test_a_box_that_ends_close_round_its_digits():
    """Farther out is the card that it is printed on."""
    card, quad = numbered((34, 66, 18))
    (left, top), (right, bottom) = (corner.astype(int) for corner in quad[[0, 2]])
    card[:] = 225
    cv2.rectangle(card, (left - 4, top - 4), (right + 4, bottom + 4), (34, 66, 18), -1)
    write(card, "352", 20.5, 23.5, 3.0, PALE)
    assert lies_on_ground(Pyramid(card), Candidate(quad, pale=True, boxed=True))


def test_print_on_green():
    """Of pale spots only those are kept that have green round them."""
    card, _ = numbered((34, 66, 18))
    card[:, 400:] = (60, 40, 90)
    write(card, "77", 45, 23.5, 3.0, PALE)
    grey = np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8)
    glyphs = find_glyphs(grey, pale=True)
    kept = on_green(card, glyphs)
    assert len(glyphs.boxes) >= 5
    assert (kept.boxes[:, 0] < 400).all()
    assert len(kept.boxes) == int((glyphs.boxes[:, 0] < 400).sum())
