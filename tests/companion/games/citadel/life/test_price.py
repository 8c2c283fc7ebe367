"""What a Recovery costs and brings (p. 20)."""

import pytest

from companion.games.citadel.life.recovery import Bargain, allowed, bargains, enough, price


def test_the_example_of_the_rulebook():
    """Eight cards in normal mode cost 4 life points (p. 20, example)."""
    assert price("normal", 8) == 4
    assert Bargain(8, 4) in bargains("normal", "started", 10, 20)


@pytest.mark.parametrize(
    ("mode", "cards", "life"),
    [
        ("normal", 2, 1), ("normal", 6, 3), ("story", 3, 1), ("story", 9, 3), ("survival", 3, 2), ("survival", 9, 6),
        ("normal", 1, 1), ("normal", 7, 4), ("story", 4, 2), ("story", 5, 2), ("survival", 4, 4), ("survival", 2, 2),
    ],
)  # fmt: skip
def test_prices(mode: str, cards: int, life: int):
    """1 for 2, 1 for 3, 2 for 3; a group that is only begun costs like a whole one."""
    assert price(mode, cards) == life


def test_never_more_life_than_there_is():
    """With 3 life points no more than 6 cards, however many lie there (p. 20)."""
    assert bargains("normal", "started", 3, 20) == (Bargain(2, 1), Bargain(4, 2), Bargain(6, 3))
    assert not allowed("normal", "started", 3, 20, 7)
    assert allowed("normal", "started", 3, 20, 6)


def test_survival_needs_two_life_points():
    """A single life point buys nothing in survival mode (p. 20)."""
    assert bargains("survival", "started", 1, 20) == ()
    assert bargains("survival", "started", 3, 20) == (Bargain(3, 2),)


def test_a_rest_of_cards():
    """Five cards cost 3 life points where a begun group counts; else only four can be taken."""
    assert bargains("normal", "started", 9, 5)[-1] == Bargain(5, 3)
    assert bargains("normal", "whole", 9, 5)[-1] == Bargain(4, 2)
    assert not allowed("normal", "whole", 9, 5, 5)


def test_the_cheapest_that_is_enough():
    """Three cards owed: four for 2 life points; where life is short, what it can buy."""
    assert enough("normal", "started", 9, 20, 3) == Bargain(4, 2)
    assert enough("normal", "started", 1, 20, 3) == Bargain(2, 1)
    assert enough("normal", "started", 9, 0, 3) is None
