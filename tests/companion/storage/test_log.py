"""The log keeps what it was given, whatever happens to its files."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.refusals import CannotOpen, NotSaved
from companion.storage import journal, repair
from companion.storage.journal import Journal
from companion.storage.log import Log

KEPT = {str(number): {"text": "x" * number, "number": number} for number in range(40)}
FILES = ("companion.db", "companion.db-wal", "companion.journal", "companion.backup")


def fill(folder: Path) -> None:
    """A log with a backup and a journal that both matter, abandoned as by a power cut: nothing is closed."""
    log = Log(folder, durable=False, longest_journal=0)
    for key in list(KEPT)[:20]:
        log.put("test", key, KEPT[key])
    log.close()
    log = Log(folder, durable=False, longest_journal=0)
    for key in list(KEPT)[20:]:
        log.put("test", key, KEPT[key])
    shutil.copytree(folder, folder.with_name("crashed"))
    log.close()


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("log") / "data"
    fill(folder)
    return folder.with_name("crashed")


@pytest.fixture
def copy(crashed: Path, tmp_path: Path) -> Callable[[], Path]:
    """A fresh copy of the abandoned folder, each time it is called."""

    def fresh() -> Path:
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        return Path(shutil.copytree(crashed, tmp_path / "copy"))

    return fresh


def kept_in(folder: Path) -> tuple[dict[str, Any], list[str]]:
    log = Log(folder, durable=False)
    try:
        return log.all("test"), [str(text) for text in log.repairs]
    finally:
        log.close()


def test_kept_values_come_back(log: Log) -> None:
    """A kept value is there until it is dropped or kept anew."""
    log.put("phones", "a", {"name": "Anna"})
    log.put("phones", "b", 2)
    log.put("notes", "a", "other kind")
    log.put("phones", "b", 3)
    assert log.all("phones") == {"a": {"name": "Anna"}, "b": 3}
    log.drop("phones", "a")
    assert log.get("phones", "a") is None
    assert log.get("phones", "a", "none") == "none"
    assert log.all("phones") == {"b": 3}


def test_kept_values_survive_a_restart(folder: Path) -> None:
    """What was kept, and what was dropped, is so after a restart, which had nothing to mend."""
    log = Log(folder, durable=False)
    log.put("test", "a", 1)
    log.put("test", "b", 2)
    log.drop("test", "a")
    log.close()
    assert kept_in(folder) == ({"b": 2}, [])


def test_one_process_at_a_time(log: Log, folder: Path) -> None:
    """A second log on the same folder is refused in words."""
    with pytest.raises(CannotOpen, match="already runs on the data folder"):
        Log(folder)


def test_power_cut_needs_no_repair(copy: Callable[[], Path]) -> None:
    """Files that were merely not closed hold everything."""
    assert kept_in(copy()) == (KEPT, [])


@pytest.mark.parametrize("name", FILES)
def test_any_file_may_be_missing(copy: Callable[[], Path], name: str) -> None:
    """With any one file gone, everything comes back from the others."""
    folder = copy()
    (folder / name).unlink()
    kept, repairs = kept_in(folder)
    assert kept == KEPT
    assert repairs
    assert kept_in(folder) == (KEPT, [])


def test_database_may_be_missing_whole(copy: Callable[[], Path]) -> None:
    """With the database and its WAL gone, everything comes back from the backup and the journal."""
    folder = copy()
    (folder / "companion.db").unlink()
    (folder / "companion.db-wal").unlink()
    kept, repairs = kept_in(folder)
    assert kept == KEPT
    assert repairs == ["The database was missing; it was put together again from what was left."]


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(part=st.floats(0, 1))
def test_any_file_may_be_cut(copy: Callable[[], Path], name: str, part: float) -> None:
    """With any one file cut at any byte, everything is there, and the next start has nothing left to mend."""
    folder = copy()
    os.truncate(folder / name, int((folder / name).stat().st_size * part))
    assert kept_in(folder)[0] == KEPT
    assert kept_in(folder) == (KEPT, [])


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(part=st.floats(0, 0.999), torn=st.binary(min_size=1, max_size=4096))
def test_any_file_may_be_torn(copy: Callable[[], Path], name: str, part: float, torn: bytes) -> None:
    """With other bytes anywhere in any one file, everything is there, and the damaged file is kept."""
    folder = copy()
    with (folder / name).open("r+b") as file:
        file.seek(int((folder / name).stat().st_size * part))
        file.write(torn)
    before = (folder / name).read_bytes()
    kept, repairs = kept_in(folder)
    assert kept == KEPT
    aside = [path for path in folder.iterdir() if ".damaged-" in path.name]
    if name == "companion.journal" and repairs:
        assert before in [path.read_bytes() for path in aside]
    assert kept_in(folder) == (KEPT, [])


def test_torn_schema_of_an_empty_table(copy: Callable[[], Path]) -> None:
    """A database whose damage lies only in the schema of a table without rows is mended, too."""
    folder = copy()
    (folder / "companion.db-wal").unlink()
    database = folder / "companion.db"
    database.write_bytes(database.read_bytes().replace(b'"program" TEXT, seq', b'"program" TEXT, 0eq'))
    kept, repairs = kept_in(folder)
    assert kept == KEPT
    assert "damaged" in repairs[0]


def test_cut_journal_at_every_byte_of_its_last_lines(copy: Callable[[], Path]) -> None:
    """A journal cut at any byte of its last two lines loses nothing."""
    whole = (copy() / "companion.journal").read_bytes()
    two_lines = len(whole) - whole.rstrip(b"\n").rfind(b"\n", 0, whole.rstrip(b"\n").rfind(b"\n"))
    for cut in range(1, two_lines, 7):
        folder = copy()
        (folder / "companion.journal").write_bytes(whole[:-cut])
        assert kept_in(folder)[0] == KEPT


def test_database_and_journal_both_damaged(copy: Callable[[], Path]) -> None:
    """With both damaged, every row that can still be read anywhere is there."""
    folder = copy()
    lines = (folder / "companion.journal").read_bytes().split(b"\n")
    lines[-3] = lines[-3][:20]
    (folder / "companion.journal").write_bytes(b"\n".join(lines))
    (folder / "companion.db-wal").unlink()
    (folder / "companion.db").write_bytes(b"SQLite format 3\0" + b"?" * 5000)
    kept, repairs = kept_in(folder)
    assert kept == {key: value for key, value in KEPT.items() if key != "38"}
    assert len(repairs) == 3
    assert repairs[0].startswith("1 other write is lost")
    assert len([path for path in folder.iterdir() if ".damaged-" in path.name]) == 2


def test_database_older_than_the_backup(copy: Callable[[], Path]) -> None:
    """A database that fell back behind the backup gets what the journal no longer has from the backup."""
    folder = copy()
    (folder / "companion.db-wal").unlink()
    (folder / "companion.db").unlink()
    db = repair.connect(folder / "companion.db")
    repair.tables.create(db)
    db.close()
    assert kept_in(folder)[0] == KEPT


def make_newer(folder: Path, journal_too: bool) -> None:
    db = sqlite3.connect(folder / "companion.db")
    db.execute("PRAGMA user_version = 99")
    db.close()
    if journal_too:
        Journal.begin(folder / "companion.journal", base=0).close()
    else:
        (folder / "companion.journal").unlink()


@pytest.mark.parametrize("journal_too", [True, False])
def test_newer_files_are_left_alone(
    copy: Callable[[], Path], journal_too: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of a newer version are refused in words and not touched."""
    folder = copy()
    with monkeypatch.context() as patch:
        patch.setattr(journal, "SCHEMA_VERSION", 99)
        make_newer(folder, journal_too)
    with pytest.raises(CannotOpen, match="newer version"):
        Log(folder)
    assert not [path for path in folder.iterdir() if ".damaged-" in path.name]


