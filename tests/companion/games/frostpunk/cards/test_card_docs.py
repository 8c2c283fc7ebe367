"""The page for owners who enter cards: its examples can be entered as they stand."""

import re

import pytest

from companion.games.frostpunk.cards import owner_facts
from companion.games.frostpunk.cards.card_text import OwnCard, parse
from companion.games.frostpunk.game import FOLDER

PAGE = (FOLDER.parents[2] / "docs" / "games" / "frostpunk-cards.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"```card ([^\n]+)\n(.*?)```", PAGE, re.DOTALL))
LINES = [line for line in re.findall(r"^\| `([^`…]+)`", PAGE, re.MULTILINE) if not line.startswith("line")]


@pytest.mark.parametrize("card", EXAMPLES)
def test_every_example_can_be_entered(card: str):
    """Under its code or name, and as a whole card that is understood."""
    assert owner_facts.fits(card)
    assert isinstance(parse(EXAMPLES[card]), OwnCard)


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_table_is_understood(line: str):
    """Each by itself."""
    assert isinstance(parse(line), OwnCard)


def test_the_page_shows_every_kind_of_card():
    """There is an example for each, and none of them is a card of the rulebook."""
    kinds = {card.partition(".")[0] if "." in card else card[0] for card in EXAMPLES}
    assert kinds == {"M", "D", "L", "I", "citizen", "weather", "technology", "expedition", "advisor"}
