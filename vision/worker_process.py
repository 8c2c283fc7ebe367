"""A process of the readers' own, which may die without harm to the service: how it is begun and ended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_END_S, _ENDING_S = 5.0, 1.0


class WorkerProcess:
    """One process at a time, which serves whoever is at the other end of its standard input. `begin` and `end` are for
    one thread at a time, `stop` for any. A `quiet` one's complaints are not heard."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], *, quiet: bool = False) -> None:
        self._command = command
        self._environment = environment
        self._complaints = subprocess.DEVNULL if quiet else None
        self._lock = threading.Lock()  # of what follows
        self._process: subprocess.Popen[bytes] | None = None
        self.stopped = False

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def begin(self) -> socket.socket:
        """Start one; whoever asks it closes this socket. Raises `OSError` where none can be had, or it was stopped."""
        ours, theirs = socket.socketpair()
        path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
        try:
            with self._lock, theirs:
                if self.stopped:
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

    def end(self, *, gone: bool = False) -> int | None:
        """End the one that runs, if any, and free what it leaves; how it had ended by itself, if it had. One that is
        `gone` closed its end: it is ending."""
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

    def stop(self) -> None:
        """End the one that runs at once, and start no other."""
        with self._lock:
            self.stopped = True
            if self._process is not None:
                self._process.kill()


def how_it_ended(ended: int | None) -> str:
    """For the log: by which signal, or with what."""
    if ended is None:
        return "it closed its end"
    if ended < 0 and -ended in signal.valid_signals():
        return f"it was ended by {signal.Signals(-ended).name}"
    return f"it has ended with {ended}"
