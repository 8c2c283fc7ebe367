"""Putting the log's files in order before they are used: what one lacks comes back from the others.

There are three: the database, the journal, and a backup copy of the database. At any moment the backup together with
the journal holds every write, and so does the database. A damaged file is set aside under a new name, never deleted.
"""

from __future__ import annotations

import itertools
import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion import journal, tables
from companion.course import Course, Inconsistent, Link
from companion.refusals import CannotOpen
from companion.tables import EveningRow, Numbered
from companion.text import N, T, Text

_log = logging.getLogger(__name__)
_OURS_TO_MEND = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_IOERR}


class Files:
    """Where the log's files lie."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "companion.db"
        self.journal = folder / "companion.journal"
        self.backup = folder / "companion.backup"
        self.lock = folder / "companion.lock"

    def none_yet(self) -> bool:
        return not any(path.exists() for path in (self.database, self.journal, self.backup))


def connect(path: Path, durable: bool = True) -> sqlite3.Connection:
    """Open the database that is written to."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
    except BaseException:  # a damaged file shows itself here
        db.close()
        raise
    return db


def sound(path: Path) -> int | None:
    """The number of the last write in a database, every page and row checked; None when it is missing or damaged."""
    if not _starts_as_database(path):
        return None  # before SQLite sees it: it would throw a WAL away that belongs to an empty file
    try:
        db = connect(path)
        try:
            return _checked_seq(db)
        finally:
            db.close()
    except (tables.BadRow, UnicodeDecodeError):  # SQLite quotes damaged bytes in its messages
        return None
    except sqlite3.Error as error:
        _raise_unless_damage(error)
        return None


def _starts_as_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except FileNotFoundError:
        return False
    except OSError as error:
        raise CannotOpen(T("The database cannot be read ({reason}).", reason=str(error.strerror))) from error


def _checked_seq(db: sqlite3.Connection) -> int | None:
    if db.execute("PRAGMA user_version").fetchone()[0] != tables.SCHEMA_VERSION:
        return None
    if not tables.complete(db) or db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        return None
    return tables.last_seq(db)


def _raise_unless_damage(error: sqlite3.Error) -> None:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code not in _OURS_TO_MEND:
        raise CannotOpen(T("The database cannot be opened ({reason}).", reason=str(error))) from error


def mend(files: Files, longest_journal: int) -> list[Text]:
    """Put the files in order; in words, what was repaired. Afterwards the database is sound and has every write."""
    if files.none_yet():
        _begin(files)
        return []
    contents = journal.read(files.journal)
    _refuse_newer(files, contents)
    seq = sound(files.database)
    if seq is None or seq < contents.base:
        return _rebuild(files, contents)
    return _keep(files, contents, seq, longest_journal)


def _refuse_newer(files: Files, contents: journal.Contents) -> None:
    """Leave the files of a newer program alone. The journal's head has a checksum; the database's version has none."""
    version = contents.version or _unchecked_version(files.database)
    if version > tables.SCHEMA_VERSION:
        raise CannotOpen(T("These evenings were kept by a newer version of the companion; please update this one."))


