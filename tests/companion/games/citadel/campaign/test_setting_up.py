"""Setting up an adventure (p. 7 to 9)."""

import re

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.campaign import setting_up
from companion.games.citadel.life import limits
from companion.games.citadel.state import State, Task

from ..table import Evening, begun

CARDS = 1074  # (p. 2)


def laid_out(players: int = 2) -> Evening:
    """The table is laid out."""
    evening = Evening(players)
    evening.play("list_done")
    return evening


def test_all_cards_of_the_box_are_sorted():
    """4 + 8 + 84 + 76 + 24 + 151 + 727 = 1074 cards (p. 2, 7)."""
    items = setting_up.sort_items(State(), Task(kind=setting_up.SORT))
    counts = [int(match[0]) for item in items.values() if (match := re.match(r"\d+", str(item)))]
    assert sum(counts) == CARDS


def test_items_are_ticked_and_unticked():
    """Each item is one tap; with the last one the list is done."""
    evening = Evening()
    items = [offer.move.args["item"] for offer in evening.prompt.offers if offer.ticked is not None]
    evening.play("tick", item=items[0])
    assert evening.prompt.offers[0].ticked is True
    evening.play("tick", item=items[0])
    assert evening.prompt.offers[0].ticked is False
    with pytest.raises(IllegalMove, match="not in the list"):
        evening.play("tick", item="spoons")
    for item in items:
        evening.play("tick", item=item)
    assert evening.asked == "campaign.scenario"
    assert evening.state.campaign.ticked == ()


def test_how_the_box_is_sorted_is_shown_on_wish():
    """Whoever has not sorted it yet sees the list, and goes on (p. 7)."""
    evening = Evening()
    evening.play("show_sorting")
    assert evening.asked == "campaign.sort"
    evening.play("list_done")
    assert evening.asked == "campaign.table"


def test_nobody_begins_with_a_hand_or_purse():
    """Players begin without Purse cards and without a hand (p. 8)."""
    evening = laid_out()
    assert evening.state.cards.copies == ()
    assert all(piles.hand == 0 for piles in evening.state.vigour.piles)


def test_two_taps_to_the_first_turn():
    """Everything else is asked when it first matters: the booklet is opened on page 3, life points are given."""
    evening = laid_out(4)
    assert evening.told("introduction").args["page"] == 3
    [offer, *_] = evening.prompt.offers
    assert [ask.name for ask in offer.asks] == ["life"]
    evening.play(offer.move.name, **offer.move.args, life=7)
    assert evening.asked == "table.idle"


def test_characters_are_chosen_when_they_matter():
    """Each player another one (p. 7): asked before the hand size is read off a Character card, or later."""
    evening = begun(2)
    for seat in ("seat2", "seat1"):
        evening.writing(lambda tx, seat=seat: limits.ask_limits(tx, seat))
    evening.play("character", character="brooks")
    evening.play("hand_limit", hand=4)
    choices = [one.move.args["character"] for one in evening.prompt.offers if one.move.name == "character"]
    assert choices == ["arthen", "casek", "denhom"]
    with pytest.raises(IllegalMove, match="Another player has that character"):
        evening.play("character", character="brooks")
    evening.play("character", character="arthen")
    assert [hero.character for hero in evening.state.party] == ["brooks", "arthen"]
    evening.play("limits_later")
    assert evening.asked == "table.idle"
    assert evening.state.board["limit.hand.brooks.2"] == 4


def test_the_introduction_gives_life_points_and_no_groundshiver():
    """Life points as the booklet gives them (p. 20); no groundshiver in "A new beginning" (p. 23)."""
    evening = laid_out(1)
    settled = evening.prompt.offers[0].move.args
    with pytest.raises(IllegalMove, match="no groundshiver"):
        evening.play("scenario", **{**settled, "groundshiver": 1}, life=7)
    evening.play("scenario", **settled, life=7)
    assert evening.state.hero("seat1").life == 7
    assert evening.board_facts == {"scenario.introduction.life.1": 7}
    assert evening.state.campaign.scenario == "A new beginning"
    assert evening.asked == "table.idle"
