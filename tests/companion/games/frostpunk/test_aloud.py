"""What the voice asks is short, names no codes, and is a sentence."""

import re

import pytest

from companion.games.frostpunk.game import GAME

from .driver import random_evening

LONGEST = 140  # letters: eight seconds at the voice's usual rate
CODES = re.compile(r"\b[A-Z]{1,3}[0-9]{2,3}\b|[IVX]+/[0-9]|[/(;]")


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_prompts_read_well_aloud(players: int) -> None:
    """No prompt is long, spells out a code, or ends in the middle of a sentence."""
    for state in random_evening(100 + players, players, wildness=0.15, kept=True):
        asked = GAME.prompts(state)[:1]
        for prompt in asked:
            words = str(prompt.do)
            if prompt.name != "card.instruction":  # the owner's own words
                assert words[-1] in ".?!", words
                assert not CODES.search(words), words
                assert len(words) <= LONGEST, words
