"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion import codec
from companion.course import Course
from companion.game import IllegalMove, Move, Table, Value
from companion.games.fire_brigade.city.streets import TOWN
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS, State
from companion.log import Log
from companion.session import Session

from .driver import NAMES, answer, choices, choose

MOVES = 150


def begin(session: Session, dice: random.Random, settled: dict[str, Value], players: int) -> str:
    """The city is told, and somebody starts."""
    screen = session.start("fire_brigade", "Random", list(NAMES[:players]), settled, by="test")
    session.play(Move("laid_out"), "test")
    for place in TOWN:
        told = {"field": place, "kind": dice.choice(TOWN_KINDS), "value": dice.randint(1, MOST_VALUE)}
        session.play(Move("tile", told), "test")
    assert screen.evening is not None
    return screen.evening.id


def wander(session: Session, dice: random.Random) -> None:
    """Moves with undo and redo of random stretches; wherever a step is come back to, its state is."""
    states: dict[int, Any] = {}
    for _ in range(MOVES):
        screen = session.screen()
        roll = dice.random()
        if roll < 0.08 and screen.can_undo:
            session.undo("test", dice.randint(1, min(screen.can_undo, 8)))
        elif roll < 0.16 and screen.can_redo:
            session.redo("test", dice.randint(1, screen.can_redo))
        elif screen.ending is None:
            offer = choose(screen.prompts, dice)
            args = {**offer.move.args, **{ask.name: answer(ask, dice) for ask in offer.asks}}
            with suppress(IllegalMove):
                session.play(Move(offer.move.name, args), "test")
        head = session._books.opened().course.head
        assert states.setdefault(head, session.state()) == session.state()


def played_again(log: Log, evening: str, players: int, settled: dict[str, Value]) -> State:
    """The steps that count, once more through the rules; what was learnt stands in the state itself."""
    course = Course()
    for link in log.links(evening):
        course.add(link)
    rows = {row.number: row for _, row in log.entries(evening)}
    state = GAME.start(Table(players=NAMES[:players], choices=settled)).state
    for number in course.chain[1:]:
        move = codec.move(rows[number].move or "")
        state = GAME.moves[move.name].play(state, move.args).state
    return state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_undo_redo_and_playing_again_agree(seed: int, tmp_path: Path) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    dice, players = random.Random(seed), 2 + seed % 3
    settled = {**choices(players, dice), "sides": "advanced" if seed % 2 else "basic"}
    log = Log(tmp_path, durable=False)
    try:
        session = Session(log, {"fire_brigade": GAME})
        evening = begin(session, dice, settled, players)
        wander(session, dice)
        assert played_again(log, evening, players, settled) == session.state()
    finally:
        log.close()
