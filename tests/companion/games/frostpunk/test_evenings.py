"""Random legal evenings: whatever is offered is accepted, and the books never break."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.frostpunk import game
from companion.games.frostpunk.game import AHEAD
from companion.games.frostpunk.phases.names import LAST_STEP, phase_of
from companion.games.frostpunk.state import State
from companion.library.rulebook import RuleBook, rules_named
from tests.companion.games.frostpunk.driver import check, random_evening
from tests.companion.games.frostpunk.table import GAME

RULES = RuleBook.load(Path(game.__file__).parent)
ORDER = ["dawn", "morning", "generator", "weather", "preparation", "action", "dusk", "hunger", "night"]
MOST_UNSEEN = 2
LONGEST = 140  # letters: eight seconds at the voice's usual rate
CODES = re.compile(r"\b[A-Z]{1,3}[0-9]{2,3}\b|[IVX]+/[0-9]|[/(;]")
GOING_ON = {1: (0, 1), 2: (0, 3), 3: (0, 1), 4: (0, 1)}  # by players: seeds of which one at least ends in round 15


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_random_evenings_keep_the_books_right(seed: int, players: int) -> None:
    """Every settled offer is legal, every invariant holds, every state survives JSON, and the pressing prompt is the
    first of all, whether worked out with the others or by itself; what is asked reads well aloud."""
    for state in random_evening(seed, players, wildness=0.2):
        check(state)
        check_words(state)
        assert AHEAD.pressing(state) == next(iter(AHEAD.prompts(state)), None)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_evenings_of_fifteen_rounds(players: int) -> None:
    """Evenings go through all fifteen rounds, their phases in order; all along every invariant holds, and what is asked
    reads well aloud and names rules that can be looked up."""
    whole = 0
    for seed in GOING_ON[players]:
        states = []
        for state in random_evening(seed, players, wildness=0.05, kept=True):
            check(state)
            check_words(state)
            states.append(state)
        phases = [phase_of(state.step) for state in states if phase_of(state.step) in ORDER]
        changes = [pair for pair in pairwise(phases) if pair[0] != pair[1]]
        # A phase in which nothing is left to ask goes by unseen; none is gone back to, but for the drawer of a late
        # cube with which the Generator breaks down.
        assert all(
            (ORDER.index(after) - ORDER.index(before)) % 9 <= MOST_UNSEEN + 1
            for before, after in changes
            if (before, after) != ("weather", "generator")
        )
        # Outside of the overflow that waits for its check, no more than ten cubes lie on the Stress track.
        after_check = [state for state in states if phase_of(state.step) == "weather" and not state.tasks]
        assert all(state.generator.stress <= 10 for state in after_check)
        whole += states[-1].step == LAST_STEP
    assert whole > 0


def check_words(state: State) -> None:
    """What the voice asks is short, names no codes, and is a sentence; prompts, offers and notes name only rules that
    can be looked up, and every prompt has one."""
    shown = GAME.prompts(state)
    for prompt in shown[:1]:
        words = str(prompt.do)
        if prompt.name != "card.instruction":  # the owner's own words
            assert words[-1] in ".?!", words
            assert not CODES.search(words), words
            assert len(words) <= LONGEST, words
    assert not RULES.missing(rules_named(shown, GAME.view(state)))
    assert all(prompt.rule for prompt in shown)
