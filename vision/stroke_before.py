"""Whether a stroke may stand close before a row, which was too faint to be found: `X/13` may be the end of `IX/13`. The
small network, which counts strokes, takes the line of a frame for one as well."""

from __future__ import annotations

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.glyphs import Floats
from vision.ground import ground_of
from vision.pyramid import Pyramid, widened

_HIGH = 32  # pixels that the row has in the crop
_SEEN = (1.05, 0.6)  # heights of the row: how far it is looked beside it, and above and below
_SOFTENED = 0.05  # likewise: noise is smoothed away before
_PLACES = np.arange(-1.0, -0.11, 0.03)  # likewise: where a stroke may stand in the middle of its height,
_ANGLES = np.radians(np.arange(-30, 31, 5))  # and how far it may lean
_WITHIN, _BEYOND = (0.12, 0.88), (0.18, 0.50)  # likewise, of the row's height: a stroke's ink, and what lies past it
_NEAR = 0.16  # likewise: what goes on past a stroke's ends may lie so far beside its line
_THIN = 15  # percent of a stroke that may be fainter: speckled
# Of the row's contrast: a drawn stroke that was printed in a seventh of it had 0.12 at the least.
_INKED, _GOES_ON = 0.10, 0.5  # likewise as a share of the ink: so much past both ends of a letter, and it is none


def has_stroke_before(pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether something as high as an upright row, and no higher, may stand close before it."""
    ink = _ink(pyramid, upright)
    if ink is None:
        return True
    within = np.asarray(np.percentile(_along(ink, *_WITHIN), _THIN, axis=-1), np.float32)
    near = np.asarray(cv2.dilate(ink, np.ones((1, 2 * round(_NEAR * _HIGH) + 1), np.uint8)), np.float32)
    past = (-_BEYOND[1], -_BEYOND[0]), (1 + _BEYOND[0], 1 + _BEYOND[1])
    over, under = (np.median(_along(near, *part), axis=-1) for part in past)
    ends = np.minimum(over, under) < _GOES_ON * within
    leaning = within.argmax(axis=1)[:, None]  # as what stands in each place leans
    return bool(np.take_along_axis((within >= _INKED) & ends, leaning, axis=1).any())


def _ink(pyramid: Pyramid, upright: Candidate) -> Floats | None:
    """How much ink there is, as a share of the row's, in a crop with what is round it; None where the row is too small
    to tell."""
    crop = pyramid.crop(widened(upright.quad, *_SEEN), round(_HIGH * (1 + 2 * _SEEN[1])))
    left, top = (round(share * _HIGH) for share in _SEEN)
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), _SOFTENED * _HIGH), np.float32)
    inside = soft[top:-top, left:-left]
    if inside.size == 0:
        return None
    ground, contrast = ground_of(inside, upright.pale)
    return np.asarray((ground - soft).sum(axis=2) * (-1 if upright.pale else 1) / max(contrast, 1.0), np.float32)


def _along(ink: Floats, start: float, end: float) -> Floats:
    """The ink along lines through all places at all angles, (places, angles, N), between two heights of the row."""
    middle = ink.shape[0] / 2
    y = np.arange(round((start - 0.5) * _HIGH), round((end - 0.5) * _HIGH))
    x = (_SEEN[0] + _PLACES)[:, None, None] * _HIGH + np.tan(_ANGLES)[None, :, None] * y
    rows = np.clip(np.round(y + middle), 0, ink.shape[0] - 1).astype(np.intp)
    return np.asarray(ink[rows, np.clip(np.round(x), 0, ink.shape[1] - 1).astype(np.intp)], np.float32)
