"""What is kept, watched while the companion runs: whether it can be saved, whether the files are whole, how long the
journal has grown."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.status.health import HealthBoard, data_health
from companion.storage.log import Log

_log = logging.getLogger(__name__)
LOOK_S = 20.0
SETTLE_S = 1.0
CHECK_S = 24 * 3600.0
QUIET_S = 300.0  # nothing was written for so long: nobody waits while the files are read
AT_ONCE = 4  # so many times longer than it should be, the journal is not waited for


class StorageWatch:
    """Looks after the log in a thread of its own, and tells the health board. `check_s`: how often all is checked.
    What was written is settled in the database within a second, whatever else is due."""

    def __init__(
        self,
        log: Log,
        health: HealthBoard,
        clock: Callable[[], float] = time.monotonic,
        look_s: float = LOOK_S,
        check_s: float = CHECK_S,
        quiet_s: float = QUIET_S,
    ) -> None:
        self._log = log
        self._health = health
        self._clock = clock
        self._look_s = look_s
        self._check_s = check_s
        self._quiet_s = quiet_s
        self._checked = self._written = clock()
        self._seq = log.newest
        self._stop = threading.Event()
        self._looked = clock()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self.tell()

    def start(self) -> None:
        """Look from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(30)

    def tell(self) -> None:
        """Say how it is."""
        self._health.put(data_health(self._log.trouble(), self._log.repairs, self._log.lost, self._log.last_repair()))

    def look(self) -> None:
        """One look: what is due is done."""
        now = self._clock()
        if self._log.newest != self._seq:
            self._seq, self._written = self._log.newest, now
        quiet = now - self._written >= self._quiet_s
        overdue = now - self._checked - self._check_s
        if overdue >= (0 if quiet else self._check_s):
            self._checked = now
            self._log.check()
        if self._log.too_long(1 if quiet else AT_ONCE):
            self._log.shorten()
        self._log.checkpoint()
        self.tell()

    def _run(self) -> None:
        while not self._stop.wait(min(SETTLE_S, self._look_s)):
            try:
                self._turn()
            except Exception:
                _log.exception("looking after what is kept failed")

    def _turn(self) -> None:
        self._log.settle()
        if self._clock() - self._looked >= self._look_s:
            self._looked = self._clock()
            self.look()
