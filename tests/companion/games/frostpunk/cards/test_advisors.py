"""Advisors and Call to Rise, rulebook p. 22 and 31."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.games.frostpunk.cards import advisors
from companion.games.frostpunk.state import Token, Tokens
from tests.companion.games.meaning import offered

from ..table import Evening, begun


def evening(players: int = 2, *held: str, **board: str) -> Evening:
    """A table in the Preparation Phase, before the Advisor is chosen."""
    return begun(players, **board).at("preparation.advisor", advisors=held or ("health", "social"))


def advisors_offered(table: Evening) -> list[object]:
    """The Advisors that can be used, or whose ability can be told."""
    return [offered(offer)[1]["advisor"] for offer in table.prompt.offers if offer.move.name != "no_advisor"]


def test_the_health_advisor_cures_two():
    """p. 31, example: with 6 sick workers the Health Advisor exhausts a Care token and cures 2: 4 sick are left."""
    table = evening().group("workers", sick=6)
    table.play("use_advisor", advisor="health")
    assert table.state.hope.row[0] == Token(kind="care", active=False)
    assert table.state.workers.sick == 4  # only workers are sick, so there is nothing to choose
    assert table.state.advisor_used


def test_no_advisor_is_one_tap():
    """p. 22: choosing none is one tap and goes on; while an Advisor can be used it is no large button."""
    table = evening()
    [none] = [one for one in table.prompt.offers if one.move.name == "no_advisor"]
    assert not none.asks
    assert {one.tone for one in table.prompt.offers} == {"plain"}
    table.play("no_advisor")
    assert table.state.step != "preparation.advisor"


def test_only_advisors_in_play_are_offered():
    """p. 31: an ability is there only for the player who has the Advisor."""
    table = evening()
    assert advisors_offered(table) == ["Health Advisor", "Social Advisor"]
    with pytest.raises(IllegalMove, match="Nobody"):
        table.play("use_advisor", advisor="foreman")


def test_the_token_must_be_active():
    """p. 17, 22: without an active Care token the Health Advisor cannot be used."""
    table = evening()
    table.state = replace(table.state, hope=Tokens(row=(Token(kind="care"), Token(kind="justice", active=True))))
    assert "Health Advisor" not in advisors_offered(table)
    with pytest.raises(IllegalMove, match="not there"):
        table.play("use_advisor", advisor="health")


def test_no_active_hope_no_advisor():
    """p. 17: what is paid by exhausting a token needs an active one."""
    table = evening()
    table.state = replace(table.state, hope=Tokens(row=(Token(kind="care"),)))
    assert table.first_offers == ["no_advisor"]
    assert not advisors.asks(table.state)  # so the step is left out


def test_one_advisor_a_round_and_the_same_again_in_the_next():
    """p. 22: one a round; the same one may be chosen in each."""
    table = evening().group("workers", sick=6)
    table.play("use_advisor", advisor="health")
    table.at("preparation.advisor")
    with pytest.raises(IllegalMove, match="Only one"):
        table.play("use_advisor", advisor="health")
    row = tuple(replace(one, active=True) for one in table.state.hope.row)
    table.state = replace(table.state, advisor_used=False, hope=Tokens(row=row))
    table.play("use_advisor", advisor="health")
    assert table.state.workers.sick == 2


def test_an_unknown_ability_is_told_once():
    """What only the card shows is asked when the Advisor is used first, and kept."""
    table = evening()
    coal = table.state.coal
    table.play("advisor_told", advisor="social", token="justice", effects="gain coal 1")
    assert table.state.coal == coal + 1
    assert table.board_facts["card.advisor.Social Advisor"] == "ability: exhaust justice; gain coal 1\nonly a part"
    assert table.state.hope.row[1] == Token(kind="justice", active=False)
    again = evening(**{"card.advisor.Social Advisor": str(table.board_facts["card.advisor.Social Advisor"])})
    [offer] = [offer for offer in again.prompt.offers if offer.move.args.get("advisor") == "social"]
    assert (offer.move.name, offer.asks) == ("use_advisor", ())


def test_an_ability_can_stay_unwritten():
    """Nobody has to type: the token is exhausted, and the rest is done with the books open."""
    table = evening()
    table.play("advisor_told", advisor="social", token="justice", effects="")
    assert table.asked == "card.by_hand"
    assert table.offered("change")
    table.play("by_hand_done")
    assert table.state.step != "preparation.advisor"


def test_an_ability_that_cannot_be_paid_is_not_offered():
    """p. 16: what is spent is spent in full, so without Steel such an ability cannot be used."""
    table = evening(**{"card.advisor.Health Advisor": "ability: exhaust care; spend steel 1; cure 2"})
    assert "Health Advisor" not in advisors_offered(table)
    with pytest.raises(IllegalMove, match="not there"):
        table.play("use_advisor", advisor="health")


def test_before_advisors_are_told_all_four_are_offered():
    """An evening in which nobody said who is what can still use any."""
    table = begun().at("preparation.advisor", advisors=())
    assert advisors.in_play(table.state) == tuple(advisors.ADVISORS)


def test_overwhelming_sickness_is_checked_after_the_advisor():
    """p. 22: 26 sick workers and the Health Advisor: 24, the game goes on; without, it is lost."""
    table = evening().group("workers", citizens=40, sick=26)
    table.play("use_advisor", advisor="health")
    assert (table.state.workers.sick, table.state.ended) == (24, "")
    table = evening().group("workers", citizens=40, sick=26)
    table.play("no_advisor")
    assert table.state.ended == "sickness"


# --- Call to Rise -----------------------------------------------------------------------------------------------------


def test_call_to_rise_draws_by_hope_tokens():
    """p. 31: alone, once; the number for two Hope tokens stands on the card, is asked, kept, and drawn."""
    table = evening(1, "health").at("preparation.advisor", hands=(6,), citizen_discard=1)
    [offer] = [offer for offer in table.prompt.offers if offer.move.name == "call_to_rise"]
    assert offer.asks[0].usual is None
    table.play("call_to_rise", cards=2)
    assert (table.state.hands, table.board_facts) == ((8,), {"call_to_rise_at_2": 2})
    assert not table.offered("call_to_rise")
    with pytest.raises(IllegalMove, match="once"):
        table.play("call_to_rise", cards=2)


def test_call_to_rise_with_an_advisor():
    """p. 31: the card is no Advisor; both may be used in one Preparation Phase, in either order."""
    table = evening(1, "health").group("workers", sick=6)
    table.play("use_advisor", advisor="health")
    assert table.asked == "preparation.advisor"
    table.play("call_to_rise", cards=1)
    assert table.state.step != "preparation.advisor"


def test_call_to_rise_is_for_one_player():
    """p. 31: with more players it is not in the game."""
    table = evening()
    assert not table.offered("call_to_rise")
    with pytest.raises(IllegalMove, match="solo"):
        table.play("call_to_rise", cards=1)


def test_advisors_by_hand():
    """Who has which Advisor can be set."""
    table = begun().at("preparation.advisor", advisors=())
    table.correct("advisor2", "foreman")
    assert advisors.in_play(table.state) == ("foreman",)


def test_a_step_without_any_advisor_says_why():
    """p. 17, 22: with no active Hope token nobody can be used; it goes on, and says why none was asked for."""
    table = evening().at("weather.card", hope=Tokens(row=(Token(kind="care"),)))
    table.play("weather_new", name="1", cold=0, red=0, orange=0, yellow=0, scouts=0, storm=0)
    assert table.state.step != "preparation.advisor"
    [said] = [fact for fact in table.facts if fact.name == "no_advisor"]
    assert str(said.text) == "No Hope token is active: no Advisor can be used."
    assert said.urgency > Urgency.QUIET
