"""The web server: Tornado's event loop in a thread of this process, and a few threads for the app.

Whoever can reach the port may be clumsy or mean; phones that have joined must not notice. What a request may cost is
limited in `web/exchange.py`, how many connections there may be in `web/connections.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import resource
import socket
import ssl
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, cast

from tornado.http1connection import HTTP1Connection, HTTP1ConnectionParameters, HTTP1ServerConnection
from tornado.httputil import HTTPConnection, HTTPMessageDelegate, HTTPServerConnectionDelegate
from tornado.iostream import IOStream, SSLIOStream

from web.connections import ALTOGETHER, Connection, Connections, Trouble
from web.exchange import SMALL_BODY, App, Exchange, Service, Workers
from web.proxies import Proxies

GONE_AFTER_MS = 15_000  # a phone that left the Wi-Fi says no goodbye: give its connection up after this long
ASK_AFTER_S = 5  # where nothing is to be sent, the system asks whether the phone is still there
LONGEST_HEADERS = 32 * 2**10
HEADERS_S = 30.0  # to send them whole, or to ask again on the same connection
CHUNK = 64 * 2**10
READ_BUFFER = 2**20
DEFER_S = 10  # a connection on which nothing is said stays with the system for so long
SEND_BUFFER = 256 * 2**10  # of the system, for each connection; it takes up to 4 MB where nothing is said
BACKLOG = 4096  # or what the system allows: when it is full, a phone only tries again after a second
AT_ONCE = 64
AGAIN_S = 0.2
STOP_S = 3.0
SETTLE_S = 5.0
NO_MORE = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class WebServer:
    """A started server; `port` is the real one when 0 was asked for."""

    def __init__(self, app: App, host: str, port: int, threads: int, proxies: Proxies | None = None) -> None:
        self._app = app
        self._address = (host, port)
        self._threads = threads
        self._proxies = proxies or Proxies()
        self._listener: socket.socket | None = None
        self._service: Service | None = None
        self._acceptors: list[Acceptor] = []
        self._port = port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = asyncio.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> WebServer:
        """Take the port (an `OSError` says why not) and answer from now on."""
        # What strangers send is nothing that the owner could mend, and there may be much of it.
        logging.getLogger("tornado.general").setLevel(logging.ERROR)
        host, port = self._address
        self._listener = _listener(host, port)
        self._port = self._listener.getsockname()[1]
        running = threading.Event()
        self._thread = threading.Thread(
            target=asyncio.run, args=(self._run(self._listener, running),), name="web", daemon=True
        )
        self._thread.start()
        running.wait()
        return self

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return self._port

    def stop(self) -> None:
        """End every stream, finish what is being answered, and give the port back."""
        self._app.end_streams()
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(10)
            self._loop = None

    def open_https(self, port: int, context: ssl.SSLContext) -> int:
        """Answer on this port too, by HTTPS; the answer is the real port. An `OSError` says why it cannot be taken."""
        listener = _listener(self._address[0], port)
        self._in_loop(self._accept_on(listener, context))
        return int(listener.getsockname()[1])

    def close_https(self) -> None:
        """Answer by HTTPS no more."""
        self._in_loop(self._close(self._acceptors[1:]))

    def _in_loop(self, work: Coroutine[Any, Any, None]) -> None:
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _accept_on(self, listener: socket.socket, context: ssl.SSLContext | None) -> None:
        assert self._service is not None
        self._acceptors.append(Acceptor(self._service, listener, context))

    async def _close(self, acceptors: list[Acceptor]) -> None:
        for one in acceptors:
            one.stop()
            await one.close_all()
            self._acceptors.remove(one)

    async def _run(self, listener: socket.socket, running: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        most = min(ALTOGETHER, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
        self._service = service = Service(self._app, Connections(most), Workers(self._threads), self._proxies)
        await self._accept_on(listener, None)
        running.set()
        while not self._stopping.is_set():
            for one in self._acceptors:
                one.settle()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), SETTLE_S)
        for one in self._acceptors:
            one.stop()
        service.stopping = True
        if service.running:
            await asyncio.wait(service.running, timeout=STOP_S)
        for one in self._acceptors:
            await one.close_all()
        service.workers.stop()

    def __enter__(self) -> WebServer:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()


def serve(app: App, host: str, port: int, threads: int = 16, proxies: Proxies | None = None) -> WebServer:
    """Start serving the dashboard; `stop()` ends it."""
    return WebServer(app, host, port, threads, proxies).start()


class Acceptor(HTTPServerConnectionDelegate):
    """Takes connections in and has their requests answered; by HTTPS where there is a `context`."""

    def __init__(self, service: Service, listener: socket.socket, context: ssl.SSLContext | None = None) -> None:
        self._service = service
        self._listener = listener
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._serving: set[HTTP1ServerConnection] = set()
        self._no_more = Trouble("no more files can be opened: connections wait, and some are closed")
        self._params = HTTP1ConnectionParameters(
            chunk_size=CHUNK,
            max_header_size=LONGEST_HEADERS,
            max_body_size=SMALL_BODY,
        )
        self._loop.add_reader(listener, self._accept)

    def settle(self) -> None:
        """To be called now and then: says when a trouble is over."""
        self._service.connections.crowded.settle()
        self._no_more.settle()

    def stop(self) -> None:
        """Take no more in."""
        self._loop.remove_reader(self._listener)
        self._listener.close()

    async def close_all(self) -> None:
        """Close every connection."""
        await asyncio.gather(*[one.close() for one in self._serving])

    def start_request(self, server_conn: object, request_conn: HTTPConnection) -> HTTPMessageDelegate:
        """A request may come."""
        origin = cast("Connection", cast("HTTP1ServerConnection", server_conn).context)
        origin.expect(HEADERS_S)
        return Exchange(self._service, origin, cast("HTTP1Connection", request_conn))

    def on_close(self, server_conn: object) -> None:
        """A connection is over."""
        closed = cast("HTTP1ServerConnection", server_conn)
        self._serving.discard(closed)
        origin = cast("Connection", closed.context)
        origin.came()
        self._service.connections.leave(origin)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                found, address = self._listener.accept()
            except OSError as error:
                if error.errno in NO_MORE:
                    self._wait_for_files()
                return
            if address[0] not in self._service.proxies and self._service.connections.refused(address[0]):
                found.close()
            else:
                self._enter(found, address[0])

    def _enter(self, found: socket.socket, remote_ip: str) -> None:
        found.setblocking(False)
        try:
            stream = self._stream(found)
        except (OSError, ValueError):  # gone already
            found.close()
            return
        origin = Connection(remote_ip, stream, protocol="http" if self._context is None else "https")
        connection = HTTP1ServerConnection(stream, self._params, origin)
        self._serving.add(connection)
        connection.start_serving(self)
        self._service.connections.enter(origin)

    def _stream(self, found: socket.socket) -> IOStream:
        if self._context is None:
            return IOStream(found, max_buffer_size=READ_BUFFER, read_chunk_size=CHUNK)
        # The two sides agree while the headers are waited for, and so in no more time than these may take.
        wrapped = self._context.wrap_socket(found, server_side=True, do_handshake_on_connect=False)
        return SSLIOStream(wrapped, max_buffer_size=READ_BUFFER, read_chunk_size=CHUNK)

    def _wait_for_files(self) -> None:
        """The listener would call again at once, and for ever."""
        self._no_more.again()
        self._service.connections.make_room()
        self._loop.remove_reader(self._listener)
        self._loop.call_later(AGAIN_S, self._accept_again)

    def _accept_again(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._accept)


def _listener(host: str, port: int) -> socket.socket:
    """The port, with what every connection inherits: who says nothing any more is given up, and buffers are small."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    found = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    found.setblocking(False)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        (socket.TCP_USER_TIMEOUT, GONE_AFTER_MS),
        (socket.TCP_KEEPIDLE, ASK_AFTER_S),
        (socket.TCP_KEEPINTVL, ASK_AFTER_S),
        (socket.TCP_DEFER_ACCEPT, DEFER_S),
    ):
        found.setsockopt(socket.IPPROTO_TCP, option, value)
    return found
