"""Scenario cards and Trigger tokens, rulebook p. 19 and 33."""

from dataclasses import replace

import pytest

from companion.api.game import CardExpected, IllegalMove
from companion.games.frostpunk.cards import scenario
from companion.games.frostpunk.cards.piles import Technology

from ..table import Evening, begun


def evening(round_: int = 4, *cards: str, **board: str) -> Evening:
    """The Round marker stands on a Trigger token."""
    return begun(2, **board).at("dawn.trigger", round=round_, triggers=(4, 11), scenario_cards=cards or ("I/01",))


def test_the_token_is_removed_and_the_card_followed():
    """p. 19, example: the token leaves the Round track, the card's instructions are followed."""
    table = evening()
    assert table.offered("change")  # the books are open
    table.play("triggered")
    assert (table.state.triggers, table.state.step) == ((11,), "morning.card")


def test_a_known_trigger_is_one_tap():
    """A card whose text says what the token sets off is carried out."""
    table = evening(**{"card.I/01": "triggers: 4, 11\ntrigger: gain coal 3"})
    coal = table.state.coal
    assert next(offer.tone for offer in table.prompt.offers) == "usual"
    assert not table.offered("trigger_told")
    table.play("triggered")
    assert table.state.coal == coal + 3


def test_only_cards_of_this_round_answer():
    """p. 33: a card that names other rounds is not followed."""
    texts = {"card.I/02": "triggers: 9\ntrigger: gain coal 3", "card.I/03": "triggers: 4\ntrigger: gain wood 1"}
    table = evening(4, "I/02", "I/03", **texts)
    assert scenario.triggered(table.state) == ("I/03",)
    wood, coal = table.state.wood, table.state.coal
    table.play("triggered")
    assert (table.state.wood, table.state.coal) == (wood + 1, coal)


def test_what_a_trigger_does_can_be_told():
    """It is kept as the card's text and carried out."""
    table = evening()
    coal = table.state.coal
    table.play("trigger_told", code="I/01", effects="gain coal 2")
    assert table.state.coal == coal + 2
    assert "trigger: gain coal 2" in str(table.board_facts["card.I/01"])
    assert "triggers: 4, 11" in str(table.board_facts["card.I/01"])  # what the rulebook tells stays


def test_no_trigger_no_step():
    """p. 19: without a token on the round the Morning Phase follows."""
    table = begun().at("dawn.begin", round=5, triggers=(11,))
    table.play(table.prompt.offers[0].move.name)
    assert table.asked == "morning.card"


def test_both_tokens_on_one_space():
    """The rulebook gives no order: the Trigger comes first, then the Development, and the prompt says so."""
    table = evening()
    table.state = replace(table.state, technologies=(Technology(name="Heaters", token="track", due=4),))
    assert "comes next" in str(table.prompt.more)
    table.play("triggered")
    assert table.state.technologies[0].token == "active"


# --- cards turned up --------------------------------------------------------------------------------------------------


def test_a_card_turned_up_puts_its_tokens():
    """p. 33: when a card with the symbol is revealed, tokens go onto the rounds it names."""
    table = evening()
    table.play("scenario_card", code="I/02", rounds="7 and 9")
    assert table.state.scenario_cards == ("I/01", "I/02")
    assert table.state.triggers == (4, 7, 9, 11)
    assert "triggers: 7, 9" in str(table.board_facts["card.I/02"])
    assert table.asked == "dawn.trigger"


def test_rounds_that_are_over_get_no_token():
    """A token only lies ahead of the Round marker: of 2, 4 and 6 in round 4, only 6."""
    table = evening()
    table.state = replace(table.state, triggers=())
    table.play("scenario_card", code="I/02", rounds="2 4 6")
    assert table.state.triggers == (6,)


def test_a_known_card_is_shown_to_the_camera():
    """A card whose text is known needs no rounds, and what happens at once is done."""
    table = evening(**{"card.I/02": "triggers: 8\nnow: gain food 2"})
    [expected] = table.prompt.expects
    assert isinstance(expected, CardExpected)
    assert expected.move.name == "scenario_card_shown"
    food = table.state.food
    table.play("scenario_card_shown", code="I/02")
    assert (table.state.triggers, table.state.food) == ((4, 8, 11), food + 2)


def test_a_card_lies_there_once():
    """Turned up twice it changes nothing."""
    table = evening()
    table.play("scenario_card", code="I/01", rounds="9")
    assert (table.state.scenario_cards, table.state.triggers) == (("I/01",), (4, 11))


def test_a_card_leaves_the_display():
    """As a scenario may say."""
    table = evening()
    table.play("scenario_card_out", code="I/01")
    assert table.state.scenario_cards == ()


@pytest.mark.parametrize("rounds", ["0", "16", "4 20"])
def test_rounds_beyond_the_track(rounds: str):
    """p. 38: the Round track ends at 15."""
    with pytest.raises(IllegalMove, match="1 to 15"):
        evening().play("scenario_card", code="I/02", rounds=rounds)


def test_triggers_and_display_by_hand():
    """Tokens and cards can be put as they lie on the table."""
    table = evening()
    table.correct("triggers", "11 6")
    table.correct("scenario_cards", "II/01 II/03")
    assert (table.state.triggers, table.state.scenario_cards) == ((6, 11), ("II/01", "II/03"))
    with pytest.raises(IllegalMove):
        table.correct("triggers", "16")
    with pytest.raises(IllegalMove):
        table.correct("scenario_cards", "D012")
