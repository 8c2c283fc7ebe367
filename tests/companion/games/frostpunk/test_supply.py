"""Food, Hunger, Resources, Automatons: gain, lose and spend (rulebook p. 16), and the limits of p. 44."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.frostpunk.table import Evening, begun


def carry(evening: Evening, words: str) -> Evening:
    evening.play("card_words", words=words)
    return evening


def test_three_wood_are_lost_where_there_is_one():
    """p. 16, example: lose 3 Wood with 1 Wood in the supply: that one is lost."""
    evening = carry(begun().at("action.turn", wood=1), "lose wood 3")
    assert evening.state.wood == 0


def test_two_wood_are_not_spent_where_there_is_one():
    """p. 16, example: what needs 2 Wood cannot be used with 1 Wood, and nothing is taken."""
    evening = begun().at("action.turn", wood=1)
    with pytest.raises(IllegalMove, match="you have 1, so 2") as refused:
        carry(evening, "spend wood 2; hope +1")
    assert (refused.value.page, evening.state.wood, evening.state.tasks) == (16, 1, ())


def test_a_price_of_several_things_is_paid_whole_or_not_at_all():
    """p. 16: 2 Coal and 1 Steam Core, with Coal but no Steam Core: the Coal stays."""
    evening = begun().at("action.turn", coal=3, steam_cores=0)
    with pytest.raises(IllegalMove):
        evening.play("spend", food=0, coal=2, wood=0, steam_cores=1, steel=0)
    assert evening.state.coal == 3


def test_food_beyond_fifty_is_lost():
    """p. 44: 48 Food and 5 more make 50, and it is told."""
    evening = carry(begun().at("action.turn", food=48), "gain food 5")
    assert evening.state.food == 50
    assert evening.told("limit_reached").args == {"what": "food", "lost": 3}


def test_hunger_beyond_fifty_is_ignored():
    """p. 44: 49 Hunger and 4 more make 50."""
    evening = carry(begun().at("action.turn", hunger=49), "gain hunger 4")
    assert evening.state.hunger == 50


def test_resources_are_unlimited():
    """p. 44: for Wood, Coal and Steam Cores there is no limit, so 60 Coal are 60 Coal."""
    evening = carry(begun().at("action.turn", coal=50), "gain coal 10")
    assert evening.state.coal == 60
    assert "limit_reached" not in evening.names


def test_steel_ends_with_its_eight_pieces():
    """p. 7, 44: 7 Steel and 3 more make 8, the rest is ignored."""
    evening = carry(begun().at("action.turn", steel=7), "gain steel 3")
    assert evening.state.steel == 8
    assert evening.told("limit_reached").args == {"what": "steel", "lost": 2}


def test_steel_can_be_spent():
    """p. 16: Steel is a Resource like the others."""
    evening = carry(begun().at("action.turn", steel=4), "spend steel 3")
    assert evening.state.steel == 1


def test_six_automatons_are_all():
    """p. 44: with all six in play the bank is empty and none can be gained."""
    evening = carry(begun().at("action.turn", automatons=6), "automaton +1")
    assert evening.state.automatons == 6
    assert evening.told("limit_reached").args["what"] == "automatons"


def test_an_automaton_is_placed_from_the_bank():
    """p. 44: with 2 of 6 in play, an Automaton put onto a card comes from the bank: then 3 are in play."""
    evening = carry(begun().at("action.turn", automatons=2), "place automaton")
    assert evening.state.automatons == 3


def test_with_an_empty_bank_the_automaton_comes_from_the_supply():
    """p. 44: all six in play: one of the supply is placed, none is gained."""
    evening = carry(begun().at("action.turn", automatons=6), "place automaton")
    assert evening.state.automatons == 6
    assert [meeple.kind for meeple in evening.state.city.placed] == ["automatons"]


def test_losing_automatons_ends_at_none():
    """p. 16: one of two Automatons too many is asked for; none is left."""
    evening = carry(begun().at("action.turn", automatons=1), "automaton -2")
    assert evening.state.automatons == 0


def test_more_than_ten_stress_cubes_are_asked_about():
    """p. 20: 9 Stress cubes and 3 from a card: two lie on the overflow space."""
    evening = carry(begun().at("action.turn").generator(stress=9), "stress +3")
    assert evening.state.generator.stress == 12
    assert [task.kind for task in evening.state.tasks] == ["overflow"]


def test_a_value_beyond_a_limit_set_by_hand_does_not_fall_when_more_is_gained():
    """p. 44: gaining never takes anything away."""
    evening = carry(begun().at("action.turn", steel=9), "gain steel 1")
    assert evening.state.steel == 9
