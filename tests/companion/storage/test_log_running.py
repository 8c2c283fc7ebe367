"""The log while the companion runs: checked, begun anew, read by nobody else, and whose tap it was."""

import os
import shutil
import stat
import threading
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.api.refusals import NotSaved
from companion.app.storage import StorageWatch
from companion.session.session import Session
from companion.status.health import HealthBoard
from companion.storage import journal, repair, tables
from companion.storage import log as log_module
from companion.storage.log import Log

from .torn_files import GAMES, Crash, crashing, flip, full, goes_on, opened, played, said

# --- while it runs ----------------------------------------------------------------------------------------------------


def spoil_row(path: Path) -> None:
    """Zeros in the middle of what is kept of a step."""
    with path.open("r+b") as file:
        file.seek(path.read_bytes().index(b"Set by hand"))
        file.write(bytes(300))


RUNNING: dict[str, tuple[Callable[[Path], object], str]] = {
    "backup": (lambda data: spoil_row(data / "companion.backup"), "The backup copy was damaged"),
    "backup gone": (lambda data: (data / "companion.backup").unlink(), "The backup copy was missing"),
    "journal": (lambda data: flip(data / "companion.journal", 300), "The journal was damaged"),
    "journal gone": (lambda data: (data / "companion.journal").unlink(), "The journal was missing"),
    "database": (lambda data: spoil_row(data / "companion.db"), "The database was damaged"),
    "database gone": (lambda data: (data / "companion.db").unlink(), "The database was missing"),
    "folder gone": (shutil.rmtree, "The database was missing"),
}


@pytest.mark.parametrize("fault", RUNNING)
def test_the_check_while_it_runs(tmp_path: Path, fault: str) -> None:
    """Damage is noticed, mended from the others, and said once; play goes on."""
    spoil, words = RUNNING[fault]
    folder = tmp_path / "data"
    played(folder, backup_at=20)
    with opened(folder) as log:
        session = Session(log, GAMES)
        assert log.check() == ()
        spoil(folder)
        assert words in " ".join(map(str, log.check()))
        assert log.check() == ()
        assert not log.lost
        session.undo("Anna")
        session.correct("coal", 7, "Anna")
        assert log.trouble() is None
    with opened(folder) as log:
        assert said(log) == ""
        assert Session(log, GAMES).state().coal == 7
        last = log.last_repair()
        assert last is not None
        assert words in " ".join(map(str, last[1]))


def test_a_tap_after_the_folder_went(tmp_path: Path) -> None:
    """It is not lost in files that have no name any more: the folder is made anew with everything in it."""
    folder = tmp_path / "data"
    played(folder)
    with opened(folder) as log:
        session = Session(log, GAMES)
        shutil.rmtree(folder)
        session.correct("coal", 7, "Anna")
    goes_on(folder, coal=7)


