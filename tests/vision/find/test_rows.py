"""Spots of ink to rows: digits that are set apart. Lines of print as blobs, also where their glyphs are broken."""

import cv2
import numpy as np
import pytest

from vision.drawn_deck import write
from vision.find.glyphs import Glyphs, find_glyphs
from vision.find.picture import Grey
from vision.find.rows import clusters, find_blobs, hyphened_rows, spaced_rows


def squares(apart: float, count: int = 3) -> Glyphs:
    """Dark squares of twenty pixels in a row, their centres so many of their heights apart."""
    picture = np.full((200, 400), 230, np.uint8)
    for number in range(count):
        x = 40 + round(20 * apart * number)
        cv2.rectangle(picture, (x, 90), (x + 19, 109), 30, -1)
    return find_glyphs(picture, pale=False)


def test_digits_that_stand_close():
    """They are neighbours, as the letters of a word are."""
    assert [len(cluster) for cluster in clusters(squares(1.2))] == [3]


@pytest.mark.parametrize(("apart", "found"), [(1.6, True), (2.1, False)])
def test_digits_that_are_set_apart(apart: float, found: bool):
    """No word, but a row of three; farther apart they have nothing to do with each other."""
    glyphs = squares(apart)
    assert clusters(glyphs) == []
    assert bool(list(spaced_rows(glyphs, 3))) is found


def test_another_count():
    """Four digits are no row of three."""
    assert list(spaced_rows(squares(1.6, count=4), 3)) == []


@pytest.mark.parametrize("hyphen", [0, 10])
def test_signs_on_either_side_of_a_hyphen(hyphen: int):
    """They are one row, whether the hyphen between them was taken for a glyph or not."""
    picture = np.full((200, 400), 230, np.uint8)
    for x in (40, 65, 97, 122):
        cv2.rectangle(picture, (x, 90), (x + 19, 109), 30, -1)
    if hyphen:
        cv2.rectangle(picture, (86, 96), (86 + hyphen - 3, 96 + hyphen - 4), 30, -1)
    glyphs = find_glyphs(picture, pale=False)
    rows = {tuple(sorted(glyphs.centres[row, 0].round())) for row in hyphened_rows(glyphs)}
    assert (50, 75, 107, 132) in rows


def line(text: str, *, pale: bool) -> Grey:
    """A sheet with one line on it, its strokes broken by cuts as wide as a pixel or two."""
    sheet = np.full((360, 640, 3), 40 if pale else 220, np.uint8)
    write(sheet, text, 16, 15, 4.0, (235, 235, 235) if pale else (30, 30, 30))
    sheet[::7] = 40 if pale else 220
    return np.asarray(sheet[:, :, 0], np.uint8)


@pytest.mark.parametrize("pale", [False, True])
def test_broken_print_is_one_blob(pale: bool):
    """A code whose glyphs are all in pieces is enclosed as a whole."""
    grey = line("D012", pale=pale)
    rows, columns = np.nonzero(np.abs(grey.astype(int) - int(grey[0, 0])) > 90)
    wanted = np.array([columns.min(), rows.min(), columns.max(), rows.max()])
    found = [np.concatenate([quad.min(axis=0), quad.max(axis=0)]) for quad in find_blobs(grey, pale=pale, fine=False)]
    assert any(np.abs(each - wanted).max() < 0.2 * (wanted[3] - wanted[1]) + 2 for each in found)


def test_an_empty_sheet_has_none():
    """Even ground holds no print."""
    assert find_blobs(np.full((360, 640), 200, np.uint8), pale=False, fine=False) == []
