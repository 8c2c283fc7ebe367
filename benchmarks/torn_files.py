"""What a damaged data folder loses: evenings of real games, one to three files torn at a time, and what came of it.

`python benchmarks/torn_files.py [--cases 1000] [--seed 1]` plays golden evenings into a data folder, ends it by closing
or a kill, damages it at random (a file gone, emptied, cut, one bit flipped, a block zeroed, an older version put back;
the database, its WAL and shared memory, the journal, the backup copy, leftovers of a crash), and starts it three times.

What must be there afterwards is worked out from the damaged files without the companion's own readers: an entry is held
by a journal that has its line with the right checksum, or by a database or WAL that has its record's bytes.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import re
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent))

from companion.api.game import IllegalMove
from companion.api.refusals import BadMove, Refused
from companion.library.registry import find_games
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.playscript import Player
from companion.testing.script import parse

ROOT = Path(__file__).parent.parent
EVENINGS = ROOT / "tests" / "playthroughs"
FILES = ("companion.db", "companion.db-wal", "companion.db-shm", "companion.journal", "companion.backup")
LEFTOVERS = (
    "companion.db.new",
    "companion.backup.new",
    "companion.journal.new",
    "companion.db.damaged-20200101-000000",
)
LIMIT_S = 60
GAMES = find_games()
Entry = tuple[str, int]


# --- playing ----------------------------------------------------------------------------------------------------------


def play(log: Log, name: str, steps: int) -> None:
    """So many actions of a golden evening, under a name that no other has."""
    script = parse((EVENINGS / name).read_text(encoding="utf-8"))
    player = Player(script, GAMES, log)
    for number, _ in enumerate(player.play(), 1):
        if number == 1:
            now = player.session.screen().evening
            assert now is not None
            player.session.rename(now.id, f"{name.split('/')[0]} {now.id}")
        if number >= steps:
            return


@dataclass
class Folder:
    """A data folder before it is damaged, an older one of the same evenings, and what it holds."""

    name: str
    path: Path
    older: Path
    entries: dict[Entry, tuple[Any, ...]]
    names: dict[str, str]


def folders(base: Path) -> list[Folder]:
    """The folders to damage: with a backup or without, closed or killed, of two games each."""
    found = []
    plans = [("frostpunk/eight_rounds.evening", "turris/two_rounds.evening"), _two_others()]
    for number, (first, second) in enumerate(plans):
        for backup in (True, False):
            for killed in (True, False):
                name = f"{first.split('/')[0]}+{second.split('/')[0]}, {'backup' if backup else 'no backup'}, "
                name += "killed" if killed else "closed"
                found.append(_folder(base / f"{number}{backup}{killed}", name, first, second, backup, killed))
    return found


def _two_others() -> tuple[str, str]:
    names = [f"{path.parent.name}/{path.name}" for path in sorted(EVENINGS.glob("*/*.evening"))]
    others = {name.split("/")[0]: name for name in names if name.split("/")[0] not in ("frostpunk", "turris")}
    first, second, *_ = [*others.values()]
    return first, second


def _folder(base: Path, name: str, first: str, second: str, backup: bool, killed: bool) -> Folder:
    data = base / "data"
    log = Log(data, durable=False)
    play(log, first, 60)
    log.close()
    log = Log(data, durable=False, longest_journal=0 if backup else 10**9)
    play(log, second, 15)
    shutil.copytree(data, base / "older")
    play(log, second, 30)
    log.put("card_note", "test", "a note")
    if killed:
        shutil.copytree(data, base / "killed")
        log.close()
        data = base / "killed"
    else:
        log.close()
    entries, names = truth(data)
    return Folder(name, data, base / "older", entries, names)


def truth(data: Path) -> tuple[dict[Entry, tuple[Any, ...]], dict[str, str]]:
    """Every entry with all its columns, and the names of the evenings; read by SQLite from a copy."""
    with tempfile.TemporaryDirectory() as copy:
        for name in FILES[:2]:
            if (data / name).exists():
                shutil.copyfile(data / name, Path(copy) / name)
        db = sqlite3.connect(Path(copy) / "companion.db")
        rows = db.execute("SELECT * FROM entries").fetchall()
        names = dict(db.execute("SELECT id, name FROM evenings").fetchall())
        db.close()
    return {(row[0], row[1]): row for row in rows}, names


# --- damage -----------------------------------------------------------------------------------------------------------


def gone(path: Path, older: Path, chance: random.Random) -> None:
    path.unlink()


def emptied(path: Path, older: Path, chance: random.Random) -> None:
    path.write_bytes(b"")


def cut(path: Path, older: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data))])


def flipped(path: Path, older: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def zeroed(path: Path, older: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    size = chance.choice([512, 4096])
    start = chance.randrange((len(data) + size - 1) // size) * size
    length = len(data[start : start + size])
    data[start : start + length] = bytes(length)
    path.write_bytes(data)


def put_back(path: Path, older: Path, chance: random.Random) -> None:
    before = older / path.name
    if before.exists():
        shutil.copyfile(before, path)
    else:
        path.unlink()


FAULTS: tuple[Callable[[Path, Path, random.Random], None], ...] = (gone, emptied, cut, flipped, zeroed, put_back)


def damage(folder: Folder, data: Path, count: int, chance: random.Random) -> list[str]:
    """Damage so many different files; what was done, in words."""
    done = []
    if chance.random() < 0.2:
        name = chance.choice(LEFTOVERS)
        whole = (data / "companion.db").read_bytes()
        (data / name).write_bytes(whole[: chance.randrange(len(whole))])
        done.append(f"part of the database as {name}")
    there = [name for name in FILES if (data / name).exists() and (data / name).stat().st_size]
    for name in chance.sample(there, min(count, len(there))):
        fault = chance.choice(FAULTS)
        fault(data / name, folder.older, chance)
        done.append(f"{name} {fault.__name__}")
    return done


# --- what the damaged files still hold --------------------------------------------------------------------------------


def held(folder: Folder, data: Path) -> set[Entry]:
    """The entries that any file still has whole."""
    found = set(_in_journal(data / "companion.journal"))
    for name in ("companion.db", "companion.db-wal", "companion.backup", "companion.db.new", "companion.backup.new"):
        if (data / name).exists():
            content = (data / name).read_bytes()
            found |= {key for key, row in folder.entries.items() if all(part in content for part in _parts(row))}
    return found & set(folder.entries)


def _in_journal(path: Path) -> Iterator[Entry]:
    if not path.exists():
        return
    for line in path.read_bytes().split(b"\n"):
        for at in (one.start() for one in re.finditer(rb"[0-9a-f]{8} \[", line)):
            checksum, payload = line[at : at + 8], line[at + 9 :]
            if b"%08x" % zlib.crc32(payload) == checksum:
                yield from ((row[1], row[2]) for row in json.loads(payload)[1] if row[0] == "entries")


def _parts(row: tuple[Any, ...]) -> list[bytes]:
    """A record as SQLite writes it, in the pieces that lie on pages of 4096 bytes."""
    values = [_encoded(value) for value in row]
    head = b"".join(_varint(kind) for kind, _ in values)
    size = len(head) + 1 if len(head) < 127 else len(head) + 2
    record = _varint(size) + head + b"".join(body for _, body in values)
    if len(record) <= 4061:
        return [record]
    least = (4096 - 12) * 32 // 255 - 23
    here = least + (len(record) - least) % 4092
    here = here if here <= 4061 else least
    return [record[:here], *(record[at : at + 4092] for at in range(here, len(record), 4092))]


def _varint(number: int) -> bytes:
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.append(number & 0x7F | 0x80)
    return bytes(reversed(parts))


def _encoded(value: Any) -> tuple[int, bytes]:
    if value is None:
        return 0, b""
    if isinstance(value, str):
        return 13 + 2 * len(value.encode()), value.encode()
    if isinstance(value, bytes):
        return 12 + 2 * len(value), value
    if isinstance(value, float) and not value.is_integer():
        return 7, struct.pack(">d", value)
    number = int(value)
    if number in (0, 1):
        return 8 + number, b""
    sizes = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8))
    kind, size = next((kind, size) for kind, size in sizes if -(1 << 8 * size - 1) <= number < 1 << 8 * size - 1)
    return kind, number.to_bytes(size, "big", signed=True)


# --- one case ---------------------------------------------------------------------------------------------------------


@dataclass
class Result:
    """What came of one case; everything but `lost` should be empty."""

    faults: list[str] = field(default_factory=list)
    lost: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    slowest_s: float = 0.0

    def add(self, kind: str, about: str = "") -> None:
        self.wrong.append((kind, about))


def case(folder: Folder, data: Path, count: int, chance: random.Random) -> Result:
    """Damage a copy of the folder and start it three times."""
    result = Result(damage(folder, data, count, chance))
    wanted = held(folder, data)
    before = _bytes_of(data)
    words: list[str] = []
    for start in (1, 2, 3):
        signal.alarm(LIMIT_S)
        try:
            said = _one_start(folder, data, wanted, start, result)
        except TimeoutError:
            result.add(f"hangs at start {start}")
            return result
        except Exception as error:
            result.add(f"fails at start {start}", "".join(traceback.format_exception_only(error)).strip())
            return result
        finally:
            signal.alarm(0)
        if start == 1:
            words = said
            _check_aside(before, data, result)
        elif said:
            result.add("says it again at a later start", " / ".join(said))
    result.faults += words
    return result


def _bytes_of(data: Path) -> dict[str, bytes]:
    names = ("companion.db", "companion.journal", "companion.backup")
    return {name: (data / name).read_bytes() for name in names if (data / name).exists()}


def _check_aside(before: dict[str, bytes], data: Path, result: Result) -> None:
    """Where something is lost, the files as they were are still there."""
    if not result.lost:
        return
    now = {path.read_bytes() for path in data.iterdir() if path.is_file()}
    for name, content in before.items():
        if not any(one.startswith(content) for one in now):  # a journal is written on
            result.add("writes over a file though something is lost", name)


def _one_start(folder: Folder, data: Path, wanted: set[Entry], start: int, result: Result) -> list[str]:
    began = time.perf_counter()
    log = Log(data, durable=False)
    try:
        session = Session(log, GAMES)
        result.slowest_s = max(result.slowest_s, time.perf_counter() - began)
        said = [str(text) for text in log.repairs]
        there = _entries(folder, log)
        missing = {key for key in wanted if there.get(key) != folder.entries[key]}
        if missing:
            result.add("loses what a file still held", f"start {start}: {sorted(missing)[:3]}, {len(missing)} in all")
        if start == 1:
            lost = {key for key in folder.entries if key not in there}
            result.lost = len(lost)
            names = {row.name: row.id for row in log.evenings()}
            _check_words({name: id for id, name in folder.names.items()} | names, lost, said, result)
        aside = _go_on(log, session)
        if start == 1 and any(not any(name in text for text in said) for name in aside):
            result.add("puts an evening aside without a word", f"{aside}; {said}")
        return said
    finally:
        log.close()


def _entries(folder: Folder, log: Log) -> dict[Entry, tuple[Any, ...]]:
    found: dict[Entry, tuple[Any, ...]] = {}
    evenings = {evening for evening, _ in folder.entries}
    for evening in evenings:
        for seq, row in log.entries(evening):
            key, kind = (evening, row.number), row.kind
            if kind != "lost" and key in folder.entries and folder.entries[key][-2] == seq:
                found[key] = (*(getattr(row, name) for name in row.__struct_fields__), *folder.entries[key][-2:])
    return found


def _check_words(by_name: dict[str, str], lost: set[Entry], said: list[str], result: Result) -> None:
    """Every lost entry is told by number, or counted among those that nothing names; and none that is there."""
    told: set[Entry] = set()
    others = 0
    for text in said:
        if named := re.match(r"Lost from the evening “(.*)”: \d+ entr\w+ \((.*?)\)", text):
            told |= {(by_name.get(named[1], named[1]), number) for number in _numbers(named[2])}
        elif whole := re.match(r"An evening is lost whole: “(.*)”, (\d+) ", text):
            told |= {(by_name[whole[1]], number) for number in range(1, int(whole[2]) + 1)}
        elif first := re.match(r"Of the evening “(.*)” only the first (\d+) entr", text):  # an earlier program said
            told |= {key for key in lost if key[0] == by_name.get(first[1], first[1]) and key[1] > int(first[2])}
        elif count := re.match(r"(\d+) other write", text):
            others += int(count[1])
    if told - lost:
        result.add("says that more is lost than is", f"{sorted(told - lost)[:5]}; {said}")
    if len(lost - told) > others:
        result.add("loses without a word", f"{len(lost)} lost, {len(told)} told by number, {others} counted; {said}")


def _numbers(words: str) -> Iterator[int]:
    for part in words.split(", "):
        first, _, last = part.partition("–")
        yield from range(int(first), int(last or first) + 1)


def _go_on(log: Log, session: Session) -> list[str]:
    """Play every evening on that opens, and begin a new one; the names of those that do not open."""
    aside = []
    for evening in session.evenings():
        try:
            screen = session.open(evening.id)
        except Refused:
            aside.append(evening.name)
            continue
        if screen.can_undo:
            with contextlib.suppress(BadMove):  # with a word: how the game stood after a lost step is lost
                session.undo("Anna")
                session.redo("Anna")
        for one in screen.corrections[:1]:
            try:
                session.correct(one.ask.name, one.now, "Anna")
            except (IllegalMove, Refused):
                continue
    play(log, "turris/two_rounds.evening", 1)
    return aside


def too_long(*_: object) -> None:
    raise TimeoutError


# --- all of them ------------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=1000, help="with one damaged file, two and three in turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="one case, and all that it said")
    parser.add_argument("--show", type=int, default=10, help="so many of those that went wrong")
    asked = parser.parse_args()
    signal.signal(signal.SIGALRM, too_long)
    with tempfile.TemporaryDirectory(prefix="torn-") as base:
        there = folders(Path(base))
        for one in there:
            print(f"{one.name}: {len(one.entries)} entries of {len(one.names)} evenings")
        numbers = range(asked.cases) if asked.only is None else [asked.only]
        return report([(number, _run(there, Path(base), asked.seed, number)) for number in numbers], asked)


def _run(there: list[Folder], base: Path, seed: int, number: int) -> Result:
    chance = random.Random(f"{seed} {number}")
    folder = there[number % len(there)]
    data = base / "case"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(folder.path, data)
    result = case(folder, data, 1 + number // len(there) % 3, chance)
    result.faults.insert(0, folder.name)
    return result


def report(results: list[tuple[int, Result]], asked: argparse.Namespace) -> int:
    kinds = Counter(kind for _, result in results for kind in {kind for kind, _ in result.wrong})
    bad = [(number, result) for number, result in results if result.wrong]
    print(f"\n{len(results)} cases, {len(bad)} went wrong")
    for kind, count in kinds.most_common():
        print(f"{count:6}  {kind}")
    lossy = [result.lost for _, result in results if result.lost]
    print(f"{len(lossy):6}  cases in which no file held some entries any more ({sum(lossy)} entries)")
    print(f"slowest start {max(result.slowest_s for _, result in results):.2f} s")
    for number, result in bad[: asked.show] if asked.only is None else results:
        print(f"\ncase {number}: {'; '.join(result.faults)}")
        for kind, about in result.wrong:
            print(f"    {kind}: {about[:600]}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
