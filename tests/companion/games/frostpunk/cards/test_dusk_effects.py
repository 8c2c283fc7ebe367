"""`DUSK PHASE:` effects of displayed cards (rulebook p. 27)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.phases.steps import applies

from ..table import Evening, begun

SICK = "name: Smoke\ndusk: sick workers 1"
WOOD = "name: Raft\ndusk: gain wood 2"
PLAIN = "name: Peace\ntext: Nothing comes of it."


def displayed(*cards: str, scenario: tuple[str, ...] = (), **board: str) -> Evening:
    """The Dusk Phase begins with these cards in the Event display."""
    return begun(2, **board).at("dusk.effects", display=cards, scenario_cards=scenario)


def test_with_nothing_displayed_the_step_is_left_out():
    """Also with cards that are known to have no such effect."""
    assert not applies(displayed().state, "dusk.effects")
    assert not applies(displayed("D012", **{"card.D012": PLAIN}).state, "dusk.effects")
    assert not applies(displayed("D012", **{"dusk_effect.D012": "no"}).state, "dusk.effects")
    assert applies(displayed("D012", **{"card.D012": SICK}).state, "dusk.effects")


def test_a_known_effect_takes_one_tap():
    """The books are done, then the Dusk card is revealed."""
    table = displayed("D012", **{"card.D012": SICK})
    [offer] = table.prompt.offers
    assert (offer.tone, str(offer.label)) == ("usual", "“Smoke”: done")
    table.play("dusk_effect", card="D012")
    assert table.state.workers.sick == 1
    assert table.asked == "dusk.card"


def test_several_effects_in_any_order_or_all_at_once():
    """In any order (p. 27): one tap each, or one for all in the order of the display."""
    board = {"card.D012": SICK, "card.I/01": WOOD}
    table = displayed("D012", scenario=("I/01",), **board)
    table.play("dusk_effect", card="D012")
    assert (table.state.workers.sick, table.asked) == (1, "dusk.effects")
    table.play("dusk_effect", card="I/01")
    assert table.state.wood == begun().state.wood + 2
    assert table.asked == "dusk.card"
    table = displayed("D012", scenario=("I/01",), **board)
    table.play("dusk_effects_all")
    assert (table.state.workers.sick, table.state.wood, table.asked) == (1, begun().state.wood + 2, "dusk.card")


def test_each_effect_happens_once_a_phase():
    """And again in the next round."""
    table = displayed("D012", "D013", **{"card.D012": SICK, "card.D013": WOOD})
    table.play("dusk_effect", card="D012")
    with pytest.raises(IllegalMove, match="no Dusk Phase effect left"):
        table.play("dusk_effect", card="D012")
    table.play("dusk_effect", card="D013")
    assert applies(table.at("dusk.effects").state, "dusk.effects")


def test_a_card_without_words_is_asked_of_once_and_for_all():
    """Whether it has such an effect is kept for later evenings."""
    table = displayed("D012", "D013")
    table.play("dusk_effect", card="D012")
    assert table.board_facts == {"dusk_effect.D012": "yes"}
    table.play("no_dusk_effects")
    assert table.board_facts == {"dusk_effect.D013": "no"}
    assert table.asked == "dusk.card"
    table.at("dusk.effects")
    assert [offer.move.args for offer in table.prompt.offers] == [{"card": "D012"}]


def test_a_card_nobody_named_is_asked_of_for_this_evening_alone():
    """There is no code to keep it under."""
    table = displayed("?1")
    table.play("no_dusk_effects")
    assert table.board_facts == {}
    assert not applies(table.state, "dusk.effects")


def test_an_effect_may_take_its_card_out_of_the_game():
    """ "Then remove this card": it leaves the display once its effect is done."""
    table = displayed("D012", **{"card.D012": "dusk: gain wood 1; out"})
    table.play("dusk_effect", card="D012")
    assert (table.state.display, table.state.wood) == ((), begun().state.wood + 1)


def test_a_condition_on_the_effect_is_looked_at_when_its_turn_comes():
    """Without Wood nothing is lost and nobody falls sick."""
    table = displayed("D012", **{"card.D012": "dusk: needs wood 1; lose wood 1; sick workers 1"})
    table.at("dusk.effects", wood=0)
    table.play("dusk_effect", card="D012")
    assert table.state.workers.sick == 0
    assert "condition_failed" in table.names


def test_a_card_that_left_by_hand_leaves_nothing_to_do():
    """The last one with an effect is taken out of the display: the Dusk card is next."""
    table = displayed("D012", **{"card.D012": SICK})
    table.play("take_from_display", code="D012")
    assert table.asked == "dusk.card"
