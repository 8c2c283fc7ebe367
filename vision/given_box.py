"""A code whose place is told: the rows of glyphs in a box of a picture, and the box itself as one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.candidate import Candidate
from vision.card_finder import FINE_PARTS, PARTS, find_candidates
from vision.glyphs import Grey
from vision.pyramid import Pyramid
from vision.reads import Frame, Quad

_AROUND = 0.5  # of the box's shorter side: as much of the picture round it is searched too
_LONG_ENOUGH = 0.45  # of the box's longer side; a shorter row is a part of what was meant
_TRIMS = (0.0, 0.12, 0.24)  # of the box's shorter side: margins that it may have round its print
_ENLARGED_TO = 64  # pixels: smaller boxes are enlarged, so that the finder sees their glyphs apart
_CUT_OUT = (200, 640)  # pixels of the shorter and the longer side, at most: no camera's picture is that small


def rows_in_box(frame: Frame, box: Quad) -> tuple[Pyramid, list[Candidate]]:
    """What may be the code in a box, (4, 2) pixels of the frame, its corners in any order round it, and the picture to
    read it in, whose pixels the rows are in: a piece of the frame, perhaps enlarged."""
    side = min(float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0])))
    margin = max(_AROUND * side, 2.0)
    left, top = np.maximum(np.floor(box.min(axis=0) - margin), 0).astype(int)
    right, bottom = np.ceil(box.max(axis=0) + margin).astype(int)
    factor = max(_ENLARGED_TO / max(side, 1.0), 1.0)
    piece = cv2.resize(frame[top:bottom, left:right], None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    room = round(factor * margin)  # a box at the picture's edge needs ground round it as well
    padded = cv2.copyMakeBorder(piece, room, room, room, room, cv2.BORDER_REPLICATE)
    pyramid = Pyramid(np.asarray(padded, np.uint8))
    there = np.asarray((box - np.array([left, top])) * factor + room, np.float32)
    return pyramid, [*_found(pyramid, there), *_as_rows(pyramid, there)]


def is_cut_out(frame: Frame) -> bool:
    """Whether a picture is too small for a card on a table: somebody has cut out what is to be read."""
    height, width = frame.shape[:2]
    return bool(min(height, width) <= _CUT_OUT[0] and max(height, width) <= _CUT_OUT[1])


def _found(pyramid: Pyramid, box: Quad) -> list[Candidate]:
    rows = find_candidates(pyramid, parts=(*PARTS, *FINE_PARTS))
    longer = max(float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0])))
    return [row for row in rows if row.length > _LONG_ENOUGH * longer and _is_inside(row, box)]


def _is_inside(row: Candidate, box: Quad) -> bool:
    x, y = (float(part) for part in row.quad.mean(axis=0))
    return cv2.pointPolygonTest(box.reshape(-1, 1, 2), (x, y), False) >= 0


def _as_rows(pyramid: Pyramid, box: Quad) -> list[Candidate]:
    """The box itself, with its longer sides along the row, as if its print filled it, or all but a margin."""
    longer_first = np.linalg.norm(box[1] - box[0]) >= np.linalg.norm(box[3] - box[0])
    lying = box if longer_first else np.roll(box, -1, axis=0)
    pale = _is_pale(pyramid, lying)
    return [Candidate(_trimmed(lying, trim), pale, boxed, given=True) for trim in _TRIMS for boxed in (True, False)]


def _trimmed(box: Quad, share: float) -> Quad:
    right, down = box[1] - box[0], box[3] - box[0]
    height = float(np.linalg.norm(down))
    right = right / max(float(np.linalg.norm(right)), 1.0) * height * share
    down = down * share
    return np.asarray(box + np.stack([right + down, down - right, -right - down, right - down]), np.float32)


def _is_pale(pyramid: Pyramid, box: Quad) -> bool:
    """Whether the print is paler than its ground: it covers less of the box."""
    grey: Grey = np.asarray(cv2.cvtColor(pyramid.crop(box, 48), cv2.COLOR_BGR2GRAY), np.uint8)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return bool(np.count_nonzero(mask) < 0.5 * mask.size)


def box_of(place: Sequence[float]) -> Quad:
    """The corners of a box told as its left and top edge, its width and its height."""
    left, top, width, height = place
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)
