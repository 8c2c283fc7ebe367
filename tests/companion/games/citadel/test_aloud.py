"""What the voice asks is short, without codes or lists of alternatives, and a sentence."""

import random
import re

import pytest

from companion.api.game import Prompt
from companion.games.citadel.action.sheet import ACTIONS, called
from tests.companion.games.citadel.table import GAME

from .action.test_random import setting
from .action.test_random import step as act
from .driver import random_evening

LONGEST = 120  # letters: seven seconds at the voice's usual rate
CODES = re.compile(r"[/(;_]|\b[A-Z]{1,3}[0-9]{2,3}\b|\b[0-9]{3}\.[0-9]")


def check(shown: tuple[Prompt, ...]) -> None:
    """The first prompt is spoken; reminders are, too."""
    for prompt in shown:
        words = str(prompt.do)
        assert words[-1] in ".?!", words
        assert not CODES.search(words), words
        assert len(words) <= LONGEST, words
        assert words.count(". ") <= 1, words  # at most two sentences


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_prompts_read_well_aloud(players: int) -> None:
    """No prompt of an evening is long, spells out a code, or ends in the middle of a sentence."""
    for state in random_evening(300 + players, players, 0.15, 150):
        check(GAME.prompts(state))


@pytest.mark.parametrize("seed", range(3))
def test_prompts_of_actions_read_well_aloud(seed: int) -> None:
    """The same for one action after the other."""
    dice, evening = random.Random(seed), setting(seed + 2)
    for _ in range(150):
        if evening.state.ended:
            break
        act(evening, dice)
        check(GAME.prompts(evening.state))


@pytest.mark.parametrize("icon", ACTIONS)
def test_actions_have_a_name_that_can_be_said(icon: str) -> None:
    """One name, not three with strokes between them."""
    assert "/" not in str(called(icon))
