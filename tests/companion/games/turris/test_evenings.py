"""Random evenings: pieces are conserved, nobody stands where nobody can, and what is offered is legal."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.companion.games.turris.driver import check, random_evening


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_the_first_rounds_of_random_evenings(seed: int, players: int) -> None:
    """Seventy moves from the setup on."""
    for state in random_evening(seed, players, 70):
        check(state)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6))
def test_whole_random_evenings(players: int, seed: int) -> None:
    """To the end, through endgame and removal of the Beasts."""
    for state in random_evening(seed, players):
        check(state)
