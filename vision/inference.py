"""A network in ONNX Runtime. Nothing else of the readers is imported here: a process that only runs networks needs no
more."""

from __future__ import annotations

import ctypes
import importlib
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

# As soon as it is imported it would give this machine a number and note, for its makers, what is done with it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"


class Inference:
    """One network that was read, and ONNX Runtime with the first of them."""

    def __init__(self, model: Path, threads: int) -> None:
        ort = importlib.import_module("onnxruntime")
        wanted = ort.SessionOptions()
        wanted.intra_op_num_threads = threads
        wanted.add_session_config_entry("session.intra_op.allow_spinning", "0")  # what waits leaves the core to others
        wanted.enable_cpu_mem_arena = False  # which would keep what the largest picture took
        wanted.enable_mem_pattern = False  # likewise: pictures are of any size
        self._session: Any = ort.InferenceSession(str(model), wanted, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        give_back()  # what reading a network leaves is as much again as the network

    def answer(self, pictures: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """What it answers to pictures, (N, channels, H, W); of its own shape, N first."""
        [answer] = self._session.run(None, {self._input: pictures})
        return np.asarray(answer, np.float32)

    def close(self) -> None:
        """It is not wanted any more."""
        self._session = None


def give_back() -> None:
    """Give freed memory back to the system; nothing where the C library cannot."""
    trim = getattr(_c_library(), "malloc_trim", None)
    if trim is not None:
        trim(0)


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