def _unchecked_version(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return int.from_bytes(file.read(64)[60:64], "big")  # where SQLite keeps user_version
    except OSError:
        return 0


def _begin(files: Files) -> None:
    db = connect(files.database)
    tables.create(db)
    db.close()
    journal.sync_folder(files.folder)
    journal.Journal.begin(files.journal, base=0).close()


def _keep(files: Files, contents: journal.Contents, seq: int, longest_journal: int) -> list[Text]:
    """The database is sound: give it what only the journal has, and renew the journal where that is needed."""
    repairs = []
    db = connect(files.database)
    try:
        missing = [numbered for numbered in contents.rows if numbered.seq > seq]
        if missing:
            _merge(db, iter(missing))
            count = len({numbered.seq for numbered in missing})
            repairs.append(
                N("{n} entry that the database lacked came back from the journal.",
                  "{n} entries that the database lacked came back from the journal.", count)
            )  # fmt: skip
        if contents.damaged:
            repairs.append(_renew_damaged(files, db))
        elif seq > contents.last:
            renew(files, db)
            repairs.append(T("The journal lacked entries that the database has; a new journal was begun."))
        elif files.journal.stat().st_size > longest_journal:
            _shorten(files, db)
    finally:
        db.close()
    return repairs


def _shorten(files: Files, db: sqlite3.Connection) -> None:
    """Begin a new journal because the old one is long; on a full disk it serves on."""
    try:
        renew(files, db)
    except (OSError, sqlite3.Error) as error:
        _log.warning("the journal is long, but there is no room for a new backup: %s", error)


def _renew_damaged(files: Files, db: sqlite3.Connection) -> Text:
    kept = _free_name(files.journal)
    if files.journal.exists():
        shutil.copyfile(files.journal, kept)
    renew(files, db)
    if not kept.exists():
        return T("The journal was missing; a new one was begun from the database.")
    return T(
        "The journal was damaged; a new one was begun from the database, and the damaged one is kept as {file}.",
        file=kept.name,
    )


def renew(files: Files, db: sqlite3.Connection) -> None:
    """Make a checked backup copy of the database and begin a new journal after it.

    A crash at any moment leaves a backup and a journal that together hold everything: the old pair, the new backup with
    the old journal, or the new pair.
    """
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    fresh = files.backup.with_name(files.backup.name + ".new")
    fresh.unlink(missing_ok=True)
    db.execute("VACUUM INTO ?", (str(fresh),))
    seq = _sound_copy(fresh)
    if seq is None or seq != tables.newest(db):
        raise OSError("the backup copy of the database does not read back")
    _sync(fresh)
    fresh.replace(files.backup)
    journal.sync_folder(files.folder)
    journal.Journal.begin(files.journal, seq).close()


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def _sound_copy(path: Path) -> int | None:
    db = _read_only(path)
    try:
        return _checked_seq(db)
    except tables.BadRow:
        return None
    finally:
        db.close()


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


# --- the database is lost or damaged ----------------------------------------------------------------------------------


def _rebuild(files: Files, contents: journal.Contents) -> list[Text]:
    fresh = files.database.with_name(files.database.name + ".new")
    left = list(_salvaged(fresh))  # a crash may have come just before this took the database's place
    _forget(fresh)
    db = connect(fresh)
    tables.create(db)
    _merge(db, iter(left))
    _merge(db, _salvaged(files.database))
    _merge(db, _salvaged(files.backup))
    _merge(db, iter(contents.rows))
    repairs = _prune(db)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    _sync(fresh)
    kept = _set_aside(files.database)
    fresh.replace(files.database)
    journal.sync_folder(files.folder)
    return [_rebuilt(kept), *repairs, *_renew_after_rebuild(files, contents)]


def _rebuilt(kept: Path | None) -> Text:
    if kept is None:
        return T("The database was missing; it was put together again from its copy and the journal.")
    return T(
        "The database was damaged; it was put together again from its copy and the journal, and the damaged one is "
        "kept as {file}.",
        file=kept.name,
    )


def _renew_after_rebuild(files: Files, contents: journal.Contents) -> list[Text]:
    db = connect(files.database)
    try:
        if contents.damaged:
            return [_renew_damaged(files, db)]
        renew(files, db)
        return []
    finally:
        db.close()


def _merge(db: sqlite3.Connection, rows: Iterator[Numbered]) -> None:
    db.execute("BEGIN")
    for numbered in rows:
        tables.merge(db, numbered)
    db.execute("COMMIT")


def _salvaged(path: Path) -> Iterator[Numbered]:
    """What can be read of a database, through a copy, so that the damaged file stays as it is."""
    if not _starts_as_database(path):
        return
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="salvage-") as folder:
        for part in _parts(path):
            shutil.copyfile(part, Path(folder) / part.name)
        try:
            db = connect(Path(folder) / path.name, durable=False)
        except (sqlite3.Error, UnicodeDecodeError):
            return
        try:
            yield from tables.readable(db)
        finally:
            db.close()


def _prune(db: sqlite3.Connection) -> list[Text]:
    """Leave out entries that follow a gap; they can only be there when database and journal were both damaged."""
    repairs = []
    names = {row.id: row.name for _, row in tables.rows(db, EveningRow)}
    for (evening,) in db.execute("SELECT DISTINCT evening FROM entries").fetchall():
        first_bad = _first_bad(db, evening) if evening in names else 1
        if first_bad is not None:
            db.execute("DELETE FROM entries WHERE evening = ? AND number >= ?", (evening, first_bad))
            repairs.append(
                T("Of the evening “{name}” only the first {number} entries could be read.",
                  name=names.get(evening, evening), number=first_bad - 1)
            )  # fmt: skip
    return repairs


def _first_bad(db: sqlite3.Connection, evening: str) -> int | None:
    course = Course()
    query = "SELECT number, kind, parent, head FROM entries WHERE evening = ? ORDER BY number"
    try:
        for columns in db.execute(query, (evening,)):
            course.add(Link(*columns))
    except Inconsistent:
        return course.last + 1
    return None


def _parts(path: Path) -> list[Path]:
    """A database's file and its WAL, those that exist."""
    return [part for part in (path, path.with_name(path.name + "-wal")) if part.exists()]


def _forget(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    stem = f"{path.name}.damaged-{stamp}"
    names = (path.with_name(f"{stem}-{n}" if n > 1 else stem) for n in itertools.count(1))
    return next(name for name in names if not name.exists())


def _set_aside(path: Path) -> Path | None:
    if not path.exists():
        return None
    kept = _free_name(path)
    for part in _parts(path):
        part.rename(kept.with_name(kept.name + part.name.removeprefix(path.name)))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    return kept
