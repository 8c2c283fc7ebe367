"""A picture of unknown make, such as a photo sent by a phone: its size and wholeness from its bytes alone, before
anything is decoded; then decoded right, or refused with a word that says why."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.reads import Frame, FrameReads
from vision.scanner import Scanner

Data: TypeAlias = bytes | bytearray
# Stuffed zeros, restarts and the marker 0x01 (TEM) stand alone: what follows them is no length.
_JPEG_MARKER = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd7])")
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# The markers with a length that may stand before the picture data. A decoder gives up at any other.
_JPEG_LONG = _JPEG_SIZES | {0xC4, 0xCC, *range(0xDA, 0xDE), *range(0xE0, 0xF0), 0xFE}
_JPEG_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_JPEG_END, _JPEG_SCAN = 0xD9, 0xDA
_HEIF = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif", b"avis"})
NOT_A_PICTURE = "not_a_picture"  # no JPEG, PNG, WebP, GIF or BMP
HEIC = "heic"  # as some phones keep their photos; no decoder for it is at hand
TOO_LARGE = "too_large"  # more pixels, or bytes, than can be handled safely
TOO_TINY = "too_tiny"  # too few pixels for anything to be read
TORN = "torn"  # the end is missing
BROKEN = "broken"  # it looks like a picture but cannot be decoded
MOST_BYTES = 40_000_000
_MOST_PIXELS = 16_000_000  # decoded at full size; a larger one is decoded at a half, a quarter or an eighth
_MOST_REDUCIBLE_PIXELS = 64_000_000
_FEWEST_PIXELS = 12  # of the shorter side
# As many tell a code: of 12 megapixels a half of each side, in which as many codes were read, in two thirds of the time
# and with 60 MB less.
_ENOUGH_PIXELS = 1_900_000
# For the environment of a process that decodes what strangers send: OpenCV then refuses by the size that it would
# really allocate, whatever a header was taken to say. A reduced picture's sides are rounded up.
DECODER_LIMITS = {
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(_MOST_PIXELS + 200_000),
    "OPENCV_IO_MAX_IMAGE_WIDTH": "65536",
    "OPENCV_IO_MAX_IMAGE_HEIGHT": "65536",
}
_REDUCTIONS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


@dataclass(frozen=True)
class Header:
    """What a picture says of itself. `whole` is False where its end is missing; `reducible` tells that a decoder can
    make a smaller picture of it without ever holding the large one."""

    width: int
    height: int
    whole: bool
    reducible: bool = False


def is_heic(data: Data) -> bool:
    """Whether this is a picture of the HEIF family (HEIC, AVIF), as some phones keep their photos."""
    return data[4:8] == b"ftyp" and any(bytes(data[at : at + 4]) in _HEIF for at in range(8, min(len(data), 64), 4))


def read_header(data: Data) -> Header | None:
    """The header of a JPEG, PNG, WebP, GIF or BMP picture; None for anything else or a header that is cut off."""
    for magic, reader in _READERS.items():
        if data.startswith(magic):
            try:
                return reader(data)
            except (struct.error, IndexError):
                return None
    return None


def _jpeg(data: Data) -> Header | None:
    """Read as a decoder reads it, so that no marker can hide the size that will be decoded behind another one."""
    size: tuple[int, int] | None = None
    reducible = whole = scanned = False
    position = 2
    while found := _JPEG_MARKER.search(data, position):
        marker, position = found[1][0], found.end()
        if marker == _JPEG_END:
            whole = True
            break
        if not scanned and (marker not in _JPEG_LONG or (marker == _JPEG_SCAN and size is None)):
            return None
        if marker in _JPEG_SIZES and size is None:
            height, width = struct.unpack_from(">HH", data, position + 3)
            size, reducible = (width, height), marker not in _JPEG_PROGRESSIVE
        scanned = scanned or marker == _JPEG_SCAN
        position += struct.unpack_from(">H", data, position)[0] if position + 2 <= len(data) else 2
    return None if size is None else Header(*size, whole, reducible)


def _png(data: Data) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    position = 8
    while position + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        position += 12 + length
        if kind == b"IEND":
            return Header(width, height, position <= len(data))
    return Header(width, height, False)


def _gif(data: Data) -> Header:
    width, height = struct.unpack_from("<HH", data, 6)
    return Header(width, height, data.rstrip(b"\x00").endswith(b"\x3b"))


def _bmp(data: Data) -> Header:
    length = struct.unpack_from("<I", data, 2)[0]
    width, height = struct.unpack_from("<ii", data, 18)
    return Header(abs(width), abs(height), len(data) >= length)


def _webp(data: Data) -> Header | None:
    length, form, chunk = struct.unpack_from("<I4s4s", data, 4)
    if form != b"WEBP":
        return None
    whole = len(data) >= length + 8
    if chunk == b"VP8X":
        return Header(_le24(data, 24) + 1, _le24(data, 27) + 1, whole)
    if chunk == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return Header((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, whole)
    width, height = struct.unpack_from("<HH", data, 26)
    return Header(width & 0x3FFF, height & 0x3FFF, whole)


def _le24(data: Data, at: int) -> int:
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16


class BadPicture(Exception):
    """The bytes cannot be used as a picture; `code` is one of the words of this module."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_photo(data: Data, scanner: Scanner) -> tuple[Frame, FrameReads]:
    """A photo, as it was looked at, and the codes in it. A large one is looked at made smaller first, and whole only
    where something is not sure then. Raises `BadPicture`."""
    frame = decode(data, small=True)
    found = scanner.read(frame)
    if found.unsure and not found.reads and _is_made_smaller(data):
        del frame  # before the larger one is there
        frame = decode(data)
        found = scanner.read(frame)
    return frame, found


