"""What years of evenings cost the log that keeps them: memory and processor of a start, of the check of each day and of
a new copy.

    .venv/bin/python benchmarks/years.py [--evenings 1050] [--seed 1]

Ten evenings are played as `benchmarks/evenings.py` plays an hour (60 moves, some undone), and copied under other ids
until there are so many. Each thing is then done in a process that does nothing else. Memory is that process's own (its
anonymous pages, not those of mapped files) in MB of 2**20 bytes: before, at the most, and after.
"""

from __future__ import annotations

import argparse
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.evenings import Evenings
from benchmarks.served import serving
from companion.storage import repair
from companion.storage.log import Log
from companion.storage.tables import EntryRow, EveningRow, Numbered

PLAYED = 10


def play(folder: Path, chance: random.Random) -> None:
    """Evenings, an hour of each."""
    with serving(folder) as service:
        table = Evenings(service.port, 1, chance)
        games = [one["name"] for one in table.get("/api/games")["games"]]
        for number in range(PLAYED):
            table.begin(games[number % len(games)])
            table.hour([])


def copies(rows: list[Numbered], times: int) -> Iterator[Numbered]:
    """All of these rows, and their evenings as often again under other ids."""
    most = max(seq for seq, _ in rows)
    for number in range(times):
        ids = {row.id: secrets.token_hex(8) if number else row.id for _, row in rows if isinstance(row, EveningRow)}
        for seq, row in rows:
            if isinstance(row, EveningRow):
                yield Numbered(seq + number * most, msgspec.structs.replace(row, id=ids[row.id]))
            elif isinstance(row, EntryRow):
                yield Numbered(seq + number * most, msgspec.structs.replace(row, evening=ids[row.evening]))
            elif number == 0:
                yield Numbered(seq, row)


def look(folder: Path) -> None:
    """In a process of its own: what is done with the log, one thing after another."""
    kept: list[Log] = []
    _measured("a start", lambda: kept.append(Log(folder)))
    [log] = kept
    _measured("a check", log.check)
    _measured("a new copy", log._begin_journal)
    print(f"{sum(log.lengths().values())} entries, {(folder / 'companion.db').stat().st_size / 1e6:.0f} MB")


def _measured(name: str, work: Callable[[], object]) -> None:
    before, began = _own_mb(), time.process_time()
    Path("/proc/self/clear_refs").write_text("5")  # the most from now on
    files = _of("RssFile")
    work()
    took_s, most = time.process_time() - began, _of("VmHWM") - files
    print(f"{name:<11} {before:5.1f} MB, {most:5.1f} at the most, {_own_mb():5.1f} after; {took_s:.2f} s of processor")


def _own_mb() -> float:
    return _of("RssAnon")


def _of(name: str) -> float:
    lines = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    return next(int(line[1]) / 1024 for line in lines if line[0] == f"{name}:")


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["look"]:
        look(Path(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=1050)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="years-") as folder:
        played, kept = Path(folder) / "played", Path(folder) / "kept"
        for one in (played, kept):
            one.mkdir(mode=0o700)
        play(played, random.Random(asked.seed))
        rows = [*repair.rows_of(repair.Files(played).database)]
        repair.build(repair.Files(kept), copies(rows, max(asked.evenings // PLAYED, 1)))
        subprocess.run([sys.executable, __file__, "look", str(kept)], check=True)


if __name__ == "__main__":
    main()
