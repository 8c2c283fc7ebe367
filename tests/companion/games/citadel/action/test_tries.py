"""Tries that are told by one tap: whoever is active, a card in use, what the cards show (p. 11 to 13, 23)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles
from companion.games.citadel.state import Task
from tests.companion.games.citadel.action.acting import BLANK, Acting, table


def creature(players: int = 3, **facts: str) -> Acting:
    """A mandatory fight on card 310: cost 3, first row 4, Reach 2 onto Action cards; decks are counted."""
    line = "cost 3 rows 4 compound mandatory traits reach:2"
    evening = table(players, **{"action.310.1.fight": line, "trait_reach": "deck", **facts})
    evening.card("310", "temporary", "shown")
    for hero in evening.state.heroes:
        evening.count(hero.seat, deck=20)
    evening.play("act", seat="seat1", icon="fight", source="", card="310.1")
    return evening


def labels(evening: Acting, name: str) -> list[str]:
    """What the offers of a move are called."""
    return [str(offer.label) for offer in evening.prompt.offers if offer.move.name == name]


def test_a_known_try_is_two_taps_with_reach_and_all():
    """Ada shows 1 of 4, Ben is hit; the black section does 3 damage as it did before: 10 less 3 life points."""
    evening = creature(**{"then.310.1.fight.1.failure": "damage 3"})
    evening.play("revealed", cards=3, count=1)
    assert evening.asked == "traits.reach"
    evening.play("reached", who="seat2")
    assert (evening.state.hero("seat1").life, piles.piles(evening.state, "seat2").deck) == (7, 18)
    assert [(die.row, die.value) for die in evening.state.turn.dice] == [(1, 3)]
    assert (evening.asked, evening.running.active) == ("action.gear", "seat1")


def test_step_by_step_nothing_is_repeated():
    """Whoever draws first and counts then is asked what the section does, with the last time as the large button."""
    evening = creature(**{"then.310.1.fight.1.failure": "damage 3"})
    evening.play("draw", cards=3)
    evening.play("stars_told", count=1)
    evening.play("reached", who="seat2")
    assert (evening.asked, evening.state.hero("seat1").life) == ("action.consequence", 10)


def test_whoever_is_active_answers():
    """Ben's answer makes Ben the active player with the same tap (p. 11)."""
    evening = creature()
    assert labels(evening, "revealed_by") == [
        "Ben: Successes on the 3 cards",
        "Cleo: Successes on the 3 cards",
    ]
    evening.play("revealed_by", seat="seat2", card="", cards=3, count=2)
    assert (evening.running.active, evening.running.successes) == ("seat2", 2)
    assert piles.piles(evening.state, "seat2").deck == 17


def test_the_last_cards_of_somebody_else():
    """Cleo has 2 cards left of the 3 that it costs: she draws them, and a Recovery follows (p. 12)."""
    evening = creature()
    evening.count("seat3", deck=2, discard=10)
    assert labels(evening, "draw_by") == ["Cleo: the last 2 cards, then a Recovery"]
    evening.play("draw_by", seat="seat3")
    evening.play("recover", cards=4)
    assert (evening.asked, labels(evening, "rest_revealed")) == ("action.draw", ["Successes on the 3 cards"])
    evening.play("rest_revealed", count=1)
    assert (evening.running.active, evening.running.drawn, evening.running.successes) == ("seat3", 3, 1)


def test_with_one_card():
    """A card that is known to give a success here is used with the same tap: 1 and 1 are 2."""
    evening = table(1, **{"action.081.1.climb": "cost 2 rows 3", "effects.200.1": "success 1 for climb"})
    evening.card("200", "purse", "purse", "seat1")
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    [offer] = [one for one in evening.prompt.offers if one.move.name == "revealed_by"]
    assert offer.move.args == {"cards": 2, "seat": "seat1", "card": "200.1"}
    evening.play("revealed_by", **offer.move.args, count=1)
    assert evening.running.successes == 2


def test_no_answer_with_a_card_that_nobody_has_read():
    """What it does is asked first: it is ticked."""
    evening = table(1, **{"action.081.1.climb": "cost 2 rows 3"})
    evening.card("200", "purse", "purse", "seat1")
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    assert labels(evening, "revealed_by") == labels(evening, "came_out_by") == []
    with pytest.raises(IllegalMove):
        evening.play("came_out_by", seat="seat1", card="200.1", cards=2, outcome="success")


def test_what_the_cards_show_ends_the_reading_of_a_card():
    """Its one effect is told, then the successes: nothing else was on it."""
    evening = table(1, **{"action.081.1.climb": "cost 2 rows 3"})
    evening.card("200", "purse", "purse", "seat1")
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("gear", card="200.1")
    assert labels(evening, "revealed") == []
    evening.play("effect_told", **{**BLANK, "kind": "success", "amount": 2})
    assert labels(evening, "revealed") == ["That is all. Successes on the 2 cards"]
    evening.play("revealed", cards=2, count=1)
    assert evening.outcome == (3, "success")


