"""Dark green boxes by their outlines, and where the pale print stands in them, also where its digits run into each
other or break apart."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.glyphs import Floats, Grey, Ints, rectangles
from vision.pyramid import Pyramid, widened
from vision.reads import Frame, Quad

NEAR, FAR = 31, 71  # pixels of the picture that is searched, wider than a box: how far round a place is looked
# Hue (of 180) and saturation of a green under warm and cold lamps; darker than one of these values, so that the box
# parts from whatever it is printed on, also where that is green.
_GREENS = ((28, 35), (102, 255))
_DARKEST = (45, 70, 95, 120, 150)
# Or darker than what is round it by so many grey levels; in this light the hue may be farther off.
_GREENISH = ((20, 25), (110, 255))
_BRIGHTEST = 190
_DARKER = (8, 20, 40)
_SHORTEST, _LONGEST, _LOWEST = 10, 260, 6  # likewise: sides of a box
_SHAPE = (1.2, 5.5)  # length to height
_FULL, _SMOOTH = 0.72, 0.80  # how much of its rectangle its hull fills, and how much of its hull it fills itself
UPRIGHT = 48  # pixels that a box is cut out with
INK = (0.35, 0.55)  # of the way from its ground to its brightest print
_CONTRAST = 18  # grey levels from one to the other
_EDGE, _SPECK = 1, 12  # pixels of the cut: ink that touches its edge is none, nor is less than a speck
_TALL = 0.3  # of the tallest ink: what is lower is no digit
_OVER_EDGE = 0.15  # heights of a box: so far old-style figures may hang over it
_FOOT, _HANGING = 0.3, 0.35  # heights of a box: how wide a figure that hangs down to its edge is there, and how high
_PRINT = (1.0, 5.5)  # length to height of the print
_PARTED = (3, 9)  # likewise: what is thinner does not hold a box to its neighbours
_RING = 3  # pixels of the cut: its own edge
_ROUND = 3  # pixels of the cut: so far round the print its box is looked at;
_MOST_PALE = 0.4  # the most of that which may be as pale as the print


def find_boxes(pyramid: Pyramid, *, around: int | None, fine: bool) -> Iterator[Quad]:
    """Tight quads round the print in dark green boxes, in pixels of the finest picture, which way up is not known; one
    may be found more than once. Boxes are told by how dark they are or, with `around`, by how much darker than what is
    so far round them. A `fine` search finds smaller ones, and takes four times as long."""
    levels = list(enumerate(pyramid.levels))
    for level, picture in levels[::2] if fine or len(levels) == 1 else levels[1::2]:
        hsv = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV), np.uint8)
        for mask in _dark(hsv) if around is None else _darker(hsv, around):
            for box in _outlines(mask):
                quad = np.asarray(box * 2**level, np.float32)
                yield from _print_in(pyramid, quad)
                if fine:
                    yield from _print_in(pyramid, widened(quad, _OVER_EDGE, _OVER_EDGE))


def find_outlined(pyramid: Pyramid, *, fine: bool) -> Iterator[Quad]:
    """Likewise, in boxes of any colour that are darker than what is round them: noise and coloured light may hide that
    they are green, which is to be told by their middle colour."""
    for level, picture in list(enumerate(pyramid.levels))[0 if fine else 1 :: 2]:
        value = np.asarray(picture.max(axis=2), np.uint8)
        for mask in deeper(value, FAR):
            for box in _outlines(mask):
                yield from _print_in(pyramid, np.asarray(box * 2**level, np.float32))


def _dark(hsv: Frame) -> Iterator[Grey]:
    (hue_from, saturation_from), (hue_to, saturation_to) = _GREENS
    for value in _DARKEST:
        mask = cv2.inRange(hsv, (hue_from, saturation_from, 4), (hue_to, saturation_to, value))
        yield np.asarray(mask, np.uint8)


def _darker(hsv: Frame, around: int) -> Iterator[Grey]:
    (hue_from, saturation_from), (hue_to, saturation_to) = _GREENISH
    green = cv2.inRange(hsv, (hue_from, saturation_from, 4), (hue_to, saturation_to, _BRIGHTEST))
    for mask in deeper(np.asarray(hsv[:, :, 2], np.uint8), around):
        yield np.asarray(cv2.bitwise_and(mask, green), np.uint8)


def deeper(value: Grey, around: int) -> Iterator[Grey]:
    """Masks of what is darker than what is so many pixels round it, by more and more."""
    by_how_much = cv2.subtract(cv2.blur(value, (around, around)), value)
    for by in _DARKER:
        yield np.asarray(cv2.threshold(by_how_much, by, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _outlines(mask: Grey) -> Iterator[Quad]:
    """Spots of a mask that are as full as a rounded box is; lying, their first side along them."""
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    for side in _PARTED:
        opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        for outline, quad, (low, long) in rectangles(np.asarray(opened, np.uint8), (_SHORTEST, _LONGEST)):
            if low < _LOWEST or not _SHAPE[0] < long / low < _SHAPE[1]:
                continue
            hull = cv2.contourArea(cv2.convexHull(outline))
            if hull > _FULL * low * long and cv2.contourArea(outline) > _SMOOTH * hull:
                yield quad


def _print_in(pyramid: Pyramid, box: Quad) -> Iterator[Quad]:
    """Where the pale print stands in a box, as one or two limits of what is print have it."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pyramid.crop(box, UPRIGHT), cv2.COLOR_BGR2GRAY), (3, 3), 0)
    inside = grey[_RING:-_RING, _RING:-_RING]
    if inside.size == 0:
        return
    ground, brightest = (float(level) for level in np.percentile(inside, [25, 98]))
    if brightest - ground < _CONTRAST:
        return
    height, width = grey.shape
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, box)
    for share in INK:
        mask = np.asarray(grey > ground + share * (brightest - ground), np.uint8)
        for ink in _inks(mask):
            if _lies_on_ground(mask, ink):
                yield np.asarray(cv2.perspectiveTransform(ink.reshape(-1, 1, 2), matrix).reshape(4, 2), np.float32)


