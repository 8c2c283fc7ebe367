"""One evening: starting, moves, and what is refused."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from companion.api.game import IllegalMove, Move
from companion.api.refusals import BadMove, NotSaved
from companion.session.screen import Update
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME, Boiler, fuel_move, labels, reopened


def test_begins_with_nothing_open(session: Session) -> None:
    """Before the first evening the screen is empty and a move is refused."""
    assert session.screen().evening is None
    assert session.screen().version == 0
    with pytest.raises(BadMove, match="No evening is open"):
        session.play(fuel_move(1), "Anna")


def test_start_shows_the_evening(evening: Session) -> None:
    """A new evening is open, with its players, its first prompt and its start in the history."""
    screen = evening.screen()
    assert screen.evening is not None
    assert (screen.evening.name, screen.evening.game, screen.evening.players) == ("Friday", "boiler", ("Anna", "Bert"))
    assert screen.evening.started == 43_200.0
    assert [prompt.name for prompt in screen.prompts] == ["fuel"]
    assert labels(evening) == ["Anna: Began with 2 players"]
    assert (screen.can_undo, screen.can_redo, screen.ending) == (0, 0, None)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "no game called “chess”"),
        ({"game": 3}, "no game called “3”"),
        ({"name": ""}, "“Name of the evening” is empty"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"players": []}, "for 1 to 4 players, not 0"),
        ({"players": ["A", "B", "C", "D", "E"]}, "for 1 to 4 players, not 5"),
        ({"players": "Anna"}, "list of names"),
        ({"players": ["Anna", " "]}, "“Name of a player” is empty"),
        ({"players": ["Anna", "x" * 41]}, "at most 40 characters"),
        ({"players": ["Anna", "anna"]}, "same name"),
        ({"choices": {}}, "“Level” is missing"),
        ({"choices": {"level": "mild"}}, "not one of the answers to “Level”"),
        ({"choices": {"level": "easy", "extra": 1}}, "Nothing called “extra”"),
        ({"by": ""}, "“Name” is empty"),
    ],
)
def test_bad_start_is_refused(session: Session, changes: dict[str, Any], sentence: str) -> None:
    """An evening that cannot be started is refused in words, and none is kept."""
    wanted: dict[str, Any] = {"game": "boiler", "name": "Friday", "players": ["Anna"], "choices": {"level": "easy"}}
    with pytest.raises(BadMove, match=sentence):
        session.start(**{**wanted, "by": "Anna", **changes})
    assert session.evenings() == []


def test_move_changes_the_state(evening: Session) -> None:
    """A move is played, told in the history with who and when, and its facts are kept."""
    screen = evening.play(fuel_move(2), "Bert", seen=evening.screen().version)
    assert evening.state() == Boiler(players=("Anna", "Bert"), coal=18, heat=2, fuelled=2, limits={"danger": 8})
    step = screen.history[0]
    assert (step.number, step.kind, step.by, step.at) == (2, "move", "Bert", 43_200.0)
    assert str(step.label) == "Fuelled with 2 coal"
    assert [(fact.name, fact.args) for fact in step.facts] == [("coal_burnt", {"coal": 2})]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("fly"), "no move called “fly”"),
        (Move("correct", {"name": "coal", "value": 3}), "no move called “correct”"),
        (Move("fuel"), "“Coal” is missing"),
        (Move("fuel", {"coal": True}), "“Coal” must be a whole number"),
        (Move("fuel", {"coal": 6}), "“Coal” must be from 1 to 5"),
        (Move("fuel", {"coal": 1, "wood": 1}), "Nothing called “wood”"),
        (Move("crash"), "made a mistake"),
        (Move("spoil"), "made a mistake"),
    ],
)
def test_bad_move_changes_nothing(
    evening: Session, log: Log, move: Move, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A move that does not fit, or that the game fails at, is refused in words and changes nothing."""
    before = evening.screen()
    heard: list[Update] = []
    evening.subscribe(heard.append)
    with pytest.raises(BadMove, match=sentence):
        evening.play(move, "Anna")
    assert evening.screen() == before
    assert heard == []
    assert reopened(log).screen() == before


def test_forbidden_move_names_the_page(evening: Session) -> None:
    """A move that the rules forbid comes through with its sentence and page, and changes nothing."""
    evening.correct("coal", 1, "Anna")
    before = evening.screen()
    with pytest.raises(IllegalMove, match="only 1 coal left") as caught:
        evening.play(fuel_move(2), "Anna")
    assert (caught.value.page, caught.value.rule) == (3, "fuel")
    assert evening.screen() == before


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_full_disk_refuses_the_move(evening: Session, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk a move is refused and nobody hears of it; with room again play goes on where it stood."""
    heard: list[Update] = []
    evening.subscribe(heard.append)
    before = evening.screen()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(NotSaved, match="disk is full"):
            evening.play(fuel_move(1), "Anna")
    assert evening.screen() == before
    assert heard == []
    evening.play(fuel_move(2), "Anna")
    assert reopened(log).state().coal == 18


def test_session_needs_only_its_folder(folder: Path) -> None:
    """An evening survives closing the log and opening it by another process's eyes."""
    log = Log(folder)
    session = Session(log, {"boiler": GAME})
    screen = session.start("boiler", "Friday", ["Anna"], {"level": "hard"}, by="Anna")
    log.close()
    log = Log(folder)
    try:
        assert Session(log, {"boiler": GAME}).screen() == screen
    finally:
        log.close()
