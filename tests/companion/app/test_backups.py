"""Backups that are made by themselves, on a clock that the test turns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.api.game import Move
from companion.app.backups import AutomaticBackups
from companion.backup.backup_file import name_source
from companion.backup.desk import BackupDesk, Wanted
from companion.backup.folder import AUTO, OURS, backups_in
from companion.session.session import Session
from companion.status.health import DeviceHealth, HealthBoard
from companion.storage.log import Log
from tests.companion.toy_game import GAME

GAMES = {"boiler": GAME}


class Table:
    """An evening, a stick, and a clock."""

    def __init__(self, data: Path, stick: Path) -> None:
        self.data, self.stick = data, stick
        self.there = True
        self.now = 1_000.0
        self.log = Log(data, durable=False)
        self.session = Session(self.log, GAMES, clock=lambda: self.now)
        self.health = HealthBoard()
        self.begin()

    def begin(self, during_min: int = 10) -> None:
        wanted = Wanted(AUTO, keep=3)
        self.desk = BackupDesk(self.log, self.data, GAMES, wanted, sticks=self.sticks, clock=lambda: self.now)
        self.auto = AutomaticBackups(
            self.desk, self.log, self.session, self.health, during_min, clock=lambda: self.now, quiet_s=60
        )
        name_source(self.log)
        self.desk.on_made(self.auto._was_made)
        self.session.subscribe(self.auto._hear)

    def sticks(self) -> list[Path]:
        return [self.stick] if self.there else []

    def after(self, seconds: float) -> list[str]:
        """What lies on the stick after a look so much later."""
        self.now += seconds
        self.auto.look()
        return sorted(path.name for path in (self.stick / OURS).glob("*"))

    def stands(self) -> DeviceHealth:
        return next(one for one in self.health.health() if one.name == "backup")

    def coal(self) -> None:
        self.session.play(Move("fuel", {"coal": 1}), "Anna")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "stick" / OURS).mkdir(parents=True)
    found = Table(tmp_path / "data", tmp_path / "stick")
    yield found
    found.log.close()


def test_an_evening(table: Table) -> None:
    """At its first look, every ten minutes of it where something was done, and when it is put away; then only that last
    one is left of it, and nothing more comes."""
    table.session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    [first] = table.after(20)
    assert first.endswith("-during.zip")
    table.coal()
    assert table.after(60) == [first]
    [second] = table.after(560)
    assert second != first
    assert table.after(700) == [second]  # nothing was done
    table.coal()
    table.session.close()
    [last] = table.after(1)
    assert "-during" not in last
    assert table.after(10_000) == [last]
    assert str(table.stands().words).startswith("1 backup")


def test_an_evening_that_ends(table: Table) -> None:
    """Its last move makes one; an undo and another end make another."""
    table.session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    table.after(20)
    while table.session.screen().ending is None:
        table.session.correct("heat", 10, "Anna")
    [last] = table.after(1)
    assert "-during" not in last
    table.session.undo("Anna", 1)
    table.after(1)
    table.session.redo("Anna", 1)
    assert len(table.after(1)) == 2


def test_only_after_an_evening(tmp_path: Path, table: Table) -> None:
    """With 0 minutes nothing is made while it goes on."""
    table.begin(during_min=0)
    table.session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    assert table.after(10_000) == []
    table.session.close()
    assert len(table.after(1)) == 1


def test_what_is_told_between_evenings(table: Table) -> None:
    """A note on a card, a calibration: once nothing was written for a minute."""
    table.log.put("card_note", "boiler/D001", "Bent corner")
    assert table.after(1) == []
    assert len(table.after(60)) == 1
    table.log.put("tap", "1", ["a", "b"])
    table.log.put("phone", "1", {"name": "Ada"})
    assert len(table.after(1_000)) == 1  # nothing that a backup holds


def test_a_stick_comes_and_goes(table: Table) -> None:
    """Nobody is bothered before there was one; later its absence is said, with the day of the last backup, and when it
    comes it gets what it lacks."""
    table.there = False
    table.session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    table.after(20)
    assert (table.stands().state, str(table.stands().words)) == ("absent", "No stick for backups is in.")
    table.there = True
    [first] = table.after(20)
    table.there = False
    table.coal()
    table.session.close()
    table.after(20)
    assert table.stands().state == "lost"
    assert "The stick for backups is not in. The last backup is of" in str(table.stands().words)
    table.there = True
    [second] = table.after(20)
    assert second != first
    assert table.stands().state == "ok"


def test_after_a_restart_nothing_is_made_twice(table: Table) -> None:
    """What is on the stick is known by what it holds."""
    table.log.put("card_note", "boiler/D001", "Bent corner")
    table.after(1)
    made = table.after(60)
    table.begin()
    assert table.after(1_000) == made


def test_one_that_fails_is_said_and_tried_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """In two minutes, with what was wrong until then; a tap that succeeds ends it."""
    table.session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    whole = table.stick / OURS
    away = table.stick / "away"
    with monkeypatch.context() as patched:
        patched.setattr("companion.backup.folder.RESERVE", 10**18)
        assert table.after(20) == []
    assert table.stands().state == "trouble"
    assert "There is no room for a backup" in str(table.stands().words)
    assert table.after(60) == []
    assert len(table.after(100)) == 1
    assert table.stands().state == "ok"
    whole.rename(away)
    table.after(1)
    assert table.stands().state == "lost"


def test_its_thread_backs_up_when_an_evening_is_put_away(table: Table) -> None:
    """Without waiting for the next look; stopping waits for it."""
    auto = AutomaticBackups(table.desk, table.log, table.session, table.health, 10, look_s=60)
    auto.start()
    table.session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    table.session.close()
    auto.stop()
    auto.look()
    assert len(backups_in(table.stick / OURS)) == 1
