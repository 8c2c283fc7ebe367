"""A photo of a card, made fit to be kept: the card alone and upright where it can be told, small, and a JPEG without
any of the notes that a phone adds (place, time, make)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.evidence import jpeg_of
from vision.find.picture import Floats, shrunk
from vision.photos.decode import Data, decode
from vision.reads import Frame, Quad, Read
from vision.scanner import Scanner

LONGEST = 1000  # pixels of the longer side: small print of 1.5 mm is still read
_QUALITY = 86
_READ_AT = 1600  # pixels of the longer side: more does not help to tell which way is up


@dataclass(frozen=True)
class CardPhoto:
    """A picture to keep; `straightened` tells that the card alone was cut out of a larger one."""

    jpeg: bytes
    width: int
    height: int
    straightened: bool = False


def card_photo(data: Data, scanner: Scanner, *, as_it_is: bool = False, turned: int = 0) -> CardPhoto:
    """The photo of a card. `as_it_is` neither cuts nor turns it; `turned` are quarter turns to the right on top of
    that. Raises `BadPicture`."""
    frame = decode(data)
    quad = None if as_it_is else find_card(frame)
    picture = shrunk(frame, LONGEST) if quad is None else cut_out(frame, quad, LONGEST)
    if not as_it_is:
        turned += _quarters(frame, quad, scanner)
    picture = np.ascontiguousarray(np.rot90(picture, -turned % 4))
    return CardPhoto(jpeg_of(picture, LONGEST, _QUALITY), picture.shape[1], picture.shape[0], quad is not None)


def _quarters(frame: Frame, quad: Quad | None, scanner: Scanner) -> int:
    """Quarter turns to the right that put the card's code upright; none where it has no code, or not just one."""
    looked_at = shrunk(frame, _READ_AT)
    reads = scanner.read(looked_at).reads
    if len(reads) != 1 or reads[0].quad is None:
        return 0
    return _turns(_along(reads[0], looked_at.shape[1] / frame.shape[1], quad))


def _along(read: Read, shrunk: float, quad: Quad | None) -> Sequence[float]:
    """The direction in which a code reads, in the picture or, with a card's corners, on the card."""
    text = np.array(read.quad, np.float32) / shrunk
    if quad is not None:
        flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _size(quad)
        onto = cv2.getPerspectiveTransform(quad, flat.astype(np.float32))
        text = cv2.perspectiveTransform(text[None], onto)[0]
    along = (text[1] - text[0]) + (text[2] - text[3])
    return float(along[0]), float(along[1])


def _size(quad: Quad) -> Quad:
    return np.array([np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])], np.float32)


def _turns(along: Sequence[float]) -> int:
    right, down = along
    if abs(right) >= abs(down):
        return 0 if right > 0 else 2
    return 3 if down > 0 else 1


_LOOK_AT = 480  # pixels of the longer side while looking
_EDGE = 0.03  # of the shorter side: the strip along the edges that shows the table alone
_GROUNDS = 4  # colours of a table: its grain, a seam, a shadow
_STANDS_OUT = 14.0  # levels of colour (CIE Lab) at least between the card and the table
_SMALLEST, _LARGEST = 0.10, 0.92  # the card's share of the picture
_OTHERS = 0.10  # of the card: whatever else stands out may be so large (a cube, a finger's tip)
_WORDS = 0.001  # of the card: what stands out right around it; more may be print, and the card larger than it seems
_AROUND = (1.05, 1.5)  # where that is looked for: times the card's own size
_MARGIN = 1.01  # a little of the table is kept, so that nothing at the card's edge is lost
_FILLED = 0.93  # of the corners' inside: rounded corners take away two hundredths at most
_SHAPE = (1.15, 2.0)  # longer to shorter side; cards of games have 1.3 to 1.8
_TIPPED = 1.35  # one side to the one opposite: seen from so far aside at most
_SIDE = (0.2, 0.8)  # the part of a side that is straight for certain: no rounded corners