def test_a_folder_whose_disk_was_taken_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written in its place; taps are refused in words until it is back."""
    folder = tmp_path / "data"
    played(folder)
    with opened(folder) as log:
        session = Session(log, GAMES)
        folder.rename(tmp_path / "away")
        monkeypatch.setattr(log, "_device", -1)
        with pytest.raises(NotSaved, match="is gone"):
            session.correct("coal", 7, "Anna")
        trouble = log.trouble()
        assert trouble is not None
        assert "The data folder is gone" in str(trouble.words)
        assert not folder.exists()
        (tmp_path / "away").rename(folder)
        session.correct("coal", 8, "Anna")
        assert log.trouble() is None
    goes_on(folder, coal=8)


def test_full_disk_is_trouble(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """That there is no room is known before somebody taps."""
    assert log.trouble() is None
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    trouble = log.trouble()
    assert trouble is not None
    assert str(trouble.words) == "The disk is full: nothing can be saved."


def test_the_journal_begins_anew_while_it_runs(folder: Path) -> None:
    """A long journal is replaced while others write; afterwards any one of the files may be gone."""
    with opened(folder, longest_journal=1000) as log:
        for number in range(100):
            log.put("test", str(number), number)
            if number % 30 == 29:
                assert log.too_long()
                log.shorten()
                assert not log.too_long()
        assert log.check() == ()
        wanted = log.all("test")
    for name in ("companion.db", "companion.journal", "companion.backup"):
        copy = Path(shutil.copytree(folder, folder.with_name("without-" + name)))
        (copy / name).unlink()
        with opened(copy) as log:
            assert log.all("test") == wanted or name == "companion.journal"
            assert log.lost == (log.all("test") != wanted)


def test_no_write_waits_until_all_is_in_the_database_itself(folder: Path) -> None:
    """That is done beside them, once there is much of it; a thousand pages were written here."""
    database = folder / "companion.db"
    with opened(folder) as log:
        before, watch = database.stat().st_size, StorageWatch(log, HealthBoard())
        for number in range(log_module.CHECKPOINT_AFTER):
            watch.look()
            assert database.stat().st_size == before
            log.put("test", str(number), "x" * 12_000)
        watch.look()
        assert database.stat().st_size > before + 3_000_000
        assert log.check() == ()
        assert len(log.all("test")) == log_module.CHECKPOINT_AFTER


def test_writes_while_the_backup_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written after the backup was copied and before the journal begins stands in the new journal."""
    with opened(folder, longest_journal=500) as log:
        for number in range(20):
            log.put("test", str(number), number)
        sync = repair._sync

        def meanwhile(path: Path) -> None:
            log.put("test", "late", 1)
            sync(path)

        with monkeypatch.context() as patch:
            patch.setattr(repair, "_sync", meanwhile)
            log.shorten()
        assert journal.read(folder / "companion.journal").last == log.newest
        assert log.check() == ()
    (folder / "companion.db").unlink()
    with opened(folder) as log:
        assert log.get("test", "late") == 1
        assert not log.lost


def test_a_crash_at_any_moment_of_beginning_the_journal_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The backup and the journal together hold everything, whenever the power goes."""
    for moment in range(30):
        folder = tmp_path / f"crash{moment}"
        log = Log(folder, durable=False, longest_journal=500)
        for number in range(20):
            log.put("test", str(number), number)
        with monkeypatch.context() as patch:
            crashed = crashing(patch, moment)
            with suppress(Crash):
                log.shorten()
        log.close()
        (folder / "companion.db").unlink()
        with opened(folder) as log:
            assert len(log.all("test")) == 20, moment
            assert not log.lost
        if not crashed():
            assert moment > 2
            return


# --- who may read it, and whose tap it was ----------------------------------------------------------------------------


def test_nobody_else_may_read_it(folder: Path) -> None:
    """Folder and files are the user's alone, also those that an earlier program left open, and new ones."""
    with opened(folder) as log:
        log.put("test", "a", 1)
    (folder / "pictures" / "boiler").mkdir(parents=True)
    for path in (folder / "pictures" / "boiler" / "a.jpg", folder / "companion.backup.damaged-1"):
        path.write_bytes(b"x")
    other = folder / "somebody.txt"
    other.write_bytes(b"x")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with opened(folder, longest_journal=0) as log:
        log.put("test", "a", 2)
        log.shorten()
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*")) if path != other}
        assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
        assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
        assert {path.name for path in modes} >= {"companion.db-wal", "companion.journal", "companion.backup", "a.jpg"}
    assert stat.S_IMODE(other.stat().st_mode) == 0o644


def test_a_check_takes_little_memory(folder: Path) -> None:
    """However much is kept: 3,000 keys at once, as 15 evenings have, were a megabyte."""
    with opened(folder) as log:
        log.write(*(log_row(str(number)) for number in range(3000)))
        log._begin_journal()
        tracemalloc.start()
        try:
            assert log.check() == ()
            assert tracemalloc.get_traced_memory()[1] < 200_000
        finally:
            tracemalloc.stop()


