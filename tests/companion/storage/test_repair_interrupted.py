"""Crashes, full disks and disks that only read, in the midst of a repair."""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from companion.api.refusals import NotSaved
from companion.session.session import Session
from companion.storage import repair
from companion.storage.log import Log

from .torn_files import GAMES, STEPS, TORN, Crash, crashing, full, goes_on, numbers, opened, said


@pytest.mark.parametrize("torn", TORN)
def test_a_crash_at_any_moment_of_a_repair(backed_up: Path, torn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was done of a repair when the power went, the next start comes to the same end."""
    TORN[torn](backed_up)
    with opened(Path(shutil.copytree(backed_up, backed_up.with_name("whole")))) as log:
        wanted = numbers(log)
    assert len(wanted) >= STEPS - 1
    for moment in range(100):
        folder = Path(shutil.copytree(backed_up, backed_up.with_name(f"crash{moment}")))
        with monkeypatch.context() as patch:
            crashed = crashing(patch, moment)
            with suppress(Crash):
                Log(folder, durable=False).close()
        with opened(folder) as log:
            assert numbers(log) == wanted, moment
            assert Session(log, GAMES).state().coal == STEPS
        if not crashed():
            assert moment > 3
            return
    raise AssertionError("it never came to an end")


def test_no_room_to_mend(backed_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk everything is there to be read, every tap is refused in words, no file is touched; with room
    again it is mended while running."""
    os.truncate(backed_up / "companion.db", 5000)
    before = {path.name: path.read_bytes() for path in backed_up.iterdir() if path.suffix not in (".lock", ".db-shm")}
    with monkeypatch.context() as patch:
        patch.setattr(repair, "_sync", full)
        log = Log(backed_up, durable=False)
        session = Session(log, GAMES)
        assert session.state().coal == STEPS
        with pytest.raises(NotSaved, match="disk is full"):
            session.correct("coal", 7, "Anna")
        trouble = log.trouble()
        assert trouble is not None
        assert "full" in str(trouble.words)
        assert {name: (backed_up / name).read_bytes() for name in before} == before
    assert log.trouble() is None
    session.correct("coal", 7, "Anna")
    log.close()
    goes_on(backed_up, coal=7)


def test_a_disk_that_only_reads(backed_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the folder read-only the evening is shown all the same, and it is said that nothing can be saved."""

    def readonly(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(repair, "connect", readonly)
        log = Log(backed_up, durable=False)
        session = Session(log, GAMES)
        assert session.state().coal == STEPS
        with pytest.raises(NotSaved, match="cannot be written"):
            session.undo("Anna")
    log.close()
    goes_on(backed_up, coal=STEPS)


def test_no_room_for_a_backup(backed_up: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sound database is used although no new backup can be made, and that is said."""
    (backed_up / "companion.backup").write_bytes(b"")
    with monkeypatch.context() as patch:
        patch.setattr(repair, "renew", full)
        with opened(backed_up) as log:
            assert "No new backup copy could be made" in said(log)
            Session(log, GAMES).correct("coal", 7, "Anna")
    with opened(backed_up) as log:
        assert Session(log, GAMES).state().coal == 7
        assert "The backup copy was damaged; a new one was made" in said(log)
