"""Putting the log's files in order: what one lacks comes back from the others, and what none has is said.

There are three: the database, the journal, and a backup copy of the database. At any moment the backup together with
the journal holds every write, and so does the database; so that one comparison checks all three. A damaged file is set
aside under a new name, never deleted, and a new one takes its place only once it is whole and on the disk: whatever
ends a repair, what was there before it is there again for the next.
"""

from __future__ import annotations

import itertools
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.api.refusals import CannotOpen
from companion.api.text import N, T, Text
from companion.storage import journal, losses, tables
from companion.storage.losses import Found, Latest
from companion.storage.salvage import carved, read_bytes, rows_in
from companion.storage.tables import Key, Numbered, key_of

_log = logging.getLogger(__name__)
Index: TypeAlias = dict[Key, int]  # every row's key, and the write that it came with
Begin: TypeAlias = Callable[[], None]
IN_MEMORY = Path(":memory:")
_CHECKPOINT_LATE = "PRAGMA wal_autocheckpoint = 4000"  # pages; `Log.checkpoint` comes before that
_LITTLE_MEMORY = "PRAGMA cache_size = -512"  # kB of pages: a tap needs a few, and the system keeps them as well


class Files:
    """Where the log's files lie."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "companion.db"
        self.wal = folder / "companion.db-wal"
        self.journal = folder / "companion.journal"
        self.backup = folder / "companion.backup"
        self.lock = folder / "companion.lock"

    def none_yet(self) -> bool:
        return not any(
            path.exists() for path in (self.database, self.wal, self.journal, self.backup, *self.unfinished())
        )

    def unfinished(self) -> list[Path]:
        """New databases and copies that a crash kept from taking their place."""
        found = (path for base in (self.database, self.backup) for path in self.folder.glob(f"{base.name}.new*"))
        return sorted(path for path in found if not path.name.endswith(("-wal", "-shm", "-journal")))


class Mended(NamedTuple):
    """What was put right and what is lost, in words, the losses first; `trouble` where something could not be done."""

    words: tuple[Text, ...] = ()
    lost: bool = False
    trouble: tuple[Text, ...] = ()


def connect(path: Path, durable: bool = True) -> sqlite3.Connection:
    """Open the database that is written to."""
    _make_private(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with closed_if_it_fails(db):  # a damaged file shows itself here
        db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'OFF'}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(_LITTLE_MEMORY)
        db.execute(_CHECKPOINT_LATE)
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a database that is not written to."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    with closed_if_it_fails(db):
        db.execute(_LITTLE_MEMORY)
    return db


@contextmanager
def closed_if_it_fails(db: sqlite3.Connection) -> Iterator[None]:
    """Closes a connection that is being prepared, where that fails: nobody will hold it then."""
    try:
        yield
    except BaseException:
        db.close()
        raise


def _make_private(path: Path) -> None:
    """Make the file before SQLite does, which would let everybody read it."""
    if path != IN_MEMORY and not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


# --- looking ----------------------------------------------------------------------------------------------------------


class Unsound(Exception):
    """A database is missing, or damaged in any place."""


@dataclass
class Sum:
    """What rows add up to: how many there are, a sum over them that hardly any others have, and the newest write."""

    count: int = 0
    mixed: int = 0
    last: int = 0

    def add(self, key: Key, seq: int) -> None:
        self.count, self.mixed, self.last = self.count + 1, self.mixed + hash((key, seq)), max(self.last, seq)


def is_whole(files: Files, latest: Latest | None) -> bool:
    """Whether all three files are sound and agree, and hold all that was ever written. Only the journal's keys are in
    memory at once: those of a year of evenings would take as much as the rest of the companion, each day anew."""
    database, backup, copies = Sum(), Sum(), Sum()
    try:
        base, newer = _journal_index(files.journal)
        for key, seq in _rows_in(files.database):
            database.add(key, seq)
        for key, seq in _rows_in(files.backup) if base or files.backup.exists() else ():
            backup.add(key, seq)
            copies.add(key, max(seq, newer.pop(key, 0)))
    except (OSError, Unsound):
        return False
    for key, seq in newer.items():
        copies.add(key, seq)
    return backup.last >= base and database == copies and database.last >= (latest.seq if latest else 0)


def _journal_index(path: Path) -> tuple[int, Index]:
    found: Index = {}
    with journal.sound(path) as (base, lines):
        for seq, row in itertools.chain.from_iterable(rows for _, rows in lines):
            key = key_of(row)
            found[key] = max(seq, found.get(key, 0))
    return base, found


class Survey(NamedTuple):
    """What the files hold; `database` and `backup` are None where they are missing or damaged in any place."""

    journal: journal.Contents
    database: Index | None
    backup: Index | None
    backup_there: bool

    def backup_fits(self) -> bool:
        """Whether the backup is sound and goes as far as the journal relies on it."""
        if self.backup is None:
            return self.journal.base == 0 and not self.backup_there
        return _last(self.backup) >= self.journal.base

    def copies(self) -> Index:
        """What backup and journal hold together."""
        found = dict(self.backup or {})
        for seq, row in self.journal.rows:
            key = key_of(row)
            found[key] = max(seq, found.get(key, 0))
        return found

    def found(self, latest: Latest | None, more: Iterable[int] = ()) -> Found:
        """Which writes are known of."""
        sound = [_last(index) for index in (self.database, self.backup) if index is not None]
        known = {seq for index in (self.database, self.backup) if index for seq in index.values()}
        return Found(max(sound, default=0), frozenset({*known, *(seq for seq, _ in self.journal.rows), *more}), latest)


def survey(files: Files) -> Survey:
    """Read and check every row of every file; nothing is changed."""
    contents = journal.read(files.journal)
    _refuse_newer(files, contents)
    return Survey(contents, index_of(files.database), index_of(files.backup), files.backup.exists())


def index_of(path: Path) -> Index | None:
    """Every row in a database, its WAL included, all pages and rows checked; None when it is missing or damaged."""
    try:
        return dict(_rows_in(path))
    except Unsound:
        return None


def _rows_in(path: Path) -> Iterator[tuple[Key, int]]:
    """The same, one after the other; `Unsound` as soon as damage shows."""
    if not _starts_as_database(path):
        raise Unsound
    try:
        with closing(connect_to_read(path)) as db:
            _check_pages(db)
            for seq, row in tables.everything(db):
                yield key_of(row), seq
    except (tables.BadRow, UnicodeDecodeError, sqlite3.Error) as error:  # SQLite quotes damaged bytes in its messages
        _log.debug("%s is not sound: %s", path.name, error)
        raise Unsound from error


def _starts_as_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except FileNotFoundError:
        return False
    except PermissionError as error:
        raise CannotOpen(T("The database cannot be read ({reason}).", reason=str(error.strerror))) from error
    except OSError:
        return False


def _check_pages(db: sqlite3.Connection) -> None:
    if db.execute("PRAGMA user_version").fetchone()[0] != tables.SCHEMA_VERSION or not tables.complete(db):
        raise Unsound
    if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise Unsound


def _last(index: Index) -> int:
    return max(index.values(), default=0)


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


# --- putting right ----------------------------------------------------------------------------------------------------


def mend(
    files: Files, latest: Latest | None = None, live: Iterable[Numbered] = (), durable: bool = True
) -> Mended:  # fmt: skip
    """Put the files in order. Afterwards the database is sound and has every write that any file still held.

    Where there were none, new ones are begun, `durable` or without waiting for the disk. `latest` is the newest write
    that there was, `live` further rows: those of a database that is still open although its file is damaged. `OSError`
    or `sqlite3.Error` where the disk does not let it, and then nothing has changed.
    """
    if files.none_yet() and latest is None:
        _begin(files, durable)
        return Mended()
    if is_whole(files, latest):
        _drop_unfinished(files)
        return Mended()
    return _Repair(files, survey(files), latest, list(live)).mend()


def in_memory(files: Files, latest: Latest | None, live: Iterable[Numbered] = ()) -> tuple[sqlite3.Connection, Mended]:
    """Everything that can be read, in a database that is on no disk; for when the disk takes nothing."""
    repair = _Repair(files, survey(files), latest, list(live))
    db = _open_new(IN_MEMORY)
    with closed_if_it_fails(db):
        repair.gather(db)
        return db, Mended(tuple(repair.settle(db)))


def of_rows(rows: Iterable[Numbered]) -> sqlite3.Connection:
    """These rows, in a database that is on no disk."""
    db = _open_new(IN_MEMORY)
    with closed_if_it_fails(db):
        for numbered in rows:
            tables.merge(db, numbered)
    return db


def _begin(files: Files, durable: bool) -> None:
    with closing(connect(files.database, durable)) as db:
        tables.create(db)
    if durable:
        journal.sync_folder(files.folder)
    journal.Journal.begin(files.journal, base=0, synced=durable).close()


class _Repair:
    """One repair, from what a survey found."""

    def __init__(self, files: Files, found: Survey, latest: Latest | None, live: list[Numbered]) -> None:
        self._files = files
        self._found = found
        self._latest = latest
        self._live = live
        self._writes = found.journal.writes()
        self._seqs: set[int] = set()  # of all rows that were gathered

    def mend(self) -> Mended:
        words = self._complete() if self._is_enough() else self._rebuild()
        db = connect(self._files.database)
        try:
            lost = self.settle(db)
            copied, trouble = self._renew(db, bool(lost))
        finally:
            db.close()
        _drop_unfinished(self._files)
        return Mended((*lost, *words, *copied, *trouble), bool(lost), trouble)

    def _is_enough(self) -> bool:
        """Whether a sound database with the two others has everything. A torn WAL may have more, which SQLite passes
        over; and where something is missing, all is looked through."""
        found = self._found
        if found.database is None:
            return False
        there = found.copies()
        for key, seq in found.database.items():
            there[key] = max(seq, there.get(key, 0))
        more = itertools.chain(self._live, rows_in(b"", read_bytes(self._files.wal)))
        if any(self._belongs(seq, key_of(row)) and seq > there.get(key_of(row), -1) for seq, row in more):
            return False
        return not losses.anything_lost(there, found.found(self._latest))

    def _belongs(self, seq: int, key: Key) -> bool:
        """Whether a write brought that row: where the journal has the write, it alone tells."""
        return seq not in self._writes or key in self._writes[seq]

    # --- a sound database ---------------------------------------------------------------------------------------------

    def _complete(self) -> list[Text]:
        """Give a sound database what only the journal or the backup has."""
        db = connect(self._files.database)
        try:
            before = self._found.database or {}
            missing = [one for one in self._found.journal.rows if one.seq > before.get(key_of(one.row), -1)]
            self._merge(db, missing)
            count = len({seq for seq, _ in missing})
            words = []
            if count:
                words.append(
                    N("{n} entry that the database lacked came back from the journal.",
                      "{n} entries that the database lacked came back from the journal.", count)
                )  # fmt: skip
            if self._merge(db, rows_of(self._files.backup)) if self._found.backup else 0:
                words.append(T("The database was an older one; what it lacked came back from the backup copy."))
            return words
        finally:
            db.close()

    def _merge(self, db: sqlite3.Connection, rows: Iterable[Numbered]) -> int:
        """Take rows over, later writes over earlier ones; how many were taken."""
        db.execute("BEGIN")
        taken = 0
        for numbered in rows:
            if self._belongs(numbered.seq, key_of(numbered.row)):
                self._seqs.add(numbered.seq)
                taken += tables.merge(db, numbered)
        db.execute("COMMIT")
        return taken

    # --- a damaged database -------------------------------------------------------------------------------------------

    def _rebuild(self) -> list[Text]:
        files = self._files
        fresh = _unused(files.database.with_name(files.database.name + ".new"))
        try:
            db = _open_new(fresh)
            try:
                self.gather(db)
            finally:
                db.close()
            _sync(fresh)
            self._check(fresh)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        kept = _set_aside(files, self._found.database is None)
        fresh.replace(files.database)
        journal.sync_folder(files.folder)
        if self._found.database is not None and kept is not None:
            return [T("The database was incomplete; it was put together again from what was left, and the one "
                      "before is kept as {file}.", file=kept.name)]  # fmt: skip
        if kept is None:
            return [T("The database was missing; it was put together again from what was left.")]
        return [T("The database was damaged; it was put together again from what was left, and the damaged one is kept "
                  "as {file}.", file=kept.name)]  # fmt: skip

    def gather(self, db: sqlite3.Connection) -> None:
        """Merge whatever can be read anywhere; where something is still missing, look harder."""
        files = self._files
        pairs = [
            (path, path.with_name(path.name + "-wal")) for path in (files.database, files.backup, *files.unfinished())
        ]
        everywhere = [(read_bytes(path), read_bytes(wal)) for path, wal in pairs]
        sound = {files.database: self._found.database, files.backup: self._found.backup}
        self._merge(db, self._found.journal.rows)
        self._merge(db, self._live)
        for data, wal in everywhere:
            self._merge(db, rows_in(data, wal))
        if losses.anything_lost(_entry_keys(db), self._found.found(self._latest, self._seqs)):
            for (path, _), (data, wal) in zip(pairs, everywhere, strict=True):
                self._merge(db, carved(data) if sound.get(path) is None else ())
                self._merge(db, carved(wal))

    def _check(self, fresh: Path) -> None:
        """A new database must read back, and lack nothing that a sound file has."""
        there = index_of(fresh)
        if there is None or any(there.get(key, -1) < seq for key, seq in self._found.copies().items()):
            raise OSError("the new database does not read back")

    # --- what is lost, and the copies ---------------------------------------------------------------------------------

    def settle(self, db: sqlite3.Connection) -> list[Text]:
        """Hold the places of what is lost open; in words, what it is."""
        db.execute("BEGIN")
        words = losses.settle(db, self._found.found(self._latest, self._seqs))
        db.execute("COMMIT")
        unknown = self._latest is None and self._found.database is None and self._found.journal.damaged
        return [*words, losses.nobody_knows(db)] if unknown else words

    def _renew(self, db: sqlite3.Connection, lost: bool) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
        """Renew backup and journal where they need it: what was done, and what could not be."""
        found = self._found
        there = {key_of(row): seq for seq, row in tables.everything(db)}
        if there == found.copies() and not found.journal.damaged and found.backup_fits():
            return (), ()
        try:
            backup = None if found.backup_fits() and not lost else _kept_copy(self._files.backup, found.backup is None)
            written = _kept_copy(self._files.journal, found.journal.damaged) if found.journal.damaged or lost else None
            renew(self._files, db)
        except (OSError, sqlite3.Error) as error:
            _log.warning("no new backup copy could be made: %s", error)
            return (), (T("No new backup copy could be made ({reason}); please make room.", reason=_reason(error)),)
        return tuple(self._renewed(backup, written)), ()

    def _renewed(self, backup: Path | None, written: Path | None) -> Iterator[Text]:
        found, copies = self._found, self._found.copies()
        lacking = any(copies.get(key, -1) < seq for key, seq in (found.database or {}).items())
        if found.journal.damaged and written is None:
            yield T("The journal was missing; a new one was begun from the database.")
        elif found.journal.damaged and written is not None:
            yield T("The journal was damaged; a new one was begun from the database, and the damaged one is kept as "
                    "{file}.", file=written.name)  # fmt: skip
        elif lacking and found.backup_fits():
            yield T("The journal lacked entries that the database has; a new journal was begun.")
        if not found.backup_fits():
            yield self._new_backup(backup)

    def _new_backup(self, kept: Path | None) -> Text:
        if kept is None:
            return T("The backup copy was missing; a new one was made.")
        if self._found.backup is None:
            return T("The backup copy was damaged; a new one was made, and the damaged one is kept as {file}.",
                     file=kept.name)  # fmt: skip
        return T("The backup copy was an older one; a new one was made, and the older one is kept as {file}.",
                 file=kept.name)  # fmt: skip


def _entry_keys(db: sqlite3.Connection) -> Iterator[Key]:
    return (("entries", *key) for key in db.execute("SELECT evening, number FROM entries"))


def rows_of(path: Path) -> Iterator[Numbered]:
    """Every row of a sound database."""
    db = connect_to_read(path)
    try:
        yield from tables.everything(db)
    finally:
        db.close()


def build(files: Files, rows: Iterable[Numbered]) -> None:
    """Make the log's files in a folder that has none, from rows; on the disk when it returns."""
    db = _open_new(files.database)
    try:
        db.execute("BEGIN")
        for numbered in rows:
            tables.merge(db, numbered)
        db.execute("COMMIT")
        renew(files, db)
    finally:
        db.close()
    _sync(files.database)


