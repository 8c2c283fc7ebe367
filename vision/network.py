"""The readers' networks (`vision/models/`): in memory while they are wanted, in this process or in one of their own."""

from __future__ import annotations

import threading
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from vision.inference import Floats, Pictures
from vision.strips import Opened, open_network

if TYPE_CHECKING:  # a process that has its networks itself does without the other one's side
    from vision.network_process import NetworkProcess, NetworkThere

_MOST_THREADS = 4  # of a Raspberry Pi; more only wait for each other


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
