"""From a move at a table to whoever looks at the venue's page: a browser's stream of events, read as it comes.

`python benchmarks/venue_page.py [--tables N] [--every S] [--seconds S]`. The tables share a process beside the page's,
and their logs do not wait for the disk. Needs nats-server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from companion.app.settings import Settings
from companion.app.venue_page import VenuePageService
from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.storage.log import Log
from companion.venue import server
from companion.venue.server import VenueAccess
from companion.venue.shipper import Shipper
from tests.companion.toy_game import GAME
from tests.companion.venue.conftest import Nats
from web.guard import COOKIE

PORT, CODE = 8099, "123456"


def tables(pipe: Connection, address: str, folder: Path, count: int, every: float, seconds: float) -> None:
    """The process of the tables: they play at a word, and answer how many moves it were and their processor's time."""
    there: list[tuple[Session, Shipper, Log]] = []
    for number in range(count):
        own = folder / f"table-{number}"
        log = Log(own, durable=False)
        session = Session(log, {"boiler": GAME})
        session.start("boiler", f"Friday {number}", ["Anna", "Bert"], {"level": "easy"}, by="Anna")
        shipper = Shipper(VenueAccess((address,), own.name), log, session, own, HealthBoard())
        shipper.start()
        there.append((session, shipper, log))
    time.sleep(2 + count / 50)
    pipe.send("up")
    pipe.recv()
    moves, used, end = 0, time.process_time(), time.monotonic() + seconds
    while time.monotonic() < end:
        there[moves % count][0].correct("coal", moves // count % 90 + 1, "Anna")
        moves += 1
        time.sleep(every / count)
    pipe.send((moves, time.process_time() - used))
    pipe.recv()
    for _, shipper, log in there:
        shipper.stop()
        log.close()


class Looker:
    """Reads the page's stream, and notes how old each table's last move is when it comes (seconds)."""

    def __init__(self, token: str) -> None:
        self.delays: list[float] = []
        self._seen: dict[str, float] = {}
        line = http.client.HTTPConnection("127.0.0.1", PORT)
        headers = {"Cookie": f"{COOKIE}={token}", "Accept-Encoding": "identity"}
        line.request("GET", "/live?tab=x&packed=0", headers=headers)
        self._answer = line.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while line := self._answer.readline():
            if line.startswith(b"data: {"):
                now, news = time.time(), json.loads(line[6:])
                for name, one in news.items():
                    if name.startswith("table:") and one and self._seen.get(name) != one.get("at"):
                        self._seen[name] = one["at"]
                        self.delays.append(now - one["at"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--every", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=40.0)
    args = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as place:
        nats = Nats(Path(place))
        nats.start()
        nats.ask(lambda stream: server.prepare(stream, 1, 100_000_000))
        ours, theirs = context.Pipe()
        share = (theirs, nats.address, Path(place), args.tables, args.every, args.seconds)
        process = context.Process(target=tables, args=share, daemon=True)
        process.start()
        ours.recv()
        page = VenuePageService(nats.access(""), Settings(language="en"), Path(place) / "page", PORT, CODE)
        page.start()
        looker = Looker(page.app.pairing.join(CODE, "Ola", "127.0.0.1")[1])
        time.sleep(3)
        looker.delays.clear()
        used, began = time.process_time(), time.monotonic()
        ours.send("play")
        moves, of_tables = ours.recv()
        busy = (time.process_time() - used) / (time.monotonic() - began)
        time.sleep(1)
        delays = sorted(looker.delays)
        ours.send("end")
        process.join(60)
        page.stop()
        nats.stop()
    p50, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    print(f"{args.tables} tables, a move in {args.every:g} s each: {moves} moves, {len(delays)} seen")
    print(f"from move to page p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms")
    print(
        f"processor: page and its reader {busy:.1%} of a core, tables {of_tables / max(1, moves) * 1000:.2f} ms a move"
    )


if __name__ == "__main__":
    main()
