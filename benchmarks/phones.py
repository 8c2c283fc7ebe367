"""How long a tap takes from one phone until it is on disk and all of 20 phones have it, over real HTTP on loopback.

    .venv/bin/python benchmarks/phones.py [--phones N] [--taps N] [--game NAME] [--evening FILE --actions N]
        [--folder F] [--as pi4 [--cores all]] [--reading [PHOTO]]

The phones live in a process of their own, in one thread, so that they cost the machine little: each keeps one event
stream open, and one of them taps (the usual answer, then undo, in turns; both are steps that are written and synced).
A tap begins when all news of the one before has come. It is at the game's first question, or at the one that stands
after so many actions of a golden evening (`--evening`): most of those cost more. Beside it, in the same run on the same
disk, the bare cost of one synced SQLite commit of 600 bytes: taps and commits take turns, so that a slow moment of the
disk hits both. The companion's processor time for a tap is printed as well: it says more than the clock where others
use the machine.
`--as pi4` slows the companion, not the phones, by a control group (`benchmarks/control_group.py`). `--reading` has the
photo process read a card's text, over and over, during every other fifty taps (there are twice as many then), and
prints both and their ratio: whatever else the machine does hits both. The card is drawn, or a photo that is given.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import multiprocessing.connection
import os
import re
import secrets
import selectors
import socket
import sqlite3
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.card_texts.drawing import FACES, cards, draw, photographed
from benchmarks.control_group import Enter, add_arguments, chosen
from companion.api.checks import usual
from companion.api.game import Game
from companion.app.memory import reading
from companion.app.settings import VoiceSettings
from companion.app.voice import first_state
from companion.library.registry import find_games
from companion.session.session import Session
from companion.speech.narrator import Narrator
from companion.status.health import HealthBoard
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import parse
from vision.photos.process import PhotoProcess, Request
from web.app import create_app
from web.live_app import LiveApp
from web.ports import DashboardSettings
from web.server import serve

CODE = "123456"
PATIENCE_S = 30.0
QUIET_S = 0.003  # after a tap has come to all: by then its other news has come, too
WARM_UP = 20
BLOCK = 50  # taps while cards are read, and as many while none is
VERSION = re.compile(rb'"version":(\d+)')
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
FORMS = {"page": "as the page asks", "patches": "what changed, not packed", "whole": "whole parts, as at first"}


class NoSpeaker:
    """Says nothing."""

    def say(self, text: str, language: str, urgency: int) -> None: ...
    def cue(self, name: str, urgency: int) -> None: ...
    def forget(self, text: str) -> None: ...
    def skip(self) -> None: ...
    def repeat(self) -> None: ...
    def set(self, *, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None: ...


def evening_open(log: Log, game: Game[Any]) -> Session:
    """A session with the evening of before open, or a new one."""
    session = Session(log, {game.name: game})
    if session.screen().evening is None:
        players = ["Ada", "Ben", "Cleo", "Dan", "Eve"][: max(2, game.seats[0])]
        choices = {ask.name: usual(ask) for ask in game.setup(len(players))}
        session.start(game.name, "Benchmark", players, choices, "Ada")
    return session


def dashboard(log: Log, game: Game[Any], phones: int, session: Session | None = None) -> LiveApp:
    """The dashboard as the service has it, without devices; without a session that is given, with an evening open (the
    one of before, if any)."""
    session = session or evening_open(log, game)
    narrator = Narrator(NoSpeaker(), first_state(VoiceSettings()), log)
    session.subscribe(narrator.hear)
    return create_app(
        session=session, games={game.name: game}, library=lambda name: None, rules=lambda name, language: None,
        narrator=narrator, health=HealthBoard(), store=log, kept_taps=log,
        settings=DashboardSettings(code=CODE, streams=phones + 2),
    )  # fmt: skip


def played(folder: Path, evening: Path, actions: int) -> str:
    """So many actions of a golden evening in a data folder; what is asked then."""
    log = Log(folder, durable=False)
    player = Player(parse(evening.read_text(encoding="utf-8")), find_games(), log)
    for _ in islice(player.play(), actions):
        pass
    asked = player.session.screen().prompts[0].name
    log.close()
    return asked


# --- the phones, in a process of their own ----------------------------------------------------------------------------


class Follower:
    """The stream of one phone, read as it comes."""

    def __init__(self, port: int, cookie: str, tab: str, form: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.version = self.bytes = 0
        self.arrived = 0.0
        asked = f"GET /live?tab={tab}&patches={form != 'whole':d} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        coding = "gzip" if form == "page" else "identity"
        self.socket.sendall(f"{asked}Cookie: {cookie}\r\nAccept-Encoding: {coding}\r\n\r\n".encode())
        self._unread = b""
        while not self._unread.endswith(b"\r\n\r\n"):
            self._unread += self.socket.recv(1)
        self._unread = b""

    def take(self) -> None:
        """What has come; a real phone unpacks it itself, and so each piece is unpacked once for all."""
        data = self.socket.recv(2**18)
        now = time.perf_counter()
        if not data:
            raise SystemExit("a stream has ended")
        self.bytes += len(data)
        self._unread += data
        while (piece := self._piece()) is not None:
            found = version_of(piece)
            if found is not None:
                self.version, self.arrived = found, now

    def _piece(self) -> bytes | None:
        length, end, rest = self._unread.partition(b"\r\n")
        size = int(length, 16) if end else 0
        if not end or len(rest) < size + 2:
            return None
        self._unread = rest[size + 2 :]
        return rest[:size]


@lru_cache(maxsize=8)
def version_of(piece: bytes) -> int | None:
    """The newest version that it tells of. A packed one looks back at nothing before it."""
    if not piece.startswith((b"event", b"retry")):
        piece = zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece.removeprefix(GZIP_HEAD))
    found = VERSION.findall(piece)
    return int(found[-1]) if found else None


class TapRefused(Exception):
    """A tap that the companion did not take."""


class Phones:
    """Phones that follow the game, and the taps of one of them: all in one thread, that costs the machine little."""

    def __init__(self, port: int, count: int, form: str) -> None:
        self.tapper = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
        cookies = [self.join(f"Phone {number}") for number in range(count)]
        self.headers["Cookie"] = cookies[0]
        self.followers = [Follower(port, cookie, f"phone{at}", form) for at, cookie in enumerate(cookies)]
        self._ready = selectors.DefaultSelector()
        for one in self.followers:
            self._ready.register(one.socket, selectors.EVENT_READ, one)
        self._ready.register(self.tapper.sock, selectors.EVENT_READ)

    def join(self, name: str) -> str:
        """Another phone; its cookie."""
        self.tapper.request("POST", "/api/phones/join", json.dumps({"code": CODE, "name": name}), self.headers)
        answer = self.tapper.getresponse()
        answer.read()
        return answer.headers.get("Set-Cookie", "").partition(";")[0]

    def request(self, path: str, body: Any) -> bytes:
        """A tap as the first phone sends it, with a key of its own."""
        sent = json.dumps(body).encode()
        own = {"Content-Length": str(len(sent)), "Idempotency-Key": secrets.token_hex(16)}
        headers = {"Host": self.headers["Origin"][7:], **own, **self.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + sent

    def tap(self, request: bytes) -> tuple[float, float]:
        """Send it: when it was answered, and when the last phone had what came; `TapRefused` where nothing did."""
        self.tapper.sock.sendall(request)
        answered, version = 0.0, -1
        patience = time.perf_counter() + PATIENCE_S
        while not answered or min(one.version for one in self.followers) < version:
            for key, _ in self._ready.select(PATIENCE_S):
                if key.data is not None:
                    key.data.take()
                else:
                    version = self._version_answered()
                    answered = time.perf_counter()
            if time.perf_counter() > patience:
                raise SystemExit(f"not all phones got version {version}")
        return answered, max(one.arrived for one in self.followers)

    def _version_answered(self) -> int:
        head, _, data = self.tapper.sock.recv(2**16).partition(b"\r\n\r\n")
        if b" 200 " not in head[:20]:
            raise TapRefused(data.decode())
        return int(json.loads(data)["version"])

    def settle(self) -> None:
        """Take what comes, until nothing has come for a moment."""
        while ready := self._ready.select(QUIET_S):
            for key, _ in ready:
                key.data.take()

    def screen(self) -> dict[str, Any]:
        """The whole screen."""
        self.tapper.request("GET", "/api/screen?wanted=adjustables", headers=self.headers)
        found: dict[str, Any] = json.loads(self.tapper.getresponse().read())
        return found


def tap_on_demand(pipe: multiprocessing.connection.Connection, port: int, count: int, form: str) -> None:
    """Tap whenever the other process says so; send back how long the answer and the last phone took, in ms, and then,
    when it is known what comes next, a word."""
    phones = Phones(port, count, form)
    phones.settle()
    before = sum(one.bytes for one in phones.followers)
    done = False
    while True:
        request = phones.request(*(undo(phones) if done else answer(phones)))
        done = not done
        pipe.send("ready")
        if not pipe.recv():
            break
        begun = time.perf_counter()
        answered, last = phones.tap(request)
        pipe.send(((answered - begun) * 1000, (last - begun) * 1000))
        phones.settle()
    pipe.send((sum(one.bytes for one in phones.followers) - before) / count)


def answer(phones: Phones) -> tuple[str, dict[str, Any]]:
    """The usual answer to the first prompt; where there is none, a correction."""
    screen = phones.screen()
    for offer in screen["prompts"][0]["offers"]:
        if all("usual" in ask for ask in offer["asks"]):
            args = {**offer["move"]["args"], **{ask["name"]: ask["usual"] for ask in offer["asks"]}}
            return "/api/play", {"move": offer["move"]["name"], "args": args, "seen": screen["version"]}
    name = screen["adjustables"][0]
    return "/api/correct", {"name": name, "value": screen[f"adjust:{name}"]["now"], "seen": screen["version"]}


def undo(phones: Phones) -> tuple[str, dict[str, Any]]:
    """One step back."""
    return "/api/undo", {"seen": phones.followers[0].version, "steps": 1}


# --- the measurement --------------------------------------------------------------------------------------------------


def bare(folder: Path) -> sqlite3.Connection:
    """A database that does nothing but commit and sync."""
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, row BLOB)")
    return db


@contextmanager
def reading_cards(process: PhotoProcess, photo: bytes, read: list[int]) -> Iterator[None]:
    """Meanwhile the photo process reads one card's text after the other; `read` gets how many blocks each has."""
    over = threading.Event()

    def read_on() -> None:
        while not over.is_set():
            text = process.ask(Request("text", len(photo), languages=("en", "pl")), photo).text
            read.append(0 if text is None else len(text.blocks))

    reader = threading.Thread(target=read_on)
    reader.start()
    try:
        yield
    finally:
        over.set()
        reader.join()


