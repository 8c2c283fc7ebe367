"""Size and wholeness of a picture from its bytes alone, before anything is decoded."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

_JPEG_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")  # stuffed zeros and restarts belong to the picture data
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_JPEG_END, _JPEG_SCAN = 0xD9, 0xDA


@dataclass(frozen=True)
class Header:
    """What a picture says of itself. `whole` is False where its end is missing; `reducible` tells that a decoder can
    make a smaller picture of it without ever holding the large one."""

    width: int
    height: int
    whole: bool
    reducible: bool = False


def read_header(data: bytes) -> Header | None:
    """The header of a JPEG, PNG, WebP, GIF or BMP picture; None for anything else or a header that is cut off."""
    for magic, reader in _READERS.items():
        if data.startswith(magic):
            try:
                return reader(data)
            except (struct.error, IndexError):
                return None
    return None


def _jpeg(data: bytes) -> Header | None:
    size: tuple[int, int] | None = None
    reducible = whole = False
    position = 2
    while found := _JPEG_MARKER.search(data, position):
        marker, position = found[1][0], found.end()
        if marker == _JPEG_END:
            whole = True
            break
        if marker in _JPEG_SIZES and size is None:
            height, width = struct.unpack_from(">HH", data, position + 3)
            size, reducible = (width, height), marker not in _JPEG_PROGRESSIVE
        position += struct.unpack_from(">H", data, position)[0] if position + 2 <= len(data) else 2
    return None if size is None else Header(*size, whole, reducible)


def _png(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    position = 8
    while position + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        position += 12 + length
        if kind == b"IEND":
            return Header(width, height, position <= len(data))
    return Header(width, height, False)


def _gif(data: bytes) -> Header:
    width, height = struct.unpack_from("<HH", data, 6)
    return Header(width, height, data.rstrip(b"\x00").endswith(b"\x3b"))


def _bmp(data: bytes) -> Header:
    length = struct.unpack_from("<I", data, 2)[0]
    width, height = struct.unpack_from("<ii", data, 18)
    return Header(abs(width), abs(height), len(data) >= length)


def _webp(data: bytes) -> Header | None:
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


def _le24(data: bytes, at: int) -> int:
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16


_READERS = {b"\xff\xd8\xff": _jpeg, b"\x89PNG\r\n\x1a\n": _png, b"GIF8": _gif, b"BM": _bmp, b"RIFF": _webp}
