"""The Preparation Phase, rulebook p. 22 and 31."""

import pytest

from companion.game import IllegalMove
from tests.companion.games.frostpunk.table import begun


def test_fifteen_sick_workers():
    """p. 22, example: 2 Spent tokens and 2 flips: Syringe to Skull, then back, and a worker dies."""
    evening = begun().group("workers", sick=15).at("preparation.advisor")
    evening.play("no_advisor")
    offer = evening.prompt.offers[0]
    assert {ask.name: ask.usual for ask in offer.asks} == {"tokens": 2, "flips": 2}
    assert offer.tone == "usual"
    evening.play("resolve_sickness", kind="workers", tokens=2, flips=2)
    group = evening.state.workers
    assert (group.spent, group.grave, group.citizens, group.sick) == (2, False, 21, 14)
    assert evening.names.index("gravely_ill") < evening.names.index("died")


@pytest.mark.parametrize(("sick", "asked"), [(4, "action.meeples"), (5, "preparation.sickness")])
def test_up_to_four_sick_have_no_effect(sick: int, asked: str):
    """p. 22, note: spaces 0 to 4 have no effect."""
    evening = begun().group("workers", sick=sick).at("preparation.advisor")
    evening.play("no_advisor")
    assert evening.asked == asked


@pytest.mark.parametrize(("sick", "lost"), [(25, False), (26, True)])
def test_twenty_six_sick_lose_after_the_advisor(sick: int, lost: bool):
    """p. 22, 16: a Sickness marker on 26 loses once the Advisor was used or not; 25 does not."""
    evening = begun().group("workers", citizens=40, sick=sick).at("preparation.advisor")
    assert evening.state.ended == ""
    evening.play("no_advisor")
    assert (evening.state.ended == "sickness") is lost


def test_the_advisor_may_still_save_the_city():
    """p. 22: the check comes after the Advisor: 26 sick, 2 cured, the game goes on."""
    evening = begun().group("workers", citizens=40, sick=26).at("preparation.advisor")
    evening.play("use_advisor")
    evening.play("cure", workers=2, engineers=0, children=0)
    evening.play("no_advisor")
    assert evening.state.ended == ""


def test_markers_are_resolved_from_lowest_to_highest():
    """p. 22: 6 engineers, then 9 workers; the workers first is refused."""
    evening = begun().group("workers", sick=9).group("engineers", sick=6).at("preparation.sickness")
    with pytest.raises(IllegalMove, match="lowest"):
        evening.play("resolve_sickness", kind="workers", tokens=0, flips=0)
    evening.play("resolve_sickness", kind="engineers", tokens=0, flips=1)
    assert evening.prompt.offers[0].move.args == {"kind": "workers"}
    evening.play("resolve_sickness", kind="workers", tokens=1, flips=0)
    assert evening.asked == "action.meeples"


def test_markers_on_the_same_space_are_the_players_choice():
    """The rulebook gives no order for markers on the same space: both are offered."""
    evening = begun().group("workers", sick=7).group("children", sick=7).at("preparation.sickness")
    evening.play("resolve_sickness", kind="children", tokens=0, flips=0)
    assert evening.prompt.offers[0].move.args == {"kind": "workers"}


def test_one_advisor_a_round_for_one_active_hope_token():
    """p. 22: the Hope token is exhausted, and a second use in the round is refused."""
    evening = begun().at("preparation.advisor")
    evening.play("use_advisor")
    assert (evening.state.hope.active, evening.state.hope.exhausted) == (1, 1)
    with pytest.raises(IllegalMove, match="Only one"):
        evening.play("use_advisor")
    assert not evening.offered("use_advisor")


def test_without_active_hope_no_advisor():
    """p. 17, 22: what asks for exhausting a token needs an active one."""
    evening = begun().at("preparation.advisor")
    evening.play("tokens", what="exhaust_hope", times=2)
    with pytest.raises(IllegalMove):
        evening.play("use_advisor")


def test_call_to_rise_is_for_one_player_once():
    """p. 31: offered alone, gone once used; never with two players."""
    evening = begun(1).at("preparation.advisor")
    evening.play("call_to_rise")
    assert not evening.offered("call_to_rise")
    assert not begun(2).at("preparation.advisor").offered("call_to_rise")


def test_what_a_section_shows_is_asked_once():
    """The effects of a space are kept when told; the flip at 6 is known from p. 31, its tokens are not."""
    evening = begun().group("workers", sick=6).at("preparation.sickness")
    assert [ask.usual for ask in evening.prompt.offers[0].asks] == [None, 1]
    evening.play("resolve_sickness", kind="workers", tokens=1, flips=1)
    assert evening.learnt == {"sickness_tokens_at_6": 1}


def test_spent_tokens_never_exceed_the_five_in_the_box():
    """p. 5: there are five Spent tokens of a type."""
    evening = begun().group("workers", sick=6, spent=4).at("preparation.sickness")
    evening.play("resolve_sickness", kind="workers", tokens=3, flips=0)
    assert evening.state.workers.spent == 5
