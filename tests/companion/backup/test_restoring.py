"""A backup taken over: checked first, at one stroke, and with a way back."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.api.game import Move
from companion.api.refusals import BadFile, CannotOpen, NotSaved
from companion.backup import restoring
from companion.backup.backup_file import LOG, name_source, opened
from companion.backup.folder import save
from companion.backup.restoring import stage
from companion.session.session import Session
from companion.storage import takeover
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from tests.companion.toy_game import GAME
from web.pairing import Pairing

from .conftest import JPEG
from .test_backup_file import BAD, rewritten

GAMES = {"boiler": GAME}


@pytest.fixture
def new_card(tmp_path: Path) -> Path:
    """A data folder on another card, which a phone has joined and where one evening was begun."""
    data = tmp_path / "new card"
    log = Log(data, durable=False)
    Pairing(log, "654321").join("654321", "Ada", "10.0.0.2")
    Session(log, GAMES).start("boiler", "Another", ["Cleo"], {"level": "easy"}, by="Cleo")
    log.close()
    return data


def seen(data: Path) -> tuple[str, int, int, list[str], bytes | None]:
    """What a start finds there: the open evening, its coal, its entries, who has joined, a picture."""
    log = Log(data, durable=False)
    try:
        session = Session(log, GAMES)
        evening = session.screen().evening
        assert evening is not None
        picture = Pictures(data, log).read("boiler", "D001")
        phones = [one.name for one in Pairing(log, "1").phones()]
        assert log.repairs == ()
        entries = len(log.entries(evening.id))
        return evening.name, session.state().coal, entries, phones, None if picture is None else picture[1]
    finally:
        log.close()


BEFORE = ("Another", 20, 1, ["Ada"], None)
RESTORED = ("Friday", 17, 3, ["Ada"], JPEG)


def test_a_backup_on_a_new_card(backup: Path, new_card: Path) -> None:
    """The evening stands where it stood, with its history; who has joined here stays, and nobody else may come in."""
    held = stage(backup, new_card, GAMES)
    assert [(one.held.name, one.stands is not None) for one in held.evenings] == [("Friday", True)]
    assert seen(new_card) == BEFORE  # told, and nothing changed
    stage(backup, new_card, GAMES)
    takeover.commit(new_card)
    assert seen(new_card) == RESTORED


def test_in_a_folder_that_is_not_there_yet(backup: Path, tmp_path: Path) -> None:
    """A card on which the companion never ran; it goes on with the evening."""
    data = tmp_path / "fresh"
    stage(backup, data, GAMES)
    takeover.commit(data)
    log = Log(data, durable=False)
    session = Session(log, GAMES)
    session.play(Move("fuel", {"coal": 1}), "Anna")
    assert (session.state().coal, log.repairs) == (16, ())
    log.close()


def test_there_and_back(backup: Path, new_card: Path) -> None:
    """What was there before is kept aside, once, and can be had back; and so can what was restored."""
    for _ in range(2):
        stage(backup, new_card, GAMES)
        takeover.commit(new_card)
        assert seen(new_card) == RESTORED
    takeover.back(new_card)
    assert seen(new_card) == RESTORED  # of the first time
    stage(backup, new_card, GAMES)
    takeover.drop(new_card)
    assert len(list(new_card.glob("before-restore-*"))) == 1


def test_back_to_what_was_there(backup: Path, new_card: Path) -> None:
    """Once forth, once back, once forth."""
    stage(backup, new_card, GAMES)
    takeover.commit(new_card)
    assert seen(new_card) == RESTORED
    takeover.back(new_card)
    assert seen(new_card) == BEFORE
    takeover.back(new_card)
    assert seen(new_card) == RESTORED


def test_wrong_reads_and_voices_stay(backup: Path, new_card: Path) -> None:
    """What no backup holds is not touched by one."""
    for name in ("wrong_reads", "voices"):
        (new_card / name).mkdir()
        (new_card / name / "one").write_bytes(b"1")
    stage(backup, new_card, GAMES)
    takeover.commit(new_card)
    assert seen(new_card) == RESTORED
    assert [(new_card / name / "one").read_bytes() for name in ("wrong_reads", "voices")] == [b"1", b"1"]


class Killed(BaseException):
    """The power goes."""


@pytest.fixture
def kill_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], list[int]]]:
    """Ends everything at the so-manieth renaming; the answer counts those that were done."""
    real = Path.rename

    def arm(at: int) -> list[int]:
        done = [0]

        def rename(self: Path, target: Any) -> Path:
            if done[0] == at:
                raise Killed
            done[0] += 1
            return real(self, target)

        monkeypatch.setattr(Path, "rename", rename)
        return done

    yield arm
    monkeypatch.undo()


def test_killed_at_any_moment(
    backup: Path, new_card: Path, tmp_path: Path, kill_at: Callable[[int], list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is called ready, what was there is there; after that, the next start takes it over, however often that
    was ended before."""
    ended = 0
    while True:
        data = tmp_path / f"killed {ended}"
        shutil.copytree(new_card, data)
        kill_at(ended)
        with suppress(Killed):
            stage(backup, data, GAMES)
            takeover.commit(data)
            Log(data, durable=False).close()
            break
        kill_at(1)
        with suppress(Killed):
            Log(data, durable=False).close()
        monkeypatch.undo()
        assert seen(data) == (BEFORE if ended == 0 else RESTORED), ended
        ended += 1
    monkeypatch.undo()
    assert ended > 7  # every file of both sides was moved once
    assert seen(data) == RESTORED


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_backup_changes_nothing(backup: Path, new_card: Path, what: str) -> None:
    """Refused in words, and the folder holds what it held, to the byte."""
    make, why = BAD[what]
    backup.write_bytes(make(backup))
    before = contents(new_card)
    with pytest.raises(BadFile) as refused:
        stage(backup, new_card, GAMES)
    assert why in str(refused.value.text)
    assert contents(new_card) == before


