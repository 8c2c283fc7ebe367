"""Evenings side by side, restarts, and what is known of the board."""

from dataclasses import replace
from typing import Any

import pytest

from companion.api.game import Move, Table
from companion.api.refusals import BadMove
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME, fuel_move, reopened


def test_restart_goes_on_exactly(evening: Session, log: Log) -> None:
    """After a restart the screen is the same to the last detail, undo and redo included."""
    evening.play(fuel_move(2), "Anna")
    evening.play(Move("drop", {"cubes": 3}), "drawer")
    evening.undo("Bert")
    again = reopened(log)
    assert again.screen() == evening.screen()
    assert again.redo("Anna").can_redo == 0
    assert again.state().cubes == 3


def test_ended_is_when_it_ended(evening: Session) -> None:
    """An evening has ended when its game has, and goes on when that step is undone."""
    evening.correct("heat", 9, "Anna")
    screen = evening.play(fuel_move(1), "Anna")
    assert str(screen.ending) == "The boiler burst: the game is over."
    assert evening.evenings()[0].ended == 43_200.0
    evening.undo("Anna")
    assert evening.evenings()[0].ended is None


def test_several_evenings(evening: Session, log: Log) -> None:
    """Evenings are kept side by side; the one that was open last is open again after a restart."""
    friday = evening.evenings()[0].id
    evening.play(fuel_move(2), "Anna")
    evening.start("boiler", "Saturday", ["Cleo"], {"level": "hard"}, by="Cleo")
    assert evening.state().coal == 10
    assert {one.name for one in evening.evenings()} == {"Friday", "Saturday"}
    evening.rename(friday, " The first ")
    screen = evening.open(friday)
    assert screen.evening is not None
    assert (screen.evening.name, evening.state().coal) == ("The first", 18)
    assert reopened(log).screen() == screen
    evening.close()
    assert reopened(log).screen().evening is None


def test_forgotten_evening_can_be_remembered(evening: Session) -> None:
    """A forgotten evening is out of the list and closed, stays in the log, and can be brought back."""
    friday = evening.evenings()[0]
    assert evening.forget(friday.id).evening is None
    assert evening.evenings() == []
    assert evening.evenings(forgotten=True) == [friday]
    with pytest.raises(BadMove, match="no such evening"):
        evening.open(friday.id)
    evening.remember(friday.id)
    assert evening.open(friday.id).evening == friday


@pytest.mark.parametrize("evening_id", ["", "nope", None, 3])
def test_unknown_evening(session: Session, evening_id: Any) -> None:
    """An evening that is not there is refused in words."""
    for act in (session.open, session.forget, session.remember, session.export):
        with pytest.raises(BadMove, match="no such evening"):
            act(evening_id)


def test_evening_of_a_game_that_is_gone(evening: Session, log: Log) -> None:
    """When the game of the last evening is gone, the session starts all the same and says so."""
    screen = Session(log, {}).screen()
    assert screen.evening is None
    assert "no game called “boiler”" in str(screen.notices[0].text)


def test_state_of_another_shape(evening: Session, log: Log) -> None:
    """An evening whose state this program cannot read is not opened, and stays as it is."""
    other = replace(GAME, state=Table)
    screen = Session(log, {"boiler": other}).screen()
    assert "another version of this game" in str(screen.notices[0].text)
    assert reopened(log).screen().evening is not None


def test_older_history(evening: Session) -> None:
    """The screen shows the newest 50 steps; the older ones can be asked for."""
    for number in range(60):
        evening.correct("coal", number, "Anna")
    assert [step.number for step in evening.screen().history] == list(range(61, 11, -1))
    assert [step.number for step in evening.history(before=12)] == list(range(11, 0, -1))
    assert evening.history(count=2) == list(evening.screen().history[:2])


def test_states_stay_right_past_many_key_states(evening: Session, log: Log) -> None:
    """Over hundreds of steps every state can be gone back to."""
    for number in range(200):
        evening.correct("coal", number % 90, "Anna")
    for back in (1, 62, 70, 67):
        evening.undo("Bert", back)
    assert evening.state().coal == 20
    assert reopened(log).redo("Anna", 131).can_undo == 131
    assert reopened(log).state().coal == 130 % 90


def test_board_facts_are_kept_for_later_evenings(evening: Session, log: Log) -> None:
    """What the board shows is told once: the running game and every later one have it."""
    assert evening.board("boiler") == {"danger": 8}
    screen = evening.learn("valve", 9, "Anna")
    assert screen.history[0].kind == "learn"
    assert str(screen.history[0].label) == "Read off the board: Space of the valve is 9"
    assert evening.state().limits == {"danger": 8, "valve": 9}
    again = reopened(log)
    again.start("boiler", "Saturday", ["Anna"], {"level": "easy"}, by="Anna")
    assert again.state().limits == {"danger": 8, "valve": 9}


def test_owner_holds_over_the_rulebook(evening: Session) -> None:
    """What the owner tells holds over the value that the rulebook gives."""
    evening.learn("danger", 6, "Anna")
    assert evening.board("boiler") == {"danger": 6}


def test_move_may_learn(evening: Session) -> None:
    """What a move learns is kept with it, goes when it is undone and comes back with redo."""
    evening.play(Move("draw", {"card": "M007"}), "Anna")
    assert evening.board("boiler")["valve"] == 7
    evening.undo("Anna")
    assert "valve" not in evening.board("boiler")
    evening.redo("Anna")
    assert evening.board("boiler")["valve"] == 7


def test_undo_keeps_what_was_told_anew(evening: Session) -> None:
    """Undoing a step does not take back what somebody told since."""
    evening.learn("valve", 9, "Anna")
    evening.tell_board("boiler", "valve", 11)
    evening.undo("Anna")
    assert evening.board("boiler")["valve"] == 11


def test_undo_brings_the_older_value_back(evening: Session) -> None:
    """Undoing a second reading of the board brings the first one back."""
    evening.learn("valve", 9, "Anna")
    evening.learn("valve", 12, "Anna")
    evening.undo("Anna")
    assert evening.board("boiler")["valve"] == 9


@pytest.mark.parametrize(("name", "value"), [("valve", 31), ("valve", "x"), ("steam", 1)])
def test_bad_board_fact_is_refused(evening: Session, name: str, value: Any) -> None:
    """A board fact that the game does not ask for, or beyond its limits, is refused."""
    with pytest.raises(BadMove):
        evening.learn(name, value, "Anna")
    with pytest.raises(BadMove):
        evening.tell_board("boiler", name, value)
    assert evening.board("boiler") == {"danger": 8}
