"""The web server: cheroot in this process, one thread for each open stream."""

from __future__ import annotations

import socket
import threading
from types import TracebackType
from typing import Any

from cheroot import wsgi

GONE_AFTER_MS = 15_000  # a phone that left the Wi-Fi says no goodbye: give its thread back after this long
BACKLOG = 128
LARGEST_BODY = 21 * 2**20


class WebServer:
    """A started server; `port` is the real one when 0 was asked for."""

    def __init__(self, app: Any, host: str, port: int, threads: int) -> None:
        self._app = app
        self._server = wsgi.Server(
            (host, port), app, numthreads=threads, max=threads, request_queue_size=BACKLOG, shutdown_timeout=3
        )
        self._server.max_request_body_size = LARGEST_BODY
        self._server.server_name = self._server.software = "companion"
        self._thread: threading.Thread | None = None

    def start(self) -> WebServer:
        """Take the port (an `OSError` says why not) and answer from now on."""
        self._server.prepare()
        self._server.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER_MS)
        self._thread = threading.Thread(target=self._server.serve, name="web", daemon=True)
        self._thread.start()
        return self

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._server.bind_addr[1])

    def stop(self) -> None:
        """End every stream, finish what is being answered, and give the port back."""
        close = getattr(self._app, "end_streams", None)
        if close is not None:
            close()
        self._server.stop()
        if self._thread is not None:
            self._thread.join(10)

    def __enter__(self) -> WebServer:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()


def serve(app: Any, host: str, port: int, threads: int = 48) -> WebServer:
    """Start serving the dashboard; `stop()` ends it."""
    return WebServer(app, host, port, threads).start()
