"""Advisors, Citizen cards and their starting costs, rulebook p. 14 and 15."""

import random
from typing import Any

import pytest

from companion.api.game import Chance, IllegalMove
from companion.games.frostpunk.cards import citizens
from companion.games.frostpunk.game import GAME
from companion.session.chance import draw
from companion.session.owner_board import asked
from tests.companion.games.frostpunk.table import Evening
from tests.companion.games.meaning import meant, prompted

NOTHING: dict[str, Any] = {"food": 0, "wood": 0, "coal": 0, "steam_cores": 0, "stress": 0, "other": "", "name": ""}


def at_costs(players: int = 3, **board: Any) -> Evening:
    """Everybody holds the first Citizen cards."""
    evening = Evening(players, **board).at("setup.advisors")
    evening.play("citizens_dealt")
    return evening


# --- Advisors ---------------------------------------------------------------------------------------------------------


def test_each_takes_an_advisor():
    """p. 14: one each, no two the same; with the last one the Citizen cards come up."""
    evening = Evening(3).at("setup.advisors")
    assert str(evening.prompt.do) == "Choose an Advisor each."
    evening.play("advisor_taken", seat="seat2", advisor="health")
    with pytest.raises(IllegalMove, match="already"):
        evening.play("advisor_taken", seat="seat1", advisor="health")
    evening.play("advisor_taken", seat="seat1", advisor="generator")
    assert str(evening.prompt.more).startswith("Ada: Generator Advisor. Ben: Health Advisor. Nobody can")
    evening.play("advisor_taken", seat="seat3", advisor="foreman")
    assert evening.state.advisors == ("generator", "health", "foreman")
    assert prompted(evening.prompt) == ("setup.advisors", {"cards": 5})


def test_the_last_of_four_needs_no_choice():
    """p. 14: four players take all four Advisors."""
    evening = Evening(4).at("setup.advisors")
    for seat, advisor in (("seat1", "generator"), ("seat2", "health"), ("seat4", "social")):
        evening.play("advisor_taken", seat=seat, advisor=advisor)
    assert evening.state.advisors == ("generator", "health", "foreman", "social")
    assert evening.state.hands == (4, 4, 4, 4)


def test_advisors_are_dealt_at_random_where_players_do_not_agree():
    """p. 14: those left go to those who have none; what was taken stays."""
    evening = Evening(3).at("setup.advisors")
    evening.play("advisor_taken", seat="seat2", advisor="health")
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "advisors_drawn"]
    [ask] = offer.asks
    assert isinstance(ask, Chance)
    assert len(ask.choices) == 6  # two of three Advisors, in either order
    evening.play("advisors_drawn", of=draw(ask, random.Random(1)))
    taken = evening.state.advisors
    assert taken[1] == "health"
    assert len({*taken}) == 3
    assert [fact.name for fact in evening.facts].count("advisor_drawn") == 2


@pytest.mark.parametrize("of", ["", "social", "social social", "health social", "social foreman generator"])
def test_a_deal_that_does_not_fit(of: str):
    """Each who has none gets another one that is left."""
    evening = Evening(3).at("setup.advisors")
    evening.play("advisor_taken", seat="seat2", advisor="health")
    with pytest.raises(IllegalMove):
        evening.play("advisors_drawn", of=of)


def test_alone_call_to_rise_is_taken():
    """p. 15: one Advisor, Call to Rise, seven Citizen cards."""
    evening = Evening(1).at("setup.advisors")
    assert str(evening.prompt.do) == "Choose your Advisor."
    evening.play("advisor_taken", seat="seat1", advisor="social")
    assert evening.state.hands == (7,)
    assert str(evening.prompt.do).startswith("Draw seven Citizen cards.")
    labels = [str(offer.label) for offer in Evening(1).prompt.offers]
    assert "Take the card Call to Rise. The other Advisor cards go into the box." in labels
    assert not evening.state.call_to_rise


# --- costs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(1, 7), (2, 6), (3, 5), (4, 4)])
def test_citizen_cards_by_the_number_of_players(players: int, cards: int):
    """p. 15."""
    assert at_costs(players).state.hands == (cards,) * players


def test_three_players_pay():
    """p. 15, example: a Coal off each of two tiles, three Stress cubes, a Wood of the supply; each keeps four cards."""
    evening = at_costs(3)
    coal = next(f"G.{n}" for n, space in enumerate(evening.state.city.tiles["G"], 1) if space.what == "coal")
    evening.play("cost_from_space", space=coal)
    evening.play("cost_from_space", space=coal)
    evening.play("starting_cost", seat="seat1", **NOTHING)
    evening.play("starting_cost", seat="seat2", **{**NOTHING, "stress": 3})
    evening.play("starting_cost", seat="seat3", **{**NOTHING, "wood": 1})
    state = evening.state
    assert [space.count for space in state.city.tiles["G"] if space.what == "coal"] == [3]
    assert (state.generator.stress, state.wood, state.coal) == (3, 3, 5)
    assert (state.hands, state.citizen_discard) == ((4, 4, 4), 3)
    assert evening.asked == "setup.other"


def test_a_cost_is_paid_in_full_or_not_at_all():
    """p. 15: a cost of 5 Wood cannot be paid with 4; the card stays."""
    evening = at_costs(2)
    with pytest.raises(IllegalMove):
        evening.play("starting_cost", seat="seat1", **{**NOTHING, "wood": 5})
    assert (evening.state.wood, evening.state.hands) == (4, (6, 6))


