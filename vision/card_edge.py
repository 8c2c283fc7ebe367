"""The edge of another card close beside a row: where both are of one colour, nothing but its shadow tells it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.glyphs import Floats
from vision.pyramid import Pyramid, widened

_HEIGHT = 72  # pixels of a crop
_BESIDE, _OVER = 0.8, 0.5  # heights of the row: what is looked at beside it, and above and below it
_SOFTENED = 0.03  # likewise: noise is smoothed away before
_PLACES = np.arange(-0.12, 0.14, 0.03)  # likewise: how far behind an end of the row a line runs in the middle,
_ANGLES = np.radians(np.arange(-40, 41, 5))  # and how far from straight up
_STEP = 0.08  # heights of the row: on both sides of a line, what is compared
_SHARE = 15  # percent of a line that may be fainter: speckled
# Of the row's contrast. A card of one colour with the one under it had 0.22; of 66 rows that nothing lay beside, in
# composed frames, the most had 0.10.
_EDGE = 0.15


def is_at_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether a straight edge, as that of a card that may lie over the rest of it, runs past an end of a row from above
    it to below, so close as no card is cut beside its print."""
    crop = cv2.cvtColor(pyramid.crop(widened(row.quad, _BESIDE, _OVER), _HEIGHT), cv2.COLOR_BGR2GRAY)
    unit = _HEIGHT / (1 + 2 * _OVER)
    grey = np.asarray(cv2.GaussianBlur(crop, (0, 0), _SOFTENED * unit), np.float32)
    start, end = _BESIDE * unit, grey.shape[1] - _BESIDE * unit
    own = grey[round(_OVER * unit) : round((1 + _OVER) * unit), round(start) : round(end)]
    if own.size == 0:
        return False
    contrast = max(float(np.ptp(np.percentile(own, [5, 90]))), 1.0)
    places = np.concatenate([end + _PLACES * unit, start - _PLACES * unit])
    return _steepest(grey, places, _STEP * unit) > _EDGE * contrast


def _steepest(grey: Floats, places: Floats, step: float) -> float:
    """By how many grey levels both sides of a straight line through one of these places in the middle of a crop differ,
    alike nearly all along it, where they do so most."""
    y = np.arange(2, grey.shape[0] - 2)
    x = places[:, None, None] + np.tan(_ANGLES)[None, :, None] * (y - grey.shape[0] / 2)
    behind, before = (np.clip(np.round(x + off), 0, grey.shape[1] - 1).astype(np.intp) for off in (step, -step))
    apart = grey[y, behind] - grey[y, before]
    return float(np.percentile([apart, -apart], _SHARE, axis=3).max())
