"""News to the listeners: in order, outside of every lock, and none of them can stop another."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from companion.session.screen import Listener, Update

_log = logging.getLogger(__name__)


class EventBus:
    """A queue of updates and those who hear them: `publish` is called under the session's lock, `deliver` outside."""

    def __init__(self) -> None:
        self._waiting: deque[Update] = deque()
        self._listeners: list[Listener] = []
        self._failing: set[int] = set()
        self._turn = threading.Lock()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every update from now on; the returned function ends it."""
        self._listeners = [*self._listeners, listener]

        def unsubscribe() -> None:
            self._listeners = [one for one in self._listeners if one is not listener]

        return unsubscribe

    def publish(self, update: Update) -> None:
        self._waiting.append(update)

    def deliver(self) -> None:
        """Tell what waits. When another thread is telling, it tells this too, so that the order holds."""
        while self._waiting and self._turn.acquire(blocking=False):
            try:
                while self._waiting:
                    self._tell_all(self._waiting.popleft())
            finally:
                self._turn.release()

    def _tell_all(self, update: Update) -> None:
        for listener in self._listeners:
            try:
                listener(update)
            except Exception:
                self._failed(listener)
            else:
                self._failing.discard(id(listener))

    def _failed(self, listener: Listener) -> None:
        if id(listener) not in self._failing:
            _log.exception("a listener failed; it is told the next update all the same: %r", listener)
        self._failing.add(id(listener))
