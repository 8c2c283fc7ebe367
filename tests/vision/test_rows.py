"""Spots of ink to rows: digits that are set apart."""

import cv2
import numpy as np
import pytest

from vision.glyphs import Glyphs, find_glyphs
from vision.rows import clusters, hyphened_rows, spaced_rows


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
