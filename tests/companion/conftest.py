"""A log and a session on the toy game, each in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.session.session import Session
from companion.storage.log import Log

from .toy_game import GAME


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def log(folder: Path) -> Iterator[Log]:
    log = Log(folder, durable=False)
    yield log
    log.close()


@pytest.fixture
def session(log: Log) -> Session:
    """A session without an open evening, whose clock stands at noon."""
    return Session(log, {"boiler": GAME}, clock=lambda: 43_200.0)


@pytest.fixture
def evening(session: Session) -> Session:
    """The session with an evening of the toy game just begun: 20 coal, heat 0."""
    session.start("boiler", "Friday", ["Anna", "Bert"], {"level": "easy"}, by="Anna")
    return session
