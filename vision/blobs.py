"""Lines of print as blobs: ink that is smeared until its glyphs run together. Finds print whose glyphs break apart or
merge, where rows of single glyphs cannot be seen; finds much else as well."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.glyphs import Grey, ink_of, rectangles
from vision.reads import Quad

_SMEARS = (3, 6, 11, 17, 25)  # pixels: gaps that are closed
_AS_HIGH = 4  # smears: a blob is not higher
_LOWEST, _SHORTEST, _LONGEST = 7, 14, 420  # pixels: sides of a blob
_SHAPE = (1.15, 7.0)  # length to height
_FULL = 0.5  # of its rectangle that it fills
_INKED = (0.12, 0.75)  # of its rectangle that is ink
_MOST = 150  # blobs of one picture: what has more is no place where codes could be told apart


def find_blobs(grey: Grey, *, pale: bool, fine: bool, faint: bool = False) -> list[Quad]:
    """Quads round what may be lines of print, the first side along them, which way up is not known."""
    mask = ink_of(grey, pale=pale, fine=fine, faint=faint)
    found = [quad for smear in _SMEARS for quad in _blobs(mask, smear)]
    return found[:_MOST]


def _blobs(mask: Grey, smear: int) -> Iterator[Quad]:
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((smear, smear), np.uint8))
    for outline, quad, (low, long) in rectangles(np.asarray(closed, np.uint8), (_SHORTEST, _LONGEST)):
        if not _LOWEST <= low <= max(_AS_HIGH * smear, 2 * _LOWEST) or not _SHAPE[0] < long / low < _SHAPE[1]:
            continue
        x, y, width, height = cv2.boundingRect(outline)
        inked = np.count_nonzero(mask[y : y + height, x : x + width]) / (low * long)
        if cv2.contourArea(outline) > _FULL * low * long and _INKED[0] < inked < _INKED[1]:
            yield quad
