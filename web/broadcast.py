"""News to all who watch, together. Whoever has made it sends it, in that same thread, to all who have taken what they
were told before; what is not made yet, and what a phone does not take at once, is the event loop's, with one wake-up
and one errand to a thread for all of them. Only `wake` and `tell` may be called by other threads than the loop's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TypeAlias

from tornado.iostream import IOStream, StreamClosedError

from web.live import Group, Live, Stream

NEWS_S = 15.0  # a phone that does not take its news for so long is given up

Said: TypeAlias = "tuple[list[Stream], bytes | None]"

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class Follower:
    """One stream, and the connection that it is sent on."""

    stream: Stream
    connection: IOStream
    over: asyncio.Future[None]
    busy: bool = False  # the event loop still writes what it was told last
    patience: asyncio.TimerHandle | None = field(default=None, repr=False)
    # The connection once more, for any thread to send on: the loop may close its own at any time, and then another
    # connection has that number. Not with TLS, which is the loop's alone, nor where no more files can be opened.
    direct: socket.socket | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        if type(self.connection) is IOStream:
            with contextlib.suppress(OSError):
                self.direct = self.connection.socket.dup()

    def send(self, piece: bytes) -> bytes:
        """Send it; what the system does not take at once comes back. Nearly always it takes all."""
        if self.direct is None:
            return piece
        try:
            return piece[self.direct.send(piece) :]
        except OSError:  # the loop finds out what is the matter, and closes the connection
            return piece

    def end(self) -> None:
        """Nothing more is sent."""
        if self.patience is not None:
            self.patience.cancel()
        if not self.over.done():
            self.over.set_result(None)

    def close(self) -> None:
        """It is forgotten; the connection itself is left."""
        if self.direct is not None:
            self.direct.close()


class Broadcast:
    """Those who are told the same in the same language. What they are told is made once, by whoever changes something
    or in a thread of `workers`, and goes out to each as fast as that phone takes it: one that is slow is skipped until
    it has, and then gets the newest.
    """

    def __init__(self, workers: Executor) -> None:
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._followers: dict[Stream, Follower] = {}
        self._lock = threading.Lock()  # who is told something, one after the other
        self._woken = False
        self._making = False
        self._timer: asyncio.TimerHandle | None = None

    async def follow(self, stream: Stream, connection: IOStream) -> None:
        """Send a stream's news until it is over, or the phone is gone."""
        follower = Follower(stream, connection, self._loop.create_future())
        with self._lock:
            self._followers[stream] = follower
        stream.listen(self.wake, self.tell)
        try:
            self.wake()
            await follower.over
        finally:
            with self._lock:
                del self._followers[stream]
                follower.close()

    def gone(self, stream: Stream) -> None:
        """This phone's connection is closed."""
        if stream in self._followers:
            self._followers[stream].end()

    def wake(self) -> None:
        """From any thread: there may be something to say. Many such words before the loop comes to it are one."""
        if not self._woken:
            self._woken = True
            self._in_loop(self._look)

    def tell(self) -> None:
        """From any thread that has made news: send it now. All else is left to the loop, which looks right after."""
        with self._lock:
            idle = [] if self._making else [one.stream for one in self._followers.values() if _is_idle(one)]
            if idle:
                live = idle[0].live
                self._send(_said(live, [one for one in live.due_of(idle).groups if live.is_made(one)]))
        self.wake()

    def _in_loop(self, work: Callable[..., object], *args: object) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(work, *args)

    def _look(self) -> None:
        self._woken = False
        with self._lock:
            if self._making:
                return  # looks again when that is done
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            self._end_closed()
            idle = [one.stream for one in self._followers.values() if _is_idle(one)]
            if idle:
                self._look_after(idle)

    def _end_closed(self) -> None:
        for one in self._followers.values():
            if one.connection.closed():
                one.end()

    def _look_after(self, idle: list[Stream]) -> None:
        live = idle[0].live
        groups, over, wait_s = live.due_of(idle)
        for stream in over:
            self._followers[stream].end()
        if wait_s is not None:
            self._timer = self._loop.call_later(wait_s, self._look)
        if all(live.is_made(group) for group in groups):
            self._send(_said(live, groups))
            if groups:
                self.wake()
        else:
            self._making = True
            making = self._loop.run_in_executor(self._workers, _said, live, groups)
            making.add_done_callback(self._made)

    def _made(self, making: asyncio.Future[list[Said]]) -> None:
        with self._lock:
            self._making = False
            if not making.cancelled() and making.exception() is None:
                self._send(making.result())
        self.wake()

    def _send(self, said: Iterable[Said]) -> None:
        for streams, news in said:
            piece = b"" if news is None else b"%x\r\n%b\r\n" % (len(news), news)
            for stream in streams:
                one = self._followers.get(stream)
                if one is None or one.over.done():
                    continue
                if news is None or stream.ended:  # who was removed meanwhile is not told it
                    self._in_loop(one.end)
                elif news and (rest := one.send(piece)):
                    one.busy = True
                    self._in_loop(self._write, one, rest)

    def _write(self, one: Follower, rest: bytes) -> None:
        if one.over.done():
            one.connection.close()  # amid a piece, after which nothing can be said
            return
        try:
            written = one.connection.write(rest)
        except StreamClosedError:
            one.end()
            return
        one.patience = self._loop.call_later(NEWS_S, one.connection.close)
        written.add_done_callback(lambda done: self._taken(one, done))

    def _taken(self, one: Follower, written: asyncio.Future[None]) -> None:
        if not written.cancelled():
            written.exception()  # asked for by nobody else; a connection that broke meanwhile is noticed as closed
        one.busy = False
        if one.patience is not None:
            one.patience.cancel()
        self.wake()


def _is_idle(one: Follower) -> bool:
    """Whether it can be told something: it has taken what it was told before."""
    return not one.busy and not one.over.done()


def _said(live: Live, groups: Sequence[Group]) -> list[Said]:
    """What each is told; None for those of whose news nothing could be made."""
    return [(group.streams, _news(live, group)) for group in groups]


def _news(live: Live, group: Group) -> bytes | None:
    try:
        return live.say(group)
    except Exception:
        _log.exception("news could not be made")
        return None
