"""One request and its answer, between Tornado's event loop and the app's threads.

The app is called once a request has come in whole, and its answer is sent by the event loop: a slow or silent phone
holds no thread. Phones that have joined have threads of their own, and so has what is long: photos and imports.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections import deque
from collections.abc import Awaitable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from mmap import mmap
from typing import IO, Any, Protocol
from weakref import WeakValueDictionary

from tornado.http1connection import HTTP1Connection
from tornado.httputil import (
    HTTPHeaders,
    HTTPInputError,
    HTTPMessageDelegate,
    HTTPServerRequest,
    RequestStartLine,
    ResponseStartLine,
    format_timestamp,
)
from tornado.wsgi import WSGIContainer

from companion.session.archive import LARGEST_FILE
from web.broadcast import NEWS_S, Broadcast
from web.connections import Connection, Connections
from web.guard import FILE, WHOLE_BODY
from web.live import STREAM, Stream
from web.proxies import Proxies

SMALL_BODY = 64 * 2**10
LARGEST_BODY = LARGEST_FILE + 2**20
LARGE_BODIES = LARGEST_BODY + 43 * 2**20  # that are kept at any time; who comes later waits before sending
SMALL_BODY_S, LARGE_BODY_S = 20.0, 600.0  # 20 MB take three minutes where the Wi-Fi is as slow as 1 Mbit/s
EACH_STRANGER = 2  # requests of one address that has not joined are worked on at a time
ANSWER_S = 120.0
MANY_YOUNG = 2000  # objects that were made since the collector looked last; by itself it waits for 10,000
PIECE = 2**18  # bytes of a file that are sent at a time

_log = logging.getLogger(__name__)


class App(Protocol):
    """A WSGI app that knows its phones."""

    def __call__(self, environ: Any, start_response: Any, /) -> Iterable[bytes]: ...
    def phone_of(self, cookies: str) -> str | None: ...
    def end_streams(self) -> None: ...


class Room:
    """How many bytes of large bodies may still be taken in; those who wait come in turn."""

    def __init__(self, size: int = LARGE_BODIES) -> None:
        self._left = size
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def take(self, size: int) -> None:
        """Wait until there is room."""
        if self._waiting or size > self._left:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((size, turn))
            await turn
        else:
            self._left -= size

    def give_back(self, size: int) -> None:
        """As much is free again."""
        self._left += size
        while self._waiting and self._waiting[0][0] <= self._left:
            size, turn = self._waiting.popleft()
            self._left -= size
            turn.set_result(None)


class Workers:
    """The threads that work for phones, for strangers, on what is long, and on what the streams say."""

    def __init__(self, threads: int) -> None:
        self.joined = ThreadPoolExecutor(threads, "web-tap")
        self.long = ThreadPoolExecutor(threads, "web-long")
        self.strangers = ThreadPoolExecutor(2 * EACH_STRANGER, "web-stranger")
        self.streams = ThreadPoolExecutor(2, "web-news")
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def turn(self, address: str) -> asyncio.Semaphore:
        """Which strangers at this address wait for, so that they do not keep others waiting."""
        found = self._turns.get(address)
        if found is None:
            found = self._turns[address] = asyncio.Semaphore(EACH_STRANGER)
        return found

    def stop(self) -> None:
        """Begin nothing more."""
        for pool in (self.joined, self.long, self.strangers, self.streams):
            pool.shutdown(wait=False, cancel_futures=True)


@dataclass
class Service:
    """What all exchanges share."""

    app: App
    connections: Connections
    workers: Workers
    proxies: Proxies = field(default_factory=Proxies)
    room: Room = field(default_factory=Room)
    wsgi: WSGIContainer = field(init=False)
    running: set[asyncio.Task[None]] = field(default_factory=set)
    stopping: bool = False
    news: dict[tuple[str, bool], Broadcast] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wsgi = WSGIContainer(self.app)

    def broadcast(self, stream: Stream) -> Broadcast:
        """Who sends a stream its news: one for each language, and one more for its guests."""
        key = (stream.language, stream.guest)
        found = self.news.get(key)
        if found is None:
            found = self.news[key] = Broadcast(self.workers.streams)
        return found


@dataclass
class Answer:
    """What the app said: a body, or a stream that is asked for news."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    stream: Stream | None = None
    file: IO[bytes] | None = None

    @classmethod
    def of(cls, app: App, environ: dict[str, Any]) -> Answer:
        """Call the app, which may take as long as it likes."""
        answer = cls("", [])
        written: list[bytes] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            del exc_info
            answer.status, answer.headers = status, headers
            return written.append

        found = app(environ, start_response)
        answer.stream, answer.file = environ.get(STREAM), environ.get(FILE)
        if answer.stream is None and answer.file is None:
            try:
                answer.body = b"".join([*written, *found])
            finally:
                getattr(found, "close", bool)()
        return answer

    @classmethod
    def of_trouble(cls) -> Answer:
        """The app failed altogether."""
        return cls("500 Internal Server Error", [("Content-Type", "text/plain")], b"Internal Server Error")

    def close(self) -> None:
        """Nobody waits for it any more."""
        if self.stream is not None:
            self.stream.close()
        if self.file is not None:
            self.file.close()


