"""A real NATS server with JetStream, in a folder of its own."""

import asyncio
import signal
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from nats.js import JetStreamContext

from companion.storage.log import Log
from companion.venue import server
from companion.venue.server import VenueAccess
from tests.programs import needs, program

R = TypeVar("R")
needs_nats = needs("nats-server")
LIMIT_S = 60.0


class Runs(Protocol):
    """What works in a thread of its own."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


@contextmanager
def running(part: Runs, log: Log) -> Iterator[None]:
    """It works, on this log, until the end of the block."""
    part.start()
    try:
        yield
    finally:
        part.stop()
        log.close()


class Nats:
    """A server that can be stopped and started again on the same port and folder; `extra` goes into its settings,
    `store=False` leaves out what keeps evenings."""

    def __init__(self, folder: Path, extra: str = "", store: bool = True, host: str = "127.0.0.1") -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        self.address = f"nats://127.0.0.1:{self.port}"
        self._settings = folder / "nats.conf"
        kept = f'jetstream {{ store_dir: "{folder}/store", max_file_store: 4GB }}' if store else ""
        self._settings.write_text(f"listen: {host}:{self.port}\n{kept}\n{extra}\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, and wait until it listens."""
        log = self._settings.with_suffix(".log")
        with log.open("ab") as out:
            self._process = subprocess.Popen([program("nats-server"), "-c", self._settings], stdout=out, stderr=out)
        until(self._listens, log.read_text)
        # Another program may have taken the port meanwhile: then it is that one which listens.
        assert self._process.poll() is None, log.read_text()

    def stop(self) -> None:
        """End it as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None

    def reload(self) -> None:
        """Let it read its settings again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)
        until(lambda: b"Reloaded" in self._settings.with_suffix(".log").read_bytes())
        self._settings.with_suffix(".log").write_bytes(b"")

    def _listens(self) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def prepare(self) -> None:
        """Let it keep evenings."""
        self.ask(lambda stream: server.prepare(stream, 1, 50_000_000))

    def access(self, table: str = "table-3", key: Path | None = None) -> VenueAccess:
        """How a table comes in."""
        return VenueAccess((self.address,), table, key)

    def ask(
        self,
        question: Callable[[JetStreamContext], Awaitable[R]],
        key: Path | None = None,
        patience_s: float = 5.0,
        table: str = "",
    ) -> R:
        """What the server answers to somebody who connects for this alone: the staff, or a table."""

        async def whole() -> R:
            async def closed() -> None: ...

            client = await server.connect(self.access(table, key), closed)
            try:
                return await question(client.jetstream(timeout=patience_s))
            finally:
                await client.close()

        return aside(lambda: asyncio.run(whole()))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody answers, that is seen after a second: a server without a leader says nothing for as long as it has
    none, and nothing at all to what a key does not allow."""
    monkeypatch.setattr(server, "ANSWER_S", 1.0)


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[Nats]:
    """A server that keeps evenings."""
    one = Nats(tmp_path)
    try:
        one.start()
        one.prepare()
        yield one
    finally:
        one.stop()


def aside(work: Callable[[], R]) -> R:
    """In a thread of its own: where a browser test ran before, this thread has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def until(holds: Callable[[], object], instead: Callable[[], object] = str) -> None:
    """Wait until something holds; `instead` says how it is where it does not come to that."""
    end = time.monotonic() + LIMIT_S
    while not holds():
        assert time.monotonic() < end, f"it did not come to that; {instead()}"
        time.sleep(0.01)
