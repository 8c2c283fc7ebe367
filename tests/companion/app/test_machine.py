"""What people are told of the machine: nothing while it is well, else one line and what to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.api.game import Move
from companion.app.machine import MachineWatch
from companion.session.session import Session
from companion.status.health import DeviceHealth, HealthBoard
from companion.storage.log import Log
from hardware.machine import HOT, THROTTLED, UNDERVOLTED, Machine

WELL = Machine(temperature_c=60.0, power=0, disk_free=20_000_000_000, disk_size=32_000_000_000, disk_errors=0)
NOW = 1_795_000_000.0


def told(machine: Machine, log: Log, folder: Path, now: float = NOW) -> DeviceHealth | None:
    health = HealthBoard()
    MachineWatch(folder, log, health, lambda: machine, lambda: now).look()
    return next(iter(health.health()), None)


def test_what_is_well_is_not_told(log: Log, folder: Path) -> None:
    """Also where nothing is known."""
    assert told(WELL, log, folder) is None
    assert told(Machine(), log, folder) is None


@pytest.mark.parametrize(
    ("changes", "words", "how"),
    [
        ({"disk_errors": 2}, "The card has failed 2 times", "Back up now"),
        ({"power": UNDERVOLTED}, "power supply is too weak", "power supply made for this Pi"),
        ({"temperature_c": 83.4}, "too hot (83 °C)", "Give it air"),
        ({"power": HOT}, "too hot (60 °C)", "Give it air"),
        ({"power": THROTTLED}, "works slower", "power supply"),
        ({"disk_free": 200_000_000}, "nearly full: 200 MB are free", "Make room"),
    ],
)
def test_what_is_wrong_is_one_line(log: Log, folder: Path, changes: dict[str, float], words: str, how: str) -> None:
    """With what to do."""
    found = told(replace(WELL, **changes), log, folder)
    assert found is not None
    assert found.state == "trouble"
    assert words in str(found.words)
    assert how in str(found.what_to_do)


def test_what_was_earlier_is_no_trouble(log: Log, folder: Path) -> None:
    """A voltage that dipped once is told without alarm."""
    found = told(replace(WELL, power=UNDERVOLTED << 16), log, folder)
    assert found is not None
    assert found.state == "ok"


def test_several_at_once(log: Log, folder: Path) -> None:
    """The worst is the line, the others stand in the figures; well again, it goes."""
    health = HealthBoard()
    machine = replace(WELL, disk_errors=1, temperature_c=90.0)
    watch = MachineWatch(folder, log, health, lambda: machine, lambda: NOW)
    watch.look()
    [found] = health.health()
    assert str(found.words).startswith("The card has failed 1 time")
    assert len(found.figures) == 1
    machine = WELL
    watch.look()
    assert health.health() == ()


def test_a_clock_that_was_never_set(evening: Session, log: Log, folder: Path) -> None:
    """Before this program was written, or before what was played last: it is wrong, whoever says so."""
    for now in (0.0, 1_700_000_000.0):
        found = told(WELL, log, folder, now)
        assert found is not None
        assert "The clock is wrong: it says" in str(found.words)
    later = Session(log, evening._open_evening.games, clock=lambda: NOW + 86_400.0)
    later.play(Move("fuel", {"coal": 1}), "Anna")
    assert told(WELL, log, folder) is not None
    assert told(WELL, log, folder, NOW + 86_500.0) is None
