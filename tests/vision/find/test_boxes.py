"""Dark green boxes are found by their outlines, also where digits in them break or touch. Whether three pale digits
stand in a dark green box of their own."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, draw_card, empty_table, lay, write
from vision.find.boxes import is_boxed, print_in_boxes
from vision.find.picture import Pyramid
from vision.reads import Frame, Quad


def found(frame: Frame) -> list[Quad]:
    """All boxes of a frame."""
    return list(print_in_boxes(Pyramid(frame)))


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


@pytest.mark.parametrize(("left", "boxes"), [(235, True), (215, False)], ids=["in the middle", "at one end"])
def test_the_rest_of_a_plate_is_no_box(left: int, boxes: bool):
    """Where another card lies over the first letter of an ID on a plate, the digits left stand at one end of it."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), (40, 70, 20), -1)
    cv2.rectangle(frame, (left, 220), (left + 90, 250), (235, 240, 238), -1)
    assert bool(found(np.asarray(frame, np.uint8))) is boxes


@pytest.mark.parametrize("colour", [(30, 30, 30), (90, 40, 20), (30, 40, 120)], ids=["black", "blue", "red"])
def test_boxes_of_other_colours_are_none(colour: tuple[int, int, int]):
    """Numbers of the 7th Citadel stand on green."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), colour, -1)
    cv2.putText(frame, "352", (230, 250), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (235, 240, 238), 4)
    assert found(np.asarray(frame, np.uint8)) == []


def test_an_empty_box_holds_no_print():
    """A green box without anything in it is no number."""
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), (40, 70, 20), -1)
    assert found(np.asarray(frame, np.uint8)) == []


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


@pytest.mark.parametrize(
    "lamp", [(1.0, 0.52, 0.92), (0.55, 0.75, 1.0), (1.0, 1.0, 1.0)], ids=["violet", "warm", "white"]
)
@pytest.mark.parametrize(("colour", "boxed"), [((50, 70, 46), True), ((60, 60, 60), False), ((70, 50, 50), False)])
def test_a_box_is_found_in_any_light(lamp: tuple[float, float, float], colour: tuple[int, int, int], boxed: bool):
    """What is palest in the picture tells what the lamp makes of green, and of grey and blue."""
    frame = np.full((480, 640, 3), 215, np.uint8)
    cv2.rectangle(frame, (200, 200), (360, 270), colour, -1)
    cv2.rectangle(frame, (230, 220), (330, 250), (235, 240, 238), -1)
    assert bool(found(np.asarray(frame * np.array(lamp), np.uint8))) is boxed
