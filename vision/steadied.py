"""The mean of a few frames in which nothing changed: there is less of a camera's noise in it than in any of them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reads import Frame

_MOST = 8  # frames: more take longer to gather than they add


class Steadied:
    """Gathers the frames since something changed."""

    def __init__(self) -> None:
        self._mean: Frame | None = None
        self._count = 0

    def begin(self) -> None:
        """What is seen from now on has nothing to do with the frames before."""
        self._mean, self._count = None, 0

    def seen(self, frame: Frame) -> Frame:
        """The mean of the frames since then and of this one, all of one shape, (H, W, 3) uint8; of the first ones only,
        where they are many. Not to be changed."""
        if self._mean is None or self._mean.shape != frame.shape:
            self._mean, self._count = frame, 1
        elif self._count < _MOST:
            self._count += 1
            mean = cv2.addWeighted(self._mean, 1 - 1 / self._count, frame, 1 / self._count, 0)
            self._mean = np.asarray(mean, np.uint8)
        return self._mean
