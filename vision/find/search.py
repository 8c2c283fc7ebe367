"""Frame to candidate codes: boxes of numbers in a whole picture, and what may be the code in a box of it whose place is
given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import cv2
import numpy as np

from vision.find.boxes import print_in_boxes
from vision.find.picture import Candidate, Pyramid, is_pale, trimmed
from vision.reads import Frame, Quad

_MOST_BOXES = 200  # of one search; noise has thousands of them
_MOST_PRESCREENED = 120  # of them
_LOWEST = 5  # pixels: print in a box that is not worth prescreening
_AS_HIGH = (0.74, 1.35)  # a row to a part of it
_OFF_LINE = 0.35  # of a row's height: how far from its middle line a part of it may lie
_BOX_MARGIN = 0.5  # of the box's shorter side: as much of the picture round it is shown too
_TRIMS = (0.0, 0.12, 0.24)  # of the box's shorter side: margins that it may have round its print
_ENLARGED_TO = 64  # pixels: smaller boxes are enlarged
_CUT_OUT = (200, 640)  # pixels of the shorter and the longer side, at most: no camera's picture is that small


def find_boxes(pyramid: Pyramid) -> list[Candidate]:
    """Boxes that may hold numbers, each once, the tallest first."""
    boxes = (Candidate(quad, pale=True, boxed=True) for quad in print_in_boxes(pyramid))
    return distinct(list(islice((row for row in boxes if row.height >= _LOWEST), _MOST_BOXES)))[:_MOST_PRESCREENED]


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


def rows_in_box(frame: Frame, box: Quad) -> tuple[Pyramid, list[Candidate]]:
    """What may be the code in a box, (4, 2) pixels of the frame, its corners in any order round it, and the picture to
    read it in, whose pixels the rows are in: a piece of the frame, perhaps enlarged."""
    side = min(float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0])))
    margin = max(_BOX_MARGIN * side, 2.0)
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
    lying = box if longer_first else np.roll(box, -1, axis=0)
    pale = is_pale(pyramid, lying)
    return [Candidate(trimmed(lying, trim), pale, boxed, given=True) for trim in _TRIMS for boxed in (True, False)]


def box_of(place: Sequence[float]) -> Quad:
    """The corners of a box told as its left and top edge, its width and its height."""
    left, top, width, height = place
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)
