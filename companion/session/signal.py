"""Whoever wants to hear that something changed. A listener that fails is logged, and stops nobody."""

from __future__ import annotations

import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


class Signal:
    """The listeners of one thing; `of` names it in the log. Safe from any thread."""

    def __init__(self, of: str) -> None:
        self._of = of
        self._listeners: list[Callable[[], None]] = []

    def add(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Tell this one too from now on; the answer ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self) -> None:
        """Something changed."""
        for listener in list(self._listeners):
            try:
                listener()
            except Exception:
                _log.exception("a listener of %s failed", self._of)
