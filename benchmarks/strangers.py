"""What strangers on the network can do to a tap: the dashboard under attack, over real connections on loopback.

    .venv/bin/python benchmarks/strangers.py [--attack NAME ...] [--seconds S] [--server MODULE:FUNCTION]

For each attack a dashboard of its own runs in a process with 1,024 open files, as a service has them. A phone that has
joined taps all the while, on a connection that it keeps and on a new one in turns, and a newcomer from another address
asks for the page. Printed: the median, the 95th percentile and the longest of the taps, the longest wait of the
newcomer (`-`: never answered within the patience), by how much the process grew, and how much it wrote to its log.
Attackers come back as soon as they are thrown out. All of it stays on this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import importlib
import json
import logging
import multiprocessing
import multiprocessing.connection
import os
import resource
import selectors
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.phones import CODE, dashboard, percentile
from companion.library.registry import find_games
from companion.storage.log import Log

FILES = 1024
PATIENCE_S = 10.0
PAUSE_S = 0.05
PHONE, NEWCOMER, ATTACKER = "127.0.0.1", "127.0.0.9", "127.0.0.2"
GET = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n"


# --- the dashboard, in a process of its own ---------------------------------------------------------------------------


def run_server(pipe: multiprocessing.connection.Connection, folder: Path, server: str, game: str) -> None:
    """Serve until told to stop."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))
    logging.basicConfig(level=logging.INFO, filename=folder / "log")
    sys.stderr = sys.stdout = (folder / "out").open("w", buffering=1)
    module, _, function = server.partition(":")
    serve = getattr(importlib.import_module(module), function)
    log = Log(folder / "data")
    with serve(dashboard(log, find_games()[game], 34), "0.0.0.0", 0) as running:
        pipe.send(running.port)
        pipe.recv()
    log.close()


# --- those who use it -------------------------------------------------------------------------------------------------


class Phone:
    """One that has joined: taps on a connection that it keeps, and on new ones."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
        self._kept = self._connect()
        self.headers["Cookie"] = self.join("Ada")
        screen = self.screen()
        name = screen["adjustables"][0]
        self._correction = {"name": name, "value": screen[f"adjust:{name}"]["now"], "seen": screen["version"]}

    def join(self, name: str) -> str:
        """Another phone joins; its cookie."""
        connection = self._connect()
        cookie = self._post(connection, "/api/phones/join", {"code": CODE, "name": name})[1]
        connection.close()
        return cookie.partition(";")[0]

    def screen(self) -> dict[str, Any]:
        """The whole screen."""
        self._kept.request("GET", "/api/screen?wanted=adjustables", headers=self.headers)
        found: dict[str, Any] = json.loads(self._kept.getresponse().read())
        return found

    def tap(self, new: bool) -> float:
        """Seconds that a tap took; the patience where it was not answered."""
        begun = time.perf_counter()
        try:
            connection = self._connect() if new else self._kept
            self._correction["seen"] = self._post(connection, "/api/correct", self._correction)[0]["version"]
            if new:
                connection.close()
        except (OSError, http.client.HTTPException):
            if not new:
                self._kept.close()
            return PATIENCE_S
        return time.perf_counter() - begun

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S, source_address=(PHONE, 0))

    def _post(self, connection: http.client.HTTPConnection, path: str, body: Any) -> tuple[dict[str, Any], str]:
        headers = self.headers if path != "/api/phones/join" else {**self.headers, "Cookie": ""}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        data = json.loads(answer.read())
        if answer.status not in (200, 409):  # 409 after a tap that was given up here and was made all the same
            raise http.client.HTTPException(f"{path}: {data}")
        return data, answer.headers.get("Set-Cookie", "")


def newcomer(port: int) -> float:
    """Seconds until somebody who comes from an address of their own has the page."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(NEWCOMER, 0))
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        return time.perf_counter() - begun if answer.status == 200 else PATIENCE_S
    except (OSError, http.client.HTTPException):
        return PATIENCE_S
    finally:
        connection.close()


# --- attacks, in a process of their own -------------------------------------------------------------------------------


