"""How well print can be seen: what to tell a player who shows a card that cannot be read surely.

The limits were found on drawn cards made worse step by step, apart from those of the benchmarks: each is where hardly
any card is read surely any more.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import Candidate, Grey, Pyramid, shrunk, widened
from vision.reads import GLARE, TOO_BLURRED, TOO_DARK, Frame

DARKEST = 60.0  # grey levels of the paper; cards are read down to 25, but seldom
SOFTEST = 0.16  # of the glyphs' height: the width of an edge
WASHED_OUT = 0.40  # of the row's contrast: that of a piece of it in which a lamp is mirrored
_BRIGHT = 200  # grey levels: what is darkest in such a piece
_HEIGHT = 48  # pixels of the crop that is measured
_MARGINS = (0.30, 0.16)  # along and across, in glyph heights: as far as the first crop goes
_PIECE = 24  # pixels: wider than any gap between glyphs
_SPILT = 250  # grey levels: nothing is told apart above
_LARGE_SPILL = 0.004  # of a picture: a mirrored lamp
_DARK_PICTURE = 55  # grey levels of what is brightest in it
_SOFT_PICTURE = 7.0  # pixels: the width of its steepest edges
_PLAIN_PICTURE = 40  # grey levels from dark to bright: an empty table has no edges to judge by
_LOOK_AT = 1280  # pixels of the longer side while judging a picture


@dataclass(frozen=True)
class Quality:
    """Of a row of glyphs: `ground` the brighter of ink and ground in grey levels, `softness` the width of an edge in
    shares of the glyphs' height, `washed` the contrast of the palest bright piece of the row in shares of the whole
    row's (1 where none is bright)."""

    ground: float
    softness: float
    washed: float

    @property
    def trouble(self) -> str:
        """What makes it hard to read: `glare`, `too_dark`, `too_blurred`; empty where nothing does."""
        if self.washed < WASHED_OUT:
            return GLARE
        if self.ground < DARKEST:
            return TOO_DARK
        return TOO_BLURRED if self.softness > SOFTEST else ""


def quality_of(pyramid: Pyramid, candidate: Candidate) -> Quality:
    """Measure a row of glyphs."""
    grey = _grey(pyramid.crop(widened(candidate.quad, *_MARGINS), _HEIGHT))
    low, high = (float(level) for level in np.percentile(grey, [5, 95]))
    return Quality(high, _edge_px(grey, high - low) / grey.shape[0], _washed(grey, high - low))


def trouble_of(frame: Frame) -> str:
    """What makes it hard to read anything in a picture: `too_dark`, `glare`, `too_blurred`; empty: nothing does."""
    grey = _grey(shrunk(frame, _LOOK_AT))
    low, high = (float(level) for level in np.percentile(grey, [1, 99]))
    if high < _DARK_PICTURE:
        return TOO_DARK
    spilt = cv2.morphologyEx(np.asarray(grey >= _SPILT, np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    if np.count_nonzero(spilt) > _LARGE_SPILL * grey.size:
        return GLARE
    soft = high - low > _PLAIN_PICTURE and _edge_px(grey, high - low, steepest=99.7) > _SOFT_PICTURE
    return TOO_BLURRED if soft else ""


def _edge_px(grey: Grey, contrast: float, steepest: float = 95.0) -> float:
    """The width of the steepest edges in pixels: over how many the brightness goes from dark to bright. Noise is
    smoothed away first."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    cv2.magnitude(across, down, across)  # in its place, as all of this is of a photo's size
    del smooth, down
    return contrast / max(float(np.percentile(across, steepest, overwrite_input=True)), 0.5)


def _washed(grey: Grey, contrast: float) -> float:
    margin = round(_MARGINS[0] * _HEIGHT / (1 + 2 * _MARGINS[1]))
    inside = grey[:, margin : max(grey.shape[1] - margin, margin + _PIECE)]
    pieces = [inside[:, start : start + _PIECE] for start in range(0, inside.shape[1] - _PIECE + 1, _PIECE // 2)]
    levels = [np.percentile(piece, [5, 95]) for piece in pieces]
    return min((float(high - low) / max(contrast, 1.0) for low, high in levels if low > _BRIGHT), default=1.0)


def _grey(picture: Frame | Grey) -> Grey:
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
