"""Spots of ink to rows."""

import cv2
import numpy as np
import pytest

from vision.find.glyphs import Glyphs, clusters, find_glyphs, hyphened_rows


def squares(apart: float) -> Glyphs:
    """Dark squares of twenty pixels in a row, their centres so many of their heights apart."""
    picture = np.full((200, 400), 230, np.uint8)
    for number in range(3):
        x = 40 + round(20 * apart * number)
        cv2.rectangle(picture, (x, 90), (x + 19, 109), 30, -1)
    return find_glyphs(picture, pale=False)


def test_digits_that_stand_close():
    """They are neighbours, as the letters of a word are; set apart, as in `1 2 3`, they are no word."""
    assert [len(cluster) for cluster in clusters(squares(1.2))] == [3]
    assert clusters(squares(1.6)) == []


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
