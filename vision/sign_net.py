"""Upright crops to signs, one by one: a network of our own that looks at strokes, where the one for codes looks at the
whole line, so that they seldom make the same mistake."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.code_net import answers_to
from vision.glyphs import Floats, Grey
from vision.slots import SIGNS

MODEL = Path(__file__).parent / "models" / "sign_net.onnx"
CLASSES = len(SIGNS) + 2  # nothing, the signs, and any letter that no code has
MOST_SIGNS = 8  # in a line that it was trained with
STEPS = 64  # columns that it looks at


class SignNet:
    """Reads crops, many at once. Usable from any thread."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))
        self._lock = threading.Lock()

    def shares(self, crops: Sequence[Grey]) -> Floats:
        """How likely nothing, each of `SIGNS`, and another letter stands in each column of each crop, (N, 64, 20). A
        crop is dark ink on a pale ground, of any size, upright."""
        if not crops:
            return np.empty((0, STEPS, CLASSES), np.float32)
        with self._lock:
            scores = answers_to(self._net, crops)
        shares = np.exp(scores - scores.max(axis=2, keepdims=True))
        return np.asarray(shares / shares.sum(axis=2, keepdims=True), np.float32)


@cache
def sign_net() -> SignNet:
    """The one network of this process."""
    return SignNet()
