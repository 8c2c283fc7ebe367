"""Whether a row of glyphs still looks as it did: a small, upright picture of it, compared piece by piece."""

from __future__ import annotations

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.glyphs import Grey
from vision.pyramid import Pyramid, widened

SAME = 0.93  # of the least alike piece: a digit that became another one has at most 0.90, the same one 0.98 and more
ALIKE = 0.70  # from here on it is worth another look; below, something else lies there
_HEIGHT = 24  # pixels of the small picture
_PIECE = 12  # pixels: narrower than most digits, so that one that is another stands out
_PLAIN = 6.0  # grey levels of standard deviation: a piece without ink says nothing
_SHIFTED = 2  # pixels of the small picture that a row may be off


def look_of(grey: Pyramid, candidate: Candidate) -> Grey:
    """A small upright picture of a row, (24, W) uint8, from a pyramid of grey pictures."""
    return np.asarray(grey.crop(widened(candidate.quad, 0.15, 0.15), _HEIGHT), np.uint8)


def likeness(before: Grey, now: Grey) -> float:
    """How alike two looks of one row are, -1 to 1, in their least alike piece. Light and contrast do not matter, nor a
    shift of less than a tenth of the height."""
    width = min(before.shape[1], now.shape[1])
    if abs(before.shape[1] - now.shape[1]) > 2 or width < _PIECE:
        return -1.0
    reach = _SHIFTED
    around = cv2.copyMakeBorder(now[:, :width], reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    padded = np.asarray(around, np.uint8)
    starts = range(0, width - _PIECE + 1, _PIECE // 2)
    pieces = [before[:, start : start + _PIECE] for start in starts]
    inked = [(start, piece) for start, piece in zip(starts, pieces, strict=True) if float(piece.std()) > _PLAIN]
    return min((_best(piece, padded[:, start : start + _PIECE + 2 * reach]) for start, piece in inked), default=1.0)


def _best(piece: Grey, around: Grey) -> float:
    return float(np.max(cv2.matchTemplate(around, piece, cv2.TM_CCOEFF_NORMED)))
