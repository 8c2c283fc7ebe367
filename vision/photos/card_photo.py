"""A photo of a card, made fit to be kept: the card alone and upright where it can be told, small, and a JPEG without
any of the notes that a phone adds (place, time, make)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.card_outline import cut_out, find_card
from vision.photos.decode import BROKEN, BadPicture, Data, decode
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
    picture = _shrunk(frame, LONGEST) if quad is None else cut_out(frame, quad, LONGEST)
    if not as_it_is:
        turned += _quarters(frame, quad, scanner)
    return _encoded(np.ascontiguousarray(np.rot90(picture, -turned % 4)), quad is not None)


def _quarters(frame: Frame, quad: Quad | None, scanner: Scanner) -> int:
    """Quarter turns to the right that put the card's code upright; none where it has no code, or not just one."""
    looked_at = _shrunk(frame, _READ_AT)
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


def _shrunk(frame: Frame, longest: int) -> Frame:
    scale = longest / max(frame.shape[:2])
    if scale >= 1:
        return frame
    size = (max(round(frame.shape[1] * scale), 1), max(round(frame.shape[0] * scale), 1))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def _encoded(picture: Frame, straightened: bool) -> CardPhoto:
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not good:
        raise BadPicture(BROKEN)
    return CardPhoto(data.tobytes(), picture.shape[1], picture.shape[0], straightened)
