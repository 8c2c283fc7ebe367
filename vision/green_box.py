"""Three pale digits in a dark green rounded box: where such boxes lie."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.glyphs import Floats, Grey, Ints, tight_quad
from vision.pyramid import Pyramid, widened
from vision.reads import Frame, Quad

DIGITS = 3
_SMALLEST_DIGIT = 5  # pixels
_LONGEST_SIDE = 2600  # pixels; a larger picture is searched on a smaller copy
# The box is darker than whatever it is printed on, also where that is green: one of these limits parts the two.
_DARKEST = (60, 85, 110, 140)  # value in HSV
_GREENS = ((32, 45), (98, 255))  # hue (of 180) and saturation, of a green under warm and cold lamps
_UPRIGHT = 20  # pixels of a digit while the ground round it is judged
_AROUND = (2.2, 1.6)  # digit heights that are looked at beside them, and above and below
_LIKE = 30.0  # grey levels: how far the box may be from the colour between its digits
_PADS = (0.08, 1.9)  # digit heights: how far a box goes beyond its digits at its ends
_LOPSIDED = 0.5  # digit heights: more at one end than at the other means that a digit was not seen


def find_boxed(frame: Frame) -> list[Quad]:
    """Tight quads round three digits that stand alone in a dark green box, in pixels of the frame, which way up is
    not known. One box may be found more than once."""
    shrink = min(_LONGEST_SIDE / max(frame.shape[:2]), 1.0)
    picture = cv2.resize(frame, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else frame
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    (hue_from, saturation_from), (hue_to, saturation_to) = _GREENS
    found = []
    for value in _DARKEST:
        mask = cv2.inRange(hsv, (hue_from, saturation_from, 6), (hue_to, saturation_to, value))
        found += [np.asarray(quad / shrink, np.float32) for quad in _boxes(np.asarray(mask, np.uint8))]
    return found


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


def _boxes(mask: Grey) -> Iterator[Quad]:
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if tree is None:
        return
    for index, (_, _, child, parent) in enumerate(tree[0]):
        if parent == -1 and child != -1 and len(outlines[index]) >= 4:
            holes = [outlines[hole].reshape(-1, 2).astype(np.float32) for hole in _siblings(tree[0], child)]
            quad = _digits_in(outlines[index].reshape(-1, 2).astype(np.float32), holes)
            if quad is not None:
                yield quad


def _siblings(tree: Ints, first: int) -> Iterator[int]:
    index = int(first)
    while index != -1:
        yield index
        index = int(tree[index][0])


def _digits_in(box: Floats, holes: list[Floats]) -> Quad | None:
    """The quad round the digits, if a box holds three of them and nothing else of their size."""
    large = [hole for hole in holes if np.ptp(hole, axis=0).max() >= _SMALLEST_DIGIT]
    tallest = max((float(np.ptp(hole, axis=0).max()) for hole in large), default=0.0)
    digits = [hole for hole in large if np.ptp(hole, axis=0).max() > 0.4 * tallest]
    quad = tight_quad(digits) if len(digits) == DIGITS else None
    return quad if quad is not None and _is_rounded_box(box, quad) else None


def _is_rounded_box(box: Floats, quad: Quad) -> bool:
    """Whether the outline is a full, longish box that lies along the digits and is not much larger than they are."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    down, along = (quad[3] - quad[0]) / height, (quad[1] - quad[0]) / float(np.linalg.norm(quad[1] - quad[0]))
    tall, wide = float(np.ptp(box @ down)), float(np.ptp(box @ along))
    full = cv2.contourArea(box) > 0.7 * tall * wide
    return full and 1.1 * height < tall < 3.2 * height and 1.2 * tall < wide < 7 * tall
