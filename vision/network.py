"""The readers' networks (`vision/models/`): in memory while they are wanted, in this process or in one of their own, of
which nothing is left when it ends: then ONNX Runtime never comes into the memory of the service, nor what it leaves
there between other things, nor what it may die of."""

from __future__ import annotations

import math
import socket
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import cv2

from vision.inference import Floats, Opened, Pictures, open_network
from vision.worker_process import NO_WORKER, WorkerLost, WorkerProcess

_MOST_THREADS = 4  # of a Raspberry Pi; more only wait for each other
_WORKER = (sys.executable, "-m", "vision.inference")
# One arena, and large pieces straight from the system: 30 MB less at the most, in the same time with huge pages, where
# the kernel gives any.
_MALLOC = {
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "3000000", "MALLOC_TRIM_THRESHOLD_": "32000000",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}  # fmt: skip
_READ_S = 60.0  # a Pi that is short of memory reads a network from its card
_ANSWER_S = 30.0  # of a network that is in its memory; it takes a Pi less than one. Whoever reads waits for it
# Between one loss and the next start: each time so many times longer. What the kernel ended for want of memory lives
# soon; what this processor cannot run never does.
_FIRST_PAUSE_S, _LONGER, _LONGEST_PAUSE_S = 2.0, 4, 300.0

_made: weakref.WeakSet[Network] = weakref.WeakSet()
_elsewhere: NetworkProcess | None = None


def run_in(process: NetworkProcess | None) -> None:
    """Have all networks that are read from now on run in that process, or in this one. Those that were read are let
    go."""
    global _elsewhere
    let_go(0.0)
    _elsewhere = process


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
        self._session: Opened | NetworkThere | None = None
        self._lock = threading.Lock()
        self._asked_s = 0.0  # when it was last asked, or read
        _made.add(self)

    @property
    def name(self) -> str:
        """That of its file."""
        return self._model.name

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
            self._session.close()
            self._session = None
            return True

    def answer(self, pictures: Pictures) -> Floats:
        """What it answers to pictures, (N, channels, H, W) float32, the text detector (N, H, W, 3) uint8 BGR; of its
        own shape, N first."""
        with self._lock:
            session = self._session or self._read()
            self._asked_s = time.monotonic()
            return session.answer(pictures)

    def _read(self) -> Opened | NetworkThere:
        wanted = self._model, self._threads
        session = open_network(*wanted) if _elsewhere is None else _elsewhere.open(*wanted)
        self._session, self._asked_s = session, time.monotonic()
        return session


# --- in a process of their own ----------------------------------------------------------------------------------------


class NetworkProcess(WorkerProcess[Connection]):
    """One process at a time, started when a network is wanted. It is sent a network's file, how many threads it may
    have (none: forget it), and pictures (None: only read it), and sends back the answer. Usable from any thread; one
    question at a time. One that has gone is replaced at once, and where that goes, too, after a pause."""

    def __init__(
        self,
        worker: Sequence[str] = _WORKER,
        *,
        clock: Callable[[], float] = time.monotonic,
        on_begin: Callable[[], object] = lambda: None,
    ) -> None:
        """`on_begin` makes room for it, just before one is started."""
        super().__init__(worker, _MALLOC, lambda ours: Connection(ours.detach()), name="the networks' process")
        self._on_begin = on_begin
        self._clock = clock
        self._open: set[Path] = set()  # networks that are in its memory
        self._losses = 0
        self._again_s = -math.inf  # when the last pause is over

    @property
    def is_paused(self) -> bool:
        """Whether it was lost, and no other one is begun yet."""
        return self._clock() < self._again_s

    def open(self, model: Path, threads: int) -> NetworkThere:
        """A network that is read there."""
        with suppress(WorkerLost):  # whoever asks it will hear of that
            self.ask(model, threads, None)
        return NetworkThere(self, model, threads)

    def ask(self, model: Path, threads: int, pictures: Pictures | None) -> Floats | None:
        """Have it read or answer. Raises `WorkerLost`, also where no answer comes before a pause is over."""
        with self._turn:
            if self.is_paused:
                raise WorkerLost(NO_WORKER, "another one is begun later")
            answer = self._asked(lambda there: self._exchange(there, model, threads, pictures))
            if pictures is not None:
                self._is_back()
            return answer

    def forget(self, model: Path) -> None:
        """Have a network let go, and what is free given back."""
        with self._turn:
            self._open.discard(model)
            if self._connection is not None:
                with suppress(OSError):
                    self._connection.send((model, 0, None))

    def give_back(self) -> None:
        """Have what is free given back."""
        self.forget(Path())

    def rest(self) -> None:
        """End the process where it has no network in memory."""
        with self._turn:
            if not self._open:
                self._end()

    def _exchange(self, there: Connection, model: Path, threads: int, pictures: Pictures | None) -> Floats | None:
        limit_s = _ANSWER_S if model in self._open else _READ_S
        self._open.add(model)
        there.send((model, threads, pictures))
        if not there.poll(limit_s):
            raise TimeoutError(f"no answer within {limit_s:g} s")
        answer: Floats | None = there.recv()
        return answer

    def _then(self) -> str:
        now_s = self._clock()
        if now_s - self._again_s > _LONGEST_PAUSE_S:
            self._losses = 0
        pause_s = min(_FIRST_PAUSE_S * _LONGER**self._losses, _LONGEST_PAUSE_S)
        self._losses, self._again_s = self._losses + 1, now_s + pause_s
        return f"another one is begun in {pause_s:g} s"

    def _begin(self) -> socket.socket:
        self._on_begin()
        return super()._begin()

    def _end(self, *, gone: bool = False) -> int | None:
        self._open.clear()
        return super()._end(gone=gone)


class NetworkThere:
    """A network in that process."""

    def __init__(self, process: NetworkProcess, model: Path, threads: int) -> None:
        self._process, self._model, self._threads = process, model, threads

    def answer(self, pictures: Pictures) -> Floats:
        """What it answers to pictures, as `Inference` does. Raises `WorkerLost`."""
        answer = self._process.ask(self._model, self._threads, pictures)
        assert answer is not None
        return answer

    def close(self) -> None:
        """It is not wanted any more."""
        self._process.forget(self._model)
