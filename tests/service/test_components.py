"""The service is made of components: making it starts nothing, and what fails while starting ends the rest."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from companion.app.service import Service
from companion.app.settings import Settings
from companion.storage.log import Log
from hardware.players import RememberingPlayer


def made(folder: Path, **more: int) -> Service:
    return Service(Settings(), data=folder, simulate=True, player=RememberingPlayer(), code="123456", **more)


def names() -> set[str]:
    return {one.name for one in threading.enumerate()}


def test_making_a_service_starts_nothing(tmp_path: Path) -> None:
    """No thread, no port, no socket, no device; and stopping it lets go of the data folder."""
    before = names()
    service = made(tmp_path / "data", port=0)
    assert {name for name in names() - before if not name.startswith("journal")} == set()
    assert service.server is None
    assert service.fakes.drawer is None
    assert service.fakes.press is None
    assert not (tmp_path / "data" / "control").exists()
    service.stop()
    Log(tmp_path / "data", durable=False).close()


def test_a_part_that_fails_ends_those_before_it(tmp_path: Path) -> None:
    """The port is taken, which is found last: everything that was started ends, and the data folder is free again."""
    before = names()
    with socket.create_server(("0.0.0.0", 0)) as taken:
        service = made(tmp_path / "data", port=taken.getsockname()[1])
        with pytest.raises(OSError, match="in use"):
            service.start()
    assert names() - before == set()
    assert not (tmp_path / "data" / "control").exists()
    Log(tmp_path / "data", durable=False).close()


def test_a_stop_is_enough_twice(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Stopped again, there is nothing to end, and nothing is closed a second time."""
    service = made(tmp_path / "data", port=0)
    service.start()
    service.stop()
    service.stop()
    assert "did not end well" not in caplog.text
