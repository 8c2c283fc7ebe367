"""An evening told afterwards."""

from dataclasses import replace

import pytest

from companion.api.game import Fact
from companion.api.refusals import BadMove
from companion.api.text import Text
from companion.session.chronicle import decisions
from companion.session.screen import HistoryStep
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME, fuel_move


def test_the_story_and_the_decisions(evening: Session) -> None:
    """The game's numbers come with what was decided, by whom and when; what was taken back is left out."""
    evening.play(fuel_move(2), "Bert")
    evening.play(fuel_move(5), "Anna")
    evening.undo("Anna")
    evening.learn("valve", 9, "Anna")
    evening.correct("coal", 7, "Bert")
    told = evening.chronicle()
    assert told.story.plots[0].series[0].points[0].value == 2
    assert [(str(one.label), one.by, one.at) for one in told.decisions] == [
        ("Began with 2 players", "Anna", 43_200.0),
        ("Fuelled with 2 coal", "Bert", 43_200.0),
        ("Set by hand: Coal is 7", "Bert", 43_200.0),
    ]


def test_another_evening_is_told_without_opening_it(evening: Session) -> None:
    """The story of an evening that is not open can be read; the open one stays open."""
    evening.play(fuel_move(3), "Anna")
    friday = evening.screen().evening
    assert friday is not None
    evening.start("boiler", "Saturday", ["Anna"], {"level": "easy"}, by="Anna")
    assert evening.chronicle(friday.id).story.plots[0].series[0].points[0].value == 3
    now = evening.screen().evening
    assert now is not None
    assert now.name == "Saturday"


def test_no_story(session: Session, log: Log) -> None:
    """Without an open evening, for an unknown one, and for a game that tells none, it is refused in words."""
    with pytest.raises(BadMove, match="No evening is open"):
        session.chronicle()
    with pytest.raises(BadMove, match="no such evening"):
        session.chronicle("nothing")
    silent = Session(log, {"boiler": replace(GAME, story=None)})
    silent.start("boiler", "Friday", ["Anna"], {"level": "easy"}, by="Anna")
    with pytest.raises(BadMove, match="keeps no story"):
        silent.chronicle()


def test_a_game_names_the_facts_that_are_decisions() -> None:
    """Where a game names them, the list is made of those facts alone, oldest first, without what was taken back."""
    facts = tuple(Fact(name, Text(name)) for name in ("chosen", "rose"))
    steps = [
        HistoryStep(number, "move", Text("label"), facts, by="Anna", at=float(number), undone=number == 2)
        for number in (3, 2, 1)
    ]
    assert [(str(one.label), one.at) for one in decisions(steps, {"chosen"})] == [("chosen", 1.0), ("chosen", 3.0)]
