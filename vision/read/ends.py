"""Whether both ends of a row of print are seen: a small network that knows what cards, fingers and light that lie over
the rest of it look like, and what plates, outlines, halos and shadows look like that belong to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.find.picture import Candidate, Floats, Pyramid, widened
from vision.network import Network
from vision.reads import Frame, Quad

ENDS_MODEL = Path(__file__).parent.parent / "models" / "ends_net.onnx"
ENDS_HEIGHT, ENDS_WIDTH = 48, 128  # pixels of the picture that it looks at: one end of the row beside the other one
_ABOVE, _INSIDE, _BEYOND = 0.4375, 1.0, 1.5  # heights of the row that an end shows: across, of its print, and beyond
_FLAT = 8.0  # grey levels of standard deviation: less than that is noise
# How much looser than its print a row is cut, in heights: before, above, behind and below it. In close cuts it errs:
# of 65 cut codes that were surely read, five were said to be whole by one, two by the mean of these.
_LOOSER = (0.08, 0.08, 0.08, 0.08), (0.0, 0.10, 0.0, -0.05), (0.0, -0.05, 0.0, 0.10), (0.15, 0.15, 0.15, 0.15)


def ends_of(pyramid: Pyramid, quad: Quad) -> Floats:
    """Both ends of an upright row, (3, 48, 128) float32, its mean 0, its deviation 1: in the left half what is round
    its first sign, in the right one what is round its last one, each as high as 1.9 rows."""
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    right = quad[1] - quad[0] + quad[2] - quad[3]
    right = right / max(float(np.linalg.norm(right)), 1e-6) * float(np.linalg.norm(down))
    halves = [
        _end(pyramid, (quad[0], quad[3]), right, (-_BEYOND, _INSIDE)),
        _end(pyramid, (quad[1], quad[2]), right, (-_INSIDE, _BEYOND)),
    ]
    values = np.concatenate(halves, axis=1).astype(np.float32)
    values = (values - values.mean()) / max(float(values.std()), _FLAT)
    return np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)


def _end(pyramid: Pyramid, corners: tuple[Floats, Floats], right: Floats, reach: tuple[float, float]) -> Frame:
    top, bottom = corners
    above, (left, far) = _ABOVE * (bottom - top), reach
    upper, lower = top - above, bottom + above
    quad = np.stack([upper + left * right, upper + far * right, lower + far * right, lower + left * right])
    crop = pyramid.crop(np.asarray(quad, np.float32), ENDS_HEIGHT)
    size = (ENDS_WIDTH // 2, ENDS_HEIGHT)
    return crop if crop.shape[1::-1] == size else np.asarray(cv2.resize(crop, size), np.uint8)


class EndsNet:
    """Tells whether the ends of rows are seen. Usable from any thread."""

    def __init__(self, model: Path = ENDS_MODEL) -> None:
        self._net = Network(model)

    def wholeness(self, pyramid: Pyramid, row: Candidate) -> float:
        """How likely nothing lies over any part of an upright row, by what several looser cuts of it show: the
        logarithm of the odds."""
        cuts = [ends_of(pyramid, widened(row.tight, *each)) for each in _LOOSER]
        return float(self._net.answer(np.stack(cuts)).mean())


@cache
def ends_net() -> EndsNet:
    """The one network of this process."""
    return EndsNet()
