"""What the voice says and asks is short, names no codes, and is a sentence."""

import re

import pytest

from companion.api.game import Urgency
from companion.games.turris.game import GAME
from tests.companion.games.turris.beasts.test_random_phases import random_board
from tests.companion.games.turris.driver import random_evening

LONGEST = 140  # letters: eight seconds at the voice's usual rate
CODES = re.compile(r"\b[A-Z]{1,3}[0-9]{2,3}\b|[/(;_]")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_prompts_read_well_aloud(players: int) -> None:
    """No prompt is long, spells out a code, or ends in the middle of a sentence."""
    for state in random_evening(200 + players, players, 150):
        for prompt in GAME.prompts(state)[:1]:
            words = str(prompt.do)
            assert words[-1] in ".?!", words
            assert not CODES.search(words), words
            assert len(words) <= LONGEST, words


@pytest.mark.parametrize("seed", range(30))
def test_what_beasts_do_reads_well_aloud(seed: int) -> None:
    """Every fact of a Beast Phase that is said is a short sentence; targets are only shown."""
    evening, dice = random_board(seed)
    evening.hunt()
    while True:
        for fact in evening.facts:
            words = str(fact.text)
            assert words[-1] in ".?!", words
            if fact.urgency > Urgency.QUIET:
                assert len(words) <= LONGEST, words
                assert not CODES.search(words), words
            assert fact.name != "target" or fact.urgency == Urgency.QUIET
        if not evening.state.tasks:
            break
        move, args = dice.choice([one for one in evening.answers if one[0] != "by_hand"])
        evening.play(move, **args)
