"""Print on labels, small plates or thin frames: found by the four sides of the label, whose corners tell how the card
is tilted, also where the print is too faint or too blurred to be seen as a row of glyphs."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.find.boxes import INK, NEAR, UPRIGHT, deeper, spots_in
from vision.find.candidate import Candidate
from vision.find.card_outline import clockwise, corners_of
from vision.find.glyphs import grainless, ink_of, lying
from vision.find.picture import Floats, Grey, Ints, Pyramid
from vision.reads import Quad

_LONGEST, _LOWEST = 320, 9  # pixels of the picture that is searched: sides of a label
_LEAST_POINTS = 40  # pixels round its outline
_SHAPE = (1.15, 7.0)  # length to height
_FULL = 0.72  # of the narrowest rectangle round it: a tilted one is no rectangle
# Likewise, of one with round corners that is seen straight from above; and of its height, so far from its rectangle's
# corners are those that its outline seems to have.
_STRAIGHT, _ROUND = 0.88, 0.2
_FOUR_SIDED = (0.85, 1.12)  # its area to that between its four corners
_ALIKE = 0.06  # of its height: so near each other the corners of two are where they are one
_MOST = 60  # of one picture
_CONTRAST = 10  # grey levels from its ground to its print
_GROUND, _BOLDEST = 27, 98  # percent of what is in it
# Pixels of the upright cut that are its edge: none, or the line of a frame, which is wider where it was drawn so; and
# how far along that edge, in shares of its height, a figure may stand on it that hangs so low.
_EDGES = ((1, 0.0), (4, 0.0), (7, 0.3))
_TALL, _LEAST_HIGH = 0.3, 0.25  # of the tallest ink: what is lower is no sign; and of the label: so high is the print
_PRINT = (1.0, 7.0)  # length to height of the print


def find_labels(pyramid: Pyramid, *, fine: bool, paler: bool) -> Iterator[Candidate]:
    """The print in labels, dark or pale, which way up is not known; one may be found more than once. Labels are darker,
    or `paler`, than what is round them, or have a dark line round them. A `fine` search finds smaller ones, and takes
    twice as long."""
    level = 0 if fine or len(pyramid.levels) == 1 else 1
    grey: Grey = np.asarray(cv2.cvtColor(pyramid.levels[level], cv2.COLOR_BGR2GRAY), np.uint8)
    for quad in _each_once(quad for mask in _masks(grey, paler=paler) for quad in _four_sided(mask)):
        yield from _print_in(pyramid, np.asarray(quad * 2**level, np.float32))


def _masks(grey: Grey, *, paler: bool) -> Iterator[Grey]:
    """What is darker or paler than what is round it, and dark ink: plates, and the lines of frames."""
    seen = grainless(grey)
    for mask in deeper(np.asarray(255 - seen if paler else seen, np.uint8), NEAR):
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    if not paler:
        yield ink_of(grey, pale=False, faint=True)


def _four_sided(mask: Grey) -> Iterator[Quad]:
    """Spots, and holes in spots, that have four straight sides; the first side is a longer one. Where the corners may
    be round, the narrowest rectangle round them as well."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for outline in (np.asarray(each, np.int32) for each in outlines if len(each) >= _LEAST_POINTS):
        if max(cv2.boundingRect(outline)[2:]) > _LONGEST or not _has_shape(outline):
            continue
        hull, quad = cv2.contourArea(cv2.convexHull(outline)), corners_of(outline)
        straight = lying(np.asarray(cv2.boxPoints(cv2.minAreaRect(outline)), np.float32))
        if quad is not None and cv2.isContourConvex(quad) and _is_filled(quad, hull):
            quad = lying(clockwise(quad))
            yield quad
            if _apart(quad, straight) < _ROUND * float(np.linalg.norm(straight[3] - straight[0])):
                continue
        if hull > _STRAIGHT * cv2.contourArea(straight):
            yield straight


def _is_filled(quad: Quad, area: float) -> bool:
    """Whether an area is about what lies between four corners."""
    return _FOUR_SIDED[0] < area / max(cv2.contourArea(quad), 1.0) < _FOUR_SIDED[1]


def _has_shape(outline: Ints) -> bool:
    low, long = sorted(cv2.minAreaRect(outline)[1])
    full = cv2.contourArea(cv2.convexHull(outline)) > _FULL * low * long
    return low >= _LOWEST and _SHAPE[0] < long / low < _SHAPE[1] and full


def _each_once(quads: Iterator[Quad]) -> list[Quad]:
    kept: list[Quad] = []
    ways = np.empty((0, 4, 2), np.float32)  # all that are kept, both ways round
    for quad in quads:
        high = float(np.linalg.norm(quad[3] - quad[0]))
        apart = np.abs(ways - quad).max(axis=(1, 2), initial=0).astype(np.float64)
        if not bool((apart < _ALIKE * high).any()):
            kept.append(quad)
            ways = np.concatenate([ways, quad[None], np.roll(quad, 2, axis=0)[None]])
        if len(kept) == _MOST:
            break
    return kept


def _apart(one: Quad, other: Quad) -> float:
    """How far the corners of two lie apart at the most, the better way round."""
    return min(float(np.abs(one - way).max()) for way in (other, np.roll(other, 2, axis=0)))


def _print_in(pyramid: Pyramid, label: Quad) -> Iterator[Candidate]:
    """The print in a label, as each limit of what is print, and of what is its edge, has it."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pyramid.crop(label, UPRIGHT), cv2.COLOR_BGR2GRAY), (3, 3), 0)
    height, width = grey.shape
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, label)
    for pale in (True, False):
        for mask in _print_masks(np.asarray(grey if pale else 255 - grey, np.uint8)):
            for ink in _rectangles(mask):
                quad = cv2.perspectiveTransform(ink.reshape(-1, 1, 2), matrix).reshape(4, 2)
                yield Candidate(np.asarray(quad, np.float32), pale)


def _print_masks(grey: Grey) -> Iterator[Grey]:
    """Masks of what may be the pale print of a label."""
    inside = grey[_EDGES[1][0] : -_EDGES[1][0], _EDGES[1][0] : -_EDGES[1][0]]
    if inside.size == 0:
        return
    ground, boldest = (float(level) for level in np.percentile(inside, [_GROUND, _BOLDEST]))
    if boldest - ground >= _CONTRAST:
        for share in INK:
            yield np.asarray(grey > ground + share * (boldest - ground), np.uint8)


def _rectangles(mask: Grey) -> Iterator[Floats]:
    """The rectangles round all signs in a mask, (4, 2) each, that have the shape of a row."""
    height = mask.shape[0]
    for edge, hanging in _EDGES:
        spots, feet = spots_in(mask, edge)
        spots = spots[feet <= hanging * height]
        spots = spots[spots[:, 3] > _TALL * spots[:, 3].max(initial=0)]
        if len(spots) == 0:
            continue
        left, top = spots[:, :2].min(axis=0)
        right, bottom = (spots[:, :2] + spots[:, 2:4]).max(axis=0)
        if bottom - top >= _LEAST_HIGH * height and _PRINT[0] < (right - left) / (bottom - top) < _PRINT[1]:
            yield np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
