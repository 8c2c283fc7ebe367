"""Spots of ink in large pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.find import glyphs
from vision.find.glyphs import find_glyphs
from vision.find.picture import Grey


def specks(height: int, width: int, seed: int) -> Grey:
    """Soft spots of all sizes, some across any row."""
    noise = np.random.default_rng(seed).integers(0, 255, (height, width)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 2.0 + seed)
    return np.asarray(cv2.normalize(soft, np.empty_like(soft), 0, 255, cv2.NORM_MINMAX), np.uint8)


@pytest.mark.parametrize("seed", [0, 1, 4])
@pytest.mark.parametrize("pale", [True, False])
def test_bands_change_nothing(monkeypatch: pytest.MonkeyPatch, seed: int, pale: bool):
    """A picture that is searched band by band shows the spots, in the order, that it shows when searched at once: also
    those that lie across two bands, and those that begin in a band's first or last row."""
    grey = specks(700, 300, seed)

    at_once = find_glyphs(grey, pale=pale)
    assert len(at_once.boxes) > 50
    for rows in (64, 101, 350, 699):
        monkeypatch.setattr(glyphs, "_BAND", rows)
        banded = find_glyphs(grey, pale=pale)
        assert np.array_equal(at_once.boxes, banded.boxes)
        assert all(np.array_equal(*each) for each in zip(at_once.outlines, banded.outlines, strict=True))


def test_an_empty_picture_has_no_spots():
    """Nothing of the size of a glyph: no boxes, of the shape that boxes have."""
    assert find_glyphs(np.full((50, 50), 90, np.uint8), pale=True).boxes.shape == (0, 4)
