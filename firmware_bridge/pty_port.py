"""A pseudo-terminal that stands for a USB serial port: it can be plugged in and out under one path."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import tty
from pathlib import Path


class PtyPort:
    """The board's end of a serial cable. `path` is what the host opens; it exists only while plugged in."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="drawer-")
        self.path = os.path.join(self._folder, "port")
        self._host = self._board = -1

    @property
    def plugged(self) -> bool:
        return self._host >= 0

    def plug(self) -> None:
        """Appear, as a new terminal under the same path. `OSError` where this machine has no pseudo-terminals."""
        if self.plugged:
            return
        # The board's end stays open, so that a host may come and go.
        self._host, self._board = os.openpty()
        tty.setraw(self._board)
        os.set_blocking(self._host, False)
        os.symlink(os.ttyname(self._board), self.path)

    def unplug(self) -> None:
        """Vanish; a host that has the port open gets an error."""
        if not self.plugged:
            return
        Path(self.path).unlink(missing_ok=True)
        os.close(self._host)
        os.close(self._board)
        self._host = self._board = -1

    def read(self) -> bytes:
        """What the host has written; nothing when it has not, or is not there."""
        with contextlib.suppress(OSError):
            if self.plugged:
                return os.read(self._host, 4096)
        return b""

    def write(self, data: bytes) -> None:
        """Send; what nobody reads in time is lost, as on a real line."""
        with contextlib.suppress(OSError):
            if self.plugged and data:
                os.write(self._host, data)

    def close(self) -> None:
        """Vanish for good."""
        self.unplug()
        shutil.rmtree(self._folder, ignore_errors=True)
