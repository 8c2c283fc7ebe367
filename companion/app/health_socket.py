"""How the running service's devices are, for `companion doctor`: a socket in the data folder that tells it and takes
nothing. It needs neither the network nor the dashboard, so that it answers where these are the trouble."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.api.text import Text, catalogue, verbatim
from companion.status.health import DeviceHealth, HealthBoard

NAME = "companion.health"
_HEAR_S = 1.0  # for the question, so that who says nothing does not keep others waiting
_WAIT_S = 5.0  # for the answer
_STOP_EVERY_S = 0.2
_LONGEST_QUESTION = 16
_LONGEST_ANSWER = 1 << 20
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunningService:
    """What a running service says of itself: its process, where phones find it, and its devices."""

    pid: int
    address: str
    devices: tuple[DeviceHealth, ...]


class HealthSocket:
    """Answers from a thread of its own. The owner of the data folder alone may ask."""

    def __init__(self, folder: Path, board: HealthBoard, address: Callable[[], str]) -> None:
        self._folder = folder
        self._board = board
        self._address = address
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Answer from now on; where the folder can hold no socket (a stick formatted elsewhere), do without."""
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            os.fchmod(server.fileno(), 0o600)
            with _path(self._folder) as path:
                Path(path).unlink(missing_ok=True)  # left by a service that was killed; nobody else has this folder
                server.bind(path)
            server.listen(4)
        except OSError as error:
            server.close()
            _log.warning("companion doctor cannot ask this service: %s", error)
            return
        server.settimeout(_STOP_EVERY_S)
        self._thread = threading.Thread(target=self._serve, args=(server,), name="health-socket", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Answer no more; returns when the thread has ended."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(_WAIT_S)
            (self._folder / NAME).unlink(missing_ok=True)

    def _serve(self, server: socket.socket) -> None:
        with server:
            while not self._stopping.is_set():
                try:
                    connection, _ = server.accept()
                except TimeoutError:
                    continue
                except OSError:
                    self._stopping.wait(_STOP_EVERY_S)  # no descriptor is left: it is not helped by trying at once
                    continue
                with connection, contextlib.suppress(OSError):
                    connection.settimeout(_HEAR_S)
                    language = connection.recv(_LONGEST_QUESTION).decode("ascii", "replace").strip()
                    connection.sendall(self._answer(language))

    def _answer(self, language: str) -> bytes:
        say = catalogue(language).say
        devices = [
            {
                "name": one.name,
                "label": say(one.label),
                "state": one.state,
                "words": say(one.words),
                "what_to_do": None if one.what_to_do is None else say(one.what_to_do),
            }
            for one in self._board.health()
        ]
        return json.dumps({"pid": os.getpid(), "address": self._address(), "devices": devices}).encode()


def ask(folder: Path, language: str) -> RunningService | None:
    """What the service that runs on this data folder says; None where none runs, or none answers in time."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client, _path(folder) as path:
            client.settimeout(_WAIT_S)
            client.connect(path)
            client.sendall(f"{language}\n".encode())
            told = json.loads(b"".join(_received(client)))
        devices = tuple(_device(one) for one in told["devices"])
        return RunningService(int(told["pid"]), str(told["address"]), devices)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _received(client: socket.socket) -> Iterator[bytes]:
    length = 0
    while (data := client.recv(65536)) and length < _LONGEST_ANSWER:
        length += len(data)
        yield data


def _device(told: dict[str, str | None]) -> DeviceHealth:
    def words(key: str) -> Text:
        return verbatim(str(told[key]))

    what_to_do = None if told["what_to_do"] is None else words("what_to_do")
    return DeviceHealth(str(told["name"]), words("label"), str(told["state"]), words("words"), what_to_do)


@contextlib.contextmanager
def _path(folder: Path) -> Iterator[str]:
    """The socket's path in a form that is short enough for one (108 characters), however long the folder's is."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{NAME}"
    finally:
        os.close(handle)
