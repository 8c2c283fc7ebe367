"""Dark green boxes with pale digits: found by their outlines, also where the digits run into each other or break apart;
whether a row of three digits stands in one; and what may be the code in a box whose place is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.find.picture import Candidate, Floats, Grey, Pyramid, is_middle_in, is_pale, lying, trimmed, widened
from vision.reads import Frame, Quad

# Hue (of 180) and saturation of a green under warm and cold lamps; darker than one of these values, so that the box
# parts from whatever it is printed on, also where that is green.
_GREENS = ((28, 35), (102, 255))
_PALEST_SEEN, _EVEN = 98, 0.85  # percent of a picture's levels; its faintest colour to its strongest in white light
_DARKEST = (45, 70, 95, 120, 150)
_SHORTEST, _LONGEST, _LOWEST = 10, 260, 6  # pixels of the picture that is searched: sides of a box
_SHAPE = (1.2, 5.5)  # length to height
_SMOOTH = 0.80  # how much of its hull it fills
_PARTED = 3  # pixels, likewise: what is thinner does not hold a box to its neighbours
UPRIGHT = 48  # pixels that a box is cut out with
_INK = (0.35, 0.55)  # of the way from its ground to its brightest print
_CONTRAST = 18  # grey levels from one to the other
_EDGE, _SPECK = 1, 12  # pixels of the cut: ink that touches its edge is none, nor is less than a speck
_TALL = 0.3  # of the tallest ink: what is lower is no digit
_PRINT = (1.0, 5.5)  # length to height of the print
_EDGE_RING = 3  # pixels of the cut: its own edge
_GREEN_GROUNDS = ((32, 45), (98, 255))  # hue (of 180) and saturation, of a green under warm and cold lamps
# Saturation, likewise: of a green seen as in daylight; and of one that a veil of light has paled, as it is and as in
# daylight, of a clearer hue.
_LAMPLIT, _VEILED, _VEILED_HUE = 36, (25, 20), (45, 88)
_PALEST = 90  # percent of what is within the digits: paler is their white
_RING_AROUND = (0.14, 0.28)  # heights of a row: so far round it;
_UPRIGHT = 20  # pixels of a digit while the ground round it is judged
_AROUND = (2.2, 1.6)  # digit heights that are looked at beside them, and above and below
_LIKE = 30.0  # grey levels: how far the box may be from the colour between its digits;
_ALIKE = (20.0, 16.0, 12.0, 8.0)  # less, where it stands on another green
_BETWEEN = (40, 15)  # percent of what is within the digits: the darkest, all between them or what no blur has reached
_PADS = (0.08, 1.9)  # digit heights: how far a box goes beyond its digits at its ends
_LOPSIDED = 0.5  # digit heights: more at one end than at the other means that a digit was not seen
_MOST_BOXES = 200  # of one search; noise has thousands of them
_MOST_PRESCREENED = 120  # of them
_WORTH_IT = 5  # pixels: print in a box that is not worth prescreening
_AS_HIGH = (0.74, 1.35)  # a row to a part of it
_MARGIN = 0.5  # of the box's shorter side: as much of the picture round it is shown too
_TRIMS = (0.0, 0.12, 0.24)  # of the box's shorter side: margins that it may have round its print
_ENLARGED_TO = 64  # pixels: smaller boxes are enlarged
_CUT_OUT = (200, 640)  # pixels of the shorter and the longer side, at most: no camera's picture is that small


def find_boxes(pyramid: Pyramid) -> list[Candidate]:
    """Boxes that may hold numbers, each once, though found on several copies of the picture; the tallest first."""
    boxes = (Candidate(quad, pale=True, boxed=True) for quad in print_in_boxes(pyramid))
    found = list(islice((row for row in boxes if row.height >= _WORTH_IT), _MOST_BOXES))
    kept: list[Candidate] = []
    for box in sorted(found, key=lambda each: -each.length):
        if not any(holds(other, box) for other in kept):
            kept.append(box)
    return sorted(kept, key=lambda each: -each.height)[:_MOST_PRESCREENED]


def holds(row: Candidate, part: Candidate) -> bool:
    """Whether the middle of a part lies on a row of the same height and ground."""
    alike = row.pale == part.pale and _AS_HIGH[0] < row.height / part.height < _AS_HIGH[1]
    return alike and is_middle_in(part.quad, row.quad)


def print_in_boxes(pyramid: Pyramid) -> Iterator[Quad]:
    """Tight quads round the print in dark green boxes, in pixels of the finest picture, which way up is not known; one
    may be found more than once."""
    levels = list(enumerate(pyramid.levels))
    for level, picture in levels if len(levels) == 1 else levels[1::2]:
        for seen in _lit(picture):
            hsv = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2HSV), np.uint8)
            for mask in _dark(hsv):
                for box in _outlines(mask):
                    yield from _print_in(pyramid, np.asarray(box * 2**level, np.float32))


def _lit(picture: Frame) -> Iterator[Frame]:
    """A picture as it is, and under a coloured lamp also as if what is palest in it were white, as paper is."""
    yield picture
    palest = np.percentile(picture[::4, ::4].reshape(-1, 3), _PALEST_SEEN, axis=0)
    if palest.min() < _EVEN * palest.max():
        gains = (255 / np.maximum(palest, 1)).astype(np.float32)
        yield np.asarray(np.minimum(picture * gains, 255), np.uint8)


def _dark(hsv: Frame) -> Iterator[Grey]:
    (hue_from, saturation_from), (hue_to, saturation_to) = _GREENS
    for value in _DARKEST:
        mask = cv2.inRange(hsv, (hue_from, saturation_from, 4), (hue_to, saturation_to, value))
        yield np.asarray(mask, np.uint8)


def _outlines(mask: Grey) -> Iterator[Quad]:
    """Spots of a mask that may be rounded boxes: the narrowest rectangle round each, its first side along it."""
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((_PARTED, _PARTED), np.uint8))
    found, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in found:
        if not _SHORTEST <= max(cv2.boundingRect(outline)[2:]) <= _LONGEST:
            continue
        rectangle = cv2.minAreaRect(outline)
        low, long = sorted(rectangle[1])
        if low < _LOWEST or not _SHAPE[0] < long / low < _SHAPE[1]:
            continue
        if cv2.contourArea(outline) > _SMOOTH * cv2.contourArea(cv2.convexHull(outline)):
            yield lying(np.asarray(cv2.boxPoints(rectangle), np.float32))


def _print_in(pyramid: Pyramid, box: Quad) -> Iterator[Quad]:
    """Where the pale print stands in a box, as one or two limits of what is print have it."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pyramid.crop(box, UPRIGHT), cv2.COLOR_BGR2GRAY), (3, 3), 0)
    inside = grey[_EDGE_RING:-_EDGE_RING, _EDGE_RING:-_EDGE_RING]
    if inside.size == 0:
        return
    ground, brightest = (float(level) for level in np.percentile(inside, [25, 98]))
    if brightest - ground < _CONTRAST:
        return
    height, width = grey.shape
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, box)
    for share in _INK:
        ink = _ink_in(np.asarray(grey > ground + share * (brightest - ground), np.uint8))
        if ink is not None and _is_in_the_middle(width, ink):
            yield np.asarray(cv2.perspectiveTransform(ink.reshape(-1, 1, 2), matrix).reshape(4, 2), np.float32)


