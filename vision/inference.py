"""A network, or a part of one, in ONNX Runtime. Nothing else of the readers is imported here: a process that only runs
networks needs no more."""

from __future__ import annotations

import ctypes
import importlib
import os
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

MODELS = Path(__file__).parent / "models"
Floats: TypeAlias = npt.NDArray[np.float32]
Pictures: TypeAlias = npt.NDArray[np.float32 | np.uint8]
# As soon as it is imported it would give this machine a number and note, for its makers, what is done with it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
_lock = threading.Lock()
_AS_MUCH_AS_WANTED = 1  # what is asked of the system at a time, in ONNX Runtime's words kSameAsRequested


class Session:
    """A network, or a `part` of one, by its file; ONNX Runtime with the first."""

    def __init__(self, model: Path, threads: int, part: str = "") -> None:
        runtime = _runtime()
        wanted = runtime.SessionOptions()
        wanted.intra_op_num_threads = threads
        wanted.add_session_config_entry("session.intra_op.allow_spinning", "0")  # what waits leaves the core to others
        wanted.add_session_config_entry("session.use_env_allocators", "1")
        wanted.add_session_config_entry("session.use_device_allocator_for_initializers", "1")  # weights stay elsewhere
        there = str(model.resolve().parent)
        wanted.add_session_config_entry("session.model_external_initializers_file_folder_path", there)
        wanted.enable_mem_pattern = False  # it would keep what the largest picture took
        graph = graph_of(model, part).read_bytes()
        self._session: Any = runtime.InferenceSession(graph, wanted, providers=["CPUExecutionProvider"])
        self._options = runtime.RunOptions
        self._inputs = [one.name for one in self._session.get_inputs()]
        give_back()  # what reading a network leaves is as much again as the network

    def run(self, inputs: Sequence[Floats], *, last: bool = True) -> list[Floats]:
        """What comes out, for what goes in, both in the network's order. After the `last` run for now the memory that
        its layers took is given back; until then it is kept, as to get new pages takes a third of the time."""
        how = self._options()
        if last:
            how.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        answers: list[Floats] = self._session.run(None, dict(zip(self._inputs, inputs, strict=True)), how)
        return answers


class Inference:
    """One network that was read, and is asked as a whole."""

    def __init__(self, model: Path, threads: int) -> None:
        self._session: Session | None = Session(model, threads)

    def answer(self, pictures: Pictures) -> Floats:
        """What it answers to pictures, (N, channels, H, W) float32; of its own shape, N first."""
        assert self._session is not None
        [answer] = self._session.run([np.asarray(pictures, np.float32)])
        return np.asarray(answer, np.float32)

    def close(self) -> None:
        """It is not wanted any more."""
        self._session = None


def graph_of(model: Path, part: str = "") -> Path:
    """The file with the graph of a network, or of a part of it; its larger weights stand in the network's own
    (`vision/training/graphs.py`)."""
    return model.parent / "graphs" / f"{model.stem}{'.' if part else ''}{part}.onnx"


def _runtime() -> Any:
    """ONNX Runtime, for whichever thread wants it first."""
    with _lock:
        return _made_ready()


@cache
def _made_ready() -> Any:
    """ONNX Runtime, with one arena for all that goes on between the layers of all networks of this process. It takes no
    more than is wanted: as the C library deals with such large pieces, aligned as they must be, it has up to three
    times as much."""
    runtime = importlib.import_module("onnxruntime")
    place = runtime.OrtMemoryInfo("Cpu", runtime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, runtime.OrtMemType.DEFAULT)
    runtime.create_and_register_allocator(
        place, runtime.OrtArenaCfg({"max_mem": 0, "arena_extend_strategy": _AS_MUCH_AS_WANTED})
    )
    return runtime


def give_back() -> None:
    """Give freed memory back to the system; nothing where the C library cannot."""
    trim = getattr(_c_library(), "malloc_trim", None)
    if trim is not None:
        trim(0)


@cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
