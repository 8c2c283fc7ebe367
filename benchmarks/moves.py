"""How long a move takes from `session.play` until it is on disk and a listener has heard of it.

Beside it, in the same run on the same disk, the bare cost of one synced SQLite commit of the same bytes: the two take
turns, so that a slow moment of the disk hits both. `python benchmarks/moves.py [--moves N] [--folder F]`.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def bare(folder: Path) -> sqlite3.Connection:
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, row BLOB)")
    return db


def measure(folder: Path, moves: int) -> tuple[list[float], list[float], int]:
    log = Log(folder / "data")
    session = Session(log, {"boiler": GAME})
    heard: list[float] = []
    session.subscribe(lambda update: heard.append(time.perf_counter()))
    session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, by="Anna")
    db, row = bare(folder), os.urandom(600)
    played, committed = [], []
    for number in range(moves):
        begun = time.perf_counter()
        session.correct("coal", number % 100, "Anna")
        played.append((heard[-1] - begun) * 1000)
        begun = time.perf_counter()
        db.execute("INSERT INTO rows VALUES (?, ?)", (number, row))
        committed.append((time.perf_counter() - begun) * 1000)
    size = (folder / "data" / "companion.journal").stat().st_size // moves
    db.close()
    log.close()
    return played, committed, size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk to be measured")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder, prefix="benchmark-") as folder:
        played, committed, size = measure(Path(folder), args.moves)
    print(f"{args.moves} moves; journal {size} bytes a move")
    print(f"{'':34}{'p50 ms':>10}{'p99 ms':>10}")
    for name, values in (("play to durable and heard", played), ("one synced SQLite commit", committed)):
        print(f"{name:34}{percentile(values, 0.5):10.2f}{percentile(values, 0.99):10.2f}")
    ratios = [percentile(played, part) / percentile(committed, part) for part in (0.5, 0.99)]
    print(f"{'ratio':34}{ratios[0]:10.2f}{ratios[1]:10.2f}")


if __name__ == "__main__":
    main()
