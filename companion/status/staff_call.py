"""A call for the venue's staff: made by a phone at the table, taken back by the table or by the staff."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

import msgspec

from companion.session.signal import Signal


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody (`by`, a phone's name) asks for the staff since `at` (seconds since 1970). `id` tells it from others."""

    id: str
    by: str
    at: float


class StaffCall:
    """The table's call, if there is one. It ends with the companion. Safe from any thread."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._present: Call | None = None
        self._changed = Signal("the call for the staff")

    @property
    def present(self) -> Call | None:
        """The call that holds."""
        return self._present

    def call(self, by: str) -> Call:
        """Ask for the staff; where somebody does already, that call stays."""
        with self._lock:
            before = self._present
            found = self._present = before or Call(id=secrets.token_hex(6), by=by, at=self._clock())
        if before is None:
            self._changed.emit()
        return found

    def take_back(self, id: str | None = None) -> None:
        """Nobody is asked for any more; with an `id` only where that call still holds."""
        with self._lock:
            if self._present is None or id not in (None, self._present.id):
                return
            self._present = None
        self._changed.emit()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told of changes; the answer ends it."""
        return self._changed.subscribe(listener)
