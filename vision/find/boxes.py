"""Dark green boxes with pale digits: found by their outlines, also where the digits run into each other or break apart;
whether a row of three digits stands in one; and what may be the code in a box whose place is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.find.picture import Candidate, Floats, Grey, Ints, Pyramid, is_pale, lying, trimmed, widened
from vision.reads import Frame, Quad

# Hue (of 180) and saturation of a green under warm and cold lamps; darker than one of these values, so that the box
# parts from whatever it is printed on, also where that is green.
_GREENS = ((28, 35), (102, 255))
_PALEST_SEEN, _EVEN = 98, 0.85  # percent of a picture's levels; its faintest colour to its strongest in white light
_DARKEST = (45, 70, 95, 120, 150)
_SHORTEST, _LONGEST, _LOWEST = 10, 260, 6  # pixels of the picture that is searched: sides of a box
_SHAPE = (1.2, 5.5)  # length to height
_FULL, _SMOOTH = 0.72, 0.80  # how much of its rectangle its hull fills, and how much of its hull it fills itself
UPRIGHT = 48  # pixels that a box is cut out with
INK = (0.35, 0.55)  # of the way from its ground to its brightest print
_CONTRAST = 18  # grey levels from one to the other
_EDGE, _SPECK = 1, 12  # pixels of the cut: ink that touches its edge is none, nor is less than a speck
_TALL = 0.3  # of the tallest ink: what is lower is no digit
_FOOT, _HANGING = 0.3, 0.35  # heights of a box: how wide a figure that hangs down to its edge is there, and how high
_PRINT = (1.0, 5.5)  # length to height of the print
_PARTED = (3, 9)  # likewise: what is thinner does not hold a box to its neighbours
_EDGE_RING = 3  # pixels of the cut: its own edge
_ROUND = 3  # pixels of the cut: so far round the print its box is looked at;
_MOST_PALE = 0.4  # the most of that which may be as pale as the print
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
_OFF_LINE = 0.35  # of a row's height: how far from its middle line a part of it may lie
_MARGIN = 0.5  # of the box's shorter side: as much of the picture round it is shown too
_TRIMS = (0.0, 0.12, 0.24)  # of the box's shorter side: margins that it may have round its print
_ENLARGED_TO = 64  # pixels: smaller boxes are enlarged
_CUT_OUT = (200, 640)  # pixels of the shorter and the longer side, at most: no camera's picture is that small


def find_boxes(pyramid: Pyramid) -> list[Candidate]:
    """Boxes that may hold numbers, each once, the tallest first."""
    boxes = (Candidate(quad, pale=True, boxed=True) for quad in print_in_boxes(pyramid))
    return distinct(list(islice((row for row in boxes if row.height >= _WORTH_IT), _MOST_BOXES)))[:_MOST_PRESCREENED]


def distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Each row once, though it may have been found on several copies of the picture, and no part of another row."""
    ordered = sorted(candidates, key=lambda each: (not each.boxed, -each.length))
    if not ordered:
        return []
    quads = np.stack([each.quad for each in ordered])
    middles, sizes = quads.mean(axis=1), np.array([(each.length, each.height) for each in ordered], np.float32)
    along, down = (quads[:, 1] - quads[:, 0]) / sizes[:, :1], (quads[:, 3] - quads[:, 0]) / sizes[:, 1:]
    ground = np.array([2 * each.pale + each.boxed for each in ordered])
    kept: list[int] = []
    for number in range(len(ordered)):
        offset, share = middles[number] - middles[kept], sizes[kept, 1] / sizes[number, 1]
        alike = (ground[kept] == ground[number]) & (share > _AS_HIGH[0]) & (share < _AS_HIGH[1])
        beside = np.abs((offset * along[kept]).sum(axis=1)) < sizes[kept, 0] / 2
        over = np.abs((offset * down[kept]).sum(axis=1)) < _OFF_LINE * sizes[kept, 1]
        if not bool((alike & beside & over).any()):
            kept.append(number)
    found = [ordered[number] for number in kept]
    return sorted(found, key=lambda each: (not each.boxed, -each.height))


def holds(row: Candidate, part: Candidate) -> bool:
    """Whether the middle of a part lies on a row of the same height and ground that is as long or longer."""
    if row.pale != part.pale or not _AS_HIGH[0] < row.height / part.height < _AS_HIGH[1]:
        return False
    offset = part.quad.mean(axis=0) - row.quad.mean(axis=0)
    along, down = (row.quad[1] - row.quad[0]) / row.length, (row.quad[3] - row.quad[0]) / row.height
    return bool(abs(offset @ along) < row.length / 2 and abs(offset @ down) < _OFF_LINE * row.height)


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
    """Spots of a mask that are as full as a rounded box is; lying, their first side along them."""
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    for side in _PARTED:
        opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        for outline, quad, (low, long) in _rectangles(np.asarray(opened, np.uint8), (_SHORTEST, _LONGEST)):
            if low < _LOWEST or not _SHAPE[0] < long / low < _SHAPE[1]:
                continue
            hull = cv2.contourArea(cv2.convexHull(outline))
            if hull > _FULL * low * long and cv2.contourArea(outline) > _SMOOTH * hull:
                yield quad


def _rectangles(mask: Grey, sides: tuple[int, int]) -> Iterator[tuple[Ints, Quad, tuple[float, float]]]:
    """The spots of a mask whose longer side is so many pixels: the outline of each, (K, 1, 2), the narrowest rectangle
    round it, its first side along it, and how low and how long that is."""
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in (np.asarray(each, np.int32) for each in found if len(each) >= 4):
        if sides[0] <= max(cv2.boundingRect(outline)[2:]) <= sides[1]:
            rectangle = cv2.minAreaRect(outline)
            low, long = sorted(rectangle[1])
            yield outline, lying(np.asarray(cv2.boxPoints(rectangle), np.float32)), (low, long)


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
    for share in INK:
        mask = np.asarray(grey > ground + share * (brightest - ground), np.uint8)
        for ink in _inks(mask):
            if _is_in_the_middle(mask, ink) and _lies_on_ground(mask, ink):
                yield np.asarray(cv2.perspectiveTransform(ink.reshape(-1, 1, 2), matrix).reshape(4, 2), np.float32)


def _is_in_the_middle(mask: Grey, ink: Floats) -> bool:
    """Whether the print stands about as far from either end of its box: of `D006` on a plate, the D under another card,
    the rest of the plate looks like a box."""
    (left, top), (right, bottom) = ink[0], ink[2]
    return abs(float(left - (mask.shape[1] - right))) < _LOPSIDED * float(bottom - top)


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
    spots, feet = spots_in(mask, _EDGE_RING)
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
