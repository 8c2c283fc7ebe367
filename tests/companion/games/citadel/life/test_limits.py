"""Hand size and carried weight (p. 19)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.cards import moving
from companion.games.citadel.life import limits, piles
from tests.companion.games.citadel.table import Evening, begun
from tests.companion.games.meaning import prompted

KNOWN = {"limit.hand.character.2": 3, "limit.weight.character.2": 7}


def table() -> Evening:
    evening = begun(2, **KNOWN)
    for seat in ("seat1", "seat2"):
        evening.hero(seat, life=9)
    return evening


def test_limits_depend_on_character_and_player_count():
    """A fact for each Character card and number of players (p. 4, 19)."""
    evening = table()
    assert limits.hand_limit(evening.state, "seat1") == 3
    evening.hero("seat1", character="Arthen")
    assert limits.hand_limit(evening.state, "seat1") is None
    evening.hero("seat2", joined=False)
    assert limits.fact_name(evening.state, evening.state.hero("seat1"), "hand") == "limit.hand.arthen.1"


def test_they_are_asked_once_and_kept():
    """Read off the Character card, they are known from then on."""
    evening = begun(2)
    evening.writing(lambda tx: limits.ask_limits(tx, "seat1"))
    evening.play("character_later")
    assert evening.asked == "life.limits"
    evening.play("limits_told", hand=4, weight=10)
    assert evening.board_facts == {"limit.hand.character.2": 4, "limit.weight.character.2": 10}
    evening.writing(lambda tx: limits.ask_limits(tx, "seat1"))
    assert evening.asked == "table.idle"


def test_excess_is_discarded():
    """Five in hand with a limit of three: two of the player's choice go (p. 19)."""
    evening = table().writing(lambda tx: piles.into_hand(tx, "seat1", 5))
    assert prompted(evening.prompt) == ("life.excess", {"name": "Ada", "n": 2})
    evening.play("excess_discarded")
    now = piles.piles(evening.state, "seat1")
    assert (now.hand, now.discard) == (3, 2)


def test_a_corrected_hand_is_no_excess():
    """When the count was wrong, nothing has to be discarded."""
    evening = table().writing(lambda tx: piles.into_hand(tx, "seat1", 5))
    evening.correct("hand_seat1", 3)
    evening.writing(lambda tx: None)
    assert evening.asked == "table.idle"


def test_skills_may_be_discarded_at_any_time():
    """From the hand onto the own Discard Pile (p. 19)."""
    evening = table().writing(lambda tx: piles.into_hand(tx, "seat1", 2))
    evening.play("skills_down", seat="seat1", count=1, to="discard")
    evening.play("skills_down", seat="seat1", count=1, to="blocked")
    now = piles.piles(evening.state, "seat1")
    assert (now.hand, now.discard, now.blocked) == (0, 1, 1)
    with pytest.raises(IllegalMove):
        evening.play("skills_down", seat="seat1", count=1, to="discard")


def test_unblocked_skills_go_into_the_deck():
    """An unblocked Skill card is shuffled into the Action Deck (p. 18)."""
    evening = table().writing(lambda tx: piles.set_piles(tx, "seat1", deck=4, blocked=2))
    evening.play("skills_unblock", seat="seat1", count=2)
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.blocked) == (6, 0)


def test_blocked_cards_weigh():
    """Weight 4 in play and 4 blocked is more than 7 (p. 19)."""
    evening = begun(2, **KNOWN, **{"card.100.1.weight": 4, "card.101.1.weight": 4})
    assert limits.too_heavy(evening.state, "seat1") is False
    evening.writing(lambda tx: moving.put(tx, "100.1", "purse", "seat1"))
    assert limits.too_heavy(evening.state, "seat1") is False
    evening.writing(lambda tx: moving.put(tx, "101.1", "blocked", "seat1"))
    assert limits.too_heavy(evening.state, "seat1") is True


def test_an_unknown_weight_is_said_to_be_unknown():
    """A card whose weight nobody has said leaves the question open."""
    evening = table().writing(lambda tx: moving.new(tx, "100", kind="purse", where="purse", whose="seat1"))
    assert limits.too_heavy(evening.state, "seat1") is None


def test_skill_cards_into_the_hand():
    """An effect brings one from the Discard Pile and one from the deck; the limit is then asked (p. 19)."""
    evening = begun(1)
    evening.hero("seat1", life=5)
    evening.writing(lambda tx: piles.set_piles(tx, "seat1", deck=4, discard=3))
    evening.play("skills_up", seat="seat1", count=1, of="discard")
    evening.play("character_later")
    assert evening.asked == "life.limits"
    evening.play("hand_limit", hand=3)
    evening.play("skills_up", seat="seat1", count=1, of="deck")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (3, 2, 2)
    with pytest.raises(IllegalMove):
        evening.play("skills_up", seat="seat1", count=3, of="discard")


def test_what_may_be_carried_is_asked_of_whoever_carries():
    """The weight of the Character card matters with Purse cards alone, and can be said at any time (p. 19)."""
    evening = begun(2)
    assert not evening.offered("weight_limit")
    evening.writing(lambda tx: moving.new(tx, "100", kind="purse", where="purse", whose="seat2"))
    [offer] = [one for one in evening.prompt.offers if one.move.name == "weight_limit"]
    evening.play("weight_limit", **offer.move.args, weight=7)
    assert limits.weight_limit(evening.state, "seat2") == 7
    assert not evening.offered("weight_limit")
