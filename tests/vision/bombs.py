"""Pictures that are made to harm whoever decodes them."""

from __future__ import annotations

import struct

import cv2
import numpy as np

_SCAN = b"\xff\xda"


def jpeg(picture: np.ndarray, *flags: int) -> bytes:
    """A picture as JPEG."""
    return cv2.imencode(".jpg", picture, list(flags))[1].tobytes()


def segment(marker: int, data: bytes) -> bytes:
    """One segment of a JPEG."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def hidden_size(side: int, before: bytes = b"\xff\x01") -> bytes:
    """A JPEG of side x side pixels, which it hides: a marker that stands alone before the true size lets a careless
    reader take the size's own marker for a length, and land in a comment that claims 480 x 480."""
    plain = bytearray(jpeg(np.full((480, 480, 3), 90, np.uint8)))
    at = plain.index(b"\xff\xc0")
    true_size = plain[at : at + 19]
    true_size[5:9] = struct.pack(">HH", side, side)
    small = bytes(plain[at : at + 19])
    tables, scan = bytes(plain[2:at]), bytes(plain[at + 19 :])
    comment = segment(0xFE, bytes(60_000))
    lure = segment(0xFE, bytes(6000) + small * 40)
    return b"\xff\xd8" + tables + before + bytes(true_size) + comment + lure + scan


def many_scans(side: int, times: int) -> bytes:
    """A progressive JPEG of one colour whose last pass comes so many times: little to send, and each is decoded in
    full."""
    data = jpeg(np.full((side, side, 3), 90, np.uint8), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    last = data[data.rindex(_SCAN) : -2]
    return data[:-2] + last * times + data[-2:]


def long_notes(picture: bytes, megabytes: int) -> bytes:
    """A JPEG with so many megabytes of EXIF before it."""
    note = segment(0xE1, b"Exif\x00\x00" + bytes(65_000))
    return picture[:2] + note * (megabytes * 16) + picture[2:]
