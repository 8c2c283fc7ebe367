"""A backup put together beside what is here, checked and told of, and then taken over by the next start."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.api.game import Game
from companion.api.refusals import BadFile, CannotOpen, NotSaved
from companion.api.text import T
from companion.backup.backup_file import LOG, SETTINGS, Backup, EveningHeld, Manifest, damaged, opened
from companion.session import archive
from companion.session.screen import Standing
from companion.session.session import Session
from companion.storage import repair, takeover
from companion.storage.log import Log
from companion.storage.tables import Numbered

ROOM_WANTED = 20_000_000  # bytes that stay free besides
COPIES = 3  # the database, its backup copy, and what SQLite needs meanwhile


@dataclass(frozen=True)
class EveningFound:
    """An evening in a backup and where it stands; None where this companion cannot open it."""

    held: EveningHeld
    stands: Standing | None


@dataclass(frozen=True)
class Staged:
    """A backup that has been checked whole and can be taken over."""

    name: str
    size: int
    manifest: Manifest
    evenings: tuple[EveningFound, ...]


def stage(path: Path, data: Path, games: Mapping[str, Game[Any]]) -> Staged:
    """Check a backup from its first to its last byte and put what it holds together in the data folder, beside what is
    there, which does not change. `BadFile` says what is wrong with it, `NotSaved` that there is no room."""
    try:
        return _stage(path, data, games)
    except BaseException:
        takeover.drop(data)
        raise


def _stage(path: Path, data: Path, games: Mapping[str, Game[Any]]) -> Staged:
    try:
        with opened(path) as backup:
            _check_room(backup, data)
            part = takeover.begin(data)
            _put_log(backup, part)
            _put_files(backup, part)
            found = _evenings(part, games, backup.manifest)
            return Staged(path.name, backup.size, backup.manifest, found)
    except FileNotFoundError as error:
        raise BadFile(T("There is no file {file}.", file=str(path))) from error
    except (OSError, sqlite3.Error) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        text = T("The backup could not be read or put here ({reason}). Nothing has changed.", reason=reason)
        raise NotSaved(text) from error


def _check_room(backup: Backup, data: Path) -> None:
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    pictures = sum(backup.manifest.members[name].size for name in backup.pictures())
    wanted = pictures + COPIES * (backup.unpacked - pictures) + ROOM_WANTED
    free = shutil.disk_usage(data).free
    if free < wanted:
        raise NotSaved(
            T("There is too little room to restore it: it needs {wanted} MB, {free} MB are free. Nothing has changed.",
              wanted=wanted // 1_000_000 + 1, free=free // 1_000_000)
        )  # fmt: skip


def _put_log(backup: Backup, part: Path) -> None:
    repair.build(repair.Files(part), _checked(backup.rows()))


def _checked(rows: Iterator[Numbered]) -> Iterator[Numbered]:
    """Rows whose words and numbers can do no harm; it may be anybody's file."""
    for numbered in rows:
        archive.check_row(numbered.row)
        yield numbered


def _put_files(backup: Backup, part: Path) -> None:
    for name in backup.pictures():
        _write(part / name, backup.read(name))
    if SETTINGS in backup.manifest.members:
        _write(part / takeover.SETTINGS, backup.read(SETTINGS))


def _write(path: Path, chunks: Iterator[bytes]) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        for chunk in chunks:
            file.write(chunk)


def _evenings(part: Path, games: Mapping[str, Game[Any]], manifest: Manifest) -> tuple[EveningFound, ...]:
    """Open what was put together as any start would, and look where each evening stands."""
    try:
        log = Log(part, durable=False)
    except CannotOpen as error:
        raise BadFile(error.text) from error
    try:
        if {row.id for row in log.evenings()} != {one.id for one in manifest.holds.evenings}:
            raise damaged(LOG)
        session = Session(log, games)
        return tuple(EveningFound(one, session.standing(one.id)) for one in manifest.holds.evenings)
    finally:
        log.close()
