"""The log: evenings, their entries, and small kept values, in SQLite with a journal beside it.

A write is on the disk, twice, before it returns. Nothing is ever deleted.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from companion import codec, repair, tables
from companion.course import Link
from companion.journal import Journal
from companion.refusals import CannotOpen, NotSaved
from companion.tables import EntryRow, EveningRow, KeptRow, Numbered, Row
from companion.text import T, Text

_log = logging.getLogger(__name__)
LONGEST_JOURNAL = 1_000_000
ROOM_WANTED = 1_000_000


class Log:
    """All that is kept, in one data folder, which one process at a time may use.

    `repairs` says in words what had to be mended when it was opened. `durable=False` leaves out the waiting for the
    disk, for scripts and tests whose folder is thrown away.

    Raises `CannotOpen` when the folder is in use, cannot be written, or was written by a newer program.
    """

    def __init__(self, folder: Path, durable: bool = True, longest_journal: int = LONGEST_JOURNAL) -> None:
        self._files = repair.Files(folder)
        self._durable = durable
        self._lock = threading.RLock()
        self._failed = False
        self._lock_file = _take(self._files)
        try:
            self.repairs: tuple[Text, ...] = tuple(repair.mend(self._files, longest_journal))
            self._db = repair.connect(self._files.database, durable)
            self._seq = tables.newest(self._db)
            self._journal = Journal(self._files.journal, durable)
        except (OSError, sqlite3.Error) as error:
            os.close(self._lock_file)
            raise CannotOpen(T("The data folder cannot be used: {reason}.", reason=_reason(error))) from error
        except CannotOpen:
            os.close(self._lock_file)
            raise
        self._syncer = ThreadPoolExecutor(1, thread_name_prefix="journal")

    def close(self) -> None:
        """Let go of the folder. Everything is on disk already."""
        with self._lock:
            self._syncer.shutdown()
            self._journal.close()
            self._db.close()
            os.close(self._lock_file)

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self, *rows: Row) -> int:
        """Write rows, all or none; the number of this write. On the disk when it returns, or `NotSaved`."""
        with self._lock:
            if self._failed:
                raise NotSaved(T("The disk failed earlier; please restart the companion. What was saved is kept."))
            seq = self._seq + 1
            self._prepare(seq, rows)
            self._commit()
            self._seq = seq
            return seq

    def _prepare(self, seq: int, rows: tuple[Row, ...]) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for row in rows:
                tables.put(self._db, Numbered(seq, row))
            self._journal.append(seq, rows)
        except (sqlite3.Error, OSError) as error:
            self._roll_back()
            raise self._not_saved(error) from error

    def _commit(self) -> None:
        """Both syncs at once: they wait for the same disk."""
        syncing = self._syncer.submit(self._journal.sync)
        try:
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            syncing.exception()
            self._roll_back()
            self._take_back()
            raise self._not_saved(error) from error
        trouble = syncing.exception()
        if trouble is not None:
            self._renew_journal(trouble)

    def _roll_back(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            _log.exception("rolling back failed")
            self._failed = True

    def _take_back(self) -> None:
        try:
            self._journal.take_back()
        except OSError:
            _log.exception("the journal could not be cut back; the next write tries it again")

    def _renew_journal(self, trouble: BaseException) -> None:
        """The database has the write but the journal may not: begin a new one, from a new copy of the database."""
        _log.error("the journal could not be synced: %s", trouble)
        try:
            repair.renew(self._files, self._db)
            self._journal.close()
            self._journal = Journal(self._files.journal, self._durable)
        except (OSError, sqlite3.Error):
            _log.exception("no new journal could be begun")
            self._failed = True

    def _not_saved(self, error: Exception) -> NotSaved:
        if _is_full(error) or shutil.disk_usage(self._files.folder).free < ROOM_WANTED:
            return NotSaved(T("The disk is full, so this was not saved and not done; please make room and try again."))
        _log.error("writing failed: %s", error)
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return NotSaved(T("The database is damaged, so this was not done; please restart, it is mended then."))
        return NotSaved(T("This was not saved and not done ({reason}); please try again.", reason=_reason(error)))

    # --- evenings and entries -----------------------------------------------------------------------------------------

    def evenings(self) -> list[EveningRow]:
        """Every evening, the forgotten ones too."""
        with self._lock:
            return [row for _, row in tables.rows(self._db, EveningRow)]

    def evening(self, evening: str) -> EveningRow | None:
        with self._lock:
            found = (row for _, row in tables.rows(self._db, EveningRow, '"id" = ?', (evening,)))
            return next(found, None)

    def links(self, evening: str) -> list[Link]:
        """How each entry of an evening moved the head, oldest first."""
        query = "SELECT number, kind, parent, head FROM entries WHERE evening = ? ORDER BY number"
        with self._lock:
            return [Link(*columns) for columns in self._db.execute(query, (evening,))]

    def entries(self, evening: str, first: int = 1, last: int = 2**62) -> list[tuple[int, EntryRow]]:
        """Entries `first` to `last` of an evening, oldest first, each with the number of its write."""
        with self._lock:
            where = "evening = ? AND number BETWEEN ? AND ?"
            return list(tables.rows(self._db, EntryRow, where, (evening, first, last)))

    def has_write(self, evening: str, seq: int) -> bool:
        """Whether the write of that number brought an entry of this evening."""
        if not 0 < seq < 2**63:
            return False
        query = "SELECT 1 FROM entries WHERE evening = ? AND seq = ?"
        with self._lock:
            return self._db.execute(query, (evening, seq)).fetchone() is not None

    def state(self, evening: str, number: int) -> bytes:
        """The state, as JSON, that a step led to."""
        (_, row), = self.entries(evening, number, number)  # fmt: skip
        if row.state is None:
            raise KeyError(number)
        key = b"" if row.keyed == number else self.state(evening, row.keyed)
        return codec.unpack(row.state, key)

    # --- kept values --------------------------------------------------------------------------------------------------

    def put(self, kind: str, key: str, value: Any) -> None:
        """Keep a value (anything that goes into JSON) under a kind and a key, in the place of an earlier one."""
        self.write(kept(kind, key, value))

    def drop(self, kind: str, key: str) -> None:
        """Keep a value no longer."""
        if self.get(kind, key) is not None:
            self.write(KeptRow(kind=kind, key=key, value=None))

    def get(self, kind: str, key: str, otherwise: Any = None) -> Any:
        """The value kept under a kind and a key."""
        with self._lock:
            query = "SELECT value FROM kept WHERE kind = ? AND key = ?"
            found = self._db.execute(query, (kind, key)).fetchone()
        return otherwise if found is None or found[0] is None else msgspec.json.decode(found[0])

    def all(self, kind: str) -> dict[str, Any]:
        """Every value kept under a kind, by key."""
        with self._lock:
            query = "SELECT key, value FROM kept WHERE kind = ? AND value IS NOT NULL ORDER BY key"
            found = self._db.execute(query, (kind,)).fetchall()
        return {key: msgspec.json.decode(value) for key, value in found}


def kept(kind: str, key: str, value: Any) -> KeptRow:
    """The row that keeps a value; for writing it together with others."""
    return KeptRow(kind=kind, key=key, value=codec.encode(value))


def _take(files: repair.Files) -> int:
    try:
        files.folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(files.lock, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise CannotOpen(T("The data folder cannot be used: {reason}.", reason=_reason(error))) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        folder = str(files.folder)
        text = T("Another companion already runs on the data folder {folder}; please stop it first.", folder=folder)
        raise CannotOpen(text) from error
    return handle


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
