"""Whether a row of glyphs stands in the middle of a plate, or of a frame, that is seen whole: nothing lies over an end
of it."""

from __future__ import annotations

from collections.abc import Sequence

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
# The line of a frame: so much of the row's contrast it differs, as the print does, from the ground on both sides of it;
# so many times as much as these from each other; and so uneven are its distances, where the print leans.
_LINE, _OTHER_SIDE, _LEANING = 0.2, 2.0, (0.25, 0.30)


def on_plate(pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether an upright row stands in the middle of a plate that ends, equally far away, before it and behind it, and
    above it and below, with the same all round: another card that lies over a part of it does not end where its plate
    would."""
    ways, ground, contrast = _ways(pyramid, upright)
    if not ways or not _in_the_middle([_edge(way, ground, _UNLIKE * contrast / 3) for way in ways]):
        return False
    outside = np.stack([_outside(way) for way in ways])
    return bool(np.ptp(outside, axis=0).max() <= _ALIKE * np.abs(outside - ground).max(axis=1).min())


def in_frame(pyramid: Pyramid, upright: Candidate) -> bool:
    """Whether an upright row stands in the middle of a frame, a line that goes all round it, likewise."""
    ways, _, contrast = _ways(pyramid, upright)
    return bool(ways) and _in_the_middle([_line(way, contrast, upright.pale) for way in ways], _LEANING)


def _ways(pyramid: Pyramid, upright: Candidate) -> tuple[tuple[Floats, ...], Floats, float]:
    """What is seen from a row outwards, before and behind it, above and below, (n, 3) each, with its ground and its
    contrast in all colours together; no ways where it is too small."""
    tall = _HIGH * (1 + 2 * _SEEN[1])
    crop = cv2.GaussianBlur(pyramid.crop(widened(upright.quad, *_SEEN), round(tall)), (0, 0), _SOFTENED * _HIGH)
    colours = np.asarray(crop, np.float32)
    left, top = (round(share * _HIGH) for share in _SEEN)
    inside = colours[top:-top, left:-left]
    if inside.size == 0:
        return (), np.zeros(3, np.float32), 0.0
    along, down = np.median(colours[top:-top], axis=0), np.median(colours[:, left:-left], axis=1)
    return (along[:left][::-1], along[-left:], down[:top][::-1], down[-top:]), *ground_of(inside, upright.pale)


def _in_the_middle(edges: Sequence[float], uneven: tuple[float, float] = _UNEVEN) -> bool:
    """Whether a row stands in the middle of edges that are so many pixels before and behind it, above and below."""
    before, behind, above, below = shares = [edge / _HIGH for edge in edges]
    near = all(_NARROWEST <= share <= _WIDEST for share in shares)
    return near and abs(before - behind) <= uneven[0] and abs(above - below) <= uneven[1]


def _edge(way: Floats, ground: Floats, least: float) -> float:
    """How many pixels a plate of this ground goes on along a way from the row outwards, (n, 3); 0 where it does not
    end."""
    differs = np.abs(way - ground).max(axis=1)
    there = float(np.abs(_outside(way) - ground).max())
    beyond = np.flatnonzero(differs > there / 2)
    return float(beyond[0]) if there > least and len(beyond) else 0.0


def _line(way: Floats, contrast: float, pale: bool) -> float:
    """How many pixels away the line of a frame is, of the ink's kind, along a way from the row outwards, (n, 3); 0
    where there is none. Light may change along the way."""
    ink = way.sum(axis=1) * (1 if pale else -1)
    first, last = round(_NARROWEST * _HIGH), round(_WIDEST * _HIGH)
    at = first + int(ink[first:last].argmax())
    sides = ink[first // 2 : max(at - first, first // 2 + 1)], ink[at + first :]
    near, far = (float(np.median(side)) for side in sides)
    strength = float(ink[at]) - max(near, far)
    return float(at) if strength > max(_LINE * contrast, _OTHER_SIDE * abs(near - far)) else 0.0


def _outside(way: npt.NDArray[np.float32]) -> Floats:
    return np.asarray(np.median(way[-round(_OUTSIDE * _HIGH) :], axis=0), np.float32)
