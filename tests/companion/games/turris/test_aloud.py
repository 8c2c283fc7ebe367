"""What the voice says and asks is short, names no codes, and is a sentence."""

import random
import re

import pytest

from companion.api.game import Urgency
from companion.games.turris.names import said_place
from companion.testing import evening_at_random
from tests.companion.games.turris.beasts.test_random_phases import random_board
from tests.companion.games.turris.driver import player, random_evening
from tests.companion.games.turris.places_made_up import PLACES, turn
from tests.companion.games.turris.table import GAME, Evening

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


@pytest.mark.parametrize("name", ["gain relics 1", "Mine (old); 2nd/3rd_pit", "…"])
def test_a_named_site_is_called_by_its_name_alone(name: str) -> None:
    """An Excavation Site is not spelt out with its spot, whatever signs stand in its name."""
    evening = turn().scouts(a="A").player(0, ichor=3).set(sites={"a": name, "b": "", "c": ""}, beasts=())
    assert said_place(evening.state, "a").msgid != "{site} (Site {spot})"
    assert str(said_place(evening.state, "a"))
    assert not CODES.search(str(said_place(evening.state, "a")))
    evening.play("collect", scouts="a", artifacts=0, rewards="all")
    assert not CODES.search(str(evening.prompt.do)), evening.prompt.do


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_what_random_evenings_tell_reads_well_aloud(seed: int) -> None:
    """With named Sites, too, whatever is asked is short and spells nothing out."""
    evening = Evening(3, **PLACES)
    evening.set(sites={"a": "gain relics 1", "b": "Mine (old)", "c": "Pit; deep"})
    for state in evening_at_random(evening, player(random.Random(seed)), 200):
        for prompt in GAME.prompts(state)[:1]:
            assert not CODES.search(str(prompt.do)), prompt.do
            assert len(str(prompt.do)) <= LONGEST, prompt.do


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
