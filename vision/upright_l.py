"""Whether a code begins with an L, or with a 7 that lies upside down: the stem of the one stands as its figures do,
that of the other leans over to the right."""

from __future__ import annotations

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.glyphs import Grey
from vision.pyramid import Pyramid
from vision.roman import parted

_LINING = 0.80  # of the highest sign: among old-style figures, which differ more, a 7 has an upright stem as well
_STEM = (0.08, 0.62)  # of the L's height: from its top serif down to its foot
_FEWEST = 5  # rows of pixels that tell how the stem leans
_LEANS = 0.15  # of its height: by how much more than the figures. Of 243 sevens one in twenty leans less
_EVEN = "018"  # figures that are alike on both sides


def has_upright_l(code: str, pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether the stem of an upright L code stands as its figures do; False also where that cannot be told."""
    glyphs = parted(len(code), pyramid, upright)
    heights = [glyph.shape[0] for glyph in glyphs]
    if len(glyphs) != len(code) or min(heights) < _LINING * max(heights):
        return False
    stem = _stem(glyphs[0])
    figures = [_shear(glyph) for sign, glyph in zip(code[1:], glyphs[1:], strict=True) if sign in _EVEN]
    return stem is not None and bool(figures) and stem - float(np.mean(figures)) < _LEANS


def _stem(glyph: Grey) -> float | None:
    """How far the stem of an L goes to the right on its way up, in shares of the way."""
    first, last = (round(share * glyph.shape[0]) for share in _STEM)
    inked = [(y, np.flatnonzero(glyph[y])) for y in range(first, last) if glyph[y].any()]
    if len(inked) < _FEWEST:
        return None
    middles = [(row[0] + row[-1]) / 2 for _, row in inked]
    return -float(np.polyfit([y for y, _ in inked], middles, 1)[0])


def _shear(glyph: Grey) -> float:
    """Likewise of a figure."""
    moments = cv2.moments(glyph, binaryImage=True)
    return -moments["mu11"] / max(moments["mu02"], 1.0)
