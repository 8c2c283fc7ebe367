"""A process of the readers' own, which may die without harm to the service: begun when it is asked something, replaced
where it died of that, and ended when it is not wanted."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Generic, Protocol, TypeVar

_log = logging.getLogger(__name__)
_ROOT = Path(__file__).resolve().parent.parent
_END_S, _ENDING_S = 5.0, 1.0
TOO_SLOW = "too_slow"  # the answer took longer than it may
DIED = "died"  # the process died of it
NO_WORKER = "no_worker"  # none could be started
STOPPED = "stopped"


class WorkerLost(Exception):
    """No answer came; `code` is one of the words of this module."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(f"{code}: {why}" if why else code)
        self.code, self.why = code, why


class _Closes(Protocol):
    def close(self) -> None: ...


C = TypeVar("C", bound=_Closes)  # how it is talked with
T = TypeVar("T")  # what it answers


class WorkerProcess(Generic[C]):
    """One process at a time, which serves whoever is at the other end of its standard input; what `connect` makes of
    this end is what questions are asked with. Usable from any thread; one question at a time."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        connect: Callable[[socket.socket], C],
        *,
        name: str,
        quiet: bool = False,
    ) -> None:
        """`name` is how the log calls it; a `quiet` one's complaints are not heard."""
        self._command, self._environment, self._connect, self._name = command, environment, connect, name
        self._complaints = subprocess.DEVNULL if quiet else None
        self._turn = threading.Lock()  # one question at a time
        self._connection: C | None = None
        self._lock = threading.Lock()  # of what follows
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.lost = False  # as told in the log, and not yet back

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def stop(self) -> None:
        """End it at once, and start no other. Whoever waits for it gets `WorkerLost("stopped")`."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()
        if self._turn.acquire(timeout=_END_S):
            try:
                self._end()
            finally:
                self._turn.release()

    # --- inside, for whoever has the turn -----------------------------------------------------------------------------

    def _asked(self, question: Callable[[C], T]) -> T:
        """What comes of a question, which raises `TimeoutError`, or `EOFError` or `OSError` where the process has gone.
        One that has gone is replaced once. Raises `WorkerLost`."""
        try:
            try:
                return self._told(question)
            except WorkerLost as lost:
                if lost.code != DIED or self._stopped:
                    raise
                # Perhaps not of this: it ends when it is idle, and the kernel ends it where memory is short.
                return self._told(question)
        except WorkerLost as lost:
            then = self._then()
            if self._stopped:
                raise WorkerLost(STOPPED) from None
            if not self.lost:
                _log.warning("%s was lost (%s); %s", self._name, lost.why, then)
            self.lost = True
            raise

    def _is_back(self) -> None:
        """It answered."""
        if self.lost:
            self.lost = False
            _log.info("%s is back", self._name)

    def _then(self) -> str:
        """It was lost: for the log, what comes then."""
        return "the next question starts another"

    def _told(self, question: Callable[[C], T]) -> T:
        there = self._running()
        try:
            return question(there)
        except TimeoutError as hung:
            self._end()
            raise WorkerLost(TOO_SLOW, str(hung)) from None
        except (EOFError, OSError) as problem:
            ended = self._end(gone=True)
            why = how_it_ended(ended) if ended is not None else str(problem) or "it closed its end"
            raise WorkerLost(TOO_SLOW if ended == -signal.SIGXCPU else DIED, why) from None

    def _running(self) -> C:
        if self._connection is None or self.pid is None:
            self._end()
            try:
                self._connection = self._connect(self._begin())
            except OSError as problem:
                raise WorkerLost(NO_WORKER, str(problem)) from None
        return self._connection

    def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
        try:
            with self._lock, theirs:
                if self._stopped:
                    raise OSError("it is stopped")
                self._process = subprocess.Popen(
                    self._command,
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=self._complaints,
                    start_new_session=True,
                    env={**os.environ, **self._environment, "PYTHONPATH": path},
                )
        except OSError:
            ours.close()
            raise
        return ours

    def _end(self, *, gone: bool = False) -> int | None:
        """End the one that runs, if any, and free what it leaves; how it had ended by itself, if it had. One that is
        `gone` closed its end: it is ending."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        with suppress(subprocess.TimeoutExpired):
            process.wait(_ENDING_S if gone else 0)
        ended = process.poll()
        process.kill()
        process.wait(_END_S)
        return ended


def how_it_ended(ended: int) -> str:
    """For the log: by which signal, or with what."""
    if ended < 0 and -ended in signal.valid_signals():
        return f"it was ended by {signal.Signals(-ended).name}"
    return f"it has ended with {ended}"
