"""Rows of glyphs that lean: a tilted card shears its print, and a rectangle round it cuts leaning glyphs out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.glyphs import Floats, Grey
from vision.pyramid import Pyramid, widened
from vision.reads import Quad

_HEIGHT = 32  # pixels of the crop that is looked at
_BESIDE = 0.35  # heights of the row: what is looked at beside it
_LEANS = np.arange(-0.8, 0.81, 0.2)  # how far the top of a glyph stands beside its foot, in shares of its height
_LEAST = 0.25  # likewise: print that leans less is read as it is
_CLEARER = 1.06  # times as much as it lies: how much its strokes gather in columns once it is straightened
_INKED = 0.15  # of the fullest column: a column with ink in it
_SHORTEST = 1.1  # times its height: the length of a code


def straightened(pyramid: Pyramid, row: Candidate) -> Candidate | None:
    """The row with the sides of its quad along its leaning strokes; None where they hardly lean."""
    ink = _ink(pyramid, row)
    upright = [_columns(ink, float(lean)) for lean in _LEANS]
    gathered = [float(np.square(columns).sum()) for columns in upright]
    best = int(np.argmax(gathered))
    lean = float(_LEANS[best])
    if abs(lean) < _LEAST or gathered[best] <= _CLEARER * gathered[len(_LEANS) // 2]:
        return None
    inked = np.flatnonzero(upright[best] > _INKED * upright[best].max())
    start, end = int(inked[0]), int(inked[-1]) + 1
    if start == 0 or end == len(upright[best]) or end - start < _SHORTEST * _HEIGHT:
        return None
    return replace(row, quad=_placed(row, start, ink.shape[1] - end, lean))


def _ink(pyramid: Pyramid, row: Candidate) -> Floats:
    """How much each pixel of a crop differs from its ground, towards the ink."""
    crop = pyramid.crop(widened(row.quad, _BESIDE, 0.0), _HEIGHT)
    grey: Grey = crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8)
    values = np.asarray(grey, np.float32) * (1 if row.pale else -1)
    ground, bold = (float(level) for level in np.percentile(values, [40, 95]))
    return np.asarray(np.clip(values - ground - 0.2 * (bold - ground), 0, None), np.float32)


def _columns(ink: Floats, lean: float) -> Floats:
    """The ink in each column of a crop, once print that leans that much stands upright."""
    shift = np.array([[1, lean, -lean * (_HEIGHT - 1) / 2], [0, 1, 0]], np.float32)
    upright = cv2.warpAffine(ink, shift, ink.shape[::-1], flags=cv2.INTER_LINEAR)
    return np.asarray(upright.sum(axis=0), np.float32)


def _placed(row: Candidate, before: int, behind: int, lean: float) -> Quad:
    """The quad of the print that leaves so many columns of the crop before and behind it."""
    right = (row.quad[1] - row.quad[0]) / max(row.length, 1.0) * row.height
    starts, ends = before / _HEIGHT - _BESIDE, _BESIDE - behind / _HEIGHT
    over = lean / 2
    sides = np.stack([right * (starts + over), right * (ends + over), right * (ends - over), right * (starts - over)])
    return np.asarray(row.quad + sides, np.float32)
