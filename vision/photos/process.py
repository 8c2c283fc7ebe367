"""The service's side of the photo worker: a picture of unknown make -> what is in it, within a limit of time."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
from collections.abc import Mapping, Sequence
from mmap import mmap
from typing import TypeAlias

from vision.photos.decode import DECODER_LIMITS
from vision.photos.messages import Answer, Ended, Hello, Request, receive, send
from vision.worker_process import WorkerProcess, how_it_ended

Picture: TypeAlias = bytes | bytearray | memoryview | mmap
_log = logging.getLogger(__name__)
KEEP_S = 60.0  # a worker that has nothing to do so long ends, and its memory is free
START_LIMIT_S = 60.0  # a Pi that has just booted reads everything from its card
READ_LIMIT_S = 90.0  # by the clock; the worker's own limit, of the processor's time, comes first unless it hangs
TOO_SLOW = "too_slow"  # the picture took longer than it may
DIED = "died"  # the worker died of it
NO_WORKER = "no_worker"  # none could be started
STOPPED = "stopped"
_END_S = 5.0
_WORKER = (sys.executable, "-m", "vision.photos.worker")
# One arena, however many threads the reader has, and large pieces straight from the system, to which they go back; that
# is 70 MB less at the most, and twice the processor time for a photo without a code, of which huge pages, where the
# kernel gives any, take half away.
_MALLOC = {
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "1000000", "MALLOC_TRIM_THRESHOLD_": "1000000",
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}  # fmt: skip


class PhotoLost(Exception):
    """No answer came; `code` is one of the words of this module."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code}: {why}" if why else code)
        self.code = code


class PhotoProcess:
    """One worker at a time, started when there is a photo. Usable from any thread, one photo after the other."""

    def __init__(
        self,
        worker: Sequence[str] = _WORKER,
        *,
        keep_s: float = KEEP_S,
        start_limit_s: float = START_LIMIT_S,
        read_limit_s: float = READ_LIMIT_S,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        environment = {**_MALLOC, **DECODER_LIMITS, **(environment or {})}
        # Decoders complain of every damaged picture.
        self._worker = WorkerProcess((*worker, str(keep_s)), environment, quiet=True)
        self._start_limit_s = start_limit_s
        self._read_limit_s = read_limit_s
        self._turn = threading.Lock()  # one photo at a time
        self._socket: socket.socket | None = None
        self._ready = False
        self._lost = False  # told in the log, and not yet back

    @property
    def pid(self) -> int | None:
        """The worker's process id while one runs."""
        return self._worker.pid

    def warm(self) -> None:
        """Start the worker where none runs, so that it is ready when the photo has arrived. Does not wait for it."""
        if not self._turn.acquire(blocking=False):
            return  # it is at work
        try:
            self._running()
        except PhotoLost:
            pass  # whoever sends the photo will hear it
        finally:
            self._turn.release()

    def rest(self) -> None:
        """End the worker where it has nothing to do, also one that has just begun."""
        if not self._turn.acquire(blocking=False):
            return
        try:
            self._end()
        finally:
            self._turn.release()

    def ask(self, request: Request, picture: Picture) -> Answer:
        """Have a picture read, when those before it have been; a worker that dies of it is replaced once. Raises
        `PhotoLost`."""
        with self._turn:
            try:
                answer = self._told(self._running(), request, picture)
            except PhotoLost as lost:
                if lost.code != DIED:
                    raise
                # Perhaps not of this picture: it ends when it is idle, and the kernel ends it where memory is short.
                answer = self._told(self._running(), request, picture)
            if self._lost:
                self._lost = False
                _log.info("the photo worker is back")
            return answer

    def stop(self) -> None:
        """End the worker at once, and start no other. Whoever waits for it gets `PhotoLost("stopped")`."""
        self._worker.stop()
        if self._turn.acquire(timeout=_END_S):
            try:
                self._end()
            finally:
                self._turn.release()

    # --- inside, for whoever has the turn -----------------------------------------------------------------------------

    def _running(self) -> socket.socket:
        if self._socket is not None and self.pid is not None:
            return self._socket
        self._end()
        try:
            self._socket = self._worker.begin()
        except OSError as problem:
            raise self._lost_by(NO_WORKER, str(problem)) from None
        return self._socket

    def _greet(self, worker: socket.socket) -> None:
        """Wait until a worker that was started is ready."""
        if self._ready:
            return
        try:
            receive(worker, Hello, self._start_limit_s)
        except (Ended, TimeoutError) as problem:
            ended = self._end(gone=isinstance(problem, Ended))
            raise self._lost_by(NO_WORKER, str(problem) if ended is None else how_it_ended(ended)) from None
        self._ready = True

    def _told(self, worker: socket.socket, request: Request, picture: Picture) -> Answer:
        self._greet(worker)
        try:
            worker.settimeout(self._read_limit_s)
            send(worker, request)
            worker.sendall(picture)
            return receive(worker, Answer, self._read_limit_s)
        except TimeoutError:
            self._end()
            raise self._lost_by(TOO_SLOW, f"no answer within {self._read_limit_s:g} s") from None
        except (Ended, OSError) as problem:
            ended = self._end(gone=True)
            if ended == 0:
                raise PhotoLost(DIED, "it had ended") from None
            code = TOO_SLOW if ended == -signal.SIGXCPU else DIED
            raise self._lost_by(code, str(problem) if ended is None else how_it_ended(ended)) from None

    def _lost_by(self, code: str, why: str) -> PhotoLost:
        if self._worker.stopped:
            return PhotoLost(STOPPED)
        if not self._lost:
            _log.warning("the photo worker was lost (%s: %s); the next photo starts another", code, why)
        self._lost = True
        return PhotoLost(code, why)

    def _end(self, *, gone: bool = False) -> int | None:
        connection, self._socket = self._socket, None
        self._ready = False
        if connection is not None:
            connection.close()
        return self._worker.end(gone=gone)
