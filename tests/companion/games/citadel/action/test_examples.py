"""The worked examples of the rulebook (p. 13 to 15), with its numbers."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import FLAIL, SWORD, table


def test_the_boulder_and_the_flail():
    """Cost 5 less 2; a star, a pair of halves and three class icons: three successes (p. 14)."""
    evening = table(2, **{"effects.200.1": FLAIL, "card.200.1.title": "Flail"})
    flail = evening.card("200", "purse", "purse", "seat1")
    event = evening.card("300", "permanent", "board")
    evening.count("seat1", deck=20)
    evening.act("pull", event)
    evening.sheet(5, 3)
    assert evening.due == 5
    evening.play("gear", card=flail)
    assert evening.due == 3
    evening.play("draw", cards=3)
    evening.play("all_told", stars=1, left=1, right=1)  # the first card, and the halves of the other two
    assert evening.asked == "action.icons"
    evening.icons(other=3)
    assert evening.outcome == (3, "success")
    assert "Roll a die." in str(evening.prompt.more)
    evening.play("action_card", card=event, to="past")
    evening.play("action_card", card=flail, to="past")  # a 2 was rolled
    evening.play("action_done")
    assert [copy.where for copy in evening.state.cards.copies] == ["past", "board", "past"]
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard) == (17, 3)
    assert evening.state.action is None


def test_pathfinding_without_cards():
    """Cost 0 and difficulty 0: nothing is drawn, and it succeeds (p. 15)."""
    evening = table(2)
    evening.act("pathfind", "dialogue", seat="seat2")
    evening.play("sheet_told", cost=0, difficulty=0, sort="simple", duty="free")
    assert evening.due == 0
    evening.play("draw", cards=0)
    assert evening.outcome == (0, "success")
    evening.play("action_done")
    assert evening.state.turn.last == "seat2"


def compound():
    """A mandatory compound fight, cost 2 under a chain, difficulty 4; the active player has selected the sword."""
    evening = table(2, **{"effects.200.1": SWORD, "card.200.1.keywords": "WEAPON", "card.201.1.keywords": "WEAPON"})
    sword = evening.card("200", "purse", "purse", "seat1")
    gladius = evening.card("201", "purse", "purse", "seat1")
    event = evening.card("300", "permanent", "board")
    evening.count("seat1", deck=20)
    evening.count("seat2", deck=20)
    evening.act("fight", event)
    evening.fight(2, 4, "compound_chain", "mandatory")
    assert evening.running.involved == ("seat1", "seat2")
    assert evening.running.die == 4
    evening.play("gear", card=sword)
    return evening, event, gladius


def test_the_compound_fight_with_the_sword():
    """Four drawn, two count for two successes; two class icons, one of them wild, for two more: 4 of 4 (p. 15)."""
    evening, event, _ = compound()
    evening.play("draw", cards=4)
    assert evening.asked == "action.either"
    evening.play("either", group="200.1/1", at=1)  # convert, not a third card
    assert str(evening.prompt.do) == "Reveal the cards. How many successes on your best 2 cards?"
    evening.play("stars_told", count=2)
    evening.icons(icon1=1, wild=1)
    assert evening.outcome == (4, "success")
    evening.play("action_damage", count=2)
    assert evening.state.hero("seat1").life == 8
    evening.play("action_keep", count=1)
    evening.play("row_moved", rows=1, difficulty=3, close=1)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (16, 3, 1)
    [die] = evening.state.turn.dice
    assert (die.card, die.row, die.value) == (event, 2, 3)
    assert (evening.asked, evening.running.active) == ("action.gear", "seat1")
    evening.play("active_again", seat="seat2")
    assert (evening.running.active, evening.running.row, evening.running.need) == ("seat2", 2, 3)


def test_with_only_three_successes_it_fails_and_the_die_shows_one():
    """Three of four: failure, and the die goes from 4 to 1 (p. 15)."""
    evening, _, _ = compound()
    evening.play("draw", cards=4)
    evening.play("either", group="200.1/1", at=1)
    evening.play("stars_told", count=1)
    evening.icons(icon1=1, wild=1)
    assert evening.outcome == (3, "failure")
    assert evening.told("die_turned").args["value"] == 1
    evening.play("action_done")
    assert [die.value for die in evening.state.turn.dice] == [1]


def test_a_third_card_instead():
    """The other effect of the sword lets three of the four cards count (p. 15)."""
    evening, _, _ = compound()
    evening.play("draw", cards=4)
    evening.play("either", group="200.1/1", at=0)
    assert "best 3 cards" in str(evening.prompt.do)
    evening.play("stars_told", count=3)
    assert evening.outcome == (3, "failure")  # class icons are not asked for: that effect was not chosen


def test_the_companion_finds_what_is_best():
    """Told card by card, it compares both effects of the sword itself (p. 12, 15)."""
    evening, _, _ = compound()
    evening.play("draw", cards=4)
    evening.play("by_card")
    evening.faces((1, 0, 0))
    evening.play("icon", kind="sword")
    evening.faces((1, 0, 0))
    evening.play("icon", kind="wild")
    evening.faces((0, 1, 0), (0, 0, 0))
    assert evening.outcome == (4, "success")


def test_the_gladius_shares_a_keyword():
    """Two cards with the keyword WEAPON cannot be selected together (p. 12, 15)."""
    evening, _, gladius = compound()
    with pytest.raises(IllegalMove) as refused:
        evening.play("gear", card=gladius)
    assert str(refused.value.text) == "Another selected card has the keyword WEAPON, too."
    assert refused.value.page == 12


def test_stealth():
    """Two class icons of its own, one of them converted into one success at most; then discarded (p. 13)."""
    stealth = "icons 2 eye for fight,stealth use discard / convert 1 eye 1 max 1 for fight,stealth use discard"
    evening = table(1, **{"effects.skill.stealth": stealth, "skill.stealth": "Stealth"})
    evening.count("seat1", deck=20, hand=1)
    evening.act("stealth", "dialogue")
    evening.sheet(1, 2)
    evening.play("skill_named", title="Stealth")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=1)
    evening.icons()
    assert evening.outcome == (2, "success")
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.hand, now.discard) == (0, 2)


def test_climbing():
    """Cost 5, difficulty 3: five cards with three stars succeed (p. 3)."""
    evening = table(1)
    evening.count("seat1", deck=8)
    evening.act("climb", "081.1")
    evening.sheet(5, 3)
    evening.play("draw", cards=5)
    evening.play("stars_told", count=3)
    assert evening.outcome == (3, "success")
    evening.play("action_done")
    evening.act("climb", "081.1")  # known by now: nothing is asked
    assert evening.asked == "action.gear"