def find_card(frame: Frame) -> Quad | None:
    """The corners of the only card in a picture, clockwise from the one that is top left as it lies; None where there
    is none, more than one, or any doubt."""
    small = shrunk(frame, _LOOK_AT)
    fine = _what_stands_out(small)
    outline = _only_thing(_without_specks(fine))
    quad = None if outline is None else corners_of(outline)
    if outline is None or quad is None or not _is_card(quad, outline, small) or _words_around(quad, fine):
        return None
    return from_the_top(np.asarray(_scaled(quad, _MARGIN) * (max(frame.shape[:2]) / max(small.shape[:2])), np.float32))


def count_cards(frame: Frame) -> int:
    """How many things of a card's shape lie apart from each other in a picture."""
    small = shrunk(frame, _LOOK_AT)
    outlines, _ = cv2.findContours(_without_specks(_what_stands_out(small)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = [
        np.asarray(one, np.int32) for one in outlines if cv2.contourArea(one) > 0.5 * _SMALLEST * small[..., 0].size
    ]
    quads = [(corners_of(one), one) for one in whole]
    return sum(quad is not None and _is_card(quad, one, small) for quad, one in quads)


def cut_out(frame: Frame, quad: Quad, longest: int) -> Frame:
    """The inside of a quad as an upright picture, as large as it is in the frame but not longer than `longest`."""
    sides = [float(np.linalg.norm(quad[(at + 1) % 4] - quad[at])) for at in range(4)]
    wide, high = max(sides[0], sides[2]), max(sides[1], sides[3])
    scale = min(1.0, longest / max(wide, high))
    width, height = max(round(wide * scale), 1), max(round(high * scale), 1)
    over = max(1, min(4, int(1 / scale)))  # cut larger and shrink it then: no stair steps
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) * over
    onto = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), flat)
    large = cv2.warpPerspective(frame, onto, (width * over, height * over), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


# --- what stands out --------------------------------------------------------------------------------------------------


def _what_stands_out(small: Frame) -> Frame:
    """A mask of what has none of the table's colours."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    lab *= np.array([100 / 255, 1, 1], np.float32)
    away = np.full(lab.shape[:2], np.inf, np.float32)
    for ground in _grounds(lab):
        away = np.minimum(away, np.linalg.norm(lab - ground, axis=2))
    levels = np.clip(away * 2, 0, 255).astype(np.uint8)
    parting, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    least = max(_STANDS_OUT, 0.6 * parting / 2)
    return np.where(away > least, 255, 0).astype(np.uint8)


def _without_specks(fine: Frame) -> Frame:
    opened = cv2.morphologyEx(fine, cv2.MORPH_OPEN, _disc(5))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, _disc(7)), np.uint8)


def _words_around(quad: Quad, fine: Frame) -> bool:
    """Whether something stands out right around the corners, such as print on a border that has the table's colour."""
    ring = np.zeros_like(fine)
    cv2.fillConvexPoly(ring, np.round(_scaled(quad, _AROUND[1])).astype(np.int32), 255)
    cv2.fillConvexPoly(ring, np.round(_scaled(quad, _AROUND[0])).astype(np.int32), 0)
    return cv2.countNonZero(cv2.bitwise_and(ring, fine)) > _WORDS * float(cv2.contourArea(quad))


def _scaled(quad: Quad, times: float) -> Quad:
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * times, np.float32)


def _grounds(lab: Floats) -> Floats:
    """The table's colours, as they show along the picture's edges."""
    strip = max(round(_EDGE * min(lab.shape[:2])), 2)
    parts = (lab[:strip], lab[-strip:], lab[:, :strip], lab[:, -strip:])
    samples = np.concatenate([part.reshape(-1, 3) for part in parts]).astype(np.float32)
    cv2.setRNGSeed(1)  # the same picture is always cut alike
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
    nobody: Any = None
    _, _, centres = cv2.kmeans(samples, min(_GROUNDS, len(samples)), nobody, stop, 1, cv2.KMEANS_PP_CENTERS)
    return np.asarray(centres, np.float32)