def test_each_discards_one_card():
    """p. 15."""
    evening = at_costs(2)
    evening.play("starting_cost", seat="seat1", **{**NOTHING, "food": 1})
    with pytest.raises(IllegalMove, match="Ada has discarded"):
        evening.play("starting_cost", seat="seat1", **{**NOTHING, "food": 1})
    with pytest.raises(IllegalMove):
        evening.play("starting_sick", seat="seat3", kind="workers")


def test_no_payable_card_costs_health():
    """p. 15: one more sick Citizen of the discarded card's type."""
    evening = at_costs(2)
    evening.play("starting_sick", seat="seat2", kind="engineers")
    assert (evening.state.engineers.sick, evening.state.hands) == (1, (6, 5))


def test_a_cost_with_a_name_is_known_next_time():
    """What was paid for a card is kept as its own text, and is one tap in a later game."""
    evening = at_costs(2)
    evening.play("starting_cost", seat="seat1", **{**NOTHING, "coal": 2, "name": "Ida Frost"})
    assert all(asked(GAME, name) for name in evening.board_facts)
    later = at_costs(2, **evening.board_facts)
    [card] = next(offer for offer in later.prompt.offers if offer.move.name == "starting_card").asks
    assert "Ida Frost" in [choice.value for choice in card.choices]
    later.play("starting_card", seat="seat1", card="Ida Frost")
    assert (later.state.coal, later.state.hands) == (3, (5, 6))


def test_a_discarded_card_is_in_no_hand():
    """p. 15: it lies face up on the discard pile, so that nobody else holds it; nor is it played later (p. 33)."""
    evening = at_costs(3)
    evening.play("starting_card", seat="seat1", card="Phillipa Bullscky")
    offers = [offer for offer in evening.prompt.offers if offer.move.name == "starting_card"]
    assert [offer.move.args["seat"] for offer in offers] == ["seat2", "seat3"]
    left = {tuple(one.value for one in offer.asks[0].choices) for offer in offers}
    assert left == {("Chrissy Klemowsky", "Rafael Currae")}
    evening.play("starting_cost", seat="seat2", **{**NOTHING, "name": "Ida Frost"})
    evening.play("starting_card", seat="seat3", card="Rafael Currae")
    assert evening.state.discarded == ("Phillipa Bullscky", "Ida Frost", "Rafael Currae")
    assert not {*evening.state.discarded} & {*citizens.in_hands(evening.state)}
    assert "Chrissy Klemowsky" in citizens.in_hands(evening.state)


def test_cards_of_the_example_are_known():
    """p. 15: Rafael Currae costs three Stress cubes, Phillipa Bullscky a Wood."""
    evening = at_costs(2)
    evening.play("starting_card", seat="seat1", card="Rafael Currae")
    evening.play("starting_card", seat="seat2", card="Phillipa Bullscky")
    assert (evening.state.generator.stress, evening.state.wood) == (3, 3)
    assert evening.asked == "setup.other"


def test_a_known_cost_that_cannot_be_paid_keeps_the_card():
    """p. 15: without Wood that card cannot be discarded."""
    evening = at_costs(2).at("setup.advisors", wood=0)
    with pytest.raises(IllegalMove):
        evening.play("starting_card", seat="seat2", card="Phillipa Bullscky")
    assert evening.state.hands == (6, 6)
    with pytest.raises(IllegalMove, match="not known"):
        evening.play("starting_card", seat="seat2", card="Nobody")


def test_another_cost_in_own_words():
    """A cost of another kind is written in the companion's words, or in one's own, and then done by hand."""
    evening = at_costs(2)
    evening.play("starting_cost", seat="seat1", **{**NOTHING, "other": "sick workers 2"})
    assert evening.state.workers.sick == 2


def test_the_lot_between_two():
    """p. 15: where the same cost cannot be paid twice, chance decides who discards the card; one tap."""
    evening = at_costs(2)
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "cost_drawn"]
    [lot] = offer.asks
    assert isinstance(lot, Chance)
    assert [choice.value for choice in lot.choices] == ["seat1 seat2", "seat2 seat1"]
    evening.play("cost_drawn", of="seat2 seat1")
    assert meant(evening.told("cost_drawn").text) == {"names": {"first": {"name": "Ben"}, "then": {"name": "Ada"}}}


def test_the_lot_between_more_than_two():
    """p. 15: two or more may want the same: each of the six orders of three players is as likely, and Ben, who has
    discarded his card already, has no part in it."""
    evening = at_costs(4)
    evening.play("starting_cost", seat="seat2", **NOTHING)
    [offer] = [offer for offer in evening.prompt.offers if offer.move.name == "cost_drawn"]
    [lot] = offer.asks
    assert isinstance(lot, Chance)
    assert len({choice.value for choice in lot.choices}) == 6
    assert not lot.weights
    assert not any("seat2" in str(choice.value) for choice in lot.choices)


@pytest.mark.parametrize("of", ["", "seat1", "seat1 seat1", "seat1 seat4", "seat1 seat2 anybody"])
def test_a_lot_that_cannot_be(of: str):
    """A lot is drawn between different players at the table."""
    evening = at_costs(3)
    with pytest.raises(IllegalMove):
        evening.play("cost_drawn", of=of)


@pytest.mark.parametrize("space", ["G.1", "N1.1", "x", "G.9", ""])
def test_only_what_lies_on_a_tile_is_taken(space: str):
    """A space without a Resource gives none."""
    evening = at_costs(2)
    with pytest.raises(IllegalMove):
        evening.play("cost_from_space", space=space)


def test_all_paid_already():
    """Who has paid and corrected the books goes on by one tap."""
    evening = at_costs(2)
    evening.play("set_up", step="setup.advisors")
    assert (evening.state.hands, evening.asked) == ((5, 5), "setup.other")