class Tapping:
    """Taps by the other process and commits of this one, in turns. Times in ms."""

    def __init__(self, pipe: multiprocessing.connection.Connection, db: sqlite3.Connection) -> None:
        self._pipe = pipe
        self._db = db
        self._row = os.urandom(600)
        self._number = 0

    def taps(self, count: int, into: dict[str, list[float]]) -> None:
        """So many taps, with what each took."""
        for _ in range(count):
            self._pipe.recv()
            self._pipe.send(True)
            worked = time.process_time()
            answered, last = self._pipe.recv()
            worked = (time.process_time() - worked) * 1000
            begun = time.perf_counter()
            self._db.execute("INSERT INTO rows VALUES (?, ?)", (self._number, self._row))
            commit = (time.perf_counter() - begun) * 1000
            self._number += 1
            for name, took in (("answers", answered), ("alls", last), ("commits", commit), ("busy", worked)):
                into.setdefault(name, []).append(took)


def card_photo() -> bytes:
    """A photo of a drawn card with some lines of print."""
    rng = np.random.default_rng(1)
    card, _ = draw(cards("test")[0], "plain", FACES["test"][0], rng)
    return cv2.imencode(".jpg", photographed(card, rng))[1].tobytes()


def measure(
    folder: Path, game: Game[Any], phones: int, taps: int, enter: Enter, form: str, photo: bytes | None = None
) -> tuple[list[dict[str, list[float]]], float, list[int]]:
    """Times, and with a photo those while it was read as a second one; bytes that one phone received for a tap; how
    many blocks each reading had."""
    log, db = Log(folder / "data"), bare(folder)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    found: list[dict[str, list[float]]] = [{}] if photo is None else [{}, {}]
    process, read = PhotoProcess(), list[int]()
    with serve(dashboard(log, game, phones), "127.0.0.1", 0) as server:
        child = context.Process(target=tap_on_demand, args=(theirs, server.port, phones, form))
        child.start()
        with reading():  # as the service does
            pass
        enter(os.getpid())
        tapping = Tapping(ours, db)
        with nullcontext() if photo is None else reading_cards(process, photo, []):
            tapping.taps(WARM_UP, {})
        for at in range(0, taps, BLOCK):
            for times, shown in zip(found, (None, photo), strict=False):
                with nullcontext() if shown is None else reading_cards(process, shown, read):
                    tapping.taps(min(BLOCK, taps - at), times)
        ours.recv()
        ours.send(False)
        received = ours.recv() / (taps * len(found) + WARM_UP)
        child.join()
    process.stop()
    db.close()
    log.close()
    return found, received, read