@dataclass
class Attack:
    """Connections that each send `first`, then `more` every `every_s` seconds, and read or do not; those that are
    thrown out come back. `many` connections from `addresses` addresses."""

    many: int
    first: bytes = b""
    more: bytes = b""
    every_s: float = 1.0
    reads: bool = True
    addresses: int = 1
    cookies: list[str] = field(default_factory=lambda: [""])
    sent: int = 0
    back: int = 0
    open: dict[socket.socket, memoryview] = field(default_factory=dict)
    selector: selectors.DefaultSelector = field(default_factory=selectors.DefaultSelector)

    def run(self, port: int, until: float) -> None:
        """Attack until then."""
        due = 0.0
        while time.monotonic() < until:
            for _ in range(min(200, self.many - len(self.open))):
                self._enter(port)
            if self.more and time.monotonic() > due:
                due = time.monotonic() + self.every_s
                for one, left in self.open.items():
                    if not left:
                        self._send(one, memoryview(self.more))
            for key, events in self.selector.select(0.02):
                self._serve(key.fileobj, events)  # type: ignore[arg-type]
        for one in list(self.open):
            self._leave(one)

    def _enter(self, port: int) -> None:
        one = socket.socket()
        if not self.reads:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.setblocking(False)
        number = self.back
        self.back += 1
        with contextlib.suppress(OSError):
            where = number % self.addresses
            one.bind((f"127.0.{1 + where // 250}.{2 + where % 250}" if self.addresses > 1 else ATTACKER, 0))
        with contextlib.suppress(BlockingIOError):
            one.connect(("127.0.0.1", port))
        first = self.first
        if len(first) < 100_000:
            cookie = self.cookies[number % len(self.cookies)]
            first = first.replace(b"COOKIE", cookie.encode()).replace(b"TAB", b"%d" % self.back)
        self.open[one] = memoryview(first)
        self.selector.register(one, selectors.EVENT_WRITE | selectors.EVENT_READ)

    def _send(self, one: socket.socket, what: memoryview) -> None:
        self.open[one] = what
        self.selector.modify(one, selectors.EVENT_WRITE | (selectors.EVENT_READ if self.reads else 0))

    def _serve(self, one: socket.socket, events: int) -> None:
        try:
            if events & selectors.EVENT_READ and (self.reads or not self.open[one]) and not one.recv(65536):
                raise ConnectionError
            if events & selectors.EVENT_WRITE:
                sent = one.send(self.open[one][:65536]) if self.open[one] else 0
                self.sent += sent
                self.open[one] = self.open[one][sent:]
                if not self.open[one]:
                    if self.more and not self.every_s:
                        self.open[one] = memoryview(self.more)
                    else:
                        self.selector.modify(one, selectors.EVENT_READ) if self.reads else self.selector.unregister(one)
        except BlockingIOError:
            pass
        except OSError:
            self._leave(one)

    def _leave(self, one: socket.socket) -> None:
        with contextlib.suppress(KeyError, ValueError):
            self.selector.unregister(one)
        del self.open[one]
        one.close()


HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = HALF.replace(b"GET /", b"POST /api/phones/join") + b"Content-Type: text/plain\r\nContent-Length: 60000\r\n\r\n{"
SCREEN = GET % (b"/api/screen", b"")
WATCH = GET % (b"/live?tab=TAB", b"Cookie: COOKIE\r\n")
GONE = {36: WATCH, 60: GET % (b"/api/screen", b"Cookie: COOKIE\r\n") * 400}


def many_headers(count: int) -> bytes:
    """Headers of 4 kB, no two of them alike."""
    return b"".join(b"X-%d: " % number + b"a" * 4000 + b"\r\n" for number in range(count))


ATTACKS: dict[str, tuple[str, Callable[[list[str]], list[Attack]]]] = {
    "none": ("nobody", lambda cookies: []),
    "headers": ("400 MB of headers on one connection", lambda _: [Attack(1, HALF + many_headers(100_000))]),
    "line": ("400 MB of request line on one connection", lambda _: [Attack(1, b"GET /" + b"a" * 400_000_000)]),
    "half48": ("48 half-open requests, a byte a second", lambda _: [Attack(48, HALF, b"X")]),
    "half500": ("500 half-open requests, a byte a second", lambda _: [Attack(500, HALF, b"X")]),
    "body48": ("48 bodies, a byte a second", lambda _: [Attack(48, BODY, b" ")]),
    "body500": ("500 bodies, a byte a second", lambda _: [Attack(500, BODY, b" ")]),
    "idle1500": ("1,500 idle connections", lambda _: [Attack(1500)]),
    "crowd": ("1,500 idle connections from 500 addresses", lambda _: [Attack(1500, addresses=500)]),
    "vanish": (
        "60 phones gone in mid-answer, 36 with a stream",
        lambda cookies: [Attack(many, GONE[many], reads=False, cookies=cookies) for many in GONE],
    ),
    "watchers": ("200 strangers' streams that are never read", lambda _: [Attack(200, WATCH, reads=False)]),
    "hogs": ("200 connections kept open, a request a second", lambda _: [Attack(200, SCREEN, SCREEN)]),
    "pipeline": ("20 connections that never stop asking", lambda _: [Attack(20, SCREEN * 50, SCREEN * 50, 0)]),
    "unread": ("60 strangers who ask and never read", lambda _: [Attack(60, SCREEN * 400, reads=False)]),
    "garbage": ("50 connections of garbage, again and again", lambda _: [Attack(50, b"\x16\x03\x01 garbage\r\n\r\n")]),
    "uploads": (
        "100 strangers' photos of 20 MB",
        lambda _: [Attack(100, BODY.replace(b"60000", b"20000000") + b" " * 20_000_000)],
    ),
}  # fmt: skip


