"""Whether a row of glyphs stands in the middle of a plate that is seen whole: nothing lies over an end of it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.candidate import Candidate
from vision.glyphs import Floats
from vision.ground import ground_of
from vision.pyramid import Pyramid, widened

_HIGH = 32  # pixels that the row has in the crop
_SEEN = (1.5, 1.1)  # heights of the row: how far it is looked beside it, and above and below
_OUTSIDE = 0.4  # likewise: so much at the edge of the crop is what the plate lies on
_NARROWEST, _WIDEST = 0.18, 0.85  # likewise: from the row to an edge of its plate
# Likewise: by how much the plate goes on farther at one end of the row than at the other, and above than below.
_UNEVEN = 0.14, 0.30
_UNLIKE = 0.4  # of the row's contrast: so much the plate differs from what it lies on,
_ALIKE = 0.5  # and that differs less from side to side, as a share of it
_SOFTENED = 0.05  # heights of the row: noise is smoothed away before


def on_plate(pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether an upright row stands in the middle of a plate that ends, equally far away, before it and behind it, and
    above it and below, with the same all round: another card that lies over a part of it does not end where its plate
    would."""
    tall = _HIGH * (1 + 2 * _SEEN[1])
    crop = cv2.GaussianBlur(pyramid.crop(widened(upright.quad, *_SEEN), round(tall)), (0, 0), _SOFTENED * _HIGH)
    colours = np.asarray(crop, np.float32)
    left, top = (round(share * _HIGH) for share in _SEEN)
    inside = colours[top:-top, left:-left]
    if inside.size == 0:
        return False
    ground, contrast = ground_of(inside, upright.pale)
    along, down = np.median(colours[top:-top], axis=0), np.median(colours[:, left:-left], axis=1)
    ways = along[:left][::-1], along[-left:], down[:top][::-1], down[-top:]
    edges = [_edge(way, ground, _UNLIKE * contrast / 3) for way in ways]
    before, behind, above, below = (edge / _HIGH for edge in edges)
    if not all(_NARROWEST <= edge / _HIGH <= _WIDEST for edge in edges):
        return False
    if abs(before - behind) > _UNEVEN[0] or abs(above - below) > _UNEVEN[1]:
        return False
    outside = np.stack([_outside(way) for way in ways])
    return bool(np.ptp(outside, axis=0).max() <= _ALIKE * np.abs(outside - ground).max(axis=1).min())


def _edge(way: Floats, ground: Floats, least: float) -> float:
    """How many pixels a plate of this ground goes on along a way from the row outwards, (n, 3); 0 where it does not
    end."""
    differs = np.abs(way - ground).max(axis=1)
    there = float(np.abs(_outside(way) - ground).max())
    beyond = np.flatnonzero(differs > there / 2)
    return float(beyond[0]) if there > least and len(beyond) else 0.0


def _outside(way: npt.NDArray[np.float32]) -> Floats:
    return np.asarray(np.median(way[-round(_OUTSIDE * _HIGH) :], axis=0), np.float32)
