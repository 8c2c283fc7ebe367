"""An evening of the toy game in a data folder, backed up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.api.game import Move
from companion.backup.backup_file import name_source
from companion.backup.folder import save
from companion.session.session import Session
from companion.storage.log import Log
from companion.storage.pictures import Pictures
from web.pairing import Pairing

JPEG = b"\xff\xd8 a picture of a card \xff\xd9"
Change = Callable[[bytes], bytes]


@pytest.fixture
def lived_in(evening: Session, log: Log, folder: Path) -> Session:
    """Some steps, a note, a picture, a phone that has joined."""
    evening.play(Move("fuel", {"coal": 2}), "Anna")
    evening.play(Move("fuel", {"coal": 1}), "Anna")
    log.put("card_note", "boiler/D001", "Bent corner")
    Pictures(folder, log, durable=False).add("boiler", "D001", JPEG, 4, 3)
    Pairing(log, "123456").join("123456", "Zebedee", "10.0.0.1")
    name_source(log)
    return evening


@pytest.fixture
def backup(lived_in: Session, log: Log, folder: Path, tmp_path: Path) -> Path:
    """A backup of it."""
    return save(tmp_path / "backup.zip", log, folder, b'language = "pl"\n', 1_790_000_000.0).path
