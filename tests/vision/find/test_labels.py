"""Print on plates and in frames is found by the four sides of these."""

import cv2
import numpy as np
import pytest

from vision.find.labels import find_labels
from vision.find.picture import Floats, Pyramid
from vision.find.search import LABELLED, find_candidates, searches
from vision.reads import CARD_ID, NUMBOX, Frame, Quad

SIDES = (300, 200, 420, 250)  # of a label: left, top, right, bottom
PRINT = np.array([[320, 212], [400, 212], [400, 238], [320, 238]], np.float32)
TILTED = np.array([[300, 200], [430, 230], [424, 284], [292, 246]], np.float32)  # where the card is tilted


def plate(ground: int = 210, colour: int = 60, ink: int = 200, bars: int = 4) -> Frame:
    """A plate with some bars of print on it."""
    picture = np.full((480, 640, 3), ground, np.uint8)
    left, top, right, bottom = SIDES
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), (colour,) * 3, -1)
    write_bars(picture, ink, bars)
    return np.asarray(picture, np.uint8)


def frame(ink: int = 60, line: int = 2) -> Frame:
    """A frame of a thin line, with dark print in it."""
    picture = np.full((480, 640, 3), 210, np.uint8)
    left, top, right, bottom = SIDES
    cv2.rectangle(picture, (left, top), (right, bottom), (ink,) * 3, line)
    write_bars(picture, ink, 4)
    return np.asarray(picture, np.uint8)


def write_bars(picture: Frame, ink: int, bars: int) -> None:
    """Signs that are bars; one of them is all of the print, as where blur has run it together."""
    wide = 80 if bars == 1 else 12
    lefts = (320,) if bars == 1 else (320, 343, 365, 388)
    for left in lefts:
        cv2.rectangle(picture, (left, 212), (left + wide - 1, 237), (ink,) * 3, -1)


def nearest(picture: Frame, wanted: Quad, *, fine: bool, pale: bool) -> float:
    """How far the corners of the print that is found nearest lie from where they should."""
    labels = [each for paler in (False, True) for each in find_labels(Pyramid(picture), fine=fine, paler=paler)]
    found = [each.quad for each in labels if each.pale is pale]
    ways = [way for quad in found for way in (quad, np.roll(quad, 2, axis=0))]
    return min((float(np.abs(way - wanted).max()) for way in ways), default=np.inf)


@pytest.mark.parametrize("fine", [False, True])
@pytest.mark.parametrize("bars", [4, 1])
@pytest.mark.parametrize(("colour", "ink"), [(60, 200), (170, 210), (230, 90)], ids=["dark", "faint", "pale"])
def test_the_print_on_a_plate(colour: int, ink: int, bars: int, fine: bool):
    """Pale on a dark plate, hardly darker than the card, or dark on a pale one; also where it has run together."""
    ground = 210 if colour < 200 else 120
    assert nearest(plate(ground, colour, ink, bars), PRINT, fine=fine, pale=ink > colour) < 4


@pytest.mark.parametrize("fine", [False, True])
@pytest.mark.parametrize("line", [1, 2, 4])
def test_the_print_in_a_frame(line: int, fine: bool):
    """The line is none of it, whether thin or bold."""
    assert nearest(frame(line=line), PRINT, fine=fine, pale=False) < 4


def test_a_line_round_the_print_on_a_plate():
    """As a numbox has it: it is none of the print."""
    picture = plate()
    cv2.rectangle(picture, (310, 208), (409, 241), (200, 200, 200), 1)
    assert nearest(picture, PRINT, fine=True, pale=True) < 4


@pytest.mark.parametrize("framed", [False, True])
def test_corners_tell_how_a_card_is_tilted(framed: bool):
    """The print is enclosed by a quad that leans as its label does."""
    left, top, right, bottom = SIDES
    straight = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    matrix = cv2.getPerspectiveTransform(straight, TILTED)
    flat = frame() if framed else plate()
    picture = cv2.warpPerspective(flat, matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE, flags=cv2.INTER_AREA)
    wanted: Floats = np.asarray(cv2.perspectiveTransform(PRINT[None], matrix)[0], np.float32)
    assert nearest(np.asarray(picture, np.uint8), wanted, fine=True, pale=not framed) < 5


@pytest.mark.parametrize("fine", [False, True])
def test_what_is_no_label(fine: bool):
    """An empty plate, one without contrast, and what has no four sides."""
    empty = plate(ink=60)
    round_one = np.full((480, 640, 3), 210, np.uint8)
    cv2.ellipse(round_one, (360, 225), (60, 25), 0, 0, 360, (60, 60, 60), -1)
    write_bars(round_one, 200, 4)
    bare = np.full((480, 640, 3), 210, np.uint8)
    for picture in (empty, np.asarray(round_one, np.uint8), np.asarray(bare, np.uint8)):
        assert nearest(picture, PRINT, fine=fine, pale=True) > 4


def test_where_labels_are_searched():
    """For IDs and for numbers; a dark green one that holds three digits is a box as well."""
    for kinds in ({CARD_ID}, {NUMBOX}, {CARD_ID, NUMBOX}):
        assert set(LABELLED) <= {part for parts in searches(kinds) for part in parts}
    green = np.full((480, 640, 3), 210, np.uint8)
    cv2.rectangle(green, (308, 200), (398, 250), (40, 70, 20), -1)
    cv2.putText(green, "352", (322, 239), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (235, 240, 238), 3, cv2.LINE_AA)
    found = find_candidates(Pyramid(np.asarray(green, np.uint8)), parts=(LABELLED[1],))
    assert {row.boxed for row in found} == {False, True}