def decode(data: Data, *, small: bool = False) -> Frame:
    """The picture in these bytes as (H, W, 3) uint8 BGR, upright by its EXIF note, the first one of an animation;
    `small`: with no more pixels than tell a code, as a rule. Raises `BadPicture`; never takes more memory than a
    picture of 64 megapixels read at a reduced size, as long as the decoder finds the size that the header tells.
    `DECODER_LIMITS` hold it to that."""
    factor = _reduction(_checked(data), small)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCTIONS[factor])
    except cv2.error as error:
        raise BadPicture(TOO_LARGE if _is_of_size(error) else BROKEN) from None
    except MemoryError:
        raise BadPicture(TOO_LARGE) from None
    if picture is None or picture.ndim != 3 or picture.shape[2] != 3:
        raise BadPicture(BROKEN)
    return np.ascontiguousarray(picture, np.uint8)


def thumbnail(data: Data) -> Frame | None:
    """An eighth of each side of a camera's JPEG picture, (h, w, 3) uint8 BGR: enough to see whether anything moved, at
    a quarter of the work. None where it cannot be decoded."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_COLOR_8)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def _is_made_smaller(data: Data) -> bool:
    """Whether more of a picture can be seen than was."""
    header = _checked(data)
    return _reduction(header, small=True) > _reduction(header)


def _is_of_size(error: cv2.error) -> bool:
    """Whether the decoder refused because of what it would have had to allocate."""
    return error.code == cv2.Error.STS_NO_MEM or "CV_IO_MAX_IMAGE" in str(error)


def _checked(data: Data) -> Header:
    if len(data) > MOST_BYTES:
        raise BadPicture(TOO_LARGE)
    header = read_header(data)
    if header is None:
        raise BadPicture(HEIC if is_heic(data) else NOT_A_PICTURE)
    most = _MOST_REDUCIBLE_PIXELS if header.reducible else _MOST_PIXELS
    if header.width * header.height > most:
        raise BadPicture(TOO_LARGE)
    if not header.whole:
        raise BadPicture(TORN)
    if min(header.width, header.height) < _FEWEST_PIXELS:
        raise BadPicture(TOO_TINY)
    return header


def _reduction(header: Header, small: bool = False) -> int:
    """By how much each side is made smaller."""
    pixels = header.width * header.height
    least = next(factor for factor in _REDUCTIONS if pixels <= _MOST_PIXELS * factor**2)
    enough = max(factor for factor in _REDUCTIONS if factor == 1 or pixels >= _ENOUGH_PIXELS * factor**2)
    return max(least, enough) if small else least


_READERS = {b"\xff\xd8\xff": _jpeg, b"\x89PNG\r\n\x1a\n": _png, b"GIF8": _gif, b"BM": _bmp, b"RIFF": _webp}
