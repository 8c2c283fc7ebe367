"""The readers' networks (`vision/models/`), run by ONNX Runtime."""

from __future__ import annotations

import importlib
import os
import threading
import time
import weakref
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.find.picture import Floats

# As soon as it is imported it would give this machine a number and note, for its makers, what is done with it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
_MOST_THREADS = 4  # of a Raspberry Pi; more only wait for each other


_made: weakref.WeakSet[Network] = weakref.WeakSet()


def read_all() -> None:
    """Read every network that was made, for a process that measures now what it takes later."""
    for one in [*_made]:
        one.read()


def let_go(idle_s: float) -> bool:
    """Let go of every network that was asked nothing for so many seconds, which is read again when it is asked: all of
    them together are 33 MB. Whether there was any."""
    gone = [one.let_go(idle_s) for one in [*_made]]
    return any(gone)


class Network:
    """One network. Usable from any thread; one picture, or batch of crops, at a time. It works with as many threads as
    OpenCV did when it was made. It is read, and ONNX Runtime with the first of them, when it is first asked: until then
    a companion that sees no card has neither in its memory."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._threads = max(min(cv2.getNumThreads(), _MOST_THREADS), 1)
        self._session: Any = None
        self._input = ""
        self._lock = threading.Lock()
        self._asked_s = 0.0  # when it was last asked, or read
        _made.add(self)

    @property
    def name(self) -> str:
        """That of its file."""
        return self._model.name

    @property
    def is_read(self) -> bool:
        """Whether it is in memory."""
        return self._session is not None

    def read(self) -> None:
        """Have it read, as the first question would."""
        with self._lock:
            if self._session is None:
                self._read()

    def let_go(self, idle_s: float) -> bool:
        """Let go of it where it was read and then asked nothing for so many seconds; whether that was so."""
        with self._lock:
            if self._session is None or time.monotonic() - self._asked_s < idle_s:
                return False
            self._session = None
            return True

    def answer(self, pictures: Floats) -> Floats:
        """What it answers to pictures, (N, channels, H, W) float32; of its own shape, N first."""
        with self._lock:
            if self._session is None:
                self._read()
            self._asked_s = time.monotonic()
            [answer] = self._session.run(None, {self._input: pictures})
        return np.asarray(answer, np.float32)

    def _read(self) -> None:
        ort = importlib.import_module("onnxruntime")
        wanted = ort.SessionOptions()
        wanted.intra_op_num_threads = self._threads
        wanted.add_session_config_entry("session.intra_op.allow_spinning", "0")  # what waits leaves the core to others
        wanted.enable_cpu_mem_arena = False  # which would keep what the largest picture took
        wanted.enable_mem_pattern = False  # likewise: pictures are of any size
        self._session = ort.InferenceSession(str(self._model), wanted, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._asked_s = time.monotonic()
