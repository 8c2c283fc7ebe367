"""Own cards through a whole session: told, refused, kept, exported and imported as the board facts are."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.api.checks import usual
from companion.api.game import Move
from companion.api.readings import CardSeen
from companion.api.refusals import BadMove
from companion.games.frostpunk.game import GAME
from companion.session.session import Session
from companion.storage.log import Log

QUEUE = "name: A long queue\nnow: gain wood 2; out"

USUAL = {ask.name: value for ask in GAME.setup(2) if (value := usual(ask)) is not None}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Session]]:
    """Sessions with this game alone, each by the name of its file."""
    with ExitStack() as open_logs:

        def session(name: str = "kept.db") -> Session:
            return Session(open_logs.enter_context(closing(Log(tmp_path / name))), {"frostpunk": GAME})

        yield session


def test_a_card_told_before_the_evening_is_known_in_it(opened: Callable[..., Session]) -> None:
    """Kept in the database, whichever evening it was told in; a bad text is refused with its line, game or no game."""
    session = opened()
    with pytest.raises(BadMove, match="Line 2"):
        session.tell_board("frostpunk", "card.M001", "name: A\nnow: hop +1")
    session.tell_board("frostpunk", "card.M001", QUEUE)
    session.start("frostpunk", "First", ["Ada", "Ben"], USUAL, "Ada")
    assert session.state().board["card.M001"] == QUEUE
    with pytest.raises(BadMove, match="Line 1"):
        session.learn("card.M002", "hello", "Ada")
    session.learn("card.citizen.Józef Kowal", "type: worker", "Ada")
    session.start("frostpunk", "Second", ["Ada", "Ben"], USUAL, "Ada")
    assert session.state().board["card.citizen.Józef Kowal"] == "type: worker"


def test_a_card_that_the_camera_reads_is_resolved_without_a_tap(opened: Callable[..., Session]) -> None:
    """A known card without options: one reading does the books."""
    session = opened()
    session.tell_board("frostpunk", "card.M001", QUEUE)
    session.start("frostpunk", "First", ["Ada", "Ben"], USUAL, "Ada")
    session.correct("phase", "morning", "Ada")
    wood = session.state().wood
    session.report(CardSeen("card_id", "M001", True, 1.0), "camera")
    assert session.state().wood == wood + 2
    assert session.state().step.startswith("generator.")


def test_words_entered_in_play_are_kept_and_taken_back_by_undo(opened: Callable[..., Session]) -> None:
    """They go with the step in which they were entered."""
    session = opened()
    session.start("frostpunk", "First", ["Ada", "Ben"], USUAL, "Ada")
    session.correct("phase", "morning", "Ada")
    session.play(Move("reveal_morning", {"code": "M001"}), "Ada")
    session.play(Move("card_text", {"card": "M001", "text": QUEUE}), "Ada")
    assert session.told("frostpunk")["card.M001"] == QUEUE
    session.undo("Ada")
    assert "card.M001" not in session.told("frostpunk")
    session.redo("Ada")
    assert session.told("frostpunk")["card.M001"] == QUEUE


def test_cards_travel_with_an_exported_evening(opened: Callable[..., Session]) -> None:
    """As the other board facts do."""
    session = opened()
    session.tell_board("frostpunk", "card.M001", QUEUE)
    session.start("frostpunk", "First", ["Ada", "Ben"], USUAL, "Ada")
    data = session.export(session.evenings()[0].id)
    other = opened("other.db")
    other.open(other.import_(data, "Ada").id)
    assert other.state().board["card.M001"] == QUEUE
