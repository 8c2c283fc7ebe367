"""A data folder's contents exchanged for others at one stroke, for a restore and for going back from one.

    <data>/restore.part/        being put together; whatever ends that, it is thrown away at the next start
    <data>/restore.ready/       whole: the next start takes it over
    <data>/restore.moving/      what was there before is away already, and this is being moved into its place
    <data>/before-restore-.../  what was there before; the last one is kept

The new contents are whole and on the disk before they are called ready. Whatever ends the exchange, the next start
goes on with it: each step moves what it still finds, and the name of the folder says which step it is.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.api.refusals import Refused
from companion.api.text import T
from companion.storage import repair, tables
from companion.storage.journal import sync_folder
from companion.storage.tables import KeptRow, Numbered

PART, READY, MOVING, ASIDE = "restore.part", "restore.ready", "restore.moving", "before-restore-"
PLAN = "restore.json"  # in the folder that is taken over: what is to be done with it
SETTINGS = "settings-from-backup.toml"  # the settings file that a backup brought
STAYS = frozenset({"phone", "pairing"})  # kinds of kept values that a restore leaves as they are: who may come in
_log = logging.getLogger(__name__)


class _Plan(msgspec.Struct):
    """Where to put what was there before, and whether phones that have joined here stay so."""

    aside: str
    phones_stay: bool


def begin(data: Path) -> Path:
    """An empty folder to put new contents together in."""
    part = data / PART
    drop(data)
    part.mkdir(mode=0o700, parents=True)
    return part


def drop(data: Path) -> None:
    """Throw away what was put together and not taken over."""
    shutil.rmtree(data / PART, ignore_errors=True)


def commit(data: Path, phones_stay: bool = True) -> Path:
    """Have the next start take over what was put together; where it will put what is here now."""
    aside = _unused_aside(data)
    part = data / PART
    (part / PLAN).write_bytes(msgspec.json.encode(_Plan(aside.name, phones_stay)))
    _sync_all(part)
    part.rename(data / READY)
    sync_folder(data)
    return aside


def back(data: Path) -> Path:
    """Have the next start take over what was there before the last restore; where it will put what is here now."""
    before = kept_aside(data)
    if before is None:
        raise Refused(T("There is nothing to go back to: nothing has been restored here."))
    drop(data)
    before.rename(data / PART)
    return commit(data, phones_stay=False)


def kept_aside(data: Path) -> Path | None:
    """What was there before the last restore."""
    return max(data.glob(f"{ASIDE}*"), default=None)


def waiting(data: Path) -> bool:
    """Whether the next start takes something over."""
    return (data / READY).is_dir() or (data / MOVING).is_dir()


def finish(files: repair.Files, lock: int) -> bool:
    """Take over what is ready, or go on where that was ended; whether there was any. `lock` is the open lock file, in
    which the newest write is noted. `OSError` where the disk does not let it; the next start tries again."""
    data = files.folder
    drop(data)
    ready, moving = data / READY, data / MOVING
    if not ready.is_dir() and not moving.is_dir():
        return False
    if ready.is_dir():
        plan = msgspec.json.decode((ready / PLAN).read_bytes(), type=_Plan)
        if plan.phones_stay:
            _carry_phones(files, repair.Files(ready))
        aside = data / plan.aside
        aside.mkdir(mode=0o700, exist_ok=True)
        _move(list(_contents(data)), aside)
        os.ftruncate(lock, 0)
        os.fsync(lock)
        ready.rename(moving)
        sync_folder(data)
    plan = msgspec.json.decode((moving / PLAN).read_bytes(), type=_Plan)
    _move(list(_contents(moving)), data)
    shutil.rmtree(moving)
    for older in data.glob(f"{ASIDE}*"):
        if older.name != plan.aside:
            shutil.rmtree(older, ignore_errors=True)
    sync_folder(data)
    return True


def _contents(folder: Path) -> Iterator[Path]:
    """What is exchanged. The lock stays, since it is held; and so does what no backup has: wrong reads, voices."""
    for path in sorted(folder.iterdir()):
        of_log = path.name.startswith("companion.") and path.name != "companion.lock"
        if of_log or path.name in ("pictures", SETTINGS):
            yield path


def _move(paths: list[Path], folder: Path) -> None:
    for path in paths:
        path.rename(folder / path.name)
    sync_folder(folder)


def _carry_phones(here: repair.Files, there: repair.Files) -> None:
    """The phones that have joined here stay so, also in the new contents."""
    try:
        found = list(repair.rows_of(here.database)) if here.database.exists() else []
    except (sqlite3.Error, tables.BadRow, UnicodeDecodeError) as error:
        _log.warning("which phones have joined cannot be read; they join again: %s", error)
        return
    rows = [row for _, row in found if isinstance(row, KeptRow) and row.kind in STAYS]
    db = repair.connect(there.database)
    try:
        seq = max(tables.newest(db), max((seq for seq, _ in found), default=0)) + 1
        db.execute("BEGIN")
        for row in rows:
            tables.put(db, Numbered(seq, row))
        db.execute("COMMIT")
        repair.renew(there, db)
    finally:
        db.close()


def _unused_aside(data: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    before = kept_aside(data)
    number = 0 if before is None else int(re.findall(r"\d+", before.name)[0])
    return data / f"{ASIDE}{number + 1:04}-{stamp}"  # numbered: a Pi's clock may stand anywhere


def _sync_all(folder: Path) -> None:
    for base, folders, names in os.walk(folder):
        for name in names:
            with (Path(base) / name).open("rb") as file:
                os.fsync(file.fileno())
        sync_folder(Path(base))
        del folders