def percentile(values: list[float], part: float) -> float:
    """The value that this part of all does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def table(found: dict[str, list[float]]) -> None:
    """Print what taps took."""
    print(f"{'':34}{'p50 ms':>10}{'p99 ms':>10}")
    rows = [("tap to durable and answered", "answers"), ("tap to durable to all phones", "alls")]
    rows += [("processor time for that", "busy"), ("one synced SQLite commit", "commits")]
    for name, key in rows:
        print(f"{name:34}{percentile(found[key], 0.5):10.2f}{percentile(found[key], 0.99):10.2f}")
    ratio("ratio, all phones to commit", found["alls"], found["commits"])


def ratio(name: str, these: list[float], those: list[float]) -> None:
    """Print how many times as long these took as those."""
    both = [percentile(these, part) / percentile(those, part) for part in (0.5, 0.99)]
    print(f"{name:34}{both[0]:10.2f}{both[1]:10.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--taps", type=int, default=400)
    parser.add_argument("--game", default="frostpunk")
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk to be measured")
    parser.add_argument("--form", choices=[*FORMS], default="page", help="how the phones take their news")
    parser.add_argument("--reading", nargs="?", const="", metavar="PHOTO", help="while a card's text is read, too")
    add_arguments(parser)
    parser.add_argument("--evening", type=Path, help="a golden evening of the game, to begin within")
    parser.add_argument("--actions", type=int, default=100, help="so many of its actions come before")
    args = parser.parse_args()
    game = find_games()[args.game]
    photo = None
    if args.reading is not None:
        photo = Path(args.reading).read_bytes() if args.reading else card_photo()
    with (
        chosen(args.machine, args.cores) as enter,
        tempfile.TemporaryDirectory(dir=args.folder, prefix="benchmark-") as folder,
    ):
        asked = "" if args.evening is None else played(Path(folder) / "data", args.evening, args.actions)
        found, received, read = measure(Path(folder), game, args.phones, args.taps, enter, args.form, photo)
    print(f"{args.taps} taps in {args.game}{asked and f', at {asked}'}; {args.phones} phones, {FORMS[args.form]}")
    print(f"{received:.0f} bytes to a phone for each tap")
    table(found[0])
    if photo is not None:
        print(f"\n{args.taps} taps while a card's text is read: {len(read)} readings, of {min(read)} blocks at least")
        table(found[1])
        ratio("ratio, to all phones, while read", found[1]["alls"], found[0]["alls"])


if __name__ == "__main__":
    main()