def _disc(size: int) -> Frame:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _only_thing(mask: Frame) -> npt.NDArray[np.int32] | None:
    """The outline of the one large thing in a mask; None where there is another that is not small beside it."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    by_size = sorted(outlines, key=cv2.contourArea, reverse=True)
    if not by_size or cv2.contourArea(by_size[0]) < _SMALLEST * mask.size:
        return None
    rest = sum(cv2.contourArea(one) for one in by_size[1:])
    return None if rest > _OTHERS * cv2.contourArea(by_size[0]) else np.asarray(by_size[0], np.int32)


# --- its corners ------------------------------------------------------------------------------------------------------


def corners_of(outline: npt.NDArray[np.int32]) -> Quad | None:
    """Where the four straight sides of an outline meet; None where it has not four."""
    rough = cv2.approxPolyN(outline, 4, ensure_convex=True).reshape(-1, 2).astype(np.float32)
    if len(rough) != 4:
        return None
    points = outline.reshape(-1, 2).astype(np.float32)
    sides = [_side(rough[at - 1], rough[at], points) for at in range(4)]
    meetings = np.stack([np.cross(sides[at], sides[(at + 1) % 4]) for at in range(4)])
    nearly_one_line = bool((np.abs(meetings[:, 2]) < 0.3).any())
    return None if nearly_one_line else np.asarray(meetings[:, :2] / meetings[:, 2:], np.float32)


def _side(start: Floats, end: Floats, points: Floats) -> Floats:
    """The straight line through an outline between two rough corners: (a, b, c) of ax + by + c = 0, a and b of length 1
    together."""
    length = max(float(np.linalg.norm(end - start)), 1.0)
    right, down = (end - start) / length
    place = (points - start) @ np.array([right, down]) / length
    apart = np.abs((points - start) @ np.array([-down, right])) / length
    near = points[(place > _SIDE[0]) & (place < _SIDE[1]) & (apart < 0.06)]
    x, y = start
    if len(near) >= 8:
        right, down, x, y = cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([-down, right, down * x - right * y], np.float64)


def _is_card(quad: Quad, outline: npt.NDArray[np.int32], small: Frame) -> bool:
    height, width = small.shape[:2]
    area = float(cv2.contourArea(quad))
    inside = (quad > 1).all() and (quad[:, 0] < width - 2).all() and (quad[:, 1] < height - 2).all()
    if not inside or not cv2.isContourConvex(quad) or not _SMALLEST < area / (width * height) < _LARGEST:
        return False
    if not _FILLED < float(cv2.contourArea(outline)) / area < 1 / _FILLED:
        return False
    sides = np.array([float(np.linalg.norm(quad[(at + 1) % 4] - quad[at])) for at in range(4)])
    tipped = np.maximum(sides[:2] / sides[2:], sides[2:] / sides[:2]).max()
    one, other = sides[0] + sides[2], sides[1] + sides[3]
    return bool(tipped < _TIPPED and _SHAPE[0] < max(one, other) / min(one, other) < _SHAPE[1])


def clockwise(quad: Quad) -> Quad:
    """The corners in their order round the middle, clockwise."""
    across, down = (quad - quad.mean(axis=0)).T
    return np.asarray(quad[np.argsort(np.arctan2(down, across))], np.float32)


def from_the_top(quad: Quad) -> Quad:
    """The corners clockwise, so that the first side is the topmost one."""
    ordered = clockwise(quad)
    heights = [float(ordered[at][1] + ordered[(at + 1) % 4][1]) for at in range(4)]
    return np.asarray(np.roll(ordered, -int(np.argmin(heights)), axis=0), np.float32)
