"""Evenings whose files are torn, and how they are looked at; for the tests of the log and its repair."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME

STEPS = 40
GAMES = {"boiler": GAME}


def played(folder: Path, steps: int = STEPS, backup_at: int = 0) -> Path:
    """An evening of so many entries, abandoned as by a power cut; with a backup copy after some of them."""
    log = Log(folder, durable=False)
    session = Session(log, GAMES, clock=lambda: 43_200.0)
    session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    for number in range(2, steps + 1):
        session.correct("coal", number, "Anna")
        if number == backup_at:
            log.close()
            log = Log(folder, durable=False, longest_journal=0)
            session = Session(log, GAMES, clock=lambda: 43_200.0)
    copy = folder.with_name(folder.name + "-killed")
    shutil.copytree(folder, copy)
    log.close()
    return copy


@contextmanager
def opened(folder: Path, **options: Any) -> Iterator[Log]:
    with closing(Log(folder, **{"durable": False, **options})) as log:
        yield log


def numbers(log: Log) -> list[int]:
    """The entries that are there, those that hold a lost one's place left out."""
    (evening,) = log.evenings()
    return [row.number for _, row in log.entries(evening.id) if row.kind != "lost"]


def said(log: Log) -> str:
    return " | ".join(str(text) for text in log.repairs)


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def line_of(path: Path, entry: int) -> int:
    """Where the journal's line of an entry begins."""
    content = path.read_bytes()
    return content.rindex(b"\n", 0, content.index(b',%d,"' % entry, content.index(b'"entries"'))) + 1


def goes_on(folder: Path, coal: int) -> None:
    """The service starts twice more without a word, with that much coal, and the evening can be played on."""
    for more in (1, 2):
        with opened(folder) as log:
            session = Session(log, GAMES)
            assert (said(log), session.state().coal) == ("", coal)
            coal += more
            session.correct("coal", coal, "Anna")


class Crash(BaseException):
    """The power goes."""


def crashing(monkeypatch: pytest.MonkeyPatch, after: int) -> Callable[[], bool]:
    """Every change of names in the folder counts, and the one after so many never comes; whether it came so far."""
    left = [after]

    def counted(work: Callable[..., Any]) -> Callable[..., Any]:
        def do(*args: Any, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Crash
            return work(*args, **options)

        return do

    for owner, name in ((Path, "rename"), (Path, "replace"), (Path, "unlink"), (os, "link"), (os, "fsync")):
        monkeypatch.setattr(owner, name, counted(getattr(owner, name)))
    return lambda: left[0] < 0


TORN: dict[str, Callable[[Path], object]] = {
    "database and journal": lambda data: (
        flip(data / "companion.journal", line_of(data / "companion.journal", 35) + 20),
        os.truncate(data / "companion.db", 5000),
    ),
    "database": lambda data: os.truncate(data / "companion.db", 5000),
    "backup": lambda data: (data / "companion.backup").write_bytes(b""),
}


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")
