"""Files of the log are torn, and what came of it: nothing is lost that any of them still held, and the loss is said."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.api.refusals import BadMove, CannotOpen
from companion.session.session import Session
from companion.storage import codec, journal, repair, tables
from companion.storage.log import Log
from companion.storage.losses import Latest, note_latest, read_latest
from companion.storage.salvage import carved, read_bytes, rows_in

from .torn_files import GAMES, STEPS, flip, goes_on, line_of, numbers, opened, played, said

# --- the three faults that were found ---------------------------------------------------------------------------------


def test_empty_wal_and_a_flipped_bit_in_the_journal(data: Path) -> None:
    """One entry is lost: it is told by its number, all others are there, and the evening goes on."""
    (data / "companion.db-wal").write_bytes(b"")
    flip(data / "companion.journal", line_of(data / "companion.journal", 30) + 20)
    with opened(data) as log:
        assert numbers(log) == [number for number in range(1, STEPS + 1) if number != 30]
        assert "Lost from the evening “Friday”: 1 entry (30), played after 1 January 1970" in said(log)
        assert log.lost
        session = Session(log, GAMES)
        assert session.state().coal == STEPS
        labels = {step.number: str(step.label) for step in session.screen().history}
        assert labels[30] == "Lost when the data folder was damaged"
        session.undo("Anna", 11)
        assert session.state().coal == 28  # entry 30 cannot be gone back to, 29 was left out with it
        session.redo("Anna", 11)
    goes_on(data, coal=STEPS)


def test_only_the_wal_is_left_of_the_database(data: Path) -> None:
    """A WAL whose database went holds every page since its last checkpoint: what the journal lost comes from there."""
    (data / "companion.db").unlink()
    (data / "companion.journal").unlink()
    with opened(data) as log:
        assert numbers(log) == list(range(1, STEPS + 1))
        assert not log.lost
    goes_on(data, coal=STEPS)


def test_database_gone_and_its_wal_left(backed_up: Path) -> None:
    """Nothing is lost when the database alone goes, and its old WAL is never taken for the new one's."""
    (backed_up / "companion.db").unlink()
    with opened(backed_up) as log:
        assert numbers(log) == list(range(1, STEPS + 1))
    goes_on(backed_up, coal=STEPS)


