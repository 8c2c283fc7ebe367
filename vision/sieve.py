"""Crops that are worth a glance of the network that reads codes, told by a small one at a tenth of the time."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.code_net import answers_to
from vision.glyphs import Floats, Grey

MODEL = Path(__file__).parent / "models" / "sieve_net.onnx"


class Sieve:
    """Tells codes from what is none. Usable from any thread."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))
        self._lock = threading.Lock()

    def likely(self, crops: Sequence[Grey]) -> Floats:
        """How likely each crop, dark ink on a pale ground, of any size, is a whole code as it lies, and upside down,
        (N, 2), 0 to 1, as the network that reads codes has it."""
        if not crops:
            return np.empty((0, 2), np.float32)
        with self._lock:
            scores = answers_to(self._net, crops)
        return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)


@cache
def sieve() -> Sieve:
    """The one sieve of this process."""
    return Sieve()