def test_a_tap_is_known_after_a_crash(folder: Path, tmp_path: Path) -> None:
    """What was done for a tap, and for which, is on the disk in one write; a refused one leaves nothing."""
    log = Log(folder, durable=False)
    with log.for_tap("a", "x"):
        first = log.write(log_row("1"))
        log.write(log_row("2"))
    assert log.done_for("a") == (first, "x")
    assert log.done_for("b") is None
    shutil.copytree(folder, tmp_path / "killed")
    log.close()
    for name in ("companion.db", "companion.db-wal"):
        (tmp_path / "killed" / name).unlink()
    with opened(tmp_path / "killed") as log:
        assert log.done_for("a") == (first, "x")
        for number in range(1100):
            with log.for_tap(f"t{number}", ""):
                log.write(log_row(str(number)))
        assert log.done_for("t1099") == (log.newest, "")
        assert len(log.all("tap")) == 1000
        assert log.done_for("a") is None
        assert [log.done_for(f"t{number}") is None for number in (99, 100)] == [True, False]


def log_row(key: str) -> tables.KeptRow:
    return tables.KeptRow(kind="test", key=key, value="1")


class SlowDisk:
    """The journal's syncs wait until they are let go, and may fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Semaphore(0)
        self._goes, self.fails = threading.Event(), False
        disk = self

        class Sync:
            def __init__(self, *_: object) -> None:
                disk.begun.release()

            def wait(self) -> None:
                assert disk._goes.wait(30)
                if disk.fails:
                    raise OSError("Input/output error")

        monkeypatch.setattr(journal, "_ring", object)
        monkeypatch.setattr(journal, "_Sync", Sync)

    def go(self) -> None:
        self._goes.set()


def test_a_tap_goes_on_while_the_disk_takes_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its write returns at once; whoever wants to tell of it waits, in any thread, and so does the next write."""
    disk = SlowDisk(monkeypatch)
    told, over = list[str](), threading.Event()

    def tell(log: Log) -> None:
        assert log.all("test") == {"1": 1}  # what is read is there already
        log.sync()
        told.append("told")
        log.put("test", "next", 2)
        over.set()

    with opened(folder, durable=True) as log:
        with log.for_tap("a", "x"):
            log.write(log_row("1"))
            assert disk.begun.acquire(timeout=30)
            teller = threading.Thread(target=tell, args=(log,))
            teller.start()
            assert not over.wait(0.2)
            assert told == []
            disk.go()
            assert over.wait(30)
        teller.join(30)
        log.sync()
        assert log.all("test") == {"1": 1, "next": 2}


def test_a_tap_is_on_the_disk_once_it_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody asked. A write of a device waits by itself, for a sync of its own."""
    with opened(folder, durable=True) as log:
        with log.for_tap("a", "x"):
            log.write(log_row("1"))
            assert log._unsynced
        assert not log._unsynced
        synced: list[int] = []
        monkeypatch.setattr(os, "fdatasync", synced.append)
        log.put("test", "b", 1)
        assert len(synced) == 1
        assert not log._unsynced


def test_where_the_kernel_syncs_nothing_by_itself_a_tap_waits_for_the_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container that forbids io_uring: the sync is done where it is waited for."""

    def forbidden(**_: object) -> None:
        raise SystemError("Operation not permitted")

    monkeypatch.setattr(journal.linux_uring, "Context", forbidden)
    synced: list[int] = []
    with opened(folder, durable=True) as log:
        monkeypatch.setattr(os, "fdatasync", synced.append)
        with log.for_tap("a", "x"):
            log.write(log_row("1"))
            assert synced == []
            log.sync()
            assert len(synced) == 1


def test_a_sync_that_the_kernel_cannot_do_says_why(tmp_path: Path) -> None:
    """The file is gone meanwhile, for instance."""
    ring = journal._ring()
    if ring is None:
        pytest.skip("this kernel may not be asked to sync by itself")
    closed = os.open(tmp_path, os.O_RDONLY)
    os.close(closed)
    with pytest.raises(OSError, match="Bad file descriptor"):
        journal._Sync(ring, closed).wait()


