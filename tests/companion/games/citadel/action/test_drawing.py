"""The Draw step (p. 12)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.life import piles
from tests.companion.games.citadel.action.acting import drawing, table
from tests.companion.games.meaning import offered, prompted


def test_not_fewer_than_the_cost():
    """Two cards for a cost of three are refused (p. 12)."""
    evening = drawing()
    with pytest.raises(IllegalMove) as refused:
        evening.play("draw", cards=2)
    assert (str(refused.value.text), refused.value.page) == ("This action costs 3 cards.", 12)


def test_more_by_choice():
    """More cards than the cost may be drawn (p. 12)."""
    evening = drawing(deck=9)
    evening.play("draw", cards=6)
    assert evening.running.drawn == 6
    assert piles.piles(evening.state, "seat1").deck == 3


def test_more_than_the_deck_holds():
    """By choice nobody draws more than lies there; a Recovery can be performed first (p. 12, 20)."""
    evening = drawing(deck=4, discard=4)
    with pytest.raises(IllegalMove, match="Only 4 cards are left"):
        evening.play("draw", cards=6)
    assert evening.offered("recovery")
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=4)
    evening.play("draw", cards=6)
    assert evening.running.drawn == 6


def test_the_deck_runs_out_in_mid_draw():
    """Cost 5 with 2 cards left: draw 2, recover 4 for 2 life points, draw 3 more; the action goes on (p. 12, 20)."""
    evening = drawing(cost=5, deck=2, discard=6)
    assert "Draw your last 2 cards" in str(evening.prompt.do)
    evening.play("draw", cards=5)
    assert evening.running.drawn == 2
    assert evening.asked == "life.recover"
    usual = next(offer for offer in evening.prompt.offers if offer.tone == "usual")
    evening.play(usual.move.name, **usual.move.args)
    assert usual.move.args == {"cards": 4}
    assert prompted(evening.prompt) == ("action.draw", {"name": "Ada", "n": 3})
    evening.play("draw_rest")
    assert (evening.running.drawn, evening.asked) == (5, "action.stars")
    evening.play("stars_told", count=2)
    evening.play("action_done")
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, evening.state.hero("seat1").life) == (1, 7, 8)


def test_a_deck_that_nobody_counted_runs_out():
    """The player says how many were left; then the count is known (p. 12)."""
    evening = table(2)
    evening.count("seat1", discard=6)
    evening.act("climb", "081.1")
    evening.sheet(5, 2)
    evening.play("draw_short", cards=1)
    evening.play("recover", cards=6)
    evening.play("draw_rest")
    assert (evening.running.drawn, piles.piles(evening.state, "seat1").deck) == (5, 2)


def test_a_second_recovery_when_the_first_was_too_small():
    """Two cards taken back are too few for three: another Recovery follows (p. 12)."""
    evening = drawing(cost=5, deck=2, discard=6)
    evening.play("draw", cards=5)
    evening.play("recover", cards=2)
    assert prompted(evening.prompt) == ("action.draw", {"name": "Ada", "n": 2})
    evening.play("draw_rest")
    assert evening.asked == "life.recover"
    evening.play("recover", cards=2)
    evening.play("draw_rest")
    assert evening.running.drawn == 5


def test_unconscious_in_mid_draw():
    """The last life point goes for the Recovery: no more is drawn, and there is no result (p. 12, 20)."""
    evening = table(2, life=1)
    evening.count("seat1", deck=2, discard=6)
    evening.act("climb", "081.1")
    evening.sheet(5, 2)
    evening.play("draw", cards=5)
    evening.play("recover", cards=2)
    assert evening.asked == "action.stopped"
    with pytest.raises(IllegalMove):
        evening.play("draw_rest")
    evening.play("action_stopped")
    assert evening.state.action is None
    now = piles.piles(evening.state, "seat1")
    assert (now.deck, now.discard, now.hand) == (3, 2, 2)  # 6 shuffled, 3 drawn, 1 banished; the 2 drawn are discarded


def test_nothing_left_to_recover():
    """Neither deck nor Discard Pile: the action goes on with what was drawn (p. 12; the rulebook is silent)."""
    evening = drawing(cost=5, deck=2, discard=0)
    evening.play("draw", cards=5)
    assert evening.names[-1] == "no_recovery"
    assert evening.asked == "action.stars"


def test_a_short_deck_is_said_on_the_button():
    """Cost 5 with two cards left: draw those, then a Recovery (p. 12)."""
    evening = drawing(cost=5, deck=2, discard=8)
    assert str(evening.prompt.offers[0].label) == "Draw the last 2 cards; the Recovery takes back:"
    [alone] = [one for one in evening.prompt.offers if one.move.args == {"cards": 5}]
    assert str(alone.label) == "Draw the last 2 cards, then a Recovery"
    evening = drawing(cost=5, deck=0, discard=8)
    assert str(evening.prompt.offers[0].label) == "The Recovery takes back:"
    assert any(offered(one) == ("draw", {"cards": 5}) for one in evening.prompt.offers)


def test_the_last_cards_and_the_recovery_are_one_answer():
    """Cost 5 with two cards left and eight discarded: four come back for two life points, three of them are owed
    (p. 12, 20)."""
    evening = drawing(cost=5, deck=2, discard=8)
    life = evening.state.hero("seat1").life
    [ask] = evening.prompt.offers[0].asks
    assert ask.usual == "4"  # type: ignore[union-attr]
    evening.play("draw_back", back="4")
    now = piles.piles(evening.state, "seat1")
    assert (evening.asked, now.deck, now.discard) == ("action.draw", 4, 4)
    assert evening.state.hero("seat1").life == life - 2
    with pytest.raises(IllegalMove):
        evening.play("draw_back", back="4")
