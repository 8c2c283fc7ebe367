"""Whether something may lie over an end of a row: a card, a finger, or the picture's own edge.

A small network sees both ends, close by and far about: it knows what cards, fingers and light that lie over the rest of
a row look like, whose edges run on above and below it or leave a sliver of a sign, and what plates, outlines, halos and
shadows look like that belong to it. The picture's edge, and a lamp that is mirrored in one end, are told by rules."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.find.picture import Candidate, Floats, Pyramid, widened
from vision.inference import MODELS
from vision.network import Network
from vision.reads import Frame, Quad

ENDS_MODEL = MODELS / "ends_net.onnx"
ENDS_HEIGHT, ENDS_WIDTH = 48, 128  # pixels of the picture that it looks at: one end of the row beside the other one
# Heights of the row that an end shows above and below it, of its print, and beyond: close by, where a sliver of a sign
# is seen, and far about, where a plate closes round its print and another card's edge runs on.
_VIEWS = (0.4375, 1.0, 1.5), (1.5, 2.0, 10 / 3)
_FLAT = 8.0  # grey levels of standard deviation: less than that is noise
# How much looser than its print a row is cut, in heights: before, above, behind and below it. In close cuts it errs:
# of 65 cut codes that were surely read, five were said to be whole by one, two by the mean of these.
_LOOSER = (0.08, 0.08, 0.08, 0.08), (0.0, 0.10, 0.0, -0.05), (0.0, -0.05, 0.0, 0.10), (0.15, 0.15, 0.15, 0.15)
_HIGH = 32  # pixels of a crop, which is as high as the row
# Heights of the row: what is so near beside its print lies in the picture. On 96 whole and 180 cut codes at its edge
# (seed 3301 of benchmarks/independent) 29 of 61 that are surely read but for their ends are whole then, and 2 of 68 cut
# ones; 26 and 2 with half a height, reckoned from the corners that a row was cut with.
_AT_EDGE = 0.4
# Heights of the row: so far beside its end and within it; grey levels of all colours; and so much of both is white. Of
# 298 codes of seeds 3101, 1301, 1501 and 9301 of benchmarks/independent that were surely read one has more than 0.01 of
# it at one end: `SM086`, whose S is lost in it and was read as none.
_GLARE, _WHITE, _SOME_WHITE = (0.8, 0.6), 248, 0.10


def wholeness(pyramid: Pyramid, row: Candidate, net: EndsNet) -> float:
    """How likely nothing lies over any part of an upright row (the logarithm of the odds): what the network says of its
    ends; never at the picture's edge, nor where a lamp is mirrored in one end of it."""
    if is_at_pictures_edge(pyramid, row) or _is_washed_out(pyramid, row):
        return -math.inf
    return net.wholeness(pyramid, row)


# --- by the network ---------------------------------------------------------------------------------------------------


def ends_of(pyramid: Pyramid, quad: Quad) -> Floats:
    """Both ends of an upright row, (6, 48, 128) float32, close by and far about, each of these with a mean of 0 and a
    deviation of 1: in the left half what is round its first sign, in the right one what is round its last one."""
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    right = quad[1] - quad[0] + quad[2] - quad[3]
    right = right / max(float(np.linalg.norm(right)), 1e-6) * float(np.linalg.norm(down))
    return np.concatenate([_view(pyramid, quad, right, *view) for view in _VIEWS])


def _view(pyramid: Pyramid, quad: Quad, right: Floats, above: float, inside: float, beyond: float) -> Floats:
    halves = [
        _end(pyramid, (quad[0], quad[3]), right, above, (-beyond, inside)),
        _end(pyramid, (quad[1], quad[2]), right, above, (-inside, beyond)),
    ]
    values = np.concatenate(halves, axis=1).astype(np.float32)
    values = (values - values.mean()) / max(float(values.std()), _FLAT)
    return np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)


def _end(
    pyramid: Pyramid, corners: tuple[Floats, Floats], right: Floats, above: float, reach: tuple[float, float]
) -> Frame:
    (top, bottom), (left, far) = corners, reach
    upper, lower = top - above * (bottom - top), bottom + above * (bottom - top)
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


# --- by rules ---------------------------------------------------------------------------------------------------------


def is_at_pictures_edge(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether one more sign of a row may stand outside the picture."""
    beside = widened(row.tight, _AT_EDGE, 0.0)
    height, width = pyramid.levels[0].shape[:2]
    return bool((beside < 0).any() or (beside > (width, height)).any())


def _is_washed_out(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether the picture is white beside one end of an upright row and within it, as where a lamp is mirrored: that
    hides signs and leaves no edge. On white paper both ends are as white."""
    crop = pyramid.crop(widened(row.quad, _GLARE[0], 0.0), _HIGH)
    white = np.asarray(crop.min(axis=2) >= _WHITE, np.bool_)
    beside, both = (round(share * _HIGH) for share in (_GLARE[0], sum(_GLARE)))
    shares = ((side[:, :beside].mean(), side[:, beside:both].mean()) for side in (white, white[:, ::-1]))
    washed = [min(outside, inside) >= _SOME_WHITE for outside, inside in shares]
    return any(washed) and not all(washed)
