"""A backup of each version of the format opens, with all that it held."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.app.settings import read_settings
from companion.backup.restoring import stage
from companion.library.cards import Library
from companion.library.registry import FOLDER, find_games
from companion.scanner.check_history import CheckHistory
from companion.session.session import Session
from companion.storage import takeover
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from web.pairing import Pairing

from .make import IN_BACKUP, NOTE, picture

BACKUPS = sorted((Path(__file__).parent / "backups").glob("format-*.zip"))


@pytest.mark.parametrize("path", BACKUPS, ids=lambda path: path.stem)
def test_a_stored_backup_opens(path: Path, tmp_path: Path) -> None:
    """Five evenings, one of them removed from the list and one open after an undo; facts, a note, a photograph, a
    calibration and the settings; and no phone."""
    data, games = tmp_path / "data", find_games()
    held = stage(path, data, games)
    assert {one.held.name for one in held.evenings} == {name.partition("/")[2] for name in IN_BACKUP}
    assert [one.held.name for one in held.evenings if one.stands is None] == ["first_steps"]  # taken out of the list
    takeover.commit(data)
    log = Log(data, durable=False)
    session = Session(log, games)
    assert [one.name for one in session.evenings(forgotten=True)] == ["first_steps"]
    screen = session.screen()
    assert screen.evening is not None
    assert (screen.evening.name, screen.evening.game, screen.can_redo) == ("two_rounds", "turris", 2)
    assert [step.kind for step in screen.history[:2]] == ["undo", "move"]
    session.redo("Anna", 2)
    assert len(session.told("frostpunk")) == held.manifest.holds.boards["frostpunk"] > 100
    library = Library.load(FOLDER / "frostpunk", log, Pictures(data, log))
    assert library.note("D000") == NOTE
    assert (Pictures(data, log).read("frostpunk", "D000") or (None, b""))[1] == picture("D000")
    assert log.get("calibration", "id-1") is not None or log.all("calibration")
    assert CheckHistory(log).all()
    assert read_settings((data / takeover.SETTINGS).read_text(encoding="utf-8")).language == "pl"
    assert Pairing(log, "123456").phones() == []
    assert log.repairs == ()
    log.close()
    shutil.rmtree(data)
