"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.game import Move, Prompt, Table
from companion.games.turris.game import GAME
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.replaying import played_again, wander
from tests.companion.games.turris.places_made_up import PLACES
from tests.companion.games.turris.table import NAMES
from tests.companion.games.turris.wandering import answer, choose


@contextmanager
def begun(folder: Path, seed: int, players: int) -> Iterator[tuple[Session, Log, str]]:
    log = Log(folder / f"{seed}-{players}", durable=False)
    try:
        session = Session(log, {"turris": GAME}, dice=random.Random(seed))
        for name, value in PLACES.items():
            session.tell_board("turris", name, value)
        screen = session.start("turris", "Random", list(NAMES[:players]), {}, by="test")
        assert screen.evening is not None
        yield session, log, screen.evening.id
    finally:
        log.close()


def act(prompts: Sequence[Prompt], dice: random.Random) -> Move:
    """One answer."""
    offer = choose(prompts, dice)
    return Move(offer.move.name, {**offer.move.args, **{ask.name: answer(ask, dice) for ask in offer.asks}})


def table(players: int) -> Table:
    """What the evening began with."""
    return Table(players=NAMES[:players], board=PLACES)


@pytest.mark.slow
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_undo_redo_and_playing_again_agree(seed: int, players: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    with begun(tmp_path_factory.mktemp("log"), seed, players) as (session, log, evening):
        dice = random.Random(seed)
        wander(session, dice, lambda prompts: act(prompts, dice))
        assert played_again(log, evening, GAME, table(players)) == session.state()
