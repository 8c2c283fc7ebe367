"""Three pale digits in a dark green rounded box: whether a row of them stands in one."""

from __future__ import annotations

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.candidate import Candidate
from vision.glyphs import Floats, Glyphs, Grey
from vision.pyramid import Pyramid, widened
from vision.reads import Frame, Quad

DIGITS = 3
_GREENS = ((32, 45), (98, 255))  # hue (of 180) and saturation, of a green under warm and cold lamps
# Saturation, likewise: of a green seen as in daylight; and of one that a veil of light has paled, as it is and as in
# daylight, of a clearer hue.
_LAMPLIT, _VEILED, _VEILED_HUE = 36, (25, 20), (45, 88)
_PALEST = 90  # percent of what is within the digits: paler is their white
_GREEN_SHARE = 0.3  # of what is in and round a glyph's rectangle: pale strokes fill the rest, and their soft edges
_RING = (0.14, 0.28)  # heights of a row: so far round it;
_NOT_INK = 0.45  # of the way from its ground to its ink: one of 50 drawn numbers had more there, of pale spots most
_UPRIGHT = 20  # pixels of a digit while the ground round it is judged
_AROUND = (2.2, 1.6)  # digit heights that are looked at beside them, and above and below
_LIKE = 30.0  # grey levels: how far the box may be from the colour between its digits;
_ALIKE = (20.0, 16.0, 12.0, 8.0)  # less, where it stands on another green
_BETWEEN = (40, 15)  # percent of what is within the digits: the darkest, all between them or what no blur has reached
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
    furthest = min(_LIKE, 0.22 * float(np.ptp(levels)) / 3 + 6)
    white = np.median(inside[levels >= np.percentile(levels, _PALEST)], axis=0)
    grounds = [np.median(inside[levels <= np.percentile(levels, darkest)], axis=0) for darkest in _BETWEEN]
    for ground in (*grounds, _ring(crop, left, top)):
        if not _is_green(ground, white):  # most rows are on no green, and that is soon told
            continue
        blue, green, red = np.moveaxis(np.abs(crop.astype(np.float32) - ground), 2, 0)
        apart = np.maximum(np.maximum(blue, green), red)
        apart[top : top + _UPRIGHT, left : crop.shape[1] - left] = 0
        likes = (apart < limit for limit in (furthest, *_ALIKE) if limit <= furthest)
        if any(_is_closed(np.asarray(like, np.uint8), left, top) for like in likes):
            return True
    return False


def lies_on_ground(pyramid: Pyramid, row: Candidate) -> bool:
    """Whether the ground of a row goes on round it. Where dark letters stand on paper, what is pale between them may
    look like digits, and the paper round them is as pale."""
    crop, unit = pyramid.crop(widened(row.quad, _RING[1], _RING[1]), 2 * _UPRIGHT), 2 * _UPRIGHT / (1 + 2 * _RING[1])
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) if crop.ndim == 3 else crop, np.float32)
    values, edge, inner = grey if row.pale else -grey, round(_RING[1] * unit), round((_RING[1] - _RING[0]) * unit)
    inside = values[edge:-edge, edge:-edge]
    if inside.size == 0:
        return False
    ground, ink = (float(level) for level in np.percentile(inside, [10, 95]))
    far, near = np.ones(values.shape, np.bool_), np.ones(values.shape, np.bool_)
    far[inner:-inner, inner:-inner] = False
    near[edge:-edge, edge:-edge] = False  # of a small box, whose edge is as near
    level = min(float(np.median(values[far])), float(np.median(values[near & ~far])))
    return level < ground + _NOT_INK * (ink - ground)


def on_green(picture: Frame, glyphs: Glyphs) -> Glyphs:
    """The glyphs of a picture, (H, W, 3) uint8 BGR, that have green round them."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    (hue_from, saturation_from), (hue_to, saturation_to) = _GREENS
    green = cv2.integral(cv2.inRange(hsv, (hue_from, saturation_from, 4), (hue_to, saturation_to, 255)) // 255)
    around = glyphs.boxes[:, 2:].max(axis=1, keepdims=True) // 4 + 1
    left, top = np.maximum(glyphs.boxes[:, :2] - around, 0).T
    right, bottom = np.minimum(glyphs.boxes[:, :2] + glyphs.boxes[:, 2:] + around, picture.shape[1::-1]).T
    count = green[bottom, right] - green[top, right] - green[bottom, left] + green[top, left]
    kept = np.flatnonzero(count >= _GREEN_SHARE * (right - left) * (bottom - top))
    return Glyphs(glyphs.boxes[kept], [glyphs.outlines[int(index)] for index in kept])


def _ring(crop: MatLike, left: int, top: int) -> Floats:
    """The colour close round the digits: between them, blur may have spread their own."""
    far, near = (round(share * _UPRIGHT) for share in (_RING[1], _RING[0] / 2))
    parts = (
        crop[top - far : top - near, left:-left],
        crop[top + _UPRIGHT + near : top + _UPRIGHT + far, left:-left],
        crop[top : top + _UPRIGHT, left - far : left - near],
        crop[top : top + _UPRIGHT, crop.shape[1] - left + near : crop.shape[1] - left + far],
    )
    return np.asarray(np.median(np.concatenate([part.reshape(-1, 3) for part in parts]), axis=0), np.float32)


def _is_green(colour: Floats, white: Floats) -> bool:
    """Whether a colour is a green, as it is or in the light of a lamp in which the digits look this white."""
    in_daylight = np.clip(colour * 255 / np.maximum(white, 1), 0, 255)
    seen = np.asarray([colour, in_daylight], np.uint8).reshape(1, 2, 3)
    hues, saturations, _ = cv2.cvtColor(seen, cv2.COLOR_BGR2HSV)[0].T
    (hue_from, least), (hue_to, _) = _GREENS
    green = (hues >= hue_from) & (hues <= hue_to) & (saturations >= (least, _LAMPLIT))
    veiled = (hues >= _VEILED_HUE[0]) & (hues <= _VEILED_HUE[1]) & (saturations >= _VEILED)
    return bool(green.any() or veiled.all())


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
