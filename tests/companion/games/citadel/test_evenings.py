"""Random evenings through all that is offered: every card stays in exactly one place, and there is always a way on."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.citadel.state import State

from .driver import check, random_evening


def hold(states: Iterator[State]) -> None:
    """What must hold, holds in every state; and a card once seen never leaves the list."""
    before: set[str] = set()
    for state in states:
        check(state)
        now = {copy.key for copy in state.cards}
        assert before <= now
        before = now


@pytest.mark.parametrize("seed", range(4))
def test_cards_are_conserved(seed: int):
    """Every copy is in exactly one place after any legal sequence."""
    hold(random_evening(seed, seed + 1, 0.2, 150))


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4), wildness=st.sampled_from([0.0, 0.1, 0.5]))
def test_random_evenings(seed: int, players: int, wildness: float):
    """Long evenings, calm and wild."""
    hold(random_evening(seed, players, wildness))
