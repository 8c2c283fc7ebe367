"""Timers of a turn and of an evening, by a clock that is turned by hand."""

from __future__ import annotations

import time
from typing import Any

import pytest

from companion.api.game import Prompt
from companion.api.text import T
from companion.session.screen import Evening, Screen
from companion.status.timers import Timers


class Kept(dict[tuple[str, str], Any]):
    """A store in memory."""

    def get(self, kind: str, key: str) -> Any:  # type: ignore[override]
        return super().get((kind, key))

    def put(self, kind: str, key: str, value: Any) -> None:
        self[kind, key] = value


class Table:
    """Timers, their clock, and whose turn it is."""

    def __init__(self, store: Kept) -> None:
        self.now = 1000.0
        self.timers = Timers(store, lambda: self.now)  # type: ignore[arg-type]

    def turn(self, seat: int | None, evening: str = "1", ending: bool = False) -> None:
        prompt = Prompt(name="turn", do=T("Go on."), offers=(), seat=seat)
        played = Evening(evening, "Friday", "boiler", ("Ada", "Ben"), 0.0)
        over = T("It is over.") if ending else None
        self.timers.follow(Screen(version=1, evening=played, prompts=(prompt,), ending=over))

    def seconds(self) -> tuple[float, float]:
        state = self.timers.state()
        return state.turn_s, state.evening_s


@pytest.fixture
def table() -> Table:
    return Table(Kept())


def test_a_turn_begins_when_it_becomes_anothers(table: Table) -> None:
    """Ben's turn counts from its own beginning, the evening from its; a second question to Ben begins nothing."""
    table.turn(0)
    table.now += 60
    table.turn(1)
    table.now += 20
    table.turn(1)
    assert table.seconds() == (20, 80)


def test_while_it_waits_no_time_goes_by(table: Table) -> None:
    """Half a minute of turn, ten minutes of a pause, five seconds more: thirty-five."""
    table.turn(0)
    table.now += 30
    table.timers.set(paused=True)
    table.now += 600
    assert table.seconds() == (30, 30)
    table.timers.set(paused=False)
    table.now += 5
    assert table.seconds() == (35, 35)


def test_a_turn_that_begins_in_a_pause_begins_at_nothing(table: Table) -> None:
    """The table went on without the timer: the next turn has its whole time."""
    table.turn(0)
    table.now += 30
    table.timers.set(paused=True)
    table.now += 100
    table.turn(1)
    assert table.seconds() == (0, 30)
    table.timers.set(paused=False)
    table.now += 7
    assert table.seconds() == (7, 37)


def test_another_evening_begins_anew(table: Table) -> None:
    """Neither its turns nor its pause have anything to do with the last one's."""
    table.turn(0)
    table.timers.set(paused=True)
    table.now += 100
    table.turn(0, evening="2")
    table.now += 3
    assert (table.seconds(), table.timers.state().paused) == ((3, 3), False)


def test_nothing_runs_when_it_is_over(table: Table) -> None:
    """An evening that has ended, or none, has no time."""
    table.turn(0)
    table.turn(0, ending=True)
    table.now += 50
    assert (table.seconds(), table.timers.state().running) == ((0, 0), False)


def test_an_end_that_is_taken_back_ended_nothing(table: Table) -> None:
    """Somebody tapped the end by mistake: the evening is as long as it was, and a minute longer."""
    table.turn(0)
    table.now += 600
    table.turn(0, ending=True)
    table.now += 60
    table.turn(0)
    assert table.seconds() == (0, 660)


def test_a_date_that_is_put_right_takes_nobodys_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi without a clock of its own is told the date in the middle of an evening: no turn is two days long."""
    timers = Timers(Kept())  # type: ignore[arg-type]
    evening = Evening("1", "Friday", "boiler", ("Ada", "Ben"), 0.0)
    timers.follow(Screen(version=1, evening=evening))
    later = time.time() + 2 * 86400
    monkeypatch.setattr(time, "time", lambda: later)
    state = timers.state()
    assert (state.turn_s < 3600, state.evening_s < 3600, state.at) == (True, True, later)


def test_what_was_wished_is_kept() -> None:
    """After a restart the limits are the same; what is broken in the store means no timer."""
    store = Kept()
    Table(store).timers.set(turn_min=3, evening_min=120)
    state = Table(store).timers.state()
    assert (state.turn_min, state.evening_min) == (3, 120)
    store["timers", "wished"] = {"turn_min": "soon"}
    assert Table(store).timers.state().turn_min == 0