def _open_new(path: Path) -> sqlite3.Connection:
    """A new database that is written once and synced at the end: nothing is lost if that fails."""
    _make_private(path)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with closed_if_it_fails(db):
        db.execute("PRAGMA journal_mode = MEMORY")
        db.execute("PRAGMA synchronous = OFF")
        tables.create(db)
    return db


# --- the copies -------------------------------------------------------------------------------------------------------


def _at_once(begin: Begin) -> None:
    begin()


def renew(files: Files, db: sqlite3.Connection, exchange: Callable[[Begin], None] = _at_once) -> None:
    """Make a checked backup copy of the database and begin a new journal after it.

    A crash at any moment leaves a backup and a journal that together hold everything: the old pair, the new backup with
    the old journal, or the new pair. `exchange` is given what begins the new journal, while which nobody may write.
    """
    fresh = _unused(files.backup.with_name(files.backup.name + ".new"))
    try:
        db.execute("VACUUM INTO ?", (str(fresh),))
        fresh.chmod(0o600)
        try:
            last = max((seq for _, seq in _rows_in(fresh)), default=0)
        except Unsound:
            raise OSError("the backup copy of the database does not read back") from None
        _sync(fresh)
        fresh.replace(files.backup)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    journal.sync_folder(files.folder)
    exchange(lambda: _begin_after(files, db, last))


