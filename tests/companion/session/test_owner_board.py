"""Board facts told several at once, forgotten again, and those of a family."""

from pathlib import Path
from typing import Any

import pytest

from companion.api.game import Value
from companion.api.refusals import BadMove
from companion.library.registry import find_games
from companion.session.owner_board import asked
from companion.session.screen import VersionConflict
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME, labels, reopened


def test_several_facts_are_one_step(evening: Session) -> None:
    """A table that is filled in at once is one step of the history, and one undo takes it back."""
    evening.learn_all({"valve": 9, "danger": 5}, "Anna", seen=evening.screen().version)
    assert labels(evening)[0] == "Anna: Read 2 values off the board"
    assert evening.state().limits == {"danger": 5, "valve": 9}
    assert evening.board("boiler") == {"danger": 5, "valve": 9}
    evening.undo("Anna")
    assert evening.board("boiler") == {"danger": 8}
    assert evening.state().limits == {"danger": 8}
    evening.redo("Anna")
    assert evening.board("boiler") == {"danger": 5, "valve": 9}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"valve": 9, "danger": 11}, "“Danger line” must be from 0 to 10, not 11"),
        ({"valve": 9, "steam": 1}, "nothing called “steam”"),
        ({"valve": 9, "plate.A1": 3}, "“Plate A1” must be words"),
        ({}, "Nothing was told"),
        ({f"plate.A{n}": "x" for n in range(600)}, "At most 500"),
    ],
)
def test_all_or_nothing(evening: Session, values: dict[str, Any], sentence: str) -> None:
    """One value that does not fit leaves everything as it was, and is named."""
    before = evening.screen()
    with pytest.raises(BadMove, match=sentence):
        evening.learn_all(values, "Anna")
    with pytest.raises(BadMove, match=sentence):
        evening.tell_board_all("boiler", values)
    assert evening.screen() == before
    assert evening.board("boiler") == {"danger": 8}


def test_several_facts_are_stale_together(evening: Session) -> None:
    """Facts for a screen that has passed are refused like any other tap."""
    with pytest.raises(VersionConflict):
        evening.learn_all({"valve": 9, "danger": 5}, "Anna", seen=0)


def test_a_told_fact_can_be_forgotten(evening: Session) -> None:
    """What was told by mistake is unknown again, in this game and in later ones; undo brings it back."""
    evening.learn("valve", 9, "Anna")
    evening.learn_all({"valve": None}, "Bert")
    assert labels(evening)[0] == "Bert: No longer known of the board: Space of the valve"
    assert evening.state().limits == {"danger": 8}
    assert evening.told("boiler") == {}
    evening.undo("Bert")
    assert evening.board("boiler")["valve"] == 9
    evening.redo("Bert")
    assert "valve" not in evening.board("boiler")


def test_forgetting_leaves_what_the_rulebook_gives(evening: Session) -> None:
    """A value of the owner's over one of the rulebook's goes; the rulebook's holds again."""
    evening.learn("danger", 5, "Anna")
    evening.learn_all({"danger": None}, "Anna")
    assert evening.board("boiler") == {"danger": 8}
    assert evening.state().limits == {"danger": 8}


def test_forgetting_without_an_evening(session: Session, log: Log) -> None:
    """What is kept for later evenings can be taken back outside of one, for good."""
    session.tell_board_all("boiler", {"valve": 9, "plate.B2": "one\ntwo"})
    session.tell_board_all("boiler", {"valve": None})
    assert reopened(log).board("boiler") == {"danger": 8, "plate.B2": "one\ntwo"}


def test_a_family_has_no_fixed_names(evening: Session, log: Log) -> None:
    """Facts of a family are told, kept and known like the others; a name that does not fit the pattern is none."""
    evening.learn("plate.A1", " first line\r\nsecond line ", "Anna")
    assert labels(evening)[0] == "Anna: Read off the board: Plate A1 is first line second line"
    assert evening.board("boiler")["plate.A1"] == "first line\nsecond line"
    assert evening.state().limits["plate.A1"] == len("first line\nsecond line")
    assert reopened(log).board("boiler")["plate.A1"] == "first line\nsecond line"
    for name in ("plate.a1", "plate.A12", "plate.", "plate.A1\n", "x" * 5_000):
        with pytest.raises(BadMove, match="nothing called"):
            evening.learn(name, "words", "Anna")


def test_a_family_goes_with_the_evenings_file(evening: Session, tmp_path: Path) -> None:
    """What was told of a family comes along with an exported evening, what was forgotten in it too."""
    evening.learn("plate.A1", "one\ntwo", "Anna")
    evening.learn_all({"plate.A1": None}, "Anna")
    evening.undo("Anna")
    opened = evening.screen().evening
    assert opened is not None
    data = evening.export(opened.id)
    log = Log(tmp_path / "other", durable=False)
    try:
        other = Session(log, {"boiler": GAME})
        other.open(other.import_(data, "Anna").id)
        assert other.board("boiler") == {"danger": 8, "plate.A1": "one\ntwo"}
        other.redo("Anna")
        assert other.board("boiler") == {"danger": 8}
    finally:
        log.close()


def test_what_no_longer_fits_is_asked_again(session: Session, log: Log) -> None:
    """A kept value beyond today's limits, or of a name that is no board fact any more, counts as not told."""
    kept: dict[str, Value] = {"valve": 99, "danger": "red", "plate.A1": "x" * 61, "gone": 1, "plate.Z9": "ok"}
    for name, value in kept.items():
        log.put("board.boiler", name, value)
    assert session.board("boiler") == {"danger": 8, "plate.Z9": "ok"}


@pytest.mark.parametrize(
    ("game", "name", "label"),
    [
        ("turris", "link.guild.isle", "Link Guild and Isle"),
        ("turris", "altar_after_none", "Altar track, clockwise after: No Effect"),
        ("turris", "reward.guild", "Guild: what it gives"),
        ("citadel", "limit.hand.casek.2", "Hand size: Casek, players: 2"),
        ("citadel", "then.310.1.fight.2.failure", "Consequences of Fight, card 310, row 2, failure"),
        ("citadel", "building.pen.boxes", "Buildings page, Pen: number of boxes"),
        (
            "fire_brigade",
            "circle.2.crew.1",
            "Firehouse board, side 2, Crew members, circle 1: what it shows, such as 5 or 6 blue",
        ),
    ],
)
def test_a_family_asks_by_what_people_call_it(game: str, name: str, label: str):
    """The label has the name of the place, the card or the building, not the key under which it is kept."""
    ask = asked(find_games()[game], name)
    assert ask is not None
    assert str(ask.label) == label
