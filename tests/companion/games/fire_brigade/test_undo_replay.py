"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.api.game import Move, Prompt, Table, Value
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS
from companion.games.fire_brigade.streets import TOWN
from companion.session.session import Session
from companion.storage.log import Log
from companion.testing.replaying import played_again, wander

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


def act(prompts: Sequence[Prompt], dice: random.Random) -> Move:
    """One answer."""
    offer = choose(prompts, dice)
    return Move(offer.move.name, {**offer.move.args, **{ask.name: answer(ask, dice) for ask in offer.asks}})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_undo_redo_and_playing_again_agree(seed: int, tmp_path: Path) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    dice, players = random.Random(seed), 2 + seed % 3
    settled = {**choices(players, dice), "sides": "advanced" if seed % 2 else "basic"}
    log = Log(tmp_path, durable=False)
    try:
        session = Session(log, {"fire_brigade": GAME}, dice=random.Random(seed))
        evening = begin(session, dice, settled, players)
        wander(session, dice, lambda prompts: act(prompts, dice), moves=MOVES)
        table = Table(players=NAMES[:players], choices=settled)  # what was learnt stands in the state itself
        assert played_again(log, evening, GAME, table) == session.state()
    finally:
        log.close()