def _begin_after(files: Files, db: sqlite3.Connection, base: int) -> None:
    """Begin a new journal, with the writes that came while the backup was made."""
    lines = [] if base == tables.newest(db) else journal.lines_after(files.journal, base)
    journal.Journal.begin(files.journal, base, writes=lines).close()


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _drop_unfinished(files: Files) -> None:
    for path in files.unfinished():
        for suffix in ("", "-wal", "-shm", "-journal"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _unused(path: Path) -> Path:
    names = (path.with_name(f"{path.name}-{n}" if n > 1 else path.name) for n in itertools.count(1))
    return next(name for name in names if not name.exists())


def _free_name(path: Path, damaged: bool = True) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return _unused(path.with_name(f"{path.name}.{'damaged' if damaged else 'before'}-{stamp}"))


def _kept_copy(path: Path, damaged: bool) -> Path | None:
    """A file under a second name, so that it stays when another takes its place."""
    if not path.exists():
        return None
    kept = _free_name(path, damaged)
    try:
        os.link(path, kept)
    except OSError:  # a file system without links
        shutil.copyfile(path, kept)
    return kept


def _set_aside(files: Files, damaged: bool) -> Path | None:
    """Put the database away, and its WAL, which must never be taken for the new one's."""
    kept = _free_name(files.database, damaged)
    there = [path for path in (files.database, files.wal) if path.exists()]
    for path in there:
        path.rename(kept.with_name(kept.name + path.name.removeprefix(files.database.name)))
    files.database.with_name(files.database.name + "-shm").unlink(missing_ok=True)
    return kept if kept.exists() else None


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
