"""How long a tap takes from one phone until it is on disk and all of 20 phones have it, over real HTTP on loopback.

    .venv/bin/python benchmarks/phones.py [--phones N] [--taps N] [--game NAME] [--folder F] [--as pi4 [--cores all]]
        [--reading [PHOTO]]

The phones live in a process of their own: each keeps one event stream open, and one of them taps (the usual answer,
then undo, in turns; both are steps that are written and synced). Beside it, in the same run on the same disk, the bare
cost of one synced SQLite commit of 600 bytes: taps and commits take turns, so that a slow moment of the disk hits both.
The companion's processor time for a tap is printed as well: it says more than the clock where others use the machine.
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
import sqlite3
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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
from vision.photos.messages import Request
from vision.photos.process import PhotoProcess
from web.app import create_app
from web.live_app import LiveApp
from web.ports import DashboardSettings
from web.server import serve

CODE = "123456"
PATIENCE_S = 30.0
WARM_UP = 20
BLOCK = 50  # taps while cards are read, and as many while none is
VERSION = re.compile(rb'"version":(\d+)')
FORMS = {"page": "as the page asks", "patches": "what changed, not packed", "whole": "whole parts, as at first"}


class NoSpeaker:
    """Says nothing."""

    def say(self, text: str, language: str, urgency: int) -> None: ...
    def forget(self, text: str) -> None: ...
    def skip(self) -> None: ...
    def repeat(self) -> None: ...
    def set(self, *, rate: int | None = None, volume: float | None = None, muted: bool | None = None) -> None: ...


def dashboard(log: Log, game: Game[Any], phones: int) -> LiveApp:
    """The dashboard with an evening open (the one of before, if any), as the service has it, without devices."""
    session = Session(log, {game.name: game})
    narrator = Narrator(NoSpeaker(), first_state(VoiceSettings()), log)
    session.subscribe(narrator.hear)
    if session.screen().evening is None:
        players = ["Ada", "Ben", "Cleo", "Dan", "Eve"][: max(2, game.seats[0])]
        choices = {ask.name: usual(ask) for ask in game.setup(len(players))}
        session.start(game.name, "Benchmark", players, choices, "Ada")
    return create_app(
        session=session, games={game.name: game}, library=lambda name: None, rules=lambda name, language: None,
        narrator=narrator, health=HealthBoard(), store=log, kept_taps=log,
        settings=DashboardSettings(code=CODE, streams=phones + 2),
    )  # fmt: skip


# --- the phones, in a process of their own ----------------------------------------------------------------------------


class Phones:
    """Phones that follow the game, and the taps of one of them."""

    def __init__(self, port: int, count: int, form: str) -> None:
        self.port = port
        self.patches, self.packed = form != "whole", form == "page"
        self.changed = threading.Condition()
        self.versions = [0] * count
        self.arrived = [0.0] * count
        self.bytes = [0] * count
        self.tapper = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
        cookies = [self.join(f"Phone {number}") for number in range(count)]
        self.headers["Cookie"] = cookies[0]
        for number, cookie in enumerate(cookies):
            threading.Thread(target=self._follow, args=(number, cookie), daemon=True).start()

    def join(self, name: str) -> str:
        """Another phone; its cookie."""
        return self.post("/api/phones/join", {"code": CODE, "name": name})[1].partition(";")[0]

    def post(self, path: str, body: Any) -> tuple[dict[str, Any], str]:
        """A request of the tapping phone, which keeps its connection."""
        self.tapper.request("POST", path, json.dumps(body), self.headers)
        answer = self.tapper.getresponse()
        data = json.loads(answer.read())
        if answer.status != 200:
            raise SystemExit(f"{path}: {data}")
        return data, answer.headers.get("Set-Cookie", "")

    def screen(self) -> dict[str, Any]:
        """The whole screen."""
        self.tapper.request("GET", "/api/screen", headers=self.headers)
        found: dict[str, Any] = json.loads(self.tapper.getresponse().read())
        return found

    def wait_for(self, version: int) -> float:
        """When the last phone had this version."""
        with self.changed:
            if not self.changed.wait_for(lambda: min(self.versions) >= version, PATIENCE_S):
                raise SystemExit(f"only {sum(one >= version for one in self.versions)} phones got version {version}")
            return max(self.arrived)

    def _follow(self, number: int, cookie: str) -> None:
        """As the page asks: packed, and of what it has already only what changed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        headers = {"Cookie": cookie, "Accept-Encoding": "gzip" if self.packed else "identity"}
        connection.request("GET", f"/live?tab=phone{number}&patches={self.patches:d}", headers=headers)
        stream, unpack, text = connection.getresponse(), zlib.decompressobj(31), b""
        while data := stream.read1(65536):
            now = time.perf_counter()
            self.bytes[number] += len(data)
            text += unpack.decompress(data) if self.packed else data
            *lines, text = text.split(b"\n")
            for line in lines:
                if found := VERSION.search(line):
                    with self.changed:
                        self.versions[number] = int(found[1])
                        self.arrived[number] = now
                        self.changed.notify_all()


def tap_on_demand(pipe: multiprocessing.connection.Connection, port: int, count: int, form: str) -> None:
    """Tap whenever the other process says so; send back how long the answer and the last phone took, in ms, and then,
    when it is known what comes next, a word."""
    phones = Phones(port, count, form)
    phones.wait_for(1)
    before = sum(phones.bytes)
    done = False
    while True:
        path, body = undo(phones) if done else answer(phones)
        done = not done
        pipe.send("ready")
        if not pipe.recv():
            break
        begun = time.perf_counter()
        version = phones.post(path, body)[0]["version"]
        answered = time.perf_counter()
        last = phones.wait_for(version)
        pipe.send(((answered - begun) * 1000, (last - begun) * 1000))
    pipe.send((sum(phones.bytes) - before) / count)


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
    return "/api/undo", {"seen": max(phones.versions), "steps": 1}


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
    args = parser.parse_args()
    game = find_games()[args.game]
    photo = None
    if args.reading is not None:
        photo = Path(args.reading).read_bytes() if args.reading else card_photo()
    with (
        chosen(args.machine, args.cores) as enter,
        tempfile.TemporaryDirectory(dir=args.folder, prefix="benchmark-") as folder,
    ):
        found, received, read = measure(Path(folder), game, args.phones, args.taps, enter, args.form, photo)
    print(f"{args.taps} taps in {args.game}; {args.phones} phones, {FORMS[args.form]}")
    print(f"{received:.0f} bytes to a phone for each tap")
    table(found[0])
    if photo is not None:
        print(f"\n{args.taps} taps while a card's text is read: {len(read)} readings, of {min(read)} blocks at least")
        table(found[1])
        ratio("ratio, to all phones, while read", found[1]["alls"], found[0]["alls"])


if __name__ == "__main__":
    main()
