"""Codes whose print is faint, broken, leaning, set apart or on coloured boxes: the text detector shows them."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from vision.reads import Frame
from vision.scanner import Scanner

pytestmark = pytest.mark.slow
RIM, PALE = (215, 215, 215), (240, 240, 240)


def faint(*, pale: bool, grain: float) -> Frame:
    """A code fourteen grey levels from its ground, in the grain of a camera in dim light."""
    card = np.full((480, 640, 3), 60, np.uint8)
    level = 74 if pale else 46
    write(card, "D247", 22, 25, 4.0, (level, level, level))
    soft = cv2.GaussianBlur(card, (0, 0), 1.5).astype(np.float32)
    specks = np.random.default_rng(1).normal(0, grain, soft.shape[:2])[:, :, None]
    return np.asarray(np.clip(soft + specks, 0, 255), np.uint8)


@pytest.mark.parametrize(("grain", "pale"), [(4, False), (7, True)])
def test_faint_print_in_the_grain_of_a_picture(scanner: Scanner, grain: float, pale: bool):
    """Dark and pale."""
    assert [read.text for read in scanner.read(faint(pale=pale, grain=grain)).reads] == ["D247"]


def boxed(box: tuple[int, int, int], pitch_mm: float = 2.4) -> Frame:
    """352 in a box of this colour, its digits so far apart."""
    card = np.full((480, 640, 3), RIM, np.uint8)
    for number, digit in enumerate("352"):
        write(card, digit, 20 + pitch_mm * number, 23.5, 3.0)
    rows, columns = np.nonzero(card[:, :, 0] < 128)
    (left, top), (right, bottom) = (columns.min(), rows.min()), (columns.max(), rows.max())
    cv2.rectangle(card, (left - 25, top - 18), (right + 25, bottom + 18), box, -1)
    for number, digit in enumerate("352"):
        write(card, digit, 20 + pitch_mm * number, 23.5, 3.0, PALE)
    return card


@pytest.mark.parametrize(
    ("box", "light", "read"),
    [((52, 92, 40), (0.95, 0.7, 0.9), ["352"]), ((60, 60, 60), (0.95, 0.7, 0.9), []), ((120, 60, 50), (1, 1, 1), [])],
    ids=["green in violet light", "grey in violet light", "blue"],
)
def test_boxes_in_coloured_light(
    scanner: Scanner, box: tuple[int, int, int], light: tuple[float, float, float], read: list[str]
):
    """What is green in daylight the white of the digits tells; a grey box in such light is none, nor a blue one."""
    seen = np.asarray(boxed(box) * np.array(light), np.uint8)
    assert [each.text for each in scanner.read(seen).reads] == read


def test_digits_that_are_set_apart(scanner: Scanner):
    """They are a number where they stand in one box."""
    assert [read.text for read in scanner.read(boxed((34, 66, 18), pitch_mm=4.4)).reads] == ["352"]


@pytest.mark.parametrize("lean", [-0.4, 0.4])
def test_print_that_leans(scanner: Scanner, lean: float):
    """As on a card that is tilted and turned."""
    card = np.full((500, 900, 3), 230, np.uint8)
    write(card, "M352", 34, 26, 4.0)
    shear = np.array([[1, -lean, lean * 250], [0, 1, 0], [0, 0, 1]])
    turn = np.vstack([cv2.getRotationMatrix2D((450, 250), 35.0, 1.0), [0, 0, 1]])
    seen = cv2.warpPerspective(card, turn @ shear, (900, 500), borderMode=cv2.BORDER_REPLICATE)
    assert [read.text for read in scanner.read(np.asarray(seen, np.uint8)).reads] == ["M352"]


def test_print_on_a_plate_between_white_borders(scanner: Scanner):
    """What is round it is paler than the plate."""
    picture = np.full((720, 1280, 3), 245, np.uint8)
    cv2.rectangle(picture, (0, 300), (1280, 372), (60, 80, 70), -1)
    write(picture, "L07", 60, 36, 4.0, PALE)
    assert [read.text for read in scanner.read(picture).reads] == ["L07"]


@pytest.mark.parametrize("pale", [False, True])
def test_broken_print(scanner: Scanner, pale: bool):
    """A code whose glyphs are all in pieces."""
    ground = 40 if pale else 220
    sheet = np.full((360, 640, 3), ground, np.uint8)
    write(sheet, "D012", 16, 15, 4.0, PALE if pale else (30, 30, 30))
    sheet[::7] = ground
    assert [read.text for read in scanner.read(sheet).reads] == ["D012"]
