"""The Result step with its limits and exceptions, and Reflex Skills (p. 12 to 13, 19)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import FLAIL, drawing, table
from tests.companion.games.meaning import offered


def test_successes_may_be_left_out():
    """The player may take fewer into account, even none (p. 12)."""
    evening = drawing()
    evening.play("draw", cards=3)
    evening.play("stars_told", count=3)
    evening.play("recounted", count=0)
    assert evening.outcome == (0, "failure")


def test_excess_successes_are_lost():
    """Five of two is a plain success (p. 13)."""
    evening = drawing()
    evening.play("draw", cards=3)
    evening.play("stars_told", count=5)
    assert evening.outcome == (5, "success")


def test_halves_of_all_cards_together():
    """Two stars, three left and one right half: three successes (p. 12)."""
    evening = drawing(difficulty=3)
    evening.play("draw", cards=4)
    evening.play("all_told", stars=2, left=3, right=1)
    assert evening.outcome == (3, "success")


def test_the_chain_counts_the_default_cost():
    """Cost 3, two fewer by an effect, five drawn: still three cards count (p. 12)."""
    evening = table(2, **{"effects.200.1": "cost -2 for climb"})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(3, 4, "simple_chain")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=5)
    assert "best 3 cards" in str(evening.prompt.do)
    evening.play("by_card")
    evening.faces((1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (1, 0, 0))
    assert evening.outcome == (4, "success")


def test_all_cards_where_the_chain_does_not_bite():
    """Three drawn, three may count: nothing to choose (p. 12)."""
    evening = drawing(sort="simple_chain")
    evening.play("draw", cards=3)
    assert str(evening.prompt.do) == "Reveal the 3 cards. How many successes do they show?"


def test_a_chain_wants_the_cards_one_by_one():
    """Stars of all cards together do not tell which ones count (p. 12)."""
    evening = drawing(sort="simple_chain")
    evening.play("draw", cards=5)
    with pytest.raises(IllegalMove):
        evening.play("all_told", stars=5, left=0, right=0)


def test_the_chain_leaves_class_icons_alone():
    """Icons of all five cards count, stars of three (p. 13)."""
    evening = table(2, **{"effects.200.1": FLAIL.replace("pull,fight", "climb")})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(3, 4, "simple_chain")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=5)
    evening.play("by_card")
    for stars in (1, 1, 1, 1, 1):
        evening.play("icon", kind="other")
        evening.faces((stars, 0, 0))
    assert evening.outcome == (4, "success")  # three cards, and one success for three of the five icons


def test_successes_in_effects_count_beside_the_chain():
    """The chain limits only what the strips of revealed cards show (p. 12)."""
    evening = table(2, **{"effects.200.1": "success 2 for climb"})
    evening.card("200", "purse", "purse", "seat1")
    evening.act("climb", "081.1")
    evening.sheet(1, 3, "simple_chain")
    evening.play("gear", card="200.1")
    evening.play("draw", cards=4)
    evening.play("stars_told", count=1)
    assert evening.outcome == (3, "success")


def test_more_cards_revealed_by_a_skill():
    """A card lets the player reveal one or two more: they are drawn and discarded like the others (p. 14)."""
    evening = drawing(deck=9)
    evening.play("draw", cards=3)
    evening.play("draw_more", cards=2)
    assert evening.running.drawn == 5
    evening.play("stars_told", count=2)
    evening.play("action_done")
    assert piles.piles(evening.state, "seat1").discard == 5


def test_difficulty_zero_needs_no_counting():
    """Whatever the cards show, it succeeds."""
    evening = drawing(cost=2, difficulty=0)
    evening.play("draw", cards=2)
    assert evening.outcome == (0, "success")


def test_a_reflex_skill_applies_when_it_is_revealed():
    """Its success counts beside the chain; it is told once, and a tap the next time (p. 13, 19)."""
    evening = drawing(cost=1, difficulty=2, sort="simple_chain", deck=9)
    evening.play("draw", cards=3)
    evening.play("reflex", title="Quick hand")
    assert evening.asked == "action.effects"
    evening.play("effect_told", kind="success", amount=1, icons=0, of="any", new="", most=0, step="result", words="")
    evening.play("effects_done")
    assert evening.asked == "action.stars"
    evening.play("stars_told", count=1)
    assert evening.outcome == (2, "success")
    evening.play("action_done")
    assert piles.piles(evening.state, "seat1").discard == 3
    evening.act("climb", "081.1")
    assert not any(gear.kind == "reflex" for gear in evening.running.gear)  # never from the hand
    evening.play("draw", cards=1)
    assert [offered(one) for one in evening.prompt.offers if one.ticked is False] == [
        ("reflex", {"title": "Quick hand"})
    ]
    evening.play("reflex", title="Quick hand")
    evening.play("reflex", title="Quick hand")
    assert evening.running.gear == ()


def test_a_reflex_skill_that_blocks_itself():
    """It goes under the Character card instead of the Discard Pile (p. 18 to 19)."""
    evening = table(2, **{"effects.skill.quick_hand": "success 1 for climb use block"})
    evening.count("seat1", deck=9)
    evening.act("climb", "081.1")
    evening.sheet(3, 1)
    evening.play("draw", cards=3)
    evening.play("reflex", title="Quick hand")
    evening.play("stars_told", count=0)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.blocked) == (6, 2, 1)
