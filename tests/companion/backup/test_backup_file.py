"""What a backup holds, what it does not, and what is no backup."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.api.game import Move
from companion.api.refusals import BadFile
from companion.backup.backup_file import FORMAT, LEFT_OUT, LOG, MANIFEST, opened, write
from companion.session.session import Session
from companion.storage.log import Log
from companion.storage.reading import LogReader
from companion.storage.tables import EntryRow, KeptRow, Numbered, key_of
from web.pairing import KIND, OWNER_KIND

from .conftest import JPEG


def rows(path: Path) -> list[Numbered]:
    with opened(path) as backup:
        return list(backup.rows())


def test_it_holds_every_row_but_who_may_come_in(backup: Path, log: Log) -> None:
    """Every evening, entry and kept value with the number of its write; no phone, no tap."""
    with log.snapshot() as found:
        there = {key_of(row): (seq, row) for seq, row in found}
    left = {row.kind for _, row in there.values() if isinstance(row, KeptRow)} & LEFT_OUT
    assert left >= {KIND, OWNER_KIND}
    wanted = {key: one for key, one in there.items() if not (isinstance(one[1], KeptRow) and one[1].kind in LEFT_OUT)}
    assert {key_of(row): (seq, row) for seq, row in rows(backup)} == wanted


def test_its_manifest_tells_what_it_holds(backup: Path) -> None:
    """Without unpacking it: one evening with its three entries, a note, a picture, the settings."""
    with opened(backup) as found:
        holds = found.manifest.holds
        assert (found.manifest.format, found.manifest.version) == (FORMAT, 1)
        assert found.pictures() == [name for name in found.manifest.members if name.endswith(".jpg")]
        assert b"".join(found.read(found.pictures()[0])) == JPEG
    [evening] = holds.evenings
    assert (evening.game, evening.name, evening.entries, evening.ended) == ("boiler", "Friday", 3, False)
    assert (holds.notes, holds.pictures, holds.calibrations, holds.settings) == (1, 1, 0, True)


def test_no_secret_is_in_it(backup: Path, log: Log) -> None:
    """Neither the name of a phone nor what is kept of its token, packed or unpacked."""
    [phone] = log.all(KIND).values()
    with zipfile.ZipFile(backup) as zip:
        whole = backup.read_bytes() + b"".join(zip.read(name) for name in zip.namelist())
    assert phone["token_hash"].encode() not in whole
    assert b"Zebedee" not in whole


def test_it_is_of_one_moment(lived_in: Session, log: Log, folder: Path, tmp_path: Path) -> None:
    """While somebody plays on: the entries of an evening are there up to one of them, and none after it."""
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set():
            lived_in.correct("heat", 3, "Anna")
            lived_in.correct("heat", 4, "Anna")

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            path = tmp_path / f"{number}.zip"
            with path.open("w+b") as file:
                newest = write(file, log, folder, None, 1.0).newest
            found = [row for _, row in rows(path) if isinstance(row, EntryRow)]
            assert [row.number for row in found] == list(range(1, len(found) + 1))
            assert newest <= log.newest
    finally:
        stop.set()
        player.join()


def test_it_can_be_made_beside_a_running_companion(lived_in: Session, folder: Path, tmp_path: Path) -> None:
    """By somebody who only reads the data folder, which the companion has to itself."""
    path = tmp_path / "beside.zip"
    with path.open("w+b") as file:
        write(file, LogReader(folder), folder, None, 1.0)
    lived_in.play(Move("fuel", {"coal": 1}), "Anna")
    assert sum(isinstance(row, EntryRow) for _, row in rows(path)) == 3


# --- what is no backup ------------------------------------------------------------------------------------------------


def rewritten(path: Path, change: Callable[[dict[str, bytes]], object]) -> bytes:
    """The file with other members, its manifest as it was unless that is changed too."""
    with zipfile.ZipFile(path) as zip:
        members = {name: zip.read(name) for name in zip.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zip:
        for name, data in members.items():
            zip.writestr(name, data)
    return path.read_bytes()


def of_a_newer_zip(path: Path) -> bytes:
    """The file as if reading it took version 25.5 of the zip format, by the directory at its end."""
    listed = b"PK\x01\x02"
    before, *entries = path.read_bytes().split(listed)
    return listed.join([before, *(entry[:2] + b"\xff\0" + entry[4:] for entry in entries)])


def manifest(**fields: object) -> Callable[[dict[str, bytes]], object]:
    """A change of the manifest."""

    def change(members: dict[str, bytes]) -> None:
        members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), **fields}).encode()

    return change


def bomb(members: dict[str, bytes]) -> None:
    """A log of 50 MB that packs to 50 kB."""
    members[LOG] = bytes(50_000_000)
    told = json.loads(members[MANIFEST])
    told["members"][LOG]["size"] = len(members[LOG])
    members[MANIFEST] = json.dumps(told).encode()


def backwards(members: dict[str, bytes]) -> None:
    members[LOG] = members[LOG][::-1]


def nested(members: dict[str, bytes]) -> None:
    members[MANIFEST] = b"[" * 100_000


def put(**members: bytes) -> Callable[[dict[str, bytes]], object]:
    """A change of members; `up` stands for a way out of the folder."""
    return lambda before: before.update({OUT.get(name, name): data for name, data in members.items()})


OUT = {"up": "../../x", "root": "/etc/x", "hidden": "pictures/../x.jpg", "more": "pictures/a/b.jpg"}
BAD: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "nothing": (lambda path: b"", "cut short"),
    "a picture": (lambda path: JPEG * 500, "not a backup that the companion made"),
    "one evening": (lambda path: b'{\n "format": "table-companion evening",', "Evenings, Import"),
    "half of it": (lambda path: path.read_bytes()[: path.stat().st_size // 2], "cut short"),
    "all but its end": (lambda path: path.read_bytes()[:-30], "cut short"),
    "only zeros": (lambda path: bytes(5000), "cut short"),
    "packed by a newer zip": (of_a_newer_zip, "damaged or was cut short"),
    "another zip": (lambda path: rewritten(path, lambda members: members.pop(MANIFEST)), "not a backup"),
    "a foreign manifest": (lambda path: rewritten(path, manifest(format="else")), "not a backup"),
    "a nested manifest": (lambda path: rewritten(path, nested), "damaged (manifest.json)"),
    "a newer one": (lambda path: rewritten(path, manifest(version=2, program="9.1")), "newer version of the companion"),
    "a newer log": (lambda path: rewritten(path, manifest(log_version=2)), "newer version"),
    "no log": (lambda path: rewritten(path, lambda members: members.pop(LOG)), "damaged (manifest.json)"),
    "another log": (lambda path: rewritten(path, backwards), "(log.journal)"),
    "a way out": (lambda path: rewritten(path, put(up=b"")), "it holds “../../x”"),
    "a root": (lambda path: rewritten(path, put(root=b"")), "it holds “/etc/x”"),
    "a hidden way out": (lambda path: rewritten(path, put(hidden=b"")), "it holds “pictures/../x.jpg”"),
    "a bomb": (lambda path: rewritten(path, bomb), "larger than any backup"),
    "more than it says": (lambda path: rewritten(path, put(more=b"")), "damaged (manifest.json)"),
}


def read_whole(path: Path) -> None:
    with opened(path) as found:
        for name in found.manifest.members:
            b"".join(found.read(name))


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_backup_is_refused_in_words(backup: Path, what: str) -> None:
    """One sentence that says what is wrong with it, before anything of it is believed."""
    make, why = BAD[what]
    backup.write_bytes(make(backup))
    with pytest.raises(BadFile) as refused:
        read_whole(backup)
    assert why in str(refused.value.text)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_twice_is_refused(backup: Path) -> None:
    """Of two files under one name nobody could tell which is meant."""
    with zipfile.ZipFile(backup, "a") as zip:
        zip.writestr(LOG, b"")
    with pytest.raises(BadFile), opened(backup):
        pass


def test_a_torn_byte_is_noticed_anywhere(backup: Path) -> None:
    """Wherever one byte is another: refused, or everything that was there is read as it was."""
    whole = backup.read_bytes()
    before = rows(backup)
    for at in range(0, len(whole), max(1, len(whole) // 150)):
        torn = bytearray(whole)
        torn[at] ^= 0x55
        backup.write_bytes(torn)
        try:
            assert rows(backup) == before, at
        except BadFile:
            continue