def test_no_traits_and_the_successes_are_one_tap():
    """The creature shows none: that is kept, and 2 of 3 successes turn the die down to 1."""
    evening = table(1)
    evening.act("fight", "081.1")
    evening.play("cost_told", cost=2)
    evening.play("first_row_told", difficulty=3)
    assert (evening.asked, labels(evening, "revealed")) == (
        "action.traits",
        ["No traits: Successes on the 2 cards"],
    )
    evening.play("revealed", cards=2, count=2)
    assert evening.board_facts["action.081.1.fight"] == "cost 2 rows 3 compound traits none"
    assert evening.told("die_turned").args["value"] == 1


def test_damage_and_the_end_are_one_tap():
    """Two damage are all that the black section does; they are kept with it."""
    evening = table(1, **{"action.081.1.climb": "cost 2 rows 3"})
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("came_out", cards=2, outcome="failure")
    evening.play("damage_done", count=2)
    assert (evening.asked, evening.state.hero("seat1").life) == ("table.idle", 8)
    assert evening.board_facts == {"then.081.1.climb.1.failure": "damage 2"}


def test_lots_are_drawn_without_being_told_again():
    """Once the companion was let draw: the next failure hits Ben by the same tap, 20 less 2 and 2 cards."""
    evening = creature(**{"then.310.1.fight.1.failure": "damage 3"})
    evening.play("revealed", cards=3, count=1)
    evening.play("lots", who="seat2")
    assert labels(evening, "revealed") == []
    evening.play("revealed_lots", cards=3, count=0, who="seat2")
    assert (evening.asked, piles.piles(evening.state, "seat2").deck) == ("action.gear", 16)
    evening.play("revealed_lots_by", seat="seat3", card="", cards=3, count=3, who="seat1")
    assert (evening.running.outcome, piles.piles(evening.state, "seat1").deck) == ("success", 14)


def test_who_is_alone_in_reach_is_not_asked_for():
    """One player: 3 cards drawn and 2 discarded of 20."""
    evening = creature(1)
    evening.play("revealed", cards=3, count=1)
    assert (evening.asked, piles.piles(evening.state, "seat1").deck) == ("action.consequence", 15)


def test_somebody_else_with_a_card_is_one_tap():
    """Ben becomes active and uses his card, which nobody has read yet."""
    evening = creature()
    evening.card("200", "purse", "purse", "seat2")
    assert labels(evening, "gear_by") == ["Ben uses 200"]
    evening.play("gear_by", seat="seat2", card="200.1")
    assert (evening.asked, evening.running.active) == ("action.effects", "seat2")


def test_more_cards_with_a_card_are_one_tap():
    """Five cards are drawn for a cost of 2, with a card that gives a success: 2 and 1 are 3."""
    evening = table(1, **{"action.081.1.climb": "cost 2 rows 3", "effects.200.1": "success 1 for climb"})
    evening.card("200", "purse", "purse", "seat1")
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    assert labels(evening, "draw_with") == ["With 200: draw more cards"]
    evening.play("draw_with", seat="seat1", card="200.1", cards=5)
    assert (evening.asked, evening.running.drawn) == ("action.stars", 5)
    evening.play("stars_told", count=2)
    assert evening.outcome == (3, "success")


def test_an_unread_try_of_somebody_else_is_one_tap():
    """The fight of an event must be taken: Ben draws 4 cards and fails, without being named before."""
    evening = table(2)
    evening.card("123", "temporary", "shown")
    evening.play("act", seat="seat1", icon="fight", source="", card="123.1")
    assert labels(evening, "came_out_by") == labels(evening, "active_is") == []
    evening.play("action_cancel")
    evening.writing(lambda tx: tx.add_first(Task(kind="card.event", seat="seat1", card="123.1")))
    evening.play("act_now", seat="seat1", icon="fight")
    assert labels(evening, "came_out_by") == ["Ben: Success", "Ben: Failure"]
    evening.play("came_out_by", seat="seat2", card="", cards=4, outcome="failure")
    assert (evening.running.active, evening.running.drawn, evening.running.outcome) == ("seat2", 4, "failure")


def test_cards_to_the_hand_and_the_end_are_one_tap():
    """One of the 2 revealed cards goes to the hand, the other to the Discard Pile."""
    evening = table(1, **{"action.081.1.climb": "cost 2 rows 1", "hand.seat1": 4})
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("came_out", cards=2, outcome="success")
    evening.play("kept_done", count=1)
    assert (piles.piles(evening.state, "seat1").hand, piles.piles(evening.state, "seat1").discard) == (1, 1)
