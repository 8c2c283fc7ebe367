"""The edge of another card close beside a row: where both are of one colour, nothing but its shadow tells it."""

from __future__ import annotations

import math
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.candidate import Candidate
from vision.glyphs import Floats
from vision.pyramid import Pyramid, widened

Lines: TypeAlias = npt.NDArray[np.float64]  # where lines run, or at which angles

_HEIGHT = 72  # pixels of a crop
_BESIDE, _OVER = 0.8, 0.5  # heights of the row: what is looked at beside it, and above and below it
_SOFTENED = 0.03  # likewise: noise is smoothed away before
_PLACES = np.arange(-0.12, 0.14, 0.03)  # likewise: how far behind an end of the row a line runs in the middle,
_ANGLES = np.radians(np.arange(-40, 41, 5))  # and how far from straight up
_FARTHER = np.arange(0.12, 0.42, 0.03)  # likewise, of one that is not in line with the row
_ASLANT = np.radians(np.array([*range(-40, -9, 5), *range(10, 41, 5)], np.float64))
_STEP = 0.08  # heights of the row: on both sides of a line, what is compared
_SHARE = 15  # percent of a line that may be fainter: speckled
# Of the row's contrast. A card of one colour with the one under it had 0.22; of 66 rows that nothing lay beside, in
# composed frames, the most had 0.13. One that left a rest of a letter before the row had 0.19 farther away.
_EDGE = 0.15


def is_at_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether a straight edge, as that of a card that may lie over the rest of it, runs past an end of a row from above
    it to below, so close as no card is cut beside its print."""
    return _runs_past(pyramid, row, _PLACES, _ANGLES)


def is_near_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether one does so a little farther away, aslant: the row's own card or plate may have one as well, so that
    counts only where something else tells of a letter under it."""
    return _runs_past(pyramid, row, _FARTHER, _ASLANT)


def _runs_past(pyramid: Pyramid, row: Candidate, places: Lines, angles: Lines) -> bool:
    crop = pyramid.crop(widened(row.quad, _BESIDE, _OVER), _HEIGHT)
    unit = _HEIGHT / (1 + 2 * _OVER)
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), _SOFTENED * unit), np.float32)
    start, end = _BESIDE * unit, crop.shape[1] - _BESIDE * unit
    own = crop[round(_OVER * unit) : round((1 + _OVER) * unit), round(start) : round(end)]
    if own.size == 0:
        return False
    contrast = max(float(np.ptp(np.percentile(cv2.cvtColor(own, cv2.COLOR_BGR2GRAY), [5, 90]))), 1.0)
    at = np.concatenate([end + places * unit, start - places * unit])
    least = _EDGE * contrast
    return any(_is_steep(each, at, angles, _STEP * unit, least) for each in np.moveaxis(soft, 2, 0))


def _is_steep(levels: Floats, places: Lines, angles: Lines, step: float, least: float) -> bool:
    """Whether both sides of a straight line through one of these places in the middle of a crop differ by more than
    `least`, alike nearly all along it."""
    y = np.arange(2, levels.shape[0] - 2)
    x = places[:, None, None] + np.tan(angles)[None, :, None] * (y - levels.shape[0] / 2)
    behind, before = (np.clip(np.round(x + off), 0, levels.shape[1] - 1).astype(np.intp) for off in (step, -step))
    apart = (levels[y, behind] - levels[y, before]).reshape(-1, len(y))
    return any(_exceeds(each, least) for each in (apart, -apart))


def _exceeds(lines: Floats, least: float) -> bool:
    """Whether nearly all of any of these lines, (N, K), is more than `least`."""
    fainter = math.floor(_SHARE / 100 * (lines.shape[1] - 1)) + 1  # so many at the most, which is soon told
    some = lines[np.count_nonzero(lines > least, axis=1) >= lines.shape[1] - fainter]
    return len(some) > 0 and float(np.percentile(some, _SHARE, axis=1).max()) > least
