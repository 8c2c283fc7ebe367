"""The readers' networks (`vision/models/`), run by ONNX Runtime."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort

from vision.find.picture import Floats

_MOST_THREADS = 4  # of a Raspberry Pi; more only wait for each other


class Network:
    """One network. Usable from any thread; one picture, or batch of crops, at a time. It works with as many threads as
    OpenCV did when it was made."""

    def __init__(self, model: Path) -> None:
        wanted = ort.SessionOptions()
        wanted.intra_op_num_threads = max(min(cv2.getNumThreads(), _MOST_THREADS), 1)
        wanted.add_session_config_entry("session.intra_op.allow_spinning", "0")  # what waits leaves the core to others
        wanted.enable_cpu_mem_arena = False  # which would keep what the largest picture took
        wanted.enable_mem_pattern = False  # likewise: pictures are of any size
        self._session = ort.InferenceSession(str(model), wanted, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._lock = threading.Lock()

    def answer(self, pictures: Floats) -> Floats:
        """What it answers to pictures, (N, channels, H, W) float32; of its own shape, N first."""
        with self._lock:
            [answer] = self._session.run(None, {self._input: pictures})
        return np.asarray(answer, np.float32)
