"""The first Hope and Discontent tokens, rulebook p. 13."""

import random

import pytest

from companion.api.game import Chance, IllegalMove
from companion.games.frostpunk.setup.tokens import draws
from companion.games.frostpunk.state import Token, Tokens
from companion.session.chance import draw
from tests.companion.games.frostpunk.table import Evening

BAGS = {"bag_care": 3, "bag_justice": 3, "bag_motivation": 3, "bag_anger": 4, "bag_greed": 3, "bag_third": 2}


def lying(evening: Evening, about: str) -> list[tuple[str, bool]]:
    return [(token.kind, token.active) for token in evening.state.tokens(about).row]


def chance(evening: Evening) -> Chance:
    """What the companion may draw now."""
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "tokens_drawn"]
    [ask] = offer.asks
    assert isinstance(ask, Chance)
    return ask


def test_four_taps_name_the_four_tokens():
    """p. 13: two Discontent tokens, the left one active; then two Hope tokens, both active; no tap to end it."""
    evening = Evening().at("setup.tokens")
    assert str(evening.prompt.do).endswith("Which type is the first from the left?")
    for kind in ("anger", "greed", "care", "justice"):
        evening.play("token_told", kind=kind)
    assert lying(evening, "discontent") == [("anger", True), ("greed", False)]
    assert lying(evening, "hope") == [("care", True), ("justice", True)]
    assert evening.asked == "setup.round"


def test_discontent_comes_first():
    """p. 13: the Hope tokens are drawn after the Discontent tokens."""
    evening = Evening().at("setup.tokens")
    with pytest.raises(IllegalMove):
        evening.play("token_told", kind="care")
    evening.play("token_told", kind="anger")
    assert "second" in str(evening.prompt.do)
    evening.play("token_told", kind="anger")
    assert "Hope" in str(evening.prompt.do)


def test_what_lies_active_is_said():
    """p. 13: the number after the stroke, beginning with the leftmost."""
    evening = Evening().at("setup.tokens")
    assert str(evening.prompt.more) == "The leftmost one lies active side up, the rest exhausted."
    evening.play("token_told", kind="anger")
    evening.play("token_told", kind="greed")
    assert str(evening.prompt.more) == "All of them lie active side up."
    five = Tokens(row=tuple(Token(kind="untold", active=n < 3) for n in range(5)))
    assert "leftmost 3" in str(Evening().at("setup.tokens", discontent=five).prompt.more)
    none = Tokens(row=(Token(kind="untold"),))
    assert "exhausted" in str(Evening().at("setup.tokens", discontent=none).prompt.more)


def test_the_companion_draws_where_the_bags_are_known():
    """Two taps: one for each bag; what was drawn is said, with the side it lies on."""
    evening = Evening(2, **BAGS).at("setup.tokens")
    evening.play("tokens_drawn", about="discontent", of="greed anger")
    assert [str(fact.text) for fact in evening.facts if fact.name == "token_set_up"] == [
        "Take this token out of its bag and lay it down, active: Greed.",
        "Take this token out of its bag and lay it down, exhausted: Anger.",
    ]
    evening.play("tokens_drawn", about="hope", of="care care")
    assert lying(evening, "hope") == [("care", True), ("care", True)]
    assert evening.asked == "setup.round"


def test_what_chance_offers_can_be_played():
    """Whatever the session draws is a draw that fits."""
    dice = random.Random(3)
    for _ in range(20):
        evening = Evening(2, **BAGS).at("setup.tokens")
        evening.play("tokens_drawn", about="discontent", of=draw(chance(evening), dice))
        evening.play("tokens_drawn", about="hope", of=draw(chance(evening), dice))
        assert evening.asked == "setup.round"


def test_draws_without_putting_back():
    """Of two and one, in that order: 2 of the 6 ordered draws are twice the first type, 2 and 2 the mixed ones."""
    assert draws({"a": 2, "b": 1}, 2) == {("a", "a"): 2, ("a", "b"): 2, ("b", "a"): 2}


def test_without_the_bags_nothing_is_drawn_by_the_companion():
    """What lies in the bags is only seen by the owner."""
    evening = Evening().at("setup.tokens")
    assert not evening.offered("tokens_drawn")
    assert evening.offered("bag_counted")
    with pytest.raises(IllegalMove, match="nine tokens"):
        evening.play("bag_counted", **{**BAGS, "bag_care": 4})
    evening.play("bag_counted", **BAGS)
    assert evening.board_facts == BAGS
    assert evening.offered("tokens_drawn")
    assert not evening.offered("bag_counted")


def test_a_type_that_is_all_out_is_not_drawn():
    """With one token of a type in the bag, it can only be drawn once."""
    evening = Evening(2, **{**BAGS, "bag_third": 1, "bag_anger": 5}).at("setup.tokens")
    evening.play("token_told", kind="third")
    with pytest.raises(IllegalMove):
        evening.play("token_told", kind="third")
    assert "third" not in {choice.value for choice in chance(evening).choices}


@pytest.mark.parametrize("of", ["", "anger", "anger anger anger", "care care", "anger untold"])
def test_draws_that_do_not_fit(of: str):
    """A whole draw of the track that comes next, of its types."""
    evening = Evening(2, **BAGS).at("setup.tokens")
    if of == "anger":  # fewer at once may be drawn, where there are many
        evening.play("tokens_drawn", about="discontent", of=of)
        assert lying(evening, "discontent")[0] == ("anger", True)
        return
    with pytest.raises(IllegalMove):
        evening.play("tokens_drawn", about="discontent", of=of)
    with pytest.raises(IllegalMove):
        evening.play("tokens_drawn", about="hope", of="care care")
