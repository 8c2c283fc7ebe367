"""Dividers and the order in the box (rulebook p. 7)."""

import pytest

from companion.games.citadel.cards import cards
from companion.games.citadel.cards.cards import Copy


@pytest.mark.parametrize(
    ("number", "divider"),
    [("000", "000"), ("049", "000"), ("050", "050"), ("099", "050"), ("112", "100"), ("316", "300"), ("999", "950")],
)
def test_each_fifty_numbers_share_a_divider(number: str, divider: str):
    """050 to 099 stand behind divider 050, and so on (p. 7)."""
    assert cards.divider(number) == divider


def test_the_order_in_the_box():
    """Ascending numbers; green before gold; of one colour, framed before plain (p. 7)."""
    gold = Copy(key="123.1", number="123", colour="gold")
    framed_gold = Copy(key="123.2", number="123", colour="gold", frame="moon")
    green = Copy(key="123.3", number="123")
    framed = Copy(key="123.4", number="123", frame="eye")
    later = Copy(key="124.1", number="124")
    exploration = Copy(key="I.1", number="I", deck="exploration", colour="")
    shuffled = [exploration, gold, later, green, framed_gold, framed]
    assert sorted(shuffled, key=cards.order) == [framed, green, framed_gold, gold, later, exploration]


def test_an_exploration_card_stands_behind_its_area():
    """Exploration cards are sorted by their area alone (p. 7)."""
    assert cards.behind(Copy(key="II.1", number="II", deck="exploration")) == "II"
