"""Who may send a photo now. A photo stays on its phone until it is its turn: so many at once would fill the memory of a
small machine, and the threads that taps are answered by.

A phone joins the queue, asks from time to time how long it is, and sends its photo when it is called. Whoever does not
ask any more has gone, and its place with it.
"""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from companion.api.text import T, Text

CALLED = 3  # so many may send at once: one photo is read while the next ones arrive
MOST = 80  # photos in the queue
MOST_OF_ONE = 6  # of one phone
PATIENCE_S = 10.0  # a phone that has not asked for so long, or was called and has not come, has gone
IN_REQUESTS = 4  # so many may wait with their request already made; each holds a thread of the server
IN_REQUEST_S = 20.0
FIRST_GUESS_S = 4.0  # of what a photo takes; later ones are told by those before
_NEWEST = 0.3  # how much the newest photo counts in that
_ASK_S, _ASK_SOON_S = 2.0, 0.7


@dataclass(frozen=True)
class QueuePlace:
    """A phone's place: so many photos are `before` it, which takes about `wait_s`; with none before it is to be sent
    now, else it asks again in `ask_s`."""

    ticket: str
    before: int
    wait_s: int
    ask_s: float


class QueueFull(Exception):
    """No photo more is taken at the moment; in words why not, and in how many seconds one may be."""

    def __init__(self, text: Text, wait_s: int) -> None:
        super().__init__(str(text))
        self.text = text
        self.wait_s = wait_s


class NoPlace(Exception):
    """There is no such place: it was given up, or never there."""


@dataclass(eq=False)
class _Waiting:
    """One photo: `heard_s` is when its phone was last heard of; it may be sent once it is `called`, and keeps its place
    while it is `here`."""

    ticket: str
    phone: str
    heard_s: float
    called: bool = False
    here: bool = False
    in_request: bool = False


class PhotoQueue:
    """The photos that are to be read, in their order. Safe from any thread; `warm` is called for each that joins."""

    def __init__(
        self,
        warm: Callable[[], object] = lambda: None,
        *,
        clock: Callable[[], float] = time.monotonic,
        most: int = MOST,
        in_request_s: float = IN_REQUEST_S,
    ) -> None:
        self._warm = warm
        self._clock = clock
        self._most = most
        self._in_request_s = in_request_s
        self._moved = threading.Condition()
        self._all: dict[str, _Waiting] = {}
        self._takes_s = FIRST_GUESS_S
        self._done_s = 0.0

    def __len__(self) -> int:
        with self._moved:
            self._forget_the_gone()
            return len(self._all)

    def join(self, phone: str) -> QueuePlace:
        """Take a place at the end. Raises `QueueFull`."""
        with self._moved:
            place = self._place(self._join(phone))
        self._warm()
        return place

    def ask(self, ticket: str, phone: str) -> QueuePlace:
        """Where this phone's photo is now; it keeps its place by asking. Raises `NoPlace`."""
        with self._moved:
            self._forget_the_gone()
            waiting = self._of(ticket, phone)
            if waiting is None:
                raise NoPlace
            waiting.heard_s = self._clock()
            return self._place(waiting)

    def leave(self, ticket: str, phone: str) -> None:
        """Give a place up, if it is there and its photo is not being read."""
        with self._moved:
            waiting = self._of(ticket, phone)
            if waiting is not None and not waiting.here:
                self._remove(waiting)

    @contextmanager
    def turn(self, phone: str, ticket: str = "") -> Iterator[None]:
        """Inside, the photo may be taken in and read. Without a place that was called it waits a little, if only
        few do. Raises `QueueFull`."""
        waiting = self._come(phone, ticket)
        try:
            yield
        finally:
            with self._moved:
                now = self._clock()
                took_s = now - max(waiting.heard_s, self._done_s)
                self._takes_s += _NEWEST * (took_s - self._takes_s)
                self._done_s = now
                self._remove(waiting)

    # --- inside, with the lock held -----------------------------------------------------------------------------------

    def _join(self, phone: str) -> _Waiting:
        self._forget_the_gone()
        if len(self._all) >= self._most:
            text = T("Too many photos are waiting to be read. Try again in a moment, or type the code.")
            raise QueueFull(text, self._wait_s(len(self._all)))
        if sum(one.phone == phone for one in self._all.values()) >= MOST_OF_ONE:
            text = T("Several photos of this phone are waiting already. Send this one when they have been read.")
            raise QueueFull(text, self._wait_s(MOST_OF_ONE))
        waiting = _Waiting(secrets.token_urlsafe(9), phone, self._clock())
        self._all[waiting.ticket] = waiting
        self._call()
        return waiting

    def _come(self, phone: str, ticket: str) -> _Waiting:
        with self._moved:
            self._forget_the_gone()
            waiting = self._of(ticket, phone) or self._join(phone)
            if not waiting.called:
                self._wait_in_request(waiting)
            waiting.here, waiting.heard_s = True, self._clock()
        self._warm()
        return waiting

    def _wait_in_request(self, waiting: _Waiting) -> None:
        others = sum(one.in_request for one in self._all.values())
        waiting.in_request = True
        if others < IN_REQUESTS and self._moved.wait_for(lambda: waiting.called, self._in_request_s):
            waiting.in_request = False
            return
        wait_s = self._place(waiting).wait_s
        self._remove(waiting)
        text = T("Other photos are being read. Send this one again in {seconds} seconds.", seconds=wait_s)
        raise QueueFull(text, wait_s)

    def _of(self, ticket: str, phone: str) -> _Waiting | None:
        found = self._all.get(ticket)
        return found if found is not None and found.phone == phone and not found.here else None

    def _remove(self, waiting: _Waiting) -> None:
        self._all.pop(waiting.ticket, None)
        self._call()

    def _call(self) -> None:
        """Call the next ones, as many as may send."""
        free = CALLED - sum(one.called for one in self._all.values())
        for waiting in [one for one in self._all.values() if not one.called][: max(free, 0)]:
            waiting.called, waiting.heard_s = True, self._clock()
        self._moved.notify_all()

    def _forget_the_gone(self) -> None:
        long_ago_s = self._clock() - PATIENCE_S
        gone = [one for one in self._all.values() if not (one.here or one.in_request) and one.heard_s < long_ago_s]
        for one in gone:
            del self._all[one.ticket]
        if gone:
            self._call()

    def _place(self, waiting: _Waiting) -> QueuePlace:
        if waiting.called:
            return QueuePlace(waiting.ticket, 0, 0, 0.0)
        before = [*self._all].index(waiting.ticket)
        return QueuePlace(waiting.ticket, before, self._wait_s(before), _ASK_SOON_S if before <= 2 * CALLED else _ASK_S)

    def _wait_s(self, before: int) -> int:
        return max(1, math.ceil(before * self._takes_s))
