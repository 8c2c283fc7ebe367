"""What a venue costs a table's own tap: moves with a server that takes each of them, without any, and with one that is
gone; the three take turns on one disk. Needs nats-server.

`python benchmarks/venue_taps.py [--moves N] [--rounds N]`."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.storage.log import Log
from companion.venue import server
from companion.venue.shipper import Shipper
from tests.companion.toy_game import GAME
from tests.companion.venue.conftest import Nats

PAUSE_S = 0.02  # between taps: nobody taps quicker


def played(folder: Path, nats: Nats | None, moves: int) -> tuple[list[float], float]:
    """How long each move took (ms), and the processor's time of all of it (s)."""
    log = Log(folder)
    session = Session(log, {"boiler": GAME})
    shipper = None if nats is None else Shipper(nats.access(), log, session, folder, HealthBoard())
    if shipper is not None:
        shipper.start()
    session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, by="Anna")
    time.sleep(1)
    took, begun = [], resource.getrusage(resource.RUSAGE_SELF)
    for number in range(moves):
        at = time.perf_counter()
        session.correct("coal", number % 100, "Anna")
        took.append((time.perf_counter() - at) * 1000)
        time.sleep(PAUSE_S)
    ended = resource.getrusage(resource.RUSAGE_SELF)
    if shipper is not None:
        shipper.stop()
    log.close()
    return took, ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    found: dict[str, list[float]] = {"no venue": [], "a venue": [], "a venue that is gone": []}
    cpu = dict.fromkeys(found, 0.0)
    with tempfile.TemporaryDirectory() as place:
        there, gone = Path(place) / "there", Path(place) / "gone"
        there.mkdir(), gone.mkdir()
        nats, nobody = Nats(there), Nats(gone)
        nats.start()
        nats.ask(lambda stream: server.prepare(stream, 1, 100_000_000))
        for number in range(args.rounds):
            for name, one in zip(found, (None, nats, nobody), strict=True):
                took, used = played(Path(place) / f"{name} {number}", one, args.moves)
                found[name] += took
                cpu[name] += used
        nats.stop()
    for name, values in found.items():
        ordered = sorted(values)
        p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
        share = cpu[name] * 1000 / len(values)
        print(f"{name:22} p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   processor {share:5.2f} ms a move   n = {len(values)}")


if __name__ == "__main__":
    main()
