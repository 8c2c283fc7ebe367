"""The torch beside the camera: it goes out by itself, so that nobody has to think of it."""

from __future__ import annotations

import threading
from collections.abc import Callable

LIT_S = 180.0


class Torch:
    """`switch` lights it; `changed` is called when it goes on or out. Safe from any thread."""

    def __init__(self, switch: Callable[[bool], None], changed: Callable[[], None], lit_s: float = LIT_S) -> None:
        self._switch = switch
        self._changed = changed
        self._lit_s = lit_s
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    @property
    def lit(self) -> bool:
        return self._timer is not None

    def set(self, on: bool) -> None:
        """Light it for a while, anew if it is lit already, or put it out."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._begun() if on else None
            self._switch(on)
        self._changed()

    def _begun(self) -> threading.Timer:
        timer = threading.Timer(self._lit_s, lambda: self._out(timer))
        timer.name, timer.daemon = "torch", True
        timer.start()
        return timer

    def _out(self, timer: threading.Timer) -> None:
        """The time is over, unless it was lit anew meanwhile."""
        with self._lock:
            if self._timer is not timer:
                return
            self._timer = None
            self._switch(False)
        self._changed()
