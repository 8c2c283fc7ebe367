"""News to all who watch, together: one wake-up of the event loop and one errand to a thread for all of them, however
many they are. Used by the server's event loop alone, but for `wake`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Sequence
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
        self._thread = threading.get_ident()
        self._woken: threading.Event | None = None
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

    def wake(self) -> threading.Event | None:
        """From any thread: there may be something to say. Many such words before the loop comes to it are one. What
        comes back is set once the loop has come to it; nothing for the loop itself, which cannot wait."""
        woken = self._woken
        if woken is None:
            woken = self._woken = threading.Event()
            try:
                self._loop.call_soon_threadsafe(self._look_and_say, woken)
            except RuntimeError:  # the server has stopped meanwhile
                return None
        return None if threading.get_ident() == self._thread else woken

    def _look_and_say(self, woken: threading.Event) -> None:
        self._woken = None
        try:
            self._look()
        finally:
            woken.set()

    def _look(self) -> None:
        if self._making:
            return  # looks again when that is done
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        idle = [one for one in self._followers.values() if self._is_idle(one)]
        if not idle:
            return
        live = idle[0].stream.live
        groups, over, wait_s = live.due_of([one.stream for one in idle])
        for stream in over:
            self._followers[stream].end()
        if wait_s is not None:
            self._timer = self._loop.call_later(wait_s, self._look)
        if all(live.is_made(group) for group in groups):
            self._send(_said(live, groups))
        else:
            self._making = True
            making = self._loop.run_in_executor(self._workers, _said, live, groups)
            making.add_done_callback(self._made)

    def _is_idle(self, one: Follower) -> bool:
        """Whether it can be told something: it has taken what it was told before."""
        if one.connection.closed():
            one.end()
        return one.written is None and not one.over.done()

    def _made(self, making: asyncio.Future[list[Said]]) -> None:
        self._making = False
        if not making.cancelled() and making.exception() is None:
            self._send(making.result())
        else:
            self._look()

    def _send(self, said: Sequence[Said]) -> None:
        for streams, news in said:
            piece = b"" if news is None else b"%x\r\n%b\r\n" % (len(news), news)
            for stream in streams:
                one = self._followers.get(stream)
                if one is None or one.over.done():
                    continue
                if news is None or stream.ended:  # who was removed meanwhile is not told it
                    one.end()
                elif news:
                    self._write(one, piece)
        if said:
            self._loop.call_soon(self._look)

    def _write(self, one: Follower, piece: bytes) -> None:
        try:
            written = _written(one.connection, piece)
        except StreamClosedError:
            one.end()
            return
        if written is None:
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


def _written(connection: IOStream, piece: bytes) -> asyncio.Future[None] | None:
    """Send it; what the system does not take at once is written by the loop, as the future tells. Nearly always it
    takes all, and that costs a third where the loop's stream need not keep it meanwhile."""
    if type(connection) is IOStream and not connection.writing() and not connection.closed():
        with contextlib.suppress(OSError):  # the stream itself finds that out, and closes
            piece = piece[connection.write_to_fd(memoryview(piece)) :]
        if not piece:
            return None
    written = connection.write(piece)
    if not written.done():
        return written
    _seen(written)
    return None


def _seen(written: asyncio.Future[None]) -> None:
    """Nobody else asks what came of it; a connection that broke meanwhile is noticed as closed."""
    if not written.cancelled():
        written.exception()


def _said(live: Live, groups: Sequence[Group]) -> list[Said]:
    """What each is told; None for those of whose news nothing could be made."""
    return [(group.streams, _news(live, group)) for group in groups]


def _news(live: Live, group: Group) -> bytes | None:
    try:
        return live.say(group)
    except Exception:
        _log.exception("news could not be made")
        return None