@pytest.mark.parametrize("then", ["told of", "another", "a new journal", "nothing"])
def test_a_tap_that_the_disk_refuses_holds(folder: Path, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    """A new journal, from a copy of the database, has it; whatever comes first afterwards."""
    disk = SlowDisk(monkeypatch)
    disk.fails = True
    with opened(folder, durable=True) as log, log.for_tap("a", "x"):
        log.write(log_row("1"))
        disk.go()
        if then == "told of":
            log.sync()
        elif then == "another":
            log.write(log_row("2"))
        elif then == "a new journal":
            log._begin_journal()
    for name in ("companion.db", "companion.db-wal"):
        (folder / name).unlink(missing_ok=True)
    with opened(folder) as log:
        assert log.all("test")["1"] == 1
        assert log.done_for("a") is not None


def test_a_refused_write_keeps_no_tap(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap that was not saved may be sent again."""
    with opened(folder) as log, log.for_tap("a", "x"):
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full)
            with pytest.raises(NotSaved):
                log.write(log_row("1"))
        assert log.done_for("a") is None
        log.write(log_row("1"))
        assert log.done_for("a") is not None


# --- power cuts -------------------------------------------------------------------------------------------------------


def cut(folder: Path, to: Path, wal: int) -> Path:
    """What the disk may hold after a power cut: all that was waited for, and so many bytes of the WAL."""
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*-shm"))
    with (to / "companion.db-wal").open("rb+") as file:
        file.truncate(wal)
    return to


def test_a_power_cut_before_the_database_has_settled(tmp_path: Path) -> None:
    """What was acknowledged is in the journal: it is all there again, and that the database lacked it is said."""
    folder = tmp_path / "data"
    with opened(folder, durable=True) as log:
        log.put("test", "a", 1)
        log.settle()
        settled = (folder / "companion.db-wal").stat().st_size
        log.put("test", "b", 2)
        log.put("test", "c", 3)
        nothing = cut(folder, tmp_path / "nothing", 0)
        some = cut(folder, tmp_path / "some", settled)
    for one, lacked in ((nothing, 3), (some, 2)):
        with opened(one) as log:
            assert log.all("test") == {"a": 1, "b": 2, "c": 3}
            assert not log.lost
            assert said(log) == f"{lacked} entries that the database lacked came back from the journal."
        with opened(one) as log:
            assert log.repairs == ()


def test_the_database_settles_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write waits for one sync, the journal's; the database's comes once for all that was written, if anything."""
    synced: list[str] = []
    sync = os.fdatasync

    def noted(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        sync(handle)

    with opened(tmp_path / "data", durable=True) as log:
        log.settle()
        monkeypatch.setattr(os, "fdatasync", noted)
        log.put("test", "a", 1)
        log.put("test", "b", 2)
        assert synced == ["companion.journal"] * 2
        log.settle()
        log.settle()
        assert synced[2:] == ["companion.db-wal"]


def test_a_database_that_cannot_settle_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is lost by it, as the journal has it."""
    synced: list[int] = []
    with opened(tmp_path / "data", durable=True) as log:
        log.put("test", "a", 1)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", full)
            log.settle()
        monkeypatch.setattr(os, "fdatasync", synced.append)
        log.settle()
        assert len(synced) == 1


def test_a_disk_that_syncs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the journal nor a new one: what was written then holds, the database is synced, and no more is taken."""
    synced: list[str] = []

    def only_the_database(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        if synced[-1] == "companion.journal":
            full()

    with opened(tmp_path / "data", durable=True) as log:
        log.put("test", "a", 1)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", only_the_database)
            patch.setattr(repair, "_sync", full)
            log.put("test", "b", 2)
            assert synced == ["companion.journal", "companion.db-wal"]
            with pytest.raises(NotSaved, match="The disk failed earlier; please restart the companion"):
                log.put("test", "c", 3)
        assert log.all("test") == {"a": 1, "b": 2}
        assert log.trouble() is None  # the disk works again, and the files were put in order
        log.put("test", "c", 3)
    with opened(tmp_path / "data") as log:
        assert log.all("test") == {"a": 1, "b": 2, "c": 3}


def test_the_watch_settles_the_database(tmp_path: Path) -> None:
    """Within a second or so, and long before it looks for anything else."""
    settled = threading.Event()
    with opened(tmp_path / "data") as log:
        log.settle = settled.set  # type: ignore[method-assign]
        watch = StorageWatch(log, HealthBoard())
        watch.start()
        assert settled.wait(10)
        watch.stop()
