"""A way into the running service for commands at the Pi: a socket in the data folder.

Only the user whom the service runs as (and root) may open it; nothing of it is on the network. One line of JSON each
way: what to do, and the answer.
"""

from __future__ import annotations

import logging
import os
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

Request: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = Callable[[Request], Request]

SOCKET = "control"
SUPPORT = "support"  # what is asked for a file for whoever helps
RESTART = "restart"  # what is asked of a service that is to take over what was restored
PATIENCE_S = 5.0  # for an answer
HEAR_S = 1.0  # for the question, so that who says nothing does not keep others waiting
STOP_S = 10.0
LONGEST_LINE, LONGEST_ANSWER = 4096, 1 << 20
_log = logging.getLogger(__name__)


class _Handler(socketserver.StreamRequestHandler):
    """One command: read its line, answer it."""

    timeout = HEAR_S
    server: _Server

    def handle(self) -> None:
        with suppress(OSError, msgspec.MsgspecError):  # whoever asked has gone, or was no command of ours
            asked = msgspec.json.decode(self.rfile.readline(LONGEST_LINE), type=dict[str, Any])
            self.wfile.write(msgspec.json.encode(self.server.answer(asked)) + b"\n")


class _Server(socketserver.UnixStreamServer):
    def __init__(self, path: str, answer: Answer) -> None:
        super().__init__(path, _Handler, bind_and_activate=False)
        self.answer = answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        _log.exception("a command could not be answered")


class Control:
    """Answers commands while it is started. Where the folder can hold no socket, commands say so; the service runs."""

    def __init__(self, folder: Path, answer: Answer) -> None:
        self._folder = folder
        self._answer = answer
        self._ending = threading.Event()
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Answer from now on."""
        self._ending.clear()
        try:
            with _short(self._folder) as path:
                Path(path).unlink(missing_ok=True)  # of a service that ended without a word: the folder is ours alone
                server = _Server(path, self._answer)
                server.server_bind()
                Path(path).chmod(0o600)
                server.server_activate()
        except OSError as error:
            _log.warning("commands cannot reach this service: %s", error.strerror)
            return
        self._server = server
        self._thread = threading.Thread(target=self._serve, args=(server,), name="control", daemon=True)
        self._thread.start()

    def _serve(self, server: _Server) -> None:
        """Not `serve_forever`, which wakes up several times a second to see whether it is to end."""
        while not self._ending.is_set():
            server.handle_request()

    def stop(self) -> None:
        """Answer no more."""
        if self._server is None or self._thread is None:
            return
        self._ending.set()
        with suppress(OSError):
            self._server.socket.shutdown(socket.SHUT_RDWR)  # whoever waits for a command hears of it
        self._thread.join(STOP_S)
        self._server.server_close()
        (self._folder / SOCKET).unlink(missing_ok=True)


def ask(folder: Path, request: Request, patience_s: float = PATIENCE_S) -> Request | None:
    """What the service on this data folder answers; None where none can be reached."""
    try:
        with _short(folder) as path, socket.socket(socket.AF_UNIX) as line:
            line.settimeout(patience_s)
            line.connect(path)
            line.sendall(msgspec.json.encode(request) + b"\n")
            with line.makefile("rb") as answers:
                return msgspec.json.decode(answers.readline(LONGEST_ANSWER), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError):
        return None


@contextmanager
def _short(folder: Path) -> Iterator[str]:
    """The socket's path by way of the open folder: such a path may have only 107 letters."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{SOCKET}"
    finally:
        os.close(handle)
