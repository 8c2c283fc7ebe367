"""Networks in ONNX Runtime. Nothing else of the readers is imported here: a process that only runs networks needs no
more. `python -m vision.inference` is one, and `vision/network.py` the side of whoever asks it.

Two networks are run part after part, as that takes less memory: the text detector while it looks, and the recogniser of
texts while it is read. The detector's parts that have the most to keep in mind are taken strip after strip of a
picture: between two of its layers there is far more than in the picture, at a half and a quarter of each side up to 96
channels, 46 MB at once for 640 x 480 pixels. Most of its layers look no farther than a few rows, so that a strip of the
picture with these rows round it comes out as it would of the whole. What looks at all of a picture is the gates: how
much of each channel goes on is told by its mean. So the network is cut where they are, and between two gates a strip is
taken through all layers before the next one is begun. The same answers, within 0.00001, in less time: such a strip
stays in the processor's own memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

MODELS = Path(__file__).parent / "models"
Floats: TypeAlias = npt.NDArray[np.float32]
Pictures: TypeAlias = npt.NDArray[np.float32 | np.uint8]
# As soon as it is imported it would give this machine a number and note, for its makers, what is done with it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
_lock = threading.Lock()
_AS_MUCH_AS_WANTED = 1  # what is asked of the system at a time, in ONNX Runtime's words kSameAsRequested
DETECTOR, TEXT = "pp_ocrv6_detector.onnx", "pp_ocrv6_text.onnx"
_FINE = 4  # pixels of the picture to a side of the finest cells that are kept for the whole of it
# More than a tile has that is looked at between a camera's frames, for which giving back would take too long.
_MANY_CELLS = 12_800
_ROWS, _CELLS = 8, 1280  # of a strip, at least; fewer would not pay for the rows round it


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
    """One network that was read, in one piece or in parts that are asked one after another: of the recogniser of texts,
    whose weights are kept in half precision, each takes four times as much while it is read as in its file."""

    def __init__(self, model: Path, threads: int, parts: Sequence[str] = ("",)) -> None:
        self._sessions = [Session(model, threads, part) for part in parts]

    def answer(self, pictures: Pictures) -> Floats:
        """What it answers to pictures, (N, channels, H, W) float32; of its own shape, N first."""
        answer = np.asarray(pictures, np.float32)
        for session in self._sessions:
            [answer] = session.run([answer])
        return np.asarray(answer, np.float32)

    def close(self) -> None:
        """It is not wanted any more."""
        self._sessions.clear()


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


# --- in parts ---------------------------------------------------------------------------------------------------------


class _Part(NamedTuple):
    """By its name in `vision/training/graphs.py`: how many channels it makes. Where it is taken in strips: how many
    rows of cells `before` and `after` one it looks at, and how many to a side it makes of a cell."""

    name: str
    channels: int = 0
    before: int = 0
    after: int = 0
    finer: int = 1


# The picture to cells of a quarter of its sides, then what the first gate lets on of these.
_STEM, _STEM_GATE = _Part("stem", 48, before=2, after=3), _Part("stem_gate")
_FIRST = _Part("first", 48, before=1, after=1)
# All that is coarser, as a whole. It makes one picture of cells twice as large with all that the neck wants of it, and
# for the head one of each size.
_DEEP = _Part("deep")
_COARSER = (2, 4, 8)  # times the finest cells' sides
# The finest cells beside what the coarser ones tell. What its gate takes the mean of is linear, and so is the same of
# the mean.
_NECK_GATE, _NECK = _Part("neck_gate"), _Part("neck", 24, before=3, after=3)
# All sizes together, to pixels.
_HEAD_GATE, _HEAD = _Part("head_gate"), _Part("head", 1, before=1, after=1, finer=_FINE)
_GATES = (_STEM_GATE, _NECK_GATE, _HEAD_GATE)
_PARTS = (_STEM, _FIRST, _DEEP, _NECK, _HEAD, *_GATES)
TEXT_PARTS = ("1", "2", "3", "4", "5")  # of the recogniser of texts, from its input to its output

_Size: TypeAlias = tuple[int, int]  # rows of cells, and cells in a row


class _Strip(NamedTuple):
    """Rows of cells: those that are wanted, and those that are taken to have them right."""

    start: int
    end: int
    first: int
    beyond: int

    def of(self, cells: Floats) -> Floats:
        """These rows."""
        return np.ascontiguousarray(cells[:, :, self.first : self.beyond])

    def levels(self, picture: Pictures) -> Floats:
        """What these rows are made of, as the network was taught it: each level from -1 to 1."""
        rows = picture[:, self.first * _FINE : self.beyond * _FINE].transpose(0, 3, 1, 2)
        return np.ascontiguousarray((rows.astype(np.float32) - 127.5) / 127.5)

    def enlarged(self, cells: Floats, by: int) -> Floats:
        """These rows of cells that are larger by so much, each as many times as it has of these."""
        rows = cells[:, :, np.arange(self.first, self.beyond) // by]
        return np.ascontiguousarray(rows.repeat(by, axis=3))


class DetectorInStrips:
    """The text detector, as `Inference` is asked; one picture after the other."""

    def __init__(self, model: Path, threads: int) -> None:
        self._sessions = {part: Session(model, 1 if part in _GATES else threads, part.name) for part in _PARTS}

    def answer(self, pictures: Pictures) -> Floats:
        """How likely print each pixel is, (N, 1, H, W), of pictures, (N, H, W, 3) uint8 BGR, sides of multiples of
        32."""
        return np.concatenate([self._answer(pictures[at : at + 1]) for at in range(len(pictures))])

    def close(self) -> None:
        """It is not wanted any more."""
        self._sessions.clear()

    def _answer(self, picture: Pictures) -> Floats:
        size = picture.shape[1] // _FINE, picture.shape[2] // _FINE
        answer = self._to_pixels(size, *self._to_neck(size, self._to_cells(size, picture)))
        if size[0] * size[1] > _MANY_CELLS:
            give_back()
        return answer

    def _to_cells(self, size: _Size, picture: Pictures) -> Floats:
        stem = self._along(size, _STEM, lambda strip: [strip.levels(picture)])
        [gate] = self._run(_STEM_GATE, [stem])
        return self._along(size, _FIRST, lambda strip: [strip.of(stem), gate])

    def _to_neck(self, size: _Size, cells: Floats) -> tuple[Floats, list[Floats]]:
        """The finest cells of the neck, and what is coarser of it."""
        if size[0] * size[1] > _MANY_CELLS:
            give_back()  # what the strips left, before that part which has most at once
        twice, *coarser = self._run(_DEEP, [cells])
        [gate] = self._run(_NECK_GATE, [_mean(cells)])
        neck = self._along(size, _NECK, lambda strip: [strip.of(cells), gate, strip.enlarged(twice, 2)])
        return neck, coarser

    def _to_pixels(self, size: _Size, neck: Floats, coarser: list[Floats]) -> Floats:
        [gate] = self._run(_HEAD_GATE, [neck])

        def inputs(strip: _Strip) -> list[Floats]:
            return [strip.of(neck), gate, *(strip.enlarged(*one) for one in zip(coarser, _COARSER, strict=True))]

        return self._along(size, _HEAD, inputs)

    def _run(self, part: _Part, inputs: Sequence[Floats], last: bool = True) -> list[Floats]:
        return self._sessions[part].run(inputs, last=last)

    def _along(self, size: _Size, part: _Part, inputs: Callable[[_Strip], Sequence[Floats]]) -> Floats:
        """What a part makes of a whole picture of so many cells, strip after strip."""
        height, width = size
        whole = np.empty((1, part.channels, height * part.finer, width * part.finer), np.float32)
        for strip in _strips(height, max(_ROWS, _CELLS // width), part):
            [answer] = self._run(part, inputs(strip), strip.end == height)
            begin = (strip.start - strip.first) * part.finer
            end = (strip.end - strip.first) * part.finer
            whole[:, :, strip.start * part.finer : strip.end * part.finer] = answer[:, :, begin:end]
        return whole


Opened: TypeAlias = Inference | DetectorInStrips


def open_network(model: Path, threads: int) -> Opened:
    """A network that is read from its file, as it takes least."""
    if model.name == DETECTOR:
        return DetectorInStrips(model, threads)
    return Inference(model, threads, TEXT_PARTS if model.name == TEXT else ("",))


def _strips(height: int, rows: int, part: _Part) -> Iterator[_Strip]:
    for start in range(0, height, rows):
        end = min(start + rows, height)
        yield _Strip(start, end, max(start - part.before, 0), min(end + part.after, height))


def _mean(cells: Floats) -> Floats:
    """Of each channel, (1, channels, 1, 1)."""
    return np.asarray(cells.mean((2, 3), dtype=np.float64, keepdims=True), np.float32)


def main() -> None:
    """Serve whoever is at the other end of standard input: read a network when told to, answer for it, and forget it
    when told to (`NetworkProcess`). It has gone: the end."""
    networks: dict[Path, Opened] = {}
    with contextlib.suppress(EOFError, OSError), Connection(os.dup(0)) as service:
        while True:
            model, threads, pictures = service.recv()
            if not threads:
                networks.pop(model, None)
                give_back()
                continue
            if model not in networks:
                networks[model] = open_network(model, threads)
            service.send(None if pictures is None else networks[model].answer(pictures))


if __name__ == "__main__":
    main()
