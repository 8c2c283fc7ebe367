"""Random evenings in the session, with its real log: undo, redo and playing the log again lead to the same state."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.api.game import Table
from companion.games.turris.game import GAME
from companion.testing import assert_undo_and_replay

from .driver import player
from .places_made_up import PLACES
from .table import NAMES


@pytest.mark.slow
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_undo_redo_and_playing_again_agree(seed: int, players: int) -> None:
    """Undo and redo of any stretch, and the log played again, give the same state."""
    table = Table(players=NAMES[:players], board=PLACES)
    assert_undo_and_replay(GAME, table, player(random.Random(seed)))
