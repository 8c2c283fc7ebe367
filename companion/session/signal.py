"""Whoever wants to hear that something changed. A listener that fails is logged once, and stops nobody."""

from __future__ import annotations

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


class Signal:
    """The listeners of one thing; `of` names it in the log. Safe from any thread."""

    def __init__(self, of: str) -> None:
        self._of = of
        self._listeners: list[Callable[[], None]] = []
        self._failing: set[int] = set()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Tell this one too from now on; the answer ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def emit(self) -> None:
        """Something changed."""
        for listener in list(self._listeners):
            try:
                listener()
            except Exception:
                if id(listener) not in self._failing:
                    _log.exception("a listener of %s failed; it is told the next time all the same", self._of)
                self._failing.add(id(listener))
            else:
                self._failing.discard(id(listener))