def _is_in_the_middle(width: int, ink: Floats) -> bool:
    """Whether the print stands about as far from either end of its box: of `D006` on a plate, the D under another card,
    the rest of the plate looks like a box."""
    (left, top), (right, bottom) = ink[0], ink[2]
    return abs(float(left - (width - right))) < _LOPSIDED * float(bottom - top)


def _ink_in(mask: Grey) -> Floats | None:
    """The rectangle round all digits in a mask, (4, 2): spots that are about as tall as the tallest of those that touch
    none of its edges; None where it has no shape of a row."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    x, y, across, down, area = stats[1:].T  # the first is the ground
    inside = (x > _EDGE) & (y > _EDGE) & (x + across < mask.shape[1] - _EDGE) & (y + down < mask.shape[0] - _EDGE)
    kept = stats[1:][inside & (area > _SPECK)]
    kept = kept[kept[:, 3] > _TALL * kept[:, 3].max(initial=0)]
    if len(kept) == 0:
        return None
    left, top = kept[:, :2].min(axis=0)
    right, bottom = (kept[:, :2] + kept[:, 2:4]).max(axis=0)
    if not _PRINT[0] < (right - left) / (bottom - top) < _PRINT[1]:
        return None
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


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


def _ring(crop: MatLike, left: int, top: int) -> Floats:
    """The colour close round the digits: between them, blur may have spread their own."""
    far, near = (round(share * _UPRIGHT) for share in (_RING_AROUND[1], _RING_AROUND[0] / 2))
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
    (hue_from, least), (hue_to, _) = _GREEN_GROUNDS
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


# --- a box whose place is given ---------------------------------------------------------------------------------------


def rows_in_box(frame: Frame, box: Quad) -> tuple[Pyramid, list[Candidate]]:
    """What may be the code in a box, (4, 2) pixels of the frame, its corners in any order round it, and the picture to
    read it in, whose pixels the rows are in: a piece of the frame, perhaps enlarged."""
    side = min(float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0])))
    margin = max(_MARGIN * side, 2.0)
    left, top = np.maximum(np.floor(box.min(axis=0) - margin), 0).astype(int)
    right, bottom = np.ceil(box.max(axis=0) + margin).astype(int)
    factor = max(_ENLARGED_TO / max(side, 1.0), 1.0)
    piece = cv2.resize(frame[top:bottom, left:right], None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    room = round(factor * margin)  # a box at the picture's edge needs ground round it as well
    padded = cv2.copyMakeBorder(piece, room, room, room, room, cv2.BORDER_REPLICATE)
    pyramid = Pyramid(np.asarray(padded, np.uint8))
    there = np.asarray((box - np.array([left, top])) * factor + room, np.float32)
    return pyramid, _as_rows(pyramid, there)


def is_cut_out(frame: Frame) -> bool:
    """Whether a picture is too small for a card on a table: somebody has cut out what is to be read."""
    height, width = frame.shape[:2]
    return bool(min(height, width) <= _CUT_OUT[0] and max(height, width) <= _CUT_OUT[1])


def _as_rows(pyramid: Pyramid, box: Quad) -> list[Candidate]:
    """The box itself, with its longer sides along the row, as if its print filled it, or all but a margin."""
    longer_first = np.linalg.norm(box[1] - box[0]) >= np.linalg.norm(box[3] - box[0])
    along = box if longer_first else np.roll(box, -1, axis=0)
    pale = is_pale(pyramid, along)
    return [Candidate(trimmed(along, trim), pale, boxed, given=True) for trim in _TRIMS for boxed in (True, False)]


def box_of(place: Sequence[float]) -> Quad:
    """The corners of a box told as its left and top edge, its width and its height."""
    left, top, width, height = place
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)
