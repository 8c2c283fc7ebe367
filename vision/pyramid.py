"""A picture in several sizes, and upright crops of it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reads import Frame, Quad

_SMALLEST_SIDE = 240  # pixels; smaller copies of a picture are of no use


class Pyramid:
    """A frame and its half-size copies, so that crops of large text are cut without stair steps."""

    def __init__(self, frame: Frame) -> None:
        self.levels = [frame]
        while min(self.levels[-1].shape[:2]) >= 2 * _SMALLEST_SIDE:
            self.levels.append(np.asarray(cv2.pyrDown(self.levels[-1]), np.uint8))

    def above(self, level: int) -> Pyramid:
        """The pyramid of one of the copies: the same pictures, and no further memory."""
        part = object.__new__(Pyramid)
        part.levels = self.levels[level:]
        return part

    def crop(self, quad: Quad, height: int) -> Frame:
        """The inside of a quad as an upright picture of `height` pixels, cut from the finest copy that suits."""
        along = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        across = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        width = max(round(height * along / max(across, 1.0)), 1)
        level = int(np.clip(np.floor(np.log2(max(across, 1.0) / height)), 0, len(self.levels) - 1))
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        onto = cv2.getPerspectiveTransform((quad / 2**level).astype(np.float32), flat)
        size = (min(width, 12 * height), height)
        picture = self.levels[level]
        crop = cv2.warpPerspective(picture, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(crop, np.uint8)


def widened(quad: Quad, along: float, across: float) -> Quad:
    """The quad with a margin, in shares of its height, before and after (`along`) and above and below (`across`)."""
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    height = float(np.linalg.norm(down)) or 1.0
    right = right / (float(np.linalg.norm(right)) or 1.0) * height * along
    down = down / height * height * across
    return np.asarray(quad + np.stack([-right - down, right - down, right + down, -right + down]), np.float32)


def grey_pyramid(frame: Frame) -> Pyramid:
    """A pyramid of a frame without its colours."""
    return Pyramid(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8))
