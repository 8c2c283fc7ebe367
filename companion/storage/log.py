"""The log: evenings, their entries, and small kept values, in SQLite with a journal beside it.

A write is on the disk, in the journal, before it returns, and in the database within a second or so (`settle`): until
then a power cut may take it from the database, and it comes back from the journal. Nothing is ever deleted.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import shutil
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.api.refusals import CannotOpen, NotSaved
from companion.api.text import T, Text
from companion.storage import codec, losses, repair, tables, takeover
from companion.storage.journal import Journal
from companion.storage.losses import Latest
from companion.storage.private import make_private
from companion.storage.repair import Mended
from companion.storage.tables import EntryRow, EveningRow, KeptRow, Numbered, Row
from companion.storage.timeline import TimelineEntry

_log = logging.getLogger(__name__)
LONGEST_JOURNAL = 1_000_000
CHECKPOINT_AFTER = 300  # writes, of two pages each
ROOM_WANTED = 1_000_000
TAPS, TAPS_KEPT = "tap", 1000  # kind of the kept values, and how many of them there ever are
REPAIRS = "repair"
_FULL = T("The disk is full, so this was not saved and not done; please make room and try again.")


class Trouble(NamedTuple):
    """What keeps the log from saving, or soon will, and what to do about it."""

    words: Text
    what_to_do: Text


class _Tap:
    """What is being done for a tap; `kept` once a write has it."""

    def __init__(self, id: str, digest: str) -> None:
        self.id = id
        self.digest = digest
        self.kept = False


_tap: ContextVar[_Tap | None] = ContextVar("tap", default=None)


class Log:
    """All that is kept, in one data folder, which one process at a time may use.

    `repairs` says in words what has been mended and what is lost, since it was opened; `lost` whether anything is. What
    cannot be mended on the disk (full, read-only) is there all the same, to be read: then every write is `NotSaved`.
    `durable=False` leaves out the waiting for the disk, for scripts and tests whose folder is thrown away.

    Raises `CannotOpen` when the folder is in use, cannot be read or made, or was written by a newer program.
    """

    def __init__(self, folder: Path, durable: bool = True, longest_journal: int = LONGEST_JOURNAL) -> None:
        self._files = repair.Files(folder)
        self._durable = durable
        self._longest_journal = longest_journal
        self._lock = threading.RLock()
        self._unsynced = False
        self.repairs: tuple[Text, ...] = ()
        self.lost = False
        self._lock_file = _take(self._files)
        self._device = folder.stat().st_dev
        self._take_over()
        self._latest = losses.read_latest(self._lock_file)
        try:
            make_private(folder)
            self._open()
        except BaseException:
            os.close(self._lock_file)
            raise
        try:
            self.shorten()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the folder. Everything is on disk already."""
        with self._lock:
            self._let_go()
            os.close(self._lock_file)

    def _take_over(self) -> None:
        """What was restored takes the place of what is here."""
        try:
            self.restored = takeover.finish(self._files, self._lock_file)
        except BaseException as error:
            os.close(self._lock_file)
            if not isinstance(error, OSError | sqlite3.Error | msgspec.MsgspecError):
                raise
            text = T("What was restored cannot be taken over: {reason}.", reason=_reason(error))
            raise CannotOpen(text) from error

    # --- opening and mending ------------------------------------------------------------------------------------------

    def _open(self, live: Sequence[Numbered] = ()) -> None:
        """Put the files in order and open them; where the disk does not let that be done, open what can be read."""
        self._failed: Text | None = None
        self._journal: Journal | None = None
        try:
            mended = repair.mend(self._files, self._latest, live, self._durable)
            self._db = repair.connect(self._files.database, self._durable)
            with repair.closed_if_it_fails(self._db):
                if self._durable:
                    self._db.execute("PRAGMA synchronous = NORMAL")  # a write waits for the journal: that is enough
                self._journal = Journal(self._files.journal, self._durable)
        except (OSError, sqlite3.Error) as error:
            mended = self._open_in_memory(error, live)
        self._seq = max(tables.newest(self._db), self._latest.seq if self._latest else 0)
        self._checkpointed = self._settled = self._seq
        self._taps = OrderedDict((value[0], (seq, value[1])) for seq, value in self._kept_taps())
        self._said(mended)

    def _open_in_memory(self, error: Exception, live: Sequence[Numbered]) -> Mended:
        _log.error("the data folder cannot be mended: %s", error)
        cannot = _cannot_use(self._files, error)
        try:
            if self._files.none_yet():
                raise cannot from error
            self._db, mended = repair.in_memory(self._files, self._latest, live)
        except (OSError, sqlite3.Error):
            raise cannot from error
        if _is_full(error):
            self._failed = _FULL
        else:
            self._failed = T(
                "Nothing can be saved: the data folder cannot be written ({reason}).", reason=_reason(error)
            )
        return mended

    def _said(self, mended: Mended) -> None:
        """Remember what was mended, also after the next start; and tell it once."""
        for text in mended.words:
            _log.warning("%s", text)
        self.repairs += mended.words
        self.lost = self.lost or mended.lost
        if mended.words and self._failed is None:
            with suppress(NotSaved):
                self.put(REPAIRS, f"{time.time():.3f}", {"words": mended.words, "lost": mended.lost})

    def _let_go(self) -> None:
        if self._journal is not None:
            self._journal.close()
        self._db.close()

    def check(self) -> tuple[Text, ...]:
        """Read everything again, and put right what has become damaged; what it was, in words."""
        if self._is_whole():
            return ()
        with self._lock:
            return () if self._is_whole() else self._mend_now()

    def _is_whole(self) -> bool:
        """Whether the files are, as they lie there. Read while somebody writes, they may not seem so."""
        if self._failed is not None or not self._in_place():
            return False
        return repair.is_whole(self._files, self._latest)

    def _mend_now(self) -> tuple[Text, ...]:
        """Close the files, mend them as at a start, and open them again; what is still readable here helps."""
        before = len(self.repairs)
        self._retake_folder()
        if not self._files.folder.exists():
            return ()
        live = list(self._readable())
        self._let_go()
        try:
            self._open(live)
        except CannotOpen as refusal:
            self._failed, self._db = refusal.text, repair.of_rows(live)
        return self.repairs[before:]

    def _retake_folder(self) -> None:
        """Make the folder anew where somebody deleted it; one that is on a disk that was taken out is waited for."""
        folder = self._files.folder
        if folder.exists() or folder.parent.stat().st_dev != self._device:
            return
        taken = _take(self._files)
        os.close(self._lock_file)
        self._lock_file = taken
        make_private(folder)

    def _readable(self) -> Iterator[Numbered]:
        """What the open database still gives."""
        for table in tables.ROW_TYPES:
            try:
                for seq, row in tables.rows(self._db, table):
                    yield Numbered(seq, row)
            except (sqlite3.Error, tables.BadRow, UnicodeDecodeError) as error:
                _log.debug("not all of the open database can be read: %s", error)

    def _in_place(self) -> bool:
        """Whether the files that are written to are still those in the folder."""
        try:
            return self._journal is None or self._files.journal.stat().st_ino == self._journal.inode
        except OSError:
            return False

    def trouble(self) -> Trouble | None:
        """What keeps it from saving now, if anything does. What has gone away meanwhile is done with."""
        with self._lock:
            if self._failed is not None or not self._in_place():
                self._try_again()
            folder = self._files.folder
            if not self._in_place():
                return Trouble(
                    T("The data folder is gone: nothing can be saved."),
                    T("Put {folder} back, and start the companion again.", folder=str(folder)),
                )
            if shutil.disk_usage(folder).free < ROOM_WANTED:
                return Trouble(
                    T("The disk is full: nothing can be saved."),
                    T("Make room on the disk of {folder}.", folder=str(folder)),
                )
            if self._failed is not None:
                return Trouble(self._failed, T("Look after the disk of {folder}.", folder=str(folder)))
            if not os.access(folder, os.W_OK) or not os.access(self._files.journal, os.W_OK):
                return Trouble(
                    T("The data folder cannot be written: nothing can be saved."),
                    T("Let this user write to {folder}.", folder=str(folder)),
                )
            return None

    def _try_again(self) -> None:
        try:
            self._mend_now()
        except OSError as error:
            _log.debug("still not mended: %s", error)

    @property
    def newest(self) -> int:
        """The number of the newest write."""
        return self._seq

    def newest_but(self, kinds: Collection[str]) -> int:
        """The number of the newest write of anything but kept values of these kinds."""
        places = ", ".join("?" * len(kinds))
        of_kept = f"SELECT max(seq) FROM kept WHERE kind NOT IN ({places})"
        with self._lock:
            found = [self._db.execute(f"SELECT max(seq) FROM {name}").fetchone() for name in ("evenings", "entries")]
            found.append(self._db.execute(of_kept, tuple(kinds)).fetchone())
        return max(seq or 0 for (seq,) in found)

    def newest_of(self, kinds: Collection[str]) -> int:
        """The number of the newest write of kept values of these kinds, what was dropped included; 0 for none."""
        query = f"SELECT max(seq) FROM kept WHERE kind IN ({', '.join('?' * len(kinds))})"
        with self._lock:
            found = self._db.execute(query, tuple(kinds)).fetchone()
        return int(found[0] or 0)

    def newest_entry_at(self) -> float:
        """When the newest entry of any evening was made, in seconds since 1970; 0 where there is none."""
        with self._lock:
            row = self._db.execute("SELECT at FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
        return 0.0 if row is None else float(row[0])

    def last_repair(self) -> tuple[float, tuple[Text, ...]] | None:
        """When something was mended or found lost last (seconds since 1970), and what it was; this time or earlier."""
        found = self.all(REPAIRS)
        if not found:
            return None
        last = max(found, key=float)
        return float(last), tuple(msgspec.convert(found[last]["words"], tuple[Text, ...]))

    def too_long(self, times: int = 1) -> bool:
        """Whether the journal is (so many times) longer than it should be."""
        return self._journal is not None and self._journal.size > times * self._longest_journal

    def shorten(self) -> None:
        """Begin a new journal when it is long; on a full disk it serves on. Others may write meanwhile."""
        if not self.too_long():
            return
        try:
            self._begin_journal()
        except (OSError, sqlite3.Error) as error:
            _log.warning("the journal is long, but there is no room for a new backup: %s", error)

    def settle(self) -> None:
        """Have the disk take what the database holds that it may not have yet, if there is anything. Others may write
        meanwhile."""
        if self._seq == self._settled or self._failed is not None or not self._durable:
            return
        newest = self._seq
        try:
            _sync_if_there(self._files.wal)
            self._settled = newest
        except OSError as error:
            _log.warning("the database could not be synced: %s", error)

    def checkpoint(self) -> None:
        """Bring what was written of late into the database itself, where that is much. Others may write meanwhile; left
        to SQLite, it would fall into one of their writes, and make it up to ten times as long."""
        if self._seq - self._checkpointed < CHECKPOINT_AFTER or self._failed is not None or not self._in_place():
            return
        self._checkpointed = self._seq
        try:
            with closing(repair.connect(self._files.database, self._durable)) as db:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            _log.warning("what was written could not be brought into the database: %s", error)

    def _begin_journal(self) -> None:
        db = repair.connect(self._files.database, self._durable)
        try:
            repair.renew(self._files, db, self._exchange_journal)
        finally:
            db.close()

    def _exchange_journal(self, begin: repair.Begin) -> None:
        """Put a new journal, which `begin` makes, in the place of the one that is written to."""
        with self._lock:
            begin()
            if self._journal is not None:
                self._journal.close()
            self._journal = Journal(self._files.journal, self._durable)

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self, *rows: Row) -> int:
        """Write rows, all or none; the number of this write. On the disk when it returns, or `NotSaved`; within
        `for_tap` the disk takes it while the caller goes on, and `sync` waits for it."""
        with self._lock:
            if not rows:
                return self._seq
            self.sync()
            self._must_be_writable()
            seq, tap = self._seq + 1, _tap.get()
            tap = None if tap is None or tap.kept else tap
            whole = rows if tap is None else (*rows, kept(TAPS, str(seq % TAPS_KEPT), (tap.id, tap.digest)))
            self._prepare(seq, whole)
            self._commit(waits=_tap.get() is None)
            self._seq = seq
            self._note(seq, rows)
            if tap is not None:
                tap.kept = True
                self._taps[tap.id] = (seq, tap.digest)
                if len(self._taps) > TAPS_KEPT:
                    self._taps.popitem(last=False)
            return seq

    def _must_be_writable(self) -> None:
        if self._failed is None:
            if self._in_place():
                return
            self._try_again()
        if not self._in_place():
            folder = str(self._files.folder)
            raise NotSaved(T("The data folder {folder} is gone, so this was not saved and not done.", folder=folder))
        if self._failed is not None:
            raise NotSaved(self._failed)

    def _note(self, seq: int, rows: Sequence[Row]) -> None:
        self._latest = (self._latest or Latest(0)).after(seq, rows, self._name_of)
        try:
            losses.note_latest(self._lock_file, self._latest)
        except OSError as error:
            _log.debug("the newest write could not be noted: %s", error)

    def _name_of(self, evening: str) -> str:
        row = self.evening(evening)
        return "" if row is None else row.name

    def _prepare(self, seq: int, rows: Sequence[Row]) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for row in rows:
                tables.put(self._db, Numbered(seq, row))
            self._written.append(seq, rows)
        except (sqlite3.Error, OSError) as error:
            self._roll_back()
            raise self._not_saved(error) from error

    @property
    def _written(self) -> Journal:
        assert self._journal is not None  # where nothing can be saved, nothing comes so far
        return self._journal

    def _commit(self, waits: bool) -> None:
        """Into the database, which is not waited for, and into the journal, which is: now, or by `sync`."""
        if not waits:
            self._written.begin_sync()
        try:
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            self._take_back()
            raise self._not_saved(error) from error
        self._unsynced = True
        if waits:
            self.sync()

    def sync(self) -> None:
        """Return once everything that was written is on the disk. Nobody outside may be told of it before."""
        if not self._unsynced:
            return
        with self._lock:
            try:
                if self._unsynced and self._journal is not None:
                    self._journal.sync()
            except OSError as trouble:
                self._renew_journal(trouble)
            finally:
                self._unsynced = False

    def _roll_back(self) -> None:
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            _log.exception("rolling back failed")
            self._fail()

    def _fail(self) -> None:
        self._failed = T("The disk failed earlier; please restart the companion. What was saved is kept.")

    def _take_back(self) -> None:
        try:
            self._written.take_back()
        except OSError:
            _log.exception("the journal could not be cut back; the next write tries it again")

    def _renew_journal(self, trouble: BaseException) -> None:
        """The database has the write but the journal may not: begin a new one, from a new copy of the database. Where
        that cannot be done, either, the database itself is synced, and nothing more is written."""
        _log.error("the journal could not be synced: %s", trouble)
        try:
            repair.renew(self._files, self._db, self._exchange_journal)
        except (OSError, sqlite3.Error):
            _log.exception("no new journal could be begun")
            self._fail()
            with suppress(OSError):  # it holds all the same, as nothing can take it back; that the disk fails is told
                _sync_if_there(self._files.wal)

    def _not_saved(self, error: Exception) -> NotSaved:
        if _is_full(error) or self._free() < ROOM_WANTED:
            return NotSaved(_FULL)
        _log.error("writing failed: %s", error)
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self._try_again()
            return NotSaved(
                T("The database was damaged, so this was not done. It has been mended: please do it again.")
            )
        return NotSaved(T("This was not saved and not done ({reason}); please try again.", reason=_reason(error)))

    def _free(self) -> int:
        try:
            return shutil.disk_usage(self._files.folder).free
        except OSError:
            return ROOM_WANTED

    # --- taps ---------------------------------------------------------------------------------------------------------

    @contextmanager
    def for_tap(self, id: str, digest: str) -> Iterator[None]:
        """Keep, together with the next write of this thread, for which tap it was made. Once this is left, it is on
        the disk."""
        token = _tap.set(_Tap(id, digest))
        try:
            yield
        finally:
            _tap.reset(token)
            self.sync()

    def done_for(self, id: str) -> tuple[int, str] | None:
        """The number of the write that was made for a tap, and the tap's digest; None where none was."""
        with self._lock:
            return self._taps.get(id)

    def _kept_taps(self) -> Iterator[tuple[int, tuple[str, str]]]:
        query = "SELECT seq, value FROM kept WHERE kind = ? ORDER BY seq"
        for seq, value in self._db.execute(query, (TAPS,)):
            yield seq, msgspec.json.decode(value, type=tuple[str, str])

    # --- all of it ---------------------------------------------------------------------------------------------------

    @contextmanager
    def snapshot(self) -> Iterator[Iterator[Numbered]]:
        """Every row as it is now, while others go on writing. `BadRow` or `sqlite3.Error` at what is damaged."""
        db = self._second_connection()
        try:
            yield tables.everything(db)
        finally:
            db.close()

    def _second_connection(self) -> sqlite3.Connection:
        with self._lock:
            if self._journal is None:  # what there is lies in memory alone
                db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                self._db.backup(db)
                return db
            db = repair.connect_to_read(self._files.database)
            with repair.closed_if_it_fails(db):
                db.execute("BEGIN")
                db.execute("SELECT count(*) FROM kept").fetchone()  # from here on it sees nothing newer
            return db

    # --- evenings and entries -----------------------------------------------------------------------------------------

    def evenings(self) -> list[EveningRow]:
        """Every evening, the forgotten ones too."""
        with self._lock:
            return [row for _, row in tables.rows(self._db, EveningRow)]

    def evening(self, evening: str) -> EveningRow | None:
        with self._lock:
            found = (row for _, row in tables.rows(self._db, EveningRow, '"id" = ?', (evening,)))
            return next(found, None)

    def links(self, evening: str) -> list[TimelineEntry]:
        """How each entry of an evening moved the head, oldest first."""
        query = "SELECT number, kind, parent, head FROM entries WHERE evening = ? ORDER BY number"
        with self._lock:
            return [TimelineEntry(*columns) for columns in self._db.execute(query, (evening,))]

    def last_write(self, evening: str) -> int:
        """The number of the write that brought the newest entry of an evening; 0 where it has none."""
        query = "SELECT MAX(seq) FROM entries WHERE evening = ?"
        with self._lock:
            return int(self._db.execute(query, (evening,)).fetchone()[0] or 0)

    def lengths(self) -> dict[str, int]:
        """How many entries each evening has, by its id."""
        with self._lock:
            return dict(self._db.execute("SELECT evening, MAX(number) FROM entries GROUP BY evening"))

    def entries(self, evening: str, first: int = 1, last: int = 2**62) -> list[tuple[int, EntryRow]]:
        """Entries `first` to `last` of an evening, oldest first, each with the number of its write."""
        with self._lock:
            where = "evening = ? AND number BETWEEN ? AND ?"
            return list(tables.rows(self._db, EntryRow, where, (evening, first, last)))

    def evening_of(self, seq: int) -> EveningRow | None:
        """The evening that was written last by the write of that number."""
        with self._lock:
            return next((row for _, row in tables.rows(self._db, EveningRow, "seq = ?", (seq,))), None)

    def has_write(self, evening: str, seq: int) -> bool:
        """Whether the write of that number brought an entry of this evening."""
        if not 0 < seq < 2**63:
            return False
        query = "SELECT 1 FROM entries WHERE evening = ? AND seq = ?"
        with self._lock:
            return self._db.execute(query, (evening, seq)).fetchone() is not None

    def state(self, evening: str, number: int) -> bytes:
        """The state, as JSON, that a step led to; `BadState` where it is lost."""
        row = next((row for _, row in self.entries(evening, number, number)), None)
        if row is None or row.state is None:
            raise codec.BadState(f"there is no state of entry {number}")
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
        files.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = _lock_file(files)
    except OSError as error:
        raise _cannot_use(files, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        folder = str(files.folder)
        text = T("Another companion already runs on the data folder {folder}; please stop it first.", folder=folder)
        raise CannotOpen(text) from error
    return handle


def _lock_file(files: repair.Files) -> int:
    try:
        return os.open(files.lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        if files.none_yet():
            raise
        return os.open(files.lock if files.lock.exists() else files.folder, os.O_RDONLY)  # a disk that only reads


def _sync_if_there(path: Path) -> None:
    """What is not there any more, SQLite has brought into the database and synced."""
    with suppress(FileNotFoundError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fdatasync(handle)
        finally:
            os.close(handle)


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL


def _cannot_use(files: repair.Files, error: Exception) -> CannotOpen:
    text = T(
        "The data folder cannot be used: {folder} ({reason}). Make it this user's, or name another one with --data or "
        "in settings.toml under data.",
        folder=str(files.folder),
        reason=_reason(error),
    )
    return CannotOpen(text)


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
