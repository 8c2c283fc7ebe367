"""Dark green boxes are found by their outlines, also where digits in them break or touch."""

import cv2
import numpy as np
import pytest

from vision.box_outlines import FAR, NEAR, _lies_on_ground, find_boxes, find_outlined
from vision.drawn_deck import Pose, draw_card, empty_table, lay
from vision.pyramid import Pyramid
from vision.reads import Frame, Quad


def found(frame: Frame, fine: bool = False) -> list[Quad]:
    """All boxes of a frame, told in both ways."""
    pyramid = Pyramid(frame)
    return [quad for around in (None, NEAR, FAR) for quad in find_boxes(pyramid, around=around, fine=fine)]


def shown(number: str, back: str, pose: Pose) -> Frame:
    """A numbered card on the table."""
    frame = empty_table()
    lay(frame, draw_card(number, back), pose)
    return frame


@pytest.mark.parametrize("back", ["gold", "green"])
@pytest.mark.parametrize("turned", [0, 33, 90, 205])
def test_a_box_is_found_on_any_back(back: str, turned: int):
    """The print in the box is enclosed, whichever way the card lies."""
    boxes = found(shown("352", back, Pose(5, turned)))
    middles = [quad.mean(axis=0) for quad in boxes]
    assert any(float(np.linalg.norm(middle - (640, 360))) < 8 for middle in middles)


def test_digits_that_touch_are_one_print():
    """Digits that run into each other are enclosed as one: the quad is as long as all three."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), (40, 70, 20), -1)
    cv2.rectangle(frame, (230, 220), (330, 250), (235, 240, 238), -1)
    boxes = found(np.asarray(frame, np.uint8))
    assert boxes
    for quad in boxes:
        assert quad.min(axis=0) == pytest.approx((230, 220), abs=3)
        assert quad.max(axis=0) == pytest.approx((331, 251), abs=3)


@pytest.mark.parametrize("colour", [(30, 30, 30), (90, 40, 20), (30, 40, 120)], ids=["black", "blue", "red"])
def test_boxes_of_other_colours_are_none(colour: tuple[int, int, int]):
    """Numbers of the 7th Citadel stand on green."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), colour, -1)
    cv2.putText(frame, "352", (230, 250), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (235, 240, 238), 4)
    assert found(np.asarray(frame, np.uint8)) == []


@pytest.mark.parametrize("fine", [False, True])
def test_boxes_of_any_colour_by_how_dark_they_are(fine: bool):
    """In coloured light a green box may look blue: its outline is found, and its colour is judged by others."""
    frame = np.full((480, 640, 3), (200, 150, 190), np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), (88, 62, 70), -1)
    cv2.rectangle(frame, (230, 220), (330, 250), (235, 200, 225), -1)
    assert not found(np.asarray(frame, np.uint8), fine=fine)
    boxes = list(find_outlined(Pyramid(np.asarray(frame, np.uint8)), fine=fine))
    assert boxes
    for quad in boxes:
        assert quad.min(axis=0) == pytest.approx((230, 220), abs=3)
        assert quad.max(axis=0) == pytest.approx((331, 251), abs=3)


def test_an_empty_box_holds_no_print():
    """A green box without anything in it is no number."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), (40, 70, 20), -1)
    assert found(np.asarray(frame, np.uint8)) == []


def test_small_boxes_are_found_by_the_fine_search():
    """Digits of nine pixels are too small for the quick search, and found by the fine one."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (296, 195), (340, 218), (40, 70, 20), -1)
    cv2.putText(frame, "352", (306, 211), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (235, 240, 238), 1, cv2.LINE_AA)
    assert found(np.asarray(frame, np.uint8), fine=True)


def test_a_digit_that_hangs_over_the_edge_of_its_box():
    """The 5 of old-style figures reaches down to the edge of a low box, and belongs to the number all the same."""
    frame = np.full((480, 640, 3), 120, np.uint8)
    cv2.rectangle(frame, (280, 200), (350, 226), (40, 70, 20), -1)
    for x, base in ((292, 226), (308, 220), (324, 220)):
        cv2.putText(frame, "2", (x, base), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (235, 240, 238), 2, cv2.LINE_AA)
    lengths = [float(np.ptp(quad[:, 0])) for quad in found(np.asarray(frame, np.uint8), fine=True)]
    assert max(lengths) == pytest.approx(44, abs=3)


@pytest.mark.parametrize("down", [True, False])
def test_figures_that_hang_down_to_the_edge_of_their_box(down: bool):
    """The first and the last digit end where the box does, as old-style figures may: all three are its print, in the
    quick search too."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), (40, 70, 20), -1)
    for left, top, bottom in ((225, 225, 270), (273, 215, 252), (321, 225, 270)):
        cv2.rectangle(frame, (left, top), (left + 14, bottom), (205, 210, 208), -1)
    if not down:
        frame = frame[::-1].copy()
    quads = found(np.asarray(frame, np.uint8))
    assert any(
        quad[:, 0].min() == pytest.approx(225, abs=3) and quad[:, 0].max() == pytest.approx(336, abs=3)
        for quad in quads
    )


@pytest.mark.parametrize("dark", [True, False], ids=["dark print on paper", "pale print on a box"])
def test_a_box_goes_on_round_its_print(dark: bool):
    """A year on a pale green card is one dark spot when blurred, but what is pale in it is the card."""
    print_on = np.zeros((48, 120), np.uint8)
    cv2.putText(print_on, "024", (20, 36), cv2.FONT_HERSHEY_DUPLEX, 1.1, 1, 3)
    rows, columns = np.nonzero(print_on)
    left, right, top, bottom = columns.min(), columns.max() + 1, rows.min(), rows.max() + 1
    ink = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    assert _lies_on_ground(np.asarray(1 - print_on if dark else print_on, np.uint8), ink) is not dark
