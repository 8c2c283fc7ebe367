"""A code close beside a smaller letter is another word; the letter I is told from the digit 1, and strokes counted."""

import cv2
import numpy as np
import pytest

from vision.alone import blank_beside, is_cut_off, stands_alone
from vision.candidate import Candidate
from vision.drawn_deck import write
from vision.pyramid import Pyramid
from vision.reads import Frame
from vision.recogniser import Word
from vision.roman import _is_stroke, _is_wide, begins_low, begins_with_bars, counted, is_roman

SURE = 0.99


def paper() -> Frame:
    """A blank card, ten pixels to a millimetre."""
    return np.full((400, 700, 3), 230, np.uint8)


def row_of(card: Frame, left: int, right: int) -> Candidate:
    """The row of ink between two columns."""
    rows = np.flatnonzero((card[:, left:right].min(axis=2) < 128).any(axis=1))
    columns = left + np.flatnonzero((card[:, left:right].min(axis=2) < 128).any(axis=0))
    x, y, end, base = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return Candidate(np.array([[x, y], [end, y], [end, base], [x, base]], np.float32), pale=False)


def test_a_code_that_stands_alone():
    """Words farther away than letters are do not matter."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "a", row.quad[1][0] / 10 + 4.0, 20, 5.0)
    assert stands_alone(Pyramid(card), row, marked=False)


def test_a_letter_close_behind_a_code():
    """`D012a` is no `D012`."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "a", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)


def test_a_letter_that_runs_off_the_crop():
    """Also where the letter behind it runs into a line of other print, or is slanted."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "aaaa", row.quad[1][0] / 10 + 0.5, 20, 5.0)
    cv2.line(card, (0, int(row.quad[0][1]) + 2), (700, int(row.quad[0][1]) + 2), (90, 90, 90), 6)
    assert not stands_alone(Pyramid(card), row, marked=True)


def test_blank_ground_beside_a_code():
    """Nothing but paper is told from a letter, however pale."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    assert blank_beside(Pyramid(card), row) == (True, True)
    cv2.putText(card, "a", (int(row.quad[1][0]) + 6, int(row.quad[2][1])), 0, 1.6, (150, 150, 150), 4)
    assert blank_beside(Pyramid(card), row) == (True, False)


