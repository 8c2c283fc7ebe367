"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import codec
from companion.course import Course
from companion.game import IllegalMove, Move, Table, Value
from companion.games.turris.game import GAME
from companion.games.turris.state import State
from companion.log import Log
from companion.session import Session
from tests.companion.games.turris.places_made_up import PLACES
from tests.companion.games.turris.table import NAMES
from tests.companion.games.turris.wandering import answer, choose

MOVES = 120
CHOICES: dict[str, Value] = {"rewards": "once"}


def choices(players: int) -> dict[str, Value]:
    asked = {ask.name: ask.usual for ask in GAME.setup(players)}  # type: ignore[union-attr]
    return {**asked, **CHOICES}  # type: ignore[dict-item]


@contextmanager
def begun(folder: Path, seed: int, players: int) -> Iterator[tuple[Session, Log, str]]:
    log = Log(folder / f"{seed}-{players}", durable=False)
    try:
        session = Session(log, {"turris": GAME})
        for name, value in PLACES.items():
            session.tell_board("turris", name, value)
        screen = session.start("turris", "Random", list(NAMES[:players]), choices(players), by="test")
        assert screen.evening is not None
        yield session, log, screen.evening.id
    finally:
        log.close()


def wander(session: Session, dice: random.Random, states: dict[int, State]) -> None:
    """Moves with undo and redo of random stretches among them; wherever a step is come back to, its state is."""
    for _ in range(MOVES):
        screen = session.screen()
        roll = dice.random()
        if roll < 0.06 and screen.can_undo:
            session.undo("test", dice.randint(1, min(screen.can_undo, 12)))
        elif roll < 0.12 and screen.can_redo:
            session.redo("test", dice.randint(1, screen.can_redo))
        elif screen.ending is None:
            offer = choose(screen.prompts, dice)
            args = {**offer.move.args, **{ask.name: answer(ask, dice) for ask in offer.asks}}
            with suppress(IllegalMove):
                session.play(Move(offer.move.name, args), "test")
        head = session._books.opened().course.head
        assert states.setdefault(head, session.state()) == session.state()


def played_again(log: Log, evening: str, players: int) -> State:
    """The steps that count, once more through the rules."""
    course = Course()
    for link in log.links(evening):
        course.add(link)
    rows = {row.number: row for _, row in log.entries(evening)}
    state = GAME.start(Table(players=NAMES[:players], choices=choices(players), board=PLACES)).state
    for number in course.chain[1:]:
        move = codec.move(rows[number].move or "")
        state = GAME.moves[move.name].play(state, move.args).state
    return state


@pytest.mark.slow
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_undo_redo_and_playing_again_agree(seed: int, players: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    with begun(tmp_path_factory.mktemp("log"), seed, players) as (session, log, evening):
        states: dict[int, State] = {}
        wander(session, random.Random(seed), states)
        assert played_again(log, evening, players) == session.state()
