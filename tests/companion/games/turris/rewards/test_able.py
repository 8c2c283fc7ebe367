"""Whether effects can be done in full (rulebook p. 24)."""

import pytest

from companion.games.turris.rewards.able import why_not
from companion.games.turris.rewards.effects import parse
from tests.companion.games.turris.places_made_up import turn


@pytest.mark.parametrize(
    ("words", "can"),
    [
        ("spend ichor 3", True),
        ("spend ichor 4", True),  # the Artifact helps (p. 21)
        ("spend ichor 5", False),
        ("spend ichor 3; spend relics 2", False),
        ("spend ichor 3; spend relics 1", True),
        ("spend relics 2", False),
        ("gain relics 1; spend relics 2", True),
        ("spend any 4", True),
        ("spend any 5", False),
        ("spend krw 1", True),
        ("spend krw 2", False),
        ("spend artifacts 1", True),
        ("spend artifacts 2", False),  # nothing stands in for an Artifact
        ("discard tactics 1", True),
        ("discard tactics 2", False),
        ("draw 1; discard tactics 2", True),
        ("play", True),
        ("play 2", False),
        ("gain weaponry 5", True),
        ("gain weaponry 6", False),
        ("gain any 50", True),
        ("gain any 99", False),
        ("revive 1", True),
        ("revive 2", False),
        ("revive up to 3", True),
        ("revive 1; revive up to 2", False),
        ("sacrifice 3", True),
        ("sacrifice 4", False),
        ("place 2", True),
        ("place 3", False),
        ("room 3", False),
        ("future", True),
        ("beast 1", True),
        ("either spend relics 3 | gain relics 1", True),
        ("either spend relics 3 | room 3", False),
        ("say Dance; nothing", True),
    ],
)
def test_in_full_or_not_at_all(words: str, can: bool):
    """Alice: 3 Ichor, 1 Artifact, 1 Tactics card; a Scout in the Forge, one in the Graveyard, two in reserve. The
    supply has 5 Weaponry."""
    evening = turn().player(1, weaponry=20).player(0, artifacts=1, tactics=1, graveyard=1).scouts(forge="A")
    assert (why_not(evening.state, 0, parse(words)) is None) == can


def test_the_future_first_player_card_is_not_taken_twice():
    """Not again by its holder, until it was somebody else's or came back (p. 24)."""
    evening = turn().at("turns", "actions", future=0)
    assert why_not(evening.state, 0, parse("future")) is not None
    assert why_not(evening.state, 1, parse("future")) is None
    alone = turn(players=1)
    assert why_not(alone.state, 0, parse("future")) is None