BACKUPS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: path.unlink(), "The backup copy was missing"),
    "empty": (lambda path: path.write_bytes(b""), "The backup copy was damaged"),
    "cut": (lambda path: os.truncate(path, path.stat().st_size // 2), "The backup copy was damaged"),
    "flipped": (lambda path: flip(path, path.stat().st_size - 40), "The backup copy was damaged"),
}


@pytest.mark.parametrize("fault", BACKUPS)
def test_bad_backup(backed_up: Path, fault: str) -> None:
    """It is noticed at once and made anew, so that a second fault loses nothing."""
    spoil, words = BACKUPS[fault]
    spoil(backed_up / "companion.backup")
    before = read_bytes(backed_up / "companion.backup")
    with opened(backed_up) as log:
        assert words in said(log)
        assert not log.lost
    assert not before or before in [path.read_bytes() for path in backed_up.glob("companion.backup.damaged-*")]
    for name in ("companion.db", "companion.db-wal"):
        (backed_up / name).unlink(missing_ok=True)
    with opened(backed_up) as log:
        assert numbers(log) == list(range(1, STEPS + 1))
        assert not log.lost


def test_an_older_backup_is_put_back(backed_up: Path, tmp_path: Path) -> None:
    """A sound backup that does not go as far as the journal relies on it is noticed, too."""
    older = (backed_up / "companion.backup").read_bytes()
    with opened(backed_up, longest_journal=0):
        pass
    (backed_up / "companion.backup").write_bytes(older)
    with opened(backed_up) as log:
        assert "The backup copy was an older one" in said(log)
    goes_on(backed_up, coal=STEPS)


# --- looking harder ---------------------------------------------------------------------------------------------------


def test_every_row_of_a_torn_page_that_can_be_read(data: Path) -> None:
    """With the journal gone and a part of a page zeroed, only the rows in that part are lost, and told by number."""
    with opened(data):
        pass  # everything into the database
    (data / "companion.journal").write_bytes(b"")
    database = data / "companion.db"
    content = bytearray(database.read_bytes())
    at = content.index(b"Set by hand", len(content) // 2) // 512 * 512
    content[at : at + 512] = bytes(512)
    database.write_bytes(content)
    with opened(data) as log:
        there = set(numbers(log))
        lost = sorted(set(range(1, STEPS + 1)) - there)
        assert 0 < len(lost) < 8
        assert f"Lost from the evening “Friday”: {len(lost)} entr" in said(log)


def test_a_page_without_a_head(data: Path) -> None:
    """Rows are found also on a page whose beginning, which says where they are, is zeroed."""
    with opened(data):
        pass
    (data / "companion.journal").write_bytes(b"")
    content = bytearray((data / "companion.db").read_bytes())
    page = content.index(b"Set by hand", len(content) // 2) // 4096 * 4096
    content[page : page + 8] = bytes(8)
    (data / "companion.db").write_bytes(content)
    with opened(data) as log:
        assert numbers(log) == list(range(1, STEPS + 1))
        assert not log.lost


def test_rows_out_of_bytes(tmp_path: Path) -> None:
    """Every row of a database is found in its bytes, also one that is longer than many pages, and whole reals."""
    path = tmp_path / "a.db"
    db = repair.connect(path)
    tables.create(db)
    db.execute("BEGIN")
    wanted = {}
    for seq, size in enumerate((1, 300, 4050, 4061, 4062, 5000, 8200, 100_000), 1):
        row = tables.EntryRow(
            evening="e", number=seq, kind="move", parent=0, head=seq, move=None, label="x" * size, facts="ż" * 9,
            learnt="{}", replaced="{}", keyed=seq, state=bytes(range(256)), by="Anna", at=float(seq) + seq % 2 / 2,
            program="0",
        )  # fmt: skip
        tables.put(db, tables.Numbered(seq, row))
        wanted[seq] = row
    db.execute("COMMIT")
    wal = path.with_name("a.db-wal").read_bytes()
    assert dict(rows_in(b"", wal)) == wanted
    assert {seq for seq, _ in carved(wal)} == {1, 2}
    db.close()
    assert dict(rows_in(path.read_bytes())) == wanted
    assert dict(rows_in(path.read_bytes()[:5000] + bytes(200))) != wanted


def test_joined_lines_of_the_journal(data: Path) -> None:
    """A line end that is gone joins two lines; both are still whole."""
    path = data / "companion.journal"
    content = bytearray(path.read_bytes())
    content[line_of(path, 30) - 1] ^= 1
    path.write_bytes(content)
    found = journal.read(path)
    assert found.damaged
    assert len({seq for seq, _ in found.rows}) == STEPS
    (data / "companion.db").unlink()
    (data / "companion.db-wal").unlink()
    with opened(data) as log:
        assert numbers(log) == list(range(1, STEPS + 1))


# --- saying what is lost ----------------------------------------------------------------------------------------------


def cut_after(folder: Path, entry: int) -> None:
    """Nothing but a journal is left, and it ends after that entry."""
    for name in ("companion.db", "companion.db-wal"):
        (folder / name).unlink(missing_ok=True)
    path = folder / "companion.journal"
    path.write_bytes(path.read_bytes()[: line_of(path, entry + 1)])


def test_a_loss_at_the_end_is_told(data: Path) -> None:
    """Nothing in the files tells that there was more; the note of the newest write does."""
    cut_after(data, 33)
    with opened(data) as log:
        assert "Lost from the evening “Friday”: 7 entries (34–40), played after" in said(log)
        assert "“Friday” stands where it was after entry 33; please compare the table" in said(log)
        version = Session(log, GAMES).screen().version
        assert log.newest > STEPS  # no phone's older screen can be mistaken for a newer one
        assert version < STEPS
    goes_on(data, coal=33)


def test_without_the_note_it_is_said_that_nobody_knows(data: Path) -> None:
    """Where nothing tells what there was, it is not claimed that all is well."""
    cut_after(data, 33)
    os.truncate(data / "companion.journal", (data / "companion.journal").stat().st_size - 3)
    (data / "companion.lock").unlink()
    with opened(data) as log:
        assert "Whether anything newer is lost cannot be told: the newest entry that is kept is number 32" in said(log)


def test_everything_is_gone(data: Path) -> None:
    """An evening that is lost whole is named, and a new one can be begun."""
    for name in ("companion.db", "companion.db-wal", "companion.journal"):
        (data / name).unlink()
    with opened(data) as log:
        assert "An evening is lost whole: “Friday”, 40 entries" in said(log)
        Session(log, GAMES).start("boiler", "Saturday", ["Anna"], {"level": "easy"}, by="Anna")
    with opened(data) as log:
        assert said(log) == ""
        assert [evening.name for evening in log.evenings()] == ["Saturday"]


def lose(folder: Path, *entries: int) -> None:
    """Nothing but a journal is left, and the lines of these entries are damaged."""
    for name in ("companion.db", "companion.db-wal"):
        (folder / name).unlink()
    for entry in entries:
        flip(folder / "companion.journal", line_of(folder / "companion.journal", entry) + 20)


def test_the_first_entry_is_lost(data: Path) -> None:
    """The name, the players and every other state are still there, so that the evening goes on."""
    lose(data, 1)
    with opened(data) as log:
        assert "Lost from the evening “Friday”: 1 entry (1), played after 1 January 1970" in said(log)
        (evening,) = log.evenings()
        assert Session(log, GAMES).open(evening.id).can_undo == STEPS - 2
    goes_on(data, coal=STEPS)


def test_the_name_and_the_players_are_lost(data: Path) -> None:
    """What is left of such an evening is put aside, and that is said; the service runs."""
    lose(data, 1, 2)
    with opened(data) as log:
        assert "Lost from the evening “Friday”: 2 entries (1–2)" in said(log)
        assert "Who played the evening “Friday” is lost: its 38 entries" in said(log)
        session = Session(log, GAMES)
        assert session.evenings() == []
        session.start("boiler", "Saturday", ["Anna"], {"level": "easy"}, by="Anna")
    with opened(data) as log:
        assert said(log) == ""


def test_key_states_are_lost(tmp_path: Path) -> None:
    """Without entry 65 no odd one after it can be gone to; without 66 as well the evening stands at 64."""
    folder = played(tmp_path / "data", steps=70)
    lose(folder, 65)
    both = Path(shutil.copytree(folder, tmp_path / "both"))
    flip(both / "companion.journal", line_of(both / "companion.journal", 66) + 20)
    with opened(folder) as log:
        assert "Lost from the evening “Friday”: 1 entry (65)" in said(log)
        assert "stands where it was" not in said(log)
        session = Session(log, GAMES)
        with pytest.raises(BadMove, match="How the game stood after that step is lost"):
            session.undo("Anna")
        assert session.undo("Anna", 2).can_redo == 2
        assert session.state().coal == 68
        session.redo("Anna", 2)
    goes_on(folder, coal=70)
    with opened(both) as log:
        assert "Lost from the evening “Friday”: 2 entries (65–66)" in said(log)
        assert "“Friday” stands where it was after entry 64" in said(log)
        session = Session(log, GAMES)
        assert session.state().coal == 64
        data = session.export(session.evenings()[0].id)
        assert session.open(session.import_(data, "Anna").id).can_undo == 63
        assert session.export(session.evenings()[0].id).count(b"Set by hand") == data.count(b"Set by hand")


def test_a_lost_entry_that_comes_back(data: Path) -> None:
    """When the owner finds a whole journal after all, the entry takes its place again."""
    whole = (data / "companion.journal").read_bytes()
    (data / "companion.db-wal").write_bytes(b"")
    flip(data / "companion.journal", line_of(data / "companion.journal", 30) + 20)
    with opened(data) as log:
        assert log.lost
    (data / "companion.journal").write_bytes(whole)
    with opened(data) as log:
        assert not log.lost
        assert numbers(log) == list(range(1, STEPS + 1))
    goes_on(data, coal=STEPS)


@pytest.mark.parametrize("content", [b"", b"{}", b"00000000 [1]", b"\xff" * 300])
def test_a_damaged_note_is_none(tmp_path: Path, content: bytes) -> None:
    """The note of the newest write counts only when it is whole."""
    path = tmp_path / "note"
    path.write_bytes(content)
    handle = os.open(path, os.O_RDWR)
    assert read_latest(handle) is None
    note_latest(handle, Latest(7))
    assert read_latest(handle) == Latest(7)
    os.close(handle)


# --- an evening that cannot be shown ----------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RecursionError, MemoryError, KeyError, codec.BadState])
def test_an_evening_that_does_not_open_is_put_aside(
    data: Path, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong with the evening that was open last, the service comes up without it, and says so."""

    def fails(*_: object) -> None:
        raise error("deep")

    with opened(data) as log:
        with monkeypatch.context() as patch:
            patch.setattr(codec.StateCodec, "decode_all", fails)
            session = Session(log, GAMES)
        screen = session.screen()
        assert screen.evening is None
        assert "The last evening could not be opened again" in str(screen.notices[0].text)
        session.start("boiler", "Saturday", ["Anna"], {"level": "easy"}, by="Anna")
        assert session.open(log.evenings()[0].id)


def test_a_folder_that_cannot_be_read(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that this user may not read are left alone: they may be whole."""

    def denied(self: Path, *_: object) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(CannotOpen, match="Permission denied"):
        Log(data)


def test_a_disk_that_cannot_read_a_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks that the disk still reads count."""
    path = tmp_path / "a"
    path.write_bytes(b"a" * 4096 + b"b" * 10)

    def broken(self: Path) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", broken)
    assert read_bytes(path) == b"a" * 4096 + b"b" * 10


def test_sqlite_sees_nothing_wrong_afterwards(backed_up: Path) -> None:
    """A database that was put together anew stands its own check."""
    os.truncate(backed_up / "companion.db", 5000)
    with opened(backed_up):
        pass
    with closing(sqlite3.connect(backed_up / "companion.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