def run_attack(name: str, port: int, cookies: list[str], seconds: float) -> None:
    """All parts of an attack at once."""
    until = time.monotonic() + seconds
    threads = [
        threading.Thread(target=attack.run, args=(port, until), daemon=True) for attack in ATTACKS[name][1](cookies)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# --- the measurement --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def peak(pid: int) -> Iterator[list[int]]:
    """The memory of a process at the beginning and its peak, in bytes."""
    process, over = psutil.Process(pid), threading.Event()
    found = [process.memory_info().rss] * 2

    def watch() -> None:
        while not over.wait(0.02):
            found[1] = max(found[1], process.memory_info().rss)

    thread = threading.Thread(target=watch)
    thread.start()
    yield found
    over.set()
    thread.join()


def log_bytes(folder: Path) -> int:
    """What the process has written for people to read."""
    return sum((folder / name).stat().st_size for name in ("log", "out") if (folder / name).exists())


def ask_again_and_again(port: int, over: threading.Event, waits: list[float]) -> None:
    """A newcomer every half second."""
    while not over.wait(0.5):
        waits.append(newcomer(port))


def measure(name: str, seconds: float, server: str, game: str, folder: Path) -> dict[str, Any]:
    """Seconds of each tap and of each newcomer, bytes of memory and log."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=run_server, args=(theirs, folder, server, game))
    child.start()
    port = ours.recv()
    phone = Phone(port)
    for _ in range(20):
        phone.tap(False)
    cookies = [phone.join(f"Phone {number}") for number in range(60)]
    taps: list[float] = []
    waits: list[float] = []
    over, logged = threading.Event(), log_bytes(folder)
    attacker = context.Process(target=run_attack, args=(name, port, cookies, seconds))
    coming = threading.Thread(target=ask_again_and_again, args=(port, over, waits))
    assert child.pid is not None
    with peak(child.pid) as memory:
        cpu = psutil.Process(child.pid).cpu_times()
        attacker.start()
        coming.start()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            taps.append(phone.tap(new=len(taps) % 2 == 1))
            time.sleep(PAUSE_S)
        used = sum(psutil.Process(child.pid).cpu_times()[:2]) - sum(cpu[:2])
    over.set()
    coming.join()
    attacker.join()
    ours.send("stop")
    child.join(20)
    hung = child.is_alive()
    if hung:
        child.kill()
        child.join()
    return {
        "taps": taps,
        "waits": waits,
        "memory": memory,
        "log": log_bytes(folder) - logged,
        "hung": hung,
        "cpu": used,
    }


def row(found: dict[str, Any], seconds: float) -> str:
    """One line of the table."""
    taps, waits, memory = found["taps"], found["waits"], found["memory"]
    worst = max(waits, default=PATIENCE_S)
    times = [percentile(taps, 0.5), percentile(taps, 0.95), max(taps)]
    lost = sum(one >= PATIENCE_S for one in taps)
    cells = [f"{1000 * one:9.0f}" for one in times] + [f"{lost:5}"]
    cells += [f"{1000 * worst:10.0f}" if worst < PATIENCE_S else f"{'-':>10}"]
    cells += [f"{memory[1] / 1e6:8.0f}", f"{(memory[1] - memory[0]) / 1e6:+8.0f}", f"{found['log'] / 1000:10.1f}"]
    return "".join(cells) + f"{100 * found['cpu'] / seconds:7.0f}" + ("  would not stop" if found["hung"] else "")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attack", nargs="*", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--server", default="web.server:serve", help="what serves the app: MODULE:FUNCTION")
    parser.add_argument("--game", default="frostpunk")
    parser.add_argument("--folder", type=Path, help="where the evening is kept; in memory, the disk is left out of it")
    args = parser.parse_args()
    print(f"{'':52}{'tap p50':>9}{'p95':>9}{'max ms':>9}{'lost':>5}{'newcomer':>10}", end="")
    print(f"{'MB peak':>8}{'grown':>8}{'log kB':>10}{'CPU %':>7}")
    for name in args.attack:
        with tempfile.TemporaryDirectory(prefix="benchmark-", dir=args.folder) as folder:
            found = measure(name, args.seconds, args.server, args.game, Path(folder))
        print(f"{ATTACKS[name][0]:52}{row(found, args.seconds)}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    main()
