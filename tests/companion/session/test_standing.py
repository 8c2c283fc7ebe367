"""Where an evening stood, for a list of evenings; and the same table once more."""

from __future__ import annotations

import pytest

from companion.api.game import Move
from companion.api.refusals import BadMove
from companion.session import session
from companion.session.session import Session


def test_where_an_evening_stands(evening: Session) -> None:
    """The line of the game, and when its last step was made; it follows the evening on."""
    [one] = evening.evenings()
    before = evening.standing(one.id)
    assert before is not None
    assert (str(before.line), before.turn, before.ending) == ("At the boiler", "", None)
    evening.play(Move("fuel", {"coal": 1}), "Anna")
    after = evening.standing(one.id)
    assert after is not None
    assert after.at == evening.screen().history[0].at
    assert evening.standing(one.id) is after


def test_only_so_many_are_remembered(evening: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """After years of evenings the last that were asked for are."""
    monkeypatch.setattr(session, "STANDINGS_KEPT", 1)
    [one] = evening.evenings()
    before = evening.standing(one.id)
    evening.again(one.id, "Anna")
    [other] = [found for found in evening.evenings() if found.id != one.id]
    evening.standing(other.id)
    assert evening.standing(one.id) == before
    assert evening.standing(one.id) is not before


def test_one_that_is_put_away_stands_where_it_was_left(evening: Session) -> None:
    """It need not be open to be told."""
    [one] = evening.evenings()
    evening.play(Move("fuel", {"coal": 2}), "Anna")
    open_now = evening.standing(one.id)
    evening.close()
    assert evening.standing(one.id) == open_now


def test_one_that_is_not_there(evening: Session) -> None:
    """Nothing stands where there is no evening."""
    with pytest.raises(BadMove):
        evening.standing("no-such-evening")


def test_the_same_table_once_more(evening: Session) -> None:
    """The same game, players and answers, from the beginning; the first evening is left as it was."""
    evening.play(Move("fuel", {"coal": 2}), "Anna")
    [one] = evening.evenings()
    screen = evening.again(one.id, "Anna")
    assert screen.evening is not None
    assert (screen.evening.id != one.id, screen.evening.players, screen.evening.game) == (True, one.players, one.game)
    assert (evening.state().coal, screen.can_undo) == (20, 0)
    assert evening.standing(one.id) is not None
    assert len(evening.evenings()) == 2


def test_no_table_to_begin_again(evening: Session) -> None:
    """An evening that is not there begins nothing."""
    with pytest.raises(BadMove):
        evening.again("no-such-evening", "Anna")
    assert len(evening.evenings()) == 1
