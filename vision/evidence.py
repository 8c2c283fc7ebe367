"""What a frame showed: small pictures for people, and how large and how bright a code was in it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.find.picture import region_of, shrunk
from vision.reads import Corners, Frame

_AROUND = 3.0  # code heights left round a code that is cut out
_LEAST_PX = 96  # of the shorter side of what is cut out
_SAMPLED = 120  # rows or columns of it that are looked at to tell how bright it is
_MOST_PX = 1280  # of the longer side of any picture made here


@dataclass(frozen=True)
class Evidence:
    """Of one reading: the part of the picture as JPEG, the height of the code's characters in pixels (0: unknown), and
    how bright the paper round them was, in grey levels (0 to 255)."""

    jpeg: bytes
    height_px: float
    paper: float


def evidence(frame: Frame, quad: Corners | None) -> Evidence:
    """The code in these corners with what is round it, or the whole frame, small, where there are none."""
    part = frame if quad is None else _round_about(frame, quad)
    step = max(min(part.shape[:2]) // _SAMPLED, 1)  # the paper's brightness needs no more
    grey = cv2.cvtColor(np.ascontiguousarray(part[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return Evidence(
        jpeg=jpeg_of(part, _MOST_PX, quality=92),
        height_px=0.0 if quad is None else height_of(quad),
        paper=float(np.percentile(grey, 90)),
    )


def height_of(quad: Corners) -> float:
    """The height of the characters in these corners, in pixels."""
    return round((math.dist(quad[0], quad[3]) + math.dist(quad[1], quad[2])) / 2, 1)


def jpeg_of(frame: Frame, longest: int, quality: int = 60) -> bytes:
    """A frame as JPEG, shrunk to so many pixels at its longer side."""
    made, data = cv2.imencode(".jpg", shrunk(frame, longest), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes() if made else b""


def shares_of(quad: Corners, frame: Frame) -> tuple[tuple[float, float], ...]:
    """Corners in shares of the frame's width and height, so that they fit a picture of any size."""
    height, width = frame.shape[:2]
    return tuple((_share(x / width), _share(y / height)) for x, y in quad)


def _share(value: float) -> float:
    return round(min(max(value, 0.0), 1.0), 4)


def _round_about(frame: Frame, quad: Corners) -> Frame:
    inside = np.clip(np.array(quad, np.float32), 0, (frame.shape[1] - 1, frame.shape[0] - 1))
    margin = max(_AROUND * height_of(quad), _LEAST_PX / 2)
    return np.ascontiguousarray(region_of(inside.astype(np.float32), margin, frame.shape).cut(frame))