def test_another_card_over_one_end_of_a_code():
    """Its ground ends close beside the code: a part of it may lie below."""
    card = paper()
    write(card, "D012", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    end = int(row.quad[1][0])
    assert not is_cut_off(Pyramid(card), row)
    card[:, end + 4 :] = (120, 160, 150)
    assert is_cut_off(Pyramid(card), row)


@pytest.mark.parametrize(("left", "cut"), [(0, True), (30, False)])
def test_the_edge_of_the_picture_near_a_code(left: int, cut: bool):
    """`M0171` whose last digit is outside the picture is no `M017`."""
    card = paper()
    write(card, "M017", 10, 20, 5.0)
    end = int(row_of(card, 0, 700).quad[1][0]) + 5 + left
    piece = np.ascontiguousarray(card[:, :end])
    assert is_cut_off(Pyramid(piece), row_of(piece, 0, end)) is cut


def test_blur_is_no_other_card():
    """Blurred ink greys the ground between the letters, and both ends of the row alike are clearer than that."""
    card = paper()
    write(card, "D326", 10, 20, 5.0)
    row = row_of(card, 0, 700)
    blurred = np.asarray(cv2.GaussianBlur(card, (0, 0), 7), np.uint8)
    assert not is_cut_off(Pyramid(blurred), row)
    blurred[:, int(row.quad[1][0]) + 4 :] = (120, 160, 150)
    assert is_cut_off(Pyramid(blurred), row)


@pytest.mark.parametrize("serifs", [0, 14])
def test_an_i_with_serifs(serifs: int):
    """An I is a stroke also where a typewriter gives it long serifs."""
    glyph = np.zeros((80, 18 + 2 * serifs), np.uint8)
    glyph[:, serifs : serifs + 18] = 1
    glyph[:8], glyph[-8:] = 1, 1
    assert _is_stroke(glyph)


@pytest.mark.parametrize("slant", [0.0, 0.2])
def test_a_v_that_is_slanted(slant: float):
    """An italic V is a V."""
    glyph = np.zeros((80, 90), np.uint8)
    lean = slant * 80
    tops, foot = (5 + lean, 55 + lean), 30.0
    for top in tops:
        cv2.line(glyph, (round(top), 4), (round(foot), 75), 1, 9)
    columns = np.flatnonzero(glyph.any(axis=0))
    assert _is_wide(glyph[:, columns[0] : columns[-1] + 1])


def test_a_mark_before_a_code():
    """A letter close before a code makes another word of it; a mark that was read does not."""
    card = paper()
    write(card, "D012", 20, 20, 5.0)
    row = row_of(card, 0, 700)
    write(card, "#", row.quad[0][0] / 10 - 4.2, 20, 5.0)
    assert not stands_alone(Pyramid(card), row, marked=False)
    assert stands_alone(Pyramid(card), row, marked=True)


def strokes(*heights: int, digits: int = 100, slash: int = 100) -> tuple[Pyramid, Candidate]:
    """Strokes of these heights, a slash and two digits, all standing on one line, as plain shapes."""
    card, x = paper(), 100
    for height in heights:
        cv2.rectangle(card, (x, 250 - height), (x + 18, 249), (30, 30, 30), -1)
        x += 45
    cv2.line(card, (x, 249), (x + 40, 250 - slash), (30, 30, 30), 12)
    for place in (x + 65, x + 140):
        cv2.ellipse(card, (place + 28, 250 - digits // 2), (28, digits // 2), 0, 0, 360, (30, 30, 30), 10)
    return Pyramid(card), row_of(card, 0, 700)


def word(text: str) -> Word:
    """A word that was read surely."""
    return Word(text, SURE, (SURE,) * len(text))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_strokes_are_counted(number: int):
    """As many strokes as were read are letters."""
    found = counted(word("1" * number + "/00"), *strokes(*[100] * number))
    assert found is not None
    assert (found.text, found.confidence) == ("I" * number + "/00", SURE)


def test_a_stroke_that_was_not_read():
    """Where fewer strokes were read than are there, their number counts, but the look is marked."""
    found = counted(word("11/00"), *strokes(100, 100, 100))
    assert found is not None
    assert found.text == "III/00"
    assert found.filled


def test_more_strokes_read_than_there_are():
    """Nothing is told then."""
    assert counted(word("111/00"), *strokes(100, 100)) is None


def test_an_old_style_one_is_no_letter():
    """A stroke lower than the digits beside it, or than the slash, is a digit: 1/08 is a date."""
    assert counted(word("1/00"), *strokes(70)) is None
    assert counted(word("1/00"), *strokes(62, digits=62)) is None


@pytest.mark.parametrize(("text", "is_one"), [("1/08", True), ("V11/01", True), ("X/01", False), ("D012", False)])
def test_what_looks_like_a_scenario_code(text: str, is_one: bool):
    """Only those with strokes are counted."""
    assert is_roman(word(text)) is is_one


@pytest.mark.parametrize(("top", "apart", "low"), [(60, 20, True), (30, 20, False), (60, 0, None)])
def test_a_first_stroke_that_is_low(top: int, apart: int, low: bool | None):
    """An old-style 1 is lower than what stands behind it, also where that runs into one; what touches tells nothing."""
    card = paper()
    cv2.rectangle(card, (100, top), (115, 120), (30, 30, 30), -1)
    cv2.rectangle(card, (116 + apart, 30), (130 + apart, 120), (30, 30, 30), -1)
    cv2.rectangle(card, (131 + 2 * apart, 30), (220 + 2 * apart, 120), (30, 30, 30), -1)
    assert begins_low(Pyramid(card), row_of(card, 0, 700)) is low


def test_bars_are_no_ones():
    """A stroke with a flag, or with serifs, may be a 1; a bare one is an I."""
    card = paper()
    for left in (100, 130, 180, 230):
        cv2.rectangle(card, (left, 40), (left + 12, 120), (30, 30, 30), -1)
    pyramid, row = Pyramid(card), row_of(card, 0, 700)
    assert begins_with_bars(pyramid, row, 2)
    cv2.line(card, (132, 44), (120, 56), (30, 30, 30), 6)
    assert begins_with_bars(pyramid, row, 1)
    assert not begins_with_bars(pyramid, row, 2)