def test_journal_begins_anew_when_it_is_long(folder: Path) -> None:
    """A long journal is replaced by a backup and a short journal; the two together hold everything."""
    log = Log(folder, durable=False, longest_journal=500)
    for key, value in KEPT.items():
        log.put("test", key, value)
    log.close()
    long = (folder / "companion.journal").stat().st_size
    Log(folder, durable=False, longest_journal=500).close()
    assert (folder / "companion.journal").stat().st_size < long / 10
    assert journal.read(folder / "companion.journal").base == 40
    (folder / "companion.db").unlink()
    assert kept_in(folder)[0] == KEPT


def test_long_journal_serves_on_a_full_disk(copy: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """When there is no room for a new backup the log opens all the same and keeps writing to the old journal."""
    folder = copy()
    with monkeypatch.context() as patch:
        patch.setattr(repair, "_sync", full)
        log = Log(folder, durable=False, longest_journal=0)
    log.put("test", "more", 1)
    log.close()
    (folder / "companion.db").unlink()
    assert kept_in(folder)[0] == {**KEPT, "more": 1}


@pytest.mark.parametrize("step", ["vacuumed", "copied"])
def test_crash_while_the_journal_begins_anew(
    copy: Callable[[], Path], step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash in the middle of making the backup or the new journal loses nothing."""
    folder = copy()
    broken = {"vacuumed": (repair, "_sync"), "copied": (repair.journal.Journal, "begin")}[step]

    def crash(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(*broken, crash)
        with pytest.raises(KeyboardInterrupt):
            Log(folder, durable=False, longest_journal=0)
    (folder / "companion.db").unlink()
    assert kept_in(folder)[0] == KEPT


# --- a disk that is full or fails -------------------------------------------------------------------------------------


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_full_disk_refuses_and_goes_on_later(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk nothing is written and the sentence says so; with room again it goes on, also after a restart."""
    log = Log(folder, durable=False)
    log.put("test", "a", 1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(NotSaved, match="disk is full"):
            log.put("test", "b", 2)
    assert log.all("test") == {"a": 1}
    log.put("test", "c", 3)
    log.close()
    assert kept_in(folder) == ({"a": 1, "c": 3}, [])


def test_disk_that_fills_within_a_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal line that did not fit whole leaves nothing of itself behind."""
    log = Log(folder, durable=False)
    log.put("test", "a", 1)
    write = os.write
    room = [10]

    def nearly_full(file: int, data: bytes) -> int:
        if not room:
            full()
        return write(file, data[: room.pop()])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", nearly_full)
        with pytest.raises(NotSaved):
            log.put("test", "b", 2)
    log.put("test", "c", 3)
    log.close()
    assert not journal.read(folder / "companion.journal").damaged
    assert kept_in(folder) == ({"a": 1, "c": 3}, [])


class FailingCommit:
    """A database connection whose COMMIT fails."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, query: str, *args: Any) -> Any:
        if query == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self._db.execute(query, *args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


@pytest.mark.parametrize("whose", ["a device's", "a tap's"])
def test_failing_commit_is_taken_back_from_the_journal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """What the database could not commit is not in the journal either, and never comes back; also where the disk takes
    that line already, as of a tap."""
    log = Log(folder, durable=True)
    log.put("test", "a", 1)
    with monkeypatch.context() as patch, nullcontext() if whose == "a device's" else log.for_tap("t", ""):
        patch.setattr(log, "_db", FailingCommit(log._db))
        with pytest.raises(NotSaved, match="disk I/O error"):
            log.put("test", "b", 2)
    log.put("test", "c", 3)
    log.close()
    assert kept_in(folder) == ({"a": 1, "c": 3}, [])
    (folder / "companion.db").unlink()
    assert kept_in(folder)[0] == {"a": 1, "c": 3}


def test_journal_that_cannot_be_synced_begins_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the journal's sync fails the write holds, and a new journal with a new backup covers it."""
    log = Log(folder, durable=True)
    log.put("test", "a", 1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", full)
        log.put("test", "b", 2)
    log.put("test", "c", 3)
    log.close()
    for name in ("companion.db", "companion.db-wal"):
        (folder / name).unlink(missing_ok=True)
    assert kept_in(folder)[0] == {"a": 1, "b": 2, "c": 3}


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    """A data folder that cannot be one is refused in words."""
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(CannotOpen, match=r"data folder cannot be used: .*/data \(File exists\)\. Make it this user's"):
        Log(tmp_path / "data")


def test_the_newest_of_some_kinds(log: Log) -> None:
    """Whatever else is written meanwhile; what was dropped counts, too."""
    assert log.newest_of(["card", "board"]) == 0
    log.put("card", "a", 1)
    log.put("other", "a", 1)
    assert log.newest_of(["card", "board"]) == 1
    log.drop("card", "a")
    assert log.newest_of(["card", "board"]) == log.newest == 3
