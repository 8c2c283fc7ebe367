"""Whether the ink of a row goes on beyond its ends."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import write
from vision.find.picture import Candidate, Pyramid
from vision.find.row_geometry import continues
from vision.reads import Frame, Quad


def paper() -> Frame:
    """A blank card, ten pixels to a millimetre."""
    return np.full((400, 700, 3), 230, np.uint8)


def ink(card: Frame) -> Quad:
    """The rectangle round all dark ink."""
    rows, columns = np.nonzero(card.min(axis=2) < 128)
    left, top, right, bottom = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def last_three(card: Frame) -> Candidate:
    """The row of the last three of four glyphs."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(card.min(axis=2) < 128, np.uint8))
    left = sorted(stats[1:, 0].tolist())[1]
    quad = ink(card)
    quad[[0, 3], 0] = left
    return Candidate(quad, pale=False)


@pytest.mark.parametrize("code", ["M012", "D349"])
def test_a_letter_that_was_not_found(code: str):
    """What stands right before the digits belongs to them."""
    card = paper()
    write(card, code, 20, 25, 5.0)
    row = last_three(card)
    assert continues(Pyramid(card), row)


def test_broken_strokes():
    """A letter in pieces is taken as a whole: hairlines break in a camera's picture."""
    card = paper()
    write(card, "M012", 20, 25, 5.0)
    row, whole = last_three(card), ink(card)
    left, right = int(whole[0][0]), int(row.quad[0][0])
    for x in range(left + 6, right - 4, 12):
        card[:, x : x + 3] = 230
    assert continues(Pyramid(card), row)


def test_a_word_apart():
    """The next word begins farther away."""
    card = paper()
    write(card, "D012", 20, 25, 5.0)
    row = Candidate(ink(card), pale=False)
    write(card, "snow", float(row.quad[1][0]) / 10 + 4.0, 25, 5.0)
    assert not continues(Pyramid(card), row)


@pytest.mark.parametrize("round_it", [True, False])
def test_the_frame_of_a_box(round_it: bool):
    """A thin line all round a row is the edge of its box; one that stands beside it may be a letter."""
    card = paper()
    write(card, "079", 20, 25, 5.0)
    row = Candidate(ink(card), pale=False)
    (left, top), (right, bottom) = row.quad[0].astype(int), row.quad[2].astype(int)
    if round_it:
        cv2.rectangle(card, (left - 15, top - 15), (right + 15, bottom + 15), (30, 30, 30), 3)
    else:
        cv2.line(card, (left - 18, top - 8), (left - 18, bottom + 8), (30, 30, 30), 6)
    assert continues(Pyramid(card), row) is not round_it


@pytest.mark.parametrize(("shown", "more"), [("352", False), ("M352", True)])
def test_a_box_on_a_bright_card(shown: str, more: bool):
    """Beyond the edge of its box the card is nearly as pale as the digits, which makes no letter of it; one that stands
    in the box belongs to them."""
    card = np.empty((400, 700, 3), np.uint8)
    card[:] = (60, 96, 66)
    cv2.rectangle(card, (100, 170), (520, 260), (24, 62, 30), -1)
    card[200:226, 521:600] = (140, 170, 140)  # light that falls on it
    write(card, shown, 40 if shown == "352" else 36.2, 23.5, 5.0, (190, 205, 192))
    down, across = np.nonzero(card[172:258, 110:515].min(axis=2) > 120)
    left, right = across.min() + 110, across.max() + 111
    if shown != "352":
        columns = np.unique(across)
        left = columns[np.flatnonzero(np.diff(columns) > 3)[0] + 1] + 110
    top, bottom = down.min() + 172, down.max() + 173
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    assert continues(Pyramid(card), Candidate(quad, pale=True, boxed=True)) is more


@pytest.mark.parametrize(("wide", "word"), [(1.0, True), (0.1, False)])
def test_a_word_beside_a_number_in_one_box(wide: float, word: bool):
    """A letter in line with it and as high, a word's gap away on the same ground, makes it no whole number: `BKW 119`
    of a number plate; a line does not."""
    card = np.empty((400, 700, 3), np.uint8)
    card[:] = (200, 210, 205)
    cv2.rectangle(card, (60, 170), (640, 260), (24, 62, 30), -1)
    left = 220 - round(50 * wide)
    write(card, "352", 27, 23.5, 5.0, (190, 205, 192))
    down, across = np.nonzero(card[172:258, 240:600].min(axis=2) > 120)
    (top, bottom), (start, end) = (
        (down.min() + 172, down.max() + 173),
        (across.min() + 240, across.max() + 241),
    )
    cv2.rectangle(card, (left, top), (219, bottom - 1), (190, 205, 192), -1)
    quad = np.array([[start, top], [end, top], [end, bottom], [start, bottom]], np.float32)
    assert 0.5 < (start - 220) / (bottom - top) < 1.4
    assert continues(Pyramid(card), Candidate(quad, pale=True, boxed=True)) is word


def test_a_date_on_ground_that_grows_brighter():
    """Beside the first digits of a date the ground is so bright that the others run into it: they are seen all the
    same."""
    card = np.full((300, 900, 3), 20, np.uint8)
    write(card, "2014-04-28", 10, 14, 5.0, (240, 240, 240))
    columns = np.unique(np.nonzero(card.min(axis=2) > 200)[1])
    starts = columns[np.flatnonzero(np.diff(columns, prepend=-9) > 3)]
    right = columns[columns < starts[3]].max() + 1
    down = np.nonzero(card[:, :right].min(axis=2) > 200)[0]
    left, top, bottom = starts[0], down.min(), down.max() + 1
    card[:, starts[3] - 3 :] = np.maximum(card[:, starts[3] - 3 :], 170)
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    assert continues(Pyramid(card), Candidate(quad, pale=True, boxed=False))
