"""A picture of unknown make, such as a photo sent by a phone: read right, or refused with a word that says why."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture_header import Data, Header, is_heic, read_header
from vision.reads import Frame, FrameReads
from vision.scanner import Scanner

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
# For the environment of a process that decodes what strangers send: OpenCV then refuses by the size that it would
# really allocate, whatever a header was taken to say. A reduced picture's sides are rounded up.
DECODER_LIMITS = {
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(_MOST_PIXELS + 200_000),
    "OPENCV_IO_MAX_IMAGE_WIDTH": "65536",
    "OPENCV_IO_MAX_IMAGE_HEIGHT": "65536",
}
_REDUCTIONS = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


class BadPicture(Exception):
    """The bytes cannot be used as a picture; `code` is one of the words of this module."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_photo(data: Data, scanner: Scanner | None = None) -> FrameReads:
    """The codes in a photo. Raises `BadPicture`."""
    return (scanner or Scanner()).read(decode(data))


def decode(data: Data) -> Frame:
    """The picture in these bytes as (H, W, 3) uint8 BGR, upright by its EXIF note, the first one of an animation.
    Raises `BadPicture`; never takes more memory than a picture of 64 megapixels read at a reduced size, as long as the
    decoder finds the size that the header tells. `DECODER_LIMITS` hold it to that."""
    factor = _reduction(_checked(data))
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCTIONS[factor])
    except cv2.error as error:
        raise BadPicture(TOO_LARGE if _is_of_size(error) else BROKEN) from None
    except MemoryError:
        raise BadPicture(TOO_LARGE) from None
    if picture is None or picture.ndim != 3 or picture.shape[2] != 3:
        raise BadPicture(BROKEN)
    return np.ascontiguousarray(picture, np.uint8)


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


def _reduction(header: Header) -> int:
    return next(factor for factor in _REDUCTIONS if header.width * header.height <= _MOST_PIXELS * factor**2)
