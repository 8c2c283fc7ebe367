"""The folder that backups go to: only whole ones, so many of them, and a stick that is full, torn out or not in."""

from __future__ import annotations

import errno
import os
import resource
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.api.game import Move
from companion.api.refusals import NotSaved
from companion.backup import folder as backup_folder
from companion.backup.folder import AUTO, OURS, Kind, NoFolder, backups_in, folder_of, put, save, usb_sticks
from companion.session.session import Session
from companion.storage.log import Log

NOON = 1_790_000_000.0


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    found = tmp_path / "stick"
    found.mkdir()
    return found


class Table:
    """An evening that goes on, and backups of it."""

    def __init__(self, session: Session, log: Log, data: Path, stick: Path) -> None:
        self.session, self.log, self.data, self.stick = session, log, data, stick
        self.now = NOON

    def back_up(self, keep: int = 3, during: bool = False) -> str:
        """The name of the new one."""
        self.session.correct("heat", int(self.now) % 7, "Anna")
        self.now += 60
        return put(self.stick, self.log, self.data, None, Kind(keep, during), self.now).path.name

    def names(self) -> list[str]:
        return sorted(path.name for path in self.stick.iterdir())


@pytest.fixture
def table(lived_in: Session, log: Log, folder: Path, stick: Path) -> Table:
    return Table(lived_in, log, folder, stick)


def test_so_many_are_kept(table: Table) -> None:
    """The newest three of four; whatever else lies on the stick stays."""
    (table.stick / "holiday.jpg").write_bytes(b"1")
    (table.stick / "table-companion-of-mine.zip").write_bytes(b"1")
    made = [table.back_up() for _ in range(4)]
    assert set(table.names()) == {*made[1:], "holiday.jpg", "table-companion-of-mine.zip"}


def test_one_of_an_evening_gives_way_to_the_next(table: Table) -> None:
    """During an evening there is one more than are kept; after it none of it is left."""
    first = table.back_up()
    table.back_up(during=True)
    second = table.back_up(during=True)
    assert set(table.names()) == {first, second}
    third = table.back_up()
    assert set(table.names()) == {first, third}


def test_a_clock_that_goes_back(table: Table) -> None:
    """The clock of a Pi may start anywhere: the one with the fewest writes is the oldest, and the new one stays."""
    made = [table.back_up() for _ in range(3)]
    table.now = 100.0
    newest = table.back_up()
    assert set(table.names()) == {*made[1:], newest}
    assert "-1970" in newest


def test_another_companions_stay(table: Table, tmp_path: Path) -> None:
    """Two may share a stick; each lets go of its own only."""
    other = Log(tmp_path / "other", durable=False)
    other.put("backup_source", "id", "00c0ffee")
    name = put(table.stick, other, tmp_path / "other", None, Kind(1), NOON).path.name
    other.close()
    made = [table.back_up(keep=1) for _ in range(2)]
    assert set(table.names()) == {name, made[1]}


def test_damaged_ones_are_told_and_go_first(table: Table) -> None:
    """They are listed last, with what is wrong; a whole one never goes for them."""
    made = [table.back_up() for _ in range(3)]
    path = table.stick / made[1]
    path.write_bytes(path.read_bytes()[:100])
    found = backups_in(table.stick)
    assert [one.path.name for one in found] == [made[2], made[0], made[1]]
    assert "cut short" in str(found[-1].wrong)
    newest = table.back_up()
    assert set(table.names()) == {made[0], made[2], newest}


@pytest.fixture
def no_file_larger() -> Iterator[Any]:
    """The system lets no file grow beyond so many bytes, as a full stick does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 100, 700, 1500])
def test_a_full_stick(table: Table, no_file_larger: Any, size: int) -> None:
    """Said in one sentence; what was there is there, and nothing else."""
    before = [table.back_up()]
    table.session.correct("heat", 1, "Anna")
    no_file_larger(size)
    with pytest.raises(NotSaved, match=r"There is no room for a backup in .*stick\. Make room there"):
        put(table.stick, table.log, table.data, None, Kind(), NOON)
    assert table.names() == before


def test_room_is_made_but_the_newest_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is little room the oldest go first, never the last whole one; and some always stays free."""
    made = [table.back_up() for _ in range(3)]

    def usage(_: Path) -> Any:
        return type("Usage", (), {"free": 4_000_000 * (4 - len(table.names()))})

    monkeypatch.setattr(shutil, "disk_usage", usage)
    newest = table.back_up()
    assert table.names() == sorted([made[2], newest])
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 1_000}))
    with pytest.raises(NotSaved, match="no room"):
        table.back_up()
    assert table.names() == [newest]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EROFS, "is read-only"),
        (errno.EACCES, "cannot be written"),
        (errno.EIO, "did not come about"),
        (errno.ENODEV, "Put the stick in"),
    ],
)
@pytest.mark.parametrize("at", range(4))
def test_a_stick_that_goes_away(table: Table, monkeypatch: pytest.MonkeyPatch, code: int, words: str, at: int) -> None:
    """Read-only, failing, pulled, at whichever moment: one sentence, and no torn file under a backup's name."""
    before = [table.back_up()]

    def fails(*_: object, **__: object) -> Any:
        raise OSError(code, os.strerror(code))

    owner, name = [(os, "open"), (os, "fsync"), (Path, "rename"), (backup_folder, "_make_room")][at]
    with monkeypatch.context() as pulled:
        pulled.setattr(owner, name, fails)
        with pytest.raises(NotSaved, match=words):
            put(table.stick, table.log, table.data, None, Kind(), NOON)
    assert [name for name in table.names() if name.endswith(".zip")] == before
    assert table.back_up() in table.names()


