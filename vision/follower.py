"""Where a row of glyphs went from one frame to the next."""

from __future__ import annotations

import cv2
import numpy as np

from vision.glyphs import Floats, Grey
from vision.reads import Quad
from vision.stillness import region_of

_REACH = 1.5  # glyph heights that a row may move from one frame to the next
_LEAST_REACH = 24.0  # pixels
_WINDOW = (15, 15)  # pixels round each point that are compared
_FEWEST = 6  # points that must be found again
_ALONG, _ACROSS = (0.08, 0.3, 0.5, 0.7, 0.92), (0.1, 0.5, 0.9)  # where in the row the points lie


def follow(before: Grey, now: Grey, quad: Quad) -> Quad | None:
    """The quad in the present grey frame of what lay in this one in the frame before; None where it is not found."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    region = region_of(quad, max(_REACH * height, _LEAST_REACH), before.shape)
    if region.right - region.left < 2 * _WINDOW[0] or region.bottom - region.top < 2 * _WINDOW[1]:
        return None
    corner = np.array([region.left, region.top], np.float32)
    points = (_points(quad) - corner).reshape(-1, 1, 2)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]
        region.cut(before), region.cut(now), points, None, winSize=_WINDOW, maxLevel=2
    )
    there = found.ravel() > 0
    if np.count_nonzero(there) < _FEWEST:
        return None
    turn, fits = cv2.estimateAffinePartial2D(points[there], moved[there], ransacReprojThreshold=1.5)
    if turn is None or np.count_nonzero(fits) < _FEWEST:
        return None
    return np.asarray((quad - corner) @ turn[:, :2].T + turn[:, 2] + corner, np.float32)


def _points(quad: Quad) -> Floats:
    """Points all over a quad, (15, 2) float32 pixels."""
    top = [quad[0] + (quad[1] - quad[0]) * share for share in _ALONG]
    bottom = [quad[3] + (quad[2] - quad[3]) * share for share in _ALONG]
    rows = [[one + (other - one) * share for one, other in zip(top, bottom, strict=True)] for share in _ACROSS]
    return np.asarray(rows, np.float32).reshape(-1, 2)
