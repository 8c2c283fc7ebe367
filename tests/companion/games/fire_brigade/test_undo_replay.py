"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

import random
from collections.abc import Iterator

import pytest

from companion.api.game import Move, Table, Value
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import MOST_VALUE, TOWN_KINDS
from companion.games.fire_brigade.streets import TOWN
from companion.testing import assert_undo_and_replay

from .driver import player
from .table import NAMES

MOVES = 150


def begin(dice: random.Random) -> Iterator[Move]:
    """The city is laid out and told."""
    yield Move("laid_out")
    for place in TOWN:
        yield Move("tile", {"field": place, "kind": dice.choice(TOWN_KINDS), "value": dice.randint(1, MOST_VALUE)})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_undo_redo_and_playing_again_agree(seed: int) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    dice, players = random.Random(seed), 2 + seed % 3
    settled: dict[str, Value] = {"sides": "advanced" if seed % 2 else "basic"}
    table = Table(players=NAMES[:players], choices=settled)  # what was learnt stands in the state itself
    assert_undo_and_replay(GAME, table, player(dice), begin(dice), MOVES)
