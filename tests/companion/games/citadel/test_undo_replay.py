"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.game import IllegalMove, Move, Prompt, Table
from companion.api.refusals import BadMove
from companion.games.citadel.game import GAME
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.replaying import played_again, wander

from .driver import answer, choose
from .table import KNOWN

NAMES = ["Ada", "Ben", "Cleo", "Dora"]


@contextmanager
def begun(folder: Path, seed: int, players: int) -> Iterator[tuple[Session, Log, str]]:
    log = Log(folder / f"{seed}-{players}", durable=False)
    try:
        session = Session(log, {"citadel": GAME}, dice=random.Random(seed))
        screen = session.start("citadel", "Random", NAMES[:players], {}, by="test")
        assert screen.evening is not None
        yield session, log, screen.evening.id
    finally:
        log.close()


def act(prompts: Sequence[Prompt], dice: random.Random) -> Move:
    """One answer, now and then a wild one."""
    wild = dice.random() < 0.2
    offer = choose(prompts, dice, wild)
    return Move(offer.move.name, {**offer.move.args, **{ask.name: answer(ask, dice, wild) for ask in offer.asks}})


def table(players: int) -> Table:
    """What the evening began with."""
    return Table(players=tuple(NAMES[:players]), board=KNOWN)


@pytest.mark.slow
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_undo_redo_and_playing_again_agree(seed: int, players: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    with begun(tmp_path_factory.mktemp("log"), seed, players) as (session, log, evening):
        dice = random.Random(seed)
        wander(session, dice, lambda prompts: act(prompts, dice), (IllegalMove, BadMove))
        assert played_again(log, evening, GAME, table(players)) == session.state()
