"""Networks in a process of their own, of which nothing is left when it ends: ONNX Runtime never comes into the memory
of the service, nor what it leaves there between other things."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

from vision.inference import Floats, Pictures
from vision.strips import Opened, open_network

_log = logging.getLogger(__name__)
_ROOT = Path(__file__).resolve().parent.parent
_WORKER = (sys.executable, "-m", "vision.network_worker")
# One arena, and large pieces straight from the system: 30 MB less at the most, in the same time with huge pages, where
# the kernel gives any.
_MALLOC = {
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "3000000", "MALLOC_TRIM_THRESHOLD_": "32000000",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}  # fmt: skip
_ANSWER_S = 60.0  # a Pi that is short of memory reads a network from its card
_END_S = 5.0


class NetworkProcess:
    """One process at a time, started when a network is wanted. It is sent a network's file, how many threads it may
    have (none: forget it), and pictures (None: only read it), and sends back the answer. Usable from any thread; one
    question at a time."""

    def __init__(self, worker: Sequence[str] = _WORKER) -> None:
        self._worker = worker
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._open: set[Path] = set()  # networks that are in its memory
        self._lost = False  # told in the log

    @property
    def pid(self) -> int | None:
        """Its process id while there is one."""
        process = self._process
        return None if process is None else process.pid

    def open(self, model: Path, threads: int) -> NetworkThere:
        """A network that is read there."""
        with suppress(OSError, EOFError):  # whoever asks it will hear of that
            self.ask(model, threads, None)
        return NetworkThere(self, model, threads)

    def ask(self, model: Path, threads: int, pictures: Pictures | None) -> Floats | None:
        """Have it read or answer. Another process is begun once where this one has gone; `OSError` and `EOFError` where
        that goes, too."""
        with self._lock:
            self._open.add(model)
            if self._connection is not None:
                with suppress(OSError, EOFError):
                    return self._asked(self._connection, model, threads, pictures)
            self._end()
            self._open.add(model)
            return self._asked(self._begin(), model, threads, pictures)

    def forget(self, model: Path) -> None:
        """Have a network let go, and what is free given back."""
        with self._lock:
            self._open.discard(model)
            if self._connection is not None:
                with suppress(OSError):
                    self._connection.send((model, 0, None))

    def give_back(self) -> None:
        """Have what is free given back."""
        self.forget(Path())

    def rest(self) -> None:
        """End the process where it has no network in memory."""
        with self._lock:
            if not self._open:
                self._end()

    def stop(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def in_trouble(self, why: Exception) -> None:
        """It is told in the log, once."""
        if not self._lost:
            _log.warning("the networks' process was lost (%s); they are read into the companion's own memory", why)
        self._lost = True

    def _begin(self) -> Connection:
        ours, theirs = Pipe()
        path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
        with theirs:
            try:
                self._process = subprocess.Popen(
                    self._worker,
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                    env={**os.environ, **_MALLOC, "PYTHONPATH": path},
                )
            except OSError:
                ours.close()
                raise
        self._connection = ours
        return ours

    def _asked(self, there: Connection, model: Path, threads: int, pictures: Pictures | None) -> Floats | None:
        there.send((model, threads, pictures))
        if not there.poll(_ANSWER_S):
            raise EOFError("no answer came")
        answer: Floats | None = there.recv()
        return answer

    def _end(self) -> None:
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        self._open.clear()
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.wait(_END_S)


class NetworkThere:
    """A network in that process; in this one, where that cannot be had."""

    def __init__(self, process: NetworkProcess, model: Path, threads: int) -> None:
        self._process, self._model, self._threads = process, model, threads
        self._here: Opened | None = None

    def answer(self, pictures: Pictures) -> Floats:
        """What it answers to pictures, as `Inference` does."""
        if self._here is None:
            try:
                answer = self._process.ask(self._model, self._threads, pictures)
                assert answer is not None
                return answer
            except (OSError, EOFError) as why:
                self._process.in_trouble(why)
                self._here = open_network(self._model, self._threads)
        return self._here.answer(pictures)

    def close(self) -> None:
        """It is not wanted any more."""
        self._here = None
        self._process.forget(self._model)