def contents(data: Path) -> dict[str, bytes]:
    return {str(path.relative_to(data)): path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file()}


def test_a_log_with_harmful_words_is_refused(backup: Path, new_card: Path) -> None:
    """A text within texts that would fill any memory, with the right digest, as an attacker makes it."""
    text: Any = {"msgid": "x"}
    for _ in range(30):
        text = {"msgid": "{a}{a}{a}", "args": {"a": text}}

    def change(members: dict[str, bytes]) -> None:
        lines = members[LOG].splitlines(keepends=True)
        entry = next(number for number, line in enumerate(lines) if b'"entries"' in line)
        seq, [row] = msgspec.json.decode(lines[entry][9:])
        row[7] = json.dumps(text)
        payload = msgspec.json.encode((seq, [row]))
        lines[entry] = b"%08x %s\n" % (zlib.crc32(payload), payload)
        members[LOG] = b"".join(lines)
        told = json.loads(members["manifest.json"])
        told["members"][LOG] = {"size": len(members[LOG]), "sha256": hashlib.sha256(members[LOG]).hexdigest()}
        members["manifest.json"] = json.dumps(told).encode()

    backup.write_bytes(rewritten(backup, change))
    with pytest.raises(BadFile, match="does not fit together"):
        stage(backup, new_card, GAMES)
    assert seen(new_card) == BEFORE


def test_no_room(backup: Path, new_card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is wanted and how much there is, before anything is written."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: _Free())
    with pytest.raises(NotSaved, match=r"it needs 21 MB, 3 MB are free. Nothing has changed."):
        stage(backup, new_card, GAMES)
    monkeypatch.undo()
    assert seen(new_card) == BEFORE


class _Free:
    """So much is free."""

    free = 3_000_000


def test_the_disk_fills_meanwhile(backup: Path, new_card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put together so far goes, and what was there stays."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(restoring, "_put_files", full)
    with pytest.raises(NotSaved, match=r"No space left on device.*Nothing has changed"):
        stage(backup, new_card, GAMES)
    assert not (new_card / takeover.PART).exists()
    assert seen(new_card) == BEFORE


def test_a_file_that_is_not_there(tmp_path: Path, new_card: Path) -> None:
    """Said by its name."""
    with pytest.raises(BadFile, match=r"There is no file .*nowhere\.zip"):
        stage(tmp_path / "nowhere.zip", new_card, GAMES)


def test_what_cannot_be_taken_over_is_said(backup: Path, new_card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The companion does not start with half of it; the next start tries again."""
    stage(backup, new_card, GAMES)
    takeover.commit(new_card)

    def fails(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(takeover, "_move", fails)
    with pytest.raises(CannotOpen, match="What was restored cannot be taken over: Input/output error"):
        Log(new_card, durable=False)
    monkeypatch.undo()
    assert seen(new_card) == RESTORED


def test_a_backup_of_a_restored_companion_is_of_the_same_line(backup: Path, new_card: Path, tmp_path: Path) -> None:
    """So that the old card's backups give way to the new one's: both are called by the same random name."""
    stage(backup, new_card, GAMES)
    takeover.commit(new_card)
    log = Log(new_card, durable=False)
    name_source(log)
    again = save(tmp_path / "again.zip", log, new_card, None, 2.0)
    log.close()
    with opened(backup) as first:
        assert again.manifest is not None
        assert again.manifest.source == first.manifest.source
        assert again.manifest.newest >= first.manifest.newest