def _lies_on_ground(mask: Grey, ink: Floats) -> bool:
    """Whether a box goes on round its print; where dark letters stand on paper, that is as pale as what is between."""
    (left, top), (right, bottom) = ink[0].astype(int), ink[2].astype(int)
    around = np.zeros(mask.shape, np.bool_)
    around[max(top - _ROUND, 0) : bottom + _ROUND, max(left - _ROUND, 0) : right + _ROUND] = True
    around[top:bottom, left:right] = False
    return not around.any() or float(mask[around].mean()) < _MOST_PALE


def _inks(mask: Grey) -> Iterator[Floats]:
    """The rectangle round all digits in a mask, (4, 2), and the one with figures that hang down to the edge of the box,
    where there are any; none where they have no shape of a row."""
    height = mask.shape[0]
    spots, feet = spots_in(mask, _EDGE)
    if (found := _rectangle(spots[feet == 0])) is not None:
        yield found
    if not ((feet > 0) & (spots[:, 3] > _HANGING * height)).any():
        return
    spots, feet = spots_in(mask, _RING)
    hanging = (feet > 0) & (feet < _FOOT * height) & (spots[:, 3] > _HANGING * height)
    if hanging.any() and (found := _rectangle(spots[hanging | (feet == 0)])) is not None:
        yield found


def spots_in(mask: Grey, ring: int) -> tuple[Ints, Ints]:
    """The spots in a mask but for a ring at its edge, (N, 4) left, top, width and height, that stand off its ends, and
    how long each lies on its upper or lower side."""
    inside = np.zeros_like(mask)
    inside[ring:-ring, ring:-ring] = mask[ring:-ring, ring:-ring]
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inside)
    feet = np.stack([np.bincount(labels[line], minlength=len(stats)) for line in (ring, -ring - 1)]).max(axis=0)
    x, _, across, _, area = stats.T
    kept = (x > ring) & (x + across < mask.shape[1] - ring) & (area > _SPECK)
    kept[0] = False  # the ground
    return np.asarray(stats[kept, :4], np.int32), np.asarray(feet[kept], np.int32)


def _rectangle(kept: Ints) -> Floats | None:
    """The rectangle round all spots that are as tall as digits; None where that has no shape of a row."""
    kept = kept[kept[:, 3] > _TALL * kept[:, 3].max(initial=0)]
    if len(kept) == 0:
        return None
    left, top = kept[:, :2].min(axis=0)
    right, bottom = (kept[:, :2] + kept[:, 2:4]).max(axis=0)
    if not _PRINT[0] < (right - left) / (bottom - top) < _PRINT[1]:
        return None
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
