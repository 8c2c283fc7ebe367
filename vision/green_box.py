"""Three pale digits in a dark green rounded box: where such boxes lie."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.glyphs import Floats, Grey, Ints, tight_quad
from vision.reads import Frame, Quad

_DIGITS = 3
_SMALLEST_DIGIT = 5  # pixels
_LONGEST_SIDE = 2600  # pixels; a larger picture is searched on a smaller copy
# The box is darker than whatever it is printed on, also where that is green: one of these limits parts the two.
_DARKEST = (60, 85, 110, 140)  # value in HSV
_GREENS = ((32, 45), (98, 255))  # hue (of 180) and saturation, of a green under warm and cold lamps


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
    quad = tight_quad(digits) if len(digits) == _DIGITS else None
    return quad if quad is not None and _is_rounded_box(box, quad) else None


def _is_rounded_box(box: Floats, quad: Quad) -> bool:
    """Whether the outline is a full, longish box that lies along the digits and is not much larger than they are."""
    height = float(np.linalg.norm(quad[3] - quad[0]))
    down, along = (quad[3] - quad[0]) / height, (quad[1] - quad[0]) / float(np.linalg.norm(quad[1] - quad[0]))
    tall, wide = float(np.ptp(box @ down)), float(np.ptp(box @ along))
    full = cv2.contourArea(box) > 0.7 * tall * wide
    return full and 1.1 * height < tall < 3.2 * height and 1.2 * tall < wide < 7 * tall
