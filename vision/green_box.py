"""Three pale digits in a dark green rounded box: whether a row of them stands in one."""

from __future__ import annotations

import cv2
import numpy as np

from vision.glyphs import Floats, Grey
from vision.pyramid import Pyramid, widened
from vision.reads import Quad

DIGITS = 3
_GREENS = ((32, 45), (98, 255))  # hue (of 180) and saturation, of a green under warm and cold lamps
_UPRIGHT = 20  # pixels of a digit while the ground round it is judged
_AROUND = (2.2, 1.6)  # digit heights that are looked at beside them, and above and below
_LIKE = 30.0  # grey levels: how far the box may be from the colour between its digits
_PADS = (0.08, 1.9)  # digit heights: how far a box goes beyond its digits at its ends
_LOPSIDED = 0.5  # digit heights: more at one end than at the other means that a digit was not seen


def is_boxed(pyramid: Pyramid, quad: Quad) -> bool:
    """Whether pale digits within a tight quad stand alone, in the middle of a closed dark green box; told by the colour
    between the digits, so in any light."""
    across = _UPRIGHT * (1 + 2 * _AROUND[1])
    crop = cv2.GaussianBlur(pyramid.crop(widened(quad, *_AROUND), round(across)), (3, 3), 0)
    left, top = round(_AROUND[0] * _UPRIGHT), round(_AROUND[1] * _UPRIGHT)
    inside = crop[top : top + _UPRIGHT, left : crop.shape[1] - left]
    if inside.size == 0:
        return False
    levels = inside.astype(np.float32).sum(axis=2)
    ground = np.median(inside[levels <= np.percentile(levels, 40)], axis=0)
    if not _is_green(ground):
        return False
    like = np.abs(crop.astype(np.float32) - ground).max(axis=2) < min(_LIKE, 0.22 * float(np.ptp(levels)) / 3 + 6)
    like[top : top + _UPRIGHT, left : crop.shape[1] - left] = True
    return _is_closed(np.asarray(like, np.uint8), left, top)


def _is_green(colour: Floats) -> bool:
    hue, saturation, _ = cv2.cvtColor(np.asarray(colour, np.uint8).reshape(1, 1, 3), cv2.COLOR_BGR2HSV)[0, 0]
    (hue_from, saturation_from), (hue_to, _) = _GREENS
    return bool(hue_from <= hue <= hue_to and saturation >= saturation_from)


def _is_closed(like: Grey, left: int, top: int) -> bool:
    """Whether the spot round the middle of a mask is a full box, about as long at either end of the digits."""
    opened = cv2.morphologyEx(like, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    number = int(labels[top + _UPRIGHT // 2, like.shape[1] // 2])
    x, y, width, height, area = (int(part) for part in stats[number])
    pads = (left - x) / _UPRIGHT, (x + width - like.shape[1] + left) / _UPRIGHT
    ends = (top - y) / _UPRIGHT, (y + height - top) / _UPRIGHT - 1
    if number == 0 or x == 0 or y == 0 or x + width == like.shape[1] or y + height == like.shape[0]:
        return False
    at_ends = _PADS[0] < min(pads) and max(pads) < _PADS[1] and abs(pads[0] - pads[1]) < _LOPSIDED
    return at_ends and min(ends) > 0.02 and abs(ends[0] - ends[1]) < _LOPSIDED and area > 0.72 * width * height
