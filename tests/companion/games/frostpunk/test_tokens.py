"""Hope and Discontent, rulebook p. 16 and 17. A game starts with Hope 2 active, Discontent 1 active and 1 exhausted."""

import pytest

from companion.game import IllegalMove, Urgency
from companion.games.frostpunk.state import Tokens
from tests.companion.games.frostpunk.table import begun


def hows(evening) -> set[str]:
    return {str(offer.move.args["how"]) for offer in evening.prompt.offers}


def test_an_increase_is_a_draw_or_an_activation():
    """p. 17: a drawn token lies exhausted; or any exhausted one is activated."""
    evening = begun()
    evening.play("tokens", what="increase_discontent", times=1)
    assert hows(evening) == {"draw", "activate", "draw_and_activate"}
    evening.play("choose_token", how="draw")
    assert evening.state.discontent == Tokens(active=1, exhausted=2)
    evening.play("tokens", what="increase_discontent", times=1)
    evening.play("choose_token", how="activate")
    assert evening.state.discontent == Tokens(active=2, exhausted=1)


def test_an_increase_of_a_named_type_draws_and_then_activates():
    """p. 17: first a token is drawn, exhausted; then one of the type is activated."""
    evening = begun()
    evening.play("tokens", what="increase_hope", times=1)
    evening.play("choose_token", how="draw_and_activate")
    assert evening.state.hope == Tokens(active=3, exhausted=0)


def test_a_decrease_exhausts_or_returns():
    """p. 17: exhaust an active token, or put an exhausted one back."""
    evening = begun()
    evening.play("tokens", what="decrease_discontent", times=2)
    evening.play("choose_token", how="return")
    assert evening.state.discontent == Tokens(active=1, exhausted=0)
    assert hows(evening) == {"exhaust"}
    evening.play("choose_token", how="exhaust")
    assert evening.state.discontent == Tokens(active=0, exhausted=1)


def test_without_active_tokens_one_has_to_go():
    """p. 17, example: with no active Discontent, an exhausted token goes back."""
    evening = begun().at("action.turn", discontent=Tokens(active=0, exhausted=2))
    evening.play("tokens", what="decrease_discontent", times=1)
    assert hows(evening) == {"return"}
    with pytest.raises(IllegalMove):
        evening.play("choose_token", how="exhaust")


def test_six_active_hope_tokens_rise_no_further():
    """p. 17, note: the increase is ignored, and nothing is asked."""
    evening = begun().at("action.turn", hope=Tokens(active=6, exhausted=0))
    evening.play("tokens", what="increase_hope", times=1)
    assert "change_ignored" in evening.names
    assert evening.asked == "action.turn"


def test_six_hope_tokens_can_only_be_activated():
    """p. 17: with six tokens on the track none is drawn."""
    evening = begun().at("action.turn", hope=Tokens(active=5, exhausted=1))
    evening.play("tokens", what="increase_hope", times=1)
    assert hows(evening) == {"activate"}


def test_the_sixth_discontent_token_loses():
    """p. 16: it loses as it is placed, exhausted or not; the offer warns."""
    evening = begun().at("action.turn", discontent=Tokens(active=0, exhausted=5))
    evening.play("tokens", what="increase_discontent", times=1)
    assert {o.move.args["how"]: o.tone for o in evening.prompt.offers}["draw"] == "danger"
    evening.play("choose_token", how="draw")
    assert evening.state.ended == "discontent"
    assert evening.told("game_lost").urgency == Urgency.FINAL


def test_the_last_hope_token_loses():
    """p. 16: it loses as it leaves the track."""
    evening = begun().at("action.turn", hope=Tokens(active=0, exhausted=1))
    evening.play("tokens", what="decrease_hope", times=1)
    evening.play("choose_token", how="return")
    assert evening.state.ended == "hope"


def test_exhausting_what_is_not_there_is_ignored():
    """p. 17: with no active token, exhausting does nothing."""
    evening = begun().at("action.turn", discontent=Tokens(active=0, exhausted=2))
    evening.play("tokens", what="exhaust_discontent", times=1)
    assert evening.state.discontent == Tokens(active=0, exhausted=2)


def test_an_active_token_may_be_discarded():
    """p. 17: a discarded token may be active or exhausted."""
    evening = begun()
    evening.play("tokens", what="discard_discontent", times=1)
    assert hows(evening) == {"return", "discard_active"}
    evening.play("choose_token", how="discard_active")
    assert evening.state.discontent == Tokens(active=0, exhausted=1)
