"""Lines of print as blobs, also where their glyphs are broken."""

import numpy as np
import pytest

from vision.blobs import find_blobs
from vision.drawn_deck import write
from vision.glyphs import Grey


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
