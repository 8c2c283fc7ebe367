"""Rows of glyphs with the ink that goes on from them, and print on a dark plate between white borders. Rows whose
glyphs lean, as on a tilted card."""

import cv2
import numpy as np
import pytest

from vision.drawn_deck import write
from vision.find.candidate import Candidate
from vision.find.picture import Pyramid
from vision.find.row_geometry import continues, deslanted, extended
from vision.find.search import LEANING, PALE_STROKES, find_candidates, find_part
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
    more = extended(Pyramid(card), row)
    assert more is not None
    assert np.abs(more.quad - ink(card)).max() < 3
    assert continues(Pyramid(card), row)


def test_broken_strokes():
    """A letter in pieces is taken as a whole: hairlines break in a camera's picture."""
    card = paper()
    write(card, "M012", 20, 25, 5.0)
    row, whole = last_three(card), ink(card)
    left, right = int(whole[0][0]), int(row.quad[0][0])
    for x in range(left + 6, right - 4, 12):
        card[:, x : x + 3] = 230
    more = extended(Pyramid(card), row)
    assert more is not None
    assert abs(float(more.quad[0][0]) - left) < 3


def test_a_word_apart():
    """The next word begins farther away."""
    card = paper()
    write(card, "D012", 20, 25, 5.0)
    row = Candidate(ink(card), pale=False)
    write(card, "snow", float(row.quad[1][0]) / 10 + 4.0, 25, 5.0)
    assert extended(Pyramid(card), row) is None
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
        cv2.line(card, (left - 15, top - 15), (left - 15, bottom + 15), (30, 30, 30), 6)
    assert (extended(Pyramid(card), row) is None) is round_it


def test_a_row_that_goes_on_for_too_long():
    """The middle of a sentence is no code."""
    card = paper()
    write(card, "MMMMMMMMMMMM", 2, 25, 5.0)
    whole = ink(card)
    middle = whole.copy()
    middle[[0, 3], 0], middle[[1, 2], 0] = whole[0][0] + 250, whole[1][0] - 250
    assert extended(Pyramid(card), Candidate(middle, pale=False)) is None


def test_print_on_a_plate_between_white_borders():
    """Pale print on a narrow dark plate is found by its strokes: what is round it is paler than the plate."""
    picture = np.full((720, 1280, 3), 245, np.uint8)
    cv2.rectangle(picture, (0, 300), (1280, 372), (60, 80, 70), -1)
    line = np.full((200, 700, 3), 245, np.uint8)
    write(line, "L07", 10, 15, 4.0)
    mask = line.min(axis=2) < 128
    rows, columns = np.nonzero(mask)
    high, wide = np.ptp(rows) + 1, np.ptp(columns) + 1
    letters = mask[rows.min() : rows.min() + high, columns.min() : columns.min() + wide]
    picture[318 : 318 + high, 600 : 600 + wide][letters] = 240
    pyramid = Pyramid(picture)

    def found(parts: tuple[str, ...]) -> bool:
        middle = np.array([600 + wide / 2, 318 + high / 2])
        rows = [row for row in find_candidates(pyramid, 100, parts) if not row.boxed]
        return any(np.abs(row.quad.mean(axis=0) - middle).max() < 5 and abs(row.length - wide) < 6 for row in rows)

    assert found((PALE_STROKES,))


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


def leaning(lean: float, turned_deg: float = 0.0) -> tuple[Frame, Quad]:
    """`M352` sheared so that the top of a glyph stands so many of its heights before its foot, and turned; and where
    its four corners are then."""
    card = np.full((500, 900, 3), 230, np.uint8)
    write(card, "M352", 34, 26, 4.0)
    ink = card.min(axis=2) < 128
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    shear = np.array([[1, -lean, lean * 250], [0, 1, 0], [0, 0, 1]])
    turn = np.vstack([cv2.getRotationMatrix2D((450, 250), turned_deg, 1.0), [0, 0, 1]])
    onto = turn @ shear
    seen = cv2.warpPerspective(card, onto, (900, 500), borderMode=cv2.BORDER_REPLICATE)
    there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), onto).reshape(-1, 2)
    return np.asarray(seen, np.uint8), np.asarray(there, np.float32)


def rectangle_round(corners: Quad, turned_deg: float) -> Candidate:
    """The upright row as a rectangle round leaning corners, as it is found."""
    turn = np.radians(turned_deg)
    along, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    across, tall = corners @ along, corners @ down
    places = (
        (across.min(), tall.min()),
        (across.max(), tall.min()),
        (across.max(), tall.max()),
        (across.min(), tall.max()),
    )
    return Candidate(np.array([x * along + y * down for x, y in places], np.float32), pale=False)


@pytest.mark.parametrize("lean", [-0.6, -0.4, 0.4, 0.6])
@pytest.mark.parametrize("turned_deg", [0.0, 35.0])
def test_leaning_print(lean: float, turned_deg: float):
    """Its quad leans with it, whichever way, and however the card lies."""
    frame, corners = leaning(lean, turned_deg)
    found = deslanted(Pyramid(frame), rectangle_round(corners, turned_deg))
    assert found is not None
    assert np.abs(found.quad - corners).max() < 0.2 * np.linalg.norm(corners[3] - corners[0])


@pytest.mark.parametrize("lean", [0.0, 0.15])
def test_print_that_hardly_leans(lean: float):
    """Upright print, and italics, are read as they are."""
    frame, corners = leaning(lean)
    assert deslanted(Pyramid(frame), rectangle_round(corners, 0.0)) is None


def test_nothing_leans_in_nothing():
    """Blank paper has no strokes."""
    blank = Pyramid(np.full((500, 900, 3), 230, np.uint8))
    assert deslanted(blank, rectangle_round(leaning(0.5)[1], 0.0)) is None


def test_the_finder_looks_for_it():
    """Leaning rows are looked for where the other searches read nothing."""
    frame, corners = leaning(0.5)
    rows = [row for part in LEANING for row in find_part(Pyramid(frame), part)]
    quads = [quad for row in rows for quad in (row.quad, row.turned().quad)]
    assert any(np.abs(quad - corners).max() < 12 for quad in quads)