class Exchange(HTTPMessageDelegate):
    """One request and its answer."""

    def __init__(self, service: Service, origin: Connection, http: HTTP1Connection) -> None:
        self._service = service
        self._origin = origin
        self._http = http
        self._loop = asyncio.get_running_loop()
        self._environ: dict[str, Any] = {}
        self._body: BytesIO | mmap = BytesIO()
        self._head_only = False
        self._kept = True
        self._taken = 0
        self._gone: asyncio.Future[None] = self._loop.create_future()
        self._watching: Stream | None = None

    # --- the request comes in -----------------------------------------------------------------------------------------

    def headers_received(self, start_line: Any, headers: HTTPHeaders) -> Awaitable[None] | None:
        """Find out who asks, and how much may be sent."""
        if self._service.stopping:
            self._origin.close()  # a 400 would say that the request is wrong; without an answer it is sent again
        if self._origin.stream.closed():
            raise HTTPInputError("Too late")  # many requests may have come at once, and lie in the buffer
        origin = self._origin
        origin.remote_ip, origin.protocol = self._service.proxies.sender(*origin.peer, headers)
        self._origin.phone = self._service.app.phone_of(headers.get("Cookie", ""))
        self._service.connections.enter(self._origin)
        self._environ = self._wsgi_environ(start_line, headers)
        self._head_only = start_line.method == "HEAD"
        said = headers.get("Content-Length", "0")
        size = int(said) if said.isdecimal() and len(said) < 20 else 0  # Tornado refuses whatever else it may be
        most = SMALL_BODY if self._origin.phone is None else LARGEST_BODY
        self._kept = size <= most and "Transfer-Encoding" not in headers
        self._origin.expect(SMALL_BODY_S)
        if size <= SMALL_BODY:
            return None
        # One that will be refused is read all the same: an answer to somebody who still sends would be lost.
        self._http.set_max_body_size(LARGEST_BODY * 4)
        return self._take_room(size) if self._kept else None

    def data_received(self, chunk: bytes) -> None:
        """A part of the body."""
        if self._kept:
            self._body.write(chunk)

    def finish(self) -> None:
        """The request is there."""
        self._origin.came()
        self._http.set_close_callback(self._closed)
        self._origin.answered = True
        self._service.connections.enter(self._origin)
        self._body.seek(0)
        self._environ |= {"wsgi.input": self._body, WHOLE_BODY: self._body}
        task = self._loop.create_task(self._work())
        self._service.running.add(task)
        task.add_done_callback(self._service.running.discard)

    def on_connection_close(self) -> None:
        """Whoever asked has gone before the request was there."""
        self._give_back_room()

    def _wsgi_environ(self, start_line: RequestStartLine, headers: HTTPHeaders) -> dict[str, Any]:
        request = HTTPServerRequest(connection=self._http, start_line=start_line, headers=headers.copy())
        try:
            return self._service.wsgi.environ(request) | {"wsgi.multithread": True, "wsgi.multiprocess": False}
        except ValueError as error:
            raise HTTPInputError("Invalid port in the Host header") from error

    async def _take_room(self, size: int) -> None:
        self._origin.came()
        await self._service.room.take(size)
        self._origin.expect(LARGE_BODY_S)
        self._taken = size
        self._body = mmap(-1, size)  # goes back to the system at once when it is done with

    def _give_back_room(self) -> None:
        self._service.room.give_back(self._taken)
        self._taken = 0
        with contextlib.suppress(BufferError):  # somebody still reads it: then it goes with its reader
            self._body.close()

    # --- the answer goes out ------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        try:
            answer = await self._call()
            try:
                if answer.file is not None:
                    await self._send_file(answer, answer.file)
                elif answer.stream is None:
                    await self._send(answer)
                else:
                    await self._send_news(answer, answer.stream)
            finally:
                answer.close()
        except Exception:
            _log.exception("an answer could not be sent")
            self._origin.close()
        finally:
            self._give_back_room()
            self._origin.answered = False
            if not self._origin.stream.closed():
                self._service.connections.enter(self._origin)
            collect_young()

    async def _call(self) -> Answer:
        workers = self._service.workers
        if self._origin.phone is not None:
            return await self._call_in(workers.long if self._taken else workers.joined)
        async with workers.turn(self._origin.remote_ip):
            return await self._call_in(workers.strangers)

    async def _call_in(self, pool: ThreadPoolExecutor) -> Answer:
        try:
            return await self._loop.run_in_executor(pool, self._ask_app)
        except Exception:
            _log.exception("the app failed")
            return Answer.of_trouble()
        finally:
            self._environ = {}

    def _ask_app(self) -> Answer:
        """In a thread. Who has gone while waiting for it is not worked for."""
        return Answer.of_trouble() if self._gone.done() else Answer.of(self._service.app, self._environ)

    async def _send(self, answer: Answer) -> None:
        start, headers = _head(answer)
        if start.code not in (204, 304):
            headers.setdefault("Content-Length", str(len(answer.body)))
        written = self._http.write_headers(start, headers, b"" if self._head_only else answer.body)
        self._http.finish()
        await self._written(written, ANSWER_S)

    async def _send_file(self, answer: Answer, file: IO[bytes]) -> None:
        """Piece by piece, as the phone takes it: a large file is never in memory whole."""
        await self._written(self._http.write_headers(*_head(answer)), ANSWER_S)
        while not self._head_only and not self._origin.stream.closed():
            piece = await self._loop.run_in_executor(self._service.workers.long, file.read, PIECE)
            if not piece:
                break
            await self._written(self._http.write(piece), ANSWER_S)
        if not self._origin.stream.closed():
            self._http.finish()

    async def _send_news(self, answer: Answer, stream: Stream) -> None:
        self._origin.stream.set_nodelay(True)
        await self._written(self._http.write_headers(*_head(answer)), NEWS_S)
        if not self._origin.stream.closed():
            self._watching = stream
            await self._service.broadcast(stream).follow(stream, self._origin.stream)
        if not self._origin.stream.closed():
            self._http.finish()

    async def _written(self, written: asyncio.Future[None], most_s: float) -> None:
        """Wait until the phone's side has taken it; one that does not is given up."""
        await asyncio.wait([written, self._gone], timeout=most_s, return_when=asyncio.FIRST_COMPLETED)
        if not written.done():
            self._origin.close()

    def _closed(self) -> None:
        if not self._gone.done():
            self._gone.set_result(None)
        if self._watching is not None:
            self._service.broadcast(self._watching).gone(self._watching)


def collect_young() -> None:
    """Have the collector look while nobody waits: where it came by itself, amid a tap, that one took 16 to 93 ms longer
    as a Pi 4. The older objects have their turn as seldom as with it."""
    young, middle, old = gc.get_count()
    if young > MANY_YOUNG:
        gc.collect(2 if old > 10 else 1 if middle > 10 else 0)


def _head(answer: Answer) -> tuple[ResponseStartLine, HTTPHeaders]:
    code, _, reason = answer.status.partition(" ")
    headers = HTTPHeaders()
    for name, value in [("Server", "companion"), ("Date", format_timestamp(time.time())), *answer.headers]:
        headers.add(name, value)
    return ResponseStartLine("HTTP/1.1", int(code), reason), headers