def test_what_a_kill_left_behind_goes_with_the_next(table: Table) -> None:
    """A half-written one has no backup's name, and is gone after the next."""
    (table.stick / ".table-companion.part").write_bytes(b"half")
    assert backups_in(table.stick) == []
    assert table.names() != [table.back_up()]
    assert len(table.names()) == 1


def test_a_file_of_ones_own_is_replaced_whole(table: Table, no_file_larger: Any) -> None:
    """`save` leaves the older one where the new one does not come about."""
    path = table.stick / "mine.zip"
    save(path, table.log, table.data, None)
    before = path.read_bytes()
    table.session.play(Move("fuel", {"coal": 1}), "Anna")
    no_file_larger(500)
    with pytest.raises(NotSaved):
        save(path, table.log, table.data, None)
    assert path.read_bytes() == before
    assert table.names() == ["mine.zip"]


# --- which folder -----------------------------------------------------------------------------------------------------


def test_a_stick_is_marked_by_a_folder(tmp_path: Path) -> None:
    """Nothing is written to a stick that nobody meant for it."""
    holiday, marked = tmp_path / "holiday", tmp_path / "marked"
    holiday.mkdir()
    (marked / OURS).mkdir(parents=True)
    assert folder_of(AUTO, tmp_path, False, lambda: [holiday]) is None
    assert folder_of(AUTO, tmp_path, False, lambda: [holiday, marked]) == marked / OURS
    assert folder_of("", tmp_path, False, lambda: [marked]) is None


def test_an_empty_place_for_a_stick_is_no_stick(tmp_path: Path) -> None:
    """Where nothing is mounted, the folder is on the card of the evenings: it would die with them."""
    with pytest.raises(NoFolder, match="is not there"):
        folder_of(str(tmp_path / "media"), tmp_path, False, list)
    (tmp_path / "media").mkdir()
    with pytest.raises(NoFolder, match=r"There is no stick in .*media: it is on the same disk as the evenings\."):
        folder_of(str(tmp_path / "media"), tmp_path, False, list)
    assert folder_of(str(tmp_path / "media"), tmp_path, True, list) == tmp_path / "media"


def test_sticks_are_found_by_how_they_are_plugged_in(tmp_path: Path) -> None:
    """A USB stick with a space in its name; not the card, nor what lies in memory."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 179:2 / / rw - ext4 /dev/mmcblk0p2 rw\n"
        "30 22 8:1 / /media/pi/MY\\040STICK rw,nosuid shared:1 - vfat /dev/sda1 rw\n"
        "31 22 0:5 / /tmp rw - tmpfs tmpfs rw\n"
    )
    blocks, devices = tmp_path / "block", tmp_path / "devices"
    blocks.mkdir()
    for name, where in (("sda1", "pci/usb1/1-1/sda/sda1"), ("mmcblk0p2", "mmc/mmcblk0/mmcblk0p2")):
        (devices / where).mkdir(parents=True)
        (devices / where / "partition").write_text("1")
        (blocks / name).symlink_to(devices / where)
    assert usb_sticks(mounts, blocks) == [Path("/media/pi/MY STICK")]
    assert usb_sticks(tmp_path / "none", blocks) == []
    mounts.write_text(f"{mounts.read_text()}40 1 8:2 / / rw - ext4 /dev/sda2 rw\n")  # the system runs from that disk
    (devices / "pci/usb1/1-1/sda/sda2").mkdir()
    (devices / "pci/usb1/1-1/sda/sda2/partition").write_text("2")
    (blocks / "sda2").symlink_to(devices / "pci/usb1/1-1/sda/sda2")
    assert usb_sticks(mounts, blocks) == []


def test_a_stick_that_is_mounted_for_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said, and not taken for none; a stick that fails while it is looked at holds nothing."""

    def forbidden(*_: object, **__: object) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as shut:
        shut.setattr(Path, "is_dir", forbidden)
        shut.setattr(os, "access", lambda *_: False)
        with pytest.raises(NoFolder, match="A stick is in, but this user may not read it: /media/pi/STICK"):
            folder_of(AUTO, tmp_path, False, lambda: [Path("/media/pi/STICK")])
        shut.setattr(Path, "glob", forbidden)
        assert backups_in(Path("/media/pi/STICK")) == []
