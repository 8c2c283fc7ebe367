"""News to all who watch, together: one wake-up of the event loop and one errand to a thread for all of them, however
many they are. Used by the server's event loop alone, but for `wake`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from tornado.iostream import IOStream, StreamClosedError

from web.live import Stream

NEWS_S = 15.0  # a phone that does not take its news for so long is given up

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Follower:
    """One stream, and the connection that it is sent on."""

    stream: Stream
    connection: IOStream
    over: asyncio.Future[None]
    written: asyncio.Future[None] | None = None
    patience: asyncio.TimerHandle | None = field(default=None, repr=False)

    def end(self) -> None:
        """Nothing more is sent."""
        if self.patience is not None:
            self.patience.cancel()
        if not self.over.done():
            self.over.set_result(None)


class Broadcast:
    """Those who are told the same in the same language. What they are told is made in a thread of `workers`, once, and
    goes out to each as fast as that phone takes it: one that is slow is skipped until it has, and then gets the newest.
    """

    def __init__(self, workers: Executor) -> None:
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._followers: dict[Stream, Follower] = {}
        self._woken = False
        self._making = False
        self._timer: asyncio.TimerHandle | None = None

    async def follow(self, stream: Stream, connection: IOStream) -> None:
        """Send a stream's news until it is over, or the phone is gone."""
        follower = Follower(stream, connection, self._loop.create_future())
        self._followers[stream] = follower
        stream.listen(self.wake)
        try:
            self.wake()
            await follower.over
        finally:
            del self._followers[stream]

    def gone(self, stream: Stream) -> None:
        """This phone's connection is closed."""
        if stream in self._followers:
            self._followers[stream].end()

    def wake(self) -> None:
        """From any thread: there may be something to say. Many such words before the loop comes to it are one."""
        if not self._woken:
            self._woken = True
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                self._loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        self._woken = False
        if self._making:
            return  # looks again when that is done
        due, wait_s = self._due()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if wait_s is None else self._loop.call_later(wait_s, self._look)
        if due:
            self._making = True
            making = self._loop.run_in_executor(self._workers, _said, due)
            making.add_done_callback(self._send)

    def _due(self) -> tuple[list[tuple[Follower, list[str]]], float | None]:
        """Who is to be told what, and in how many seconds somebody else may be."""
        due, waits = [], []
        for one in [*self._followers.values()]:
            if one.connection.closed():
                one.end()
            elif one.written is None and not one.over.done():
                what, wait_s = one.stream.due()
                if what is None:
                    one.end()
                elif wait_s > 0:
                    waits.append(wait_s)
                else:
                    due.append((one, what))
        return due, min(waits, default=None)

    def _send(self, making: asyncio.Future[list[tuple[Follower, bytes | None]]]) -> None:
        self._making = False
        if not making.cancelled() and making.exception() is None:
            for one, news in making.result():
                if news is None:
                    one.end()
                elif news and not one.over.done():
                    self._write(one, news)
        self._look()

    def _write(self, one: Follower, news: bytes) -> None:
        try:
            written = one.connection.write(b"%x\r\n%b\r\n" % (len(news), news))
        except StreamClosedError:
            one.end()
            return
        if written.done():
            _seen(written)
            return
        one.written = written
        one.patience = self._loop.call_later(NEWS_S, one.connection.close)
        written.add_done_callback(lambda done: self._taken(one, done))

    def _taken(self, one: Follower, written: asyncio.Future[None]) -> None:
        _seen(written)
        one.written = None
        if one.patience is not None:
            one.patience.cancel()
        self.wake()


def _seen(written: asyncio.Future[None]) -> None:
    """Nobody else asks what came of it; a connection that broke meanwhile is noticed as closed."""
    if not written.cancelled():
        written.exception()


def _said(due: Sequence[tuple[Follower, list[str]]]) -> list[tuple[Follower, bytes | None]]:
    """In a thread: what each is told; None for one of whose news nothing could be made."""
    return [(one, _news(one.stream.say, what)) for one, what in due]


def _news(say: Callable[[list[str]], bytes], what: list[str]) -> bytes | None:
    try:
        return say(what)
    except Exception:
        _log.exception("news could not be made")
        return None
