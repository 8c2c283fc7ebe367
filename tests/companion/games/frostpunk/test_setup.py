"""Setup, rulebook p. 8 to 15."""

import pytest

from companion.game import IllegalMove
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.state import Tokens
from tests.companion.games.frostpunk.table import Evening


def test_society_one_normal_in_a_new_home():
    """p. 12 to 14: the starting numbers, by hand from the page."""
    state = Evening().state
    assert [group.citizens for group in (state.workers, state.engineers, state.children)] == [22, 12, 8]
    assert [group.sick for group in (state.workers, state.engineers, state.children)] == [0, 0, 0]
    assert (state.food, state.hunger, state.corpses) == (8, 0, 1)
    assert (state.wood, state.coal, state.steam_cores) == (4, 5, 0)
    assert state.discontent == Tokens(active=1, exhausted=1)
    assert state.hope == Tokens(active=2, exhausted=0)
    assert (state.round, state.storm) == (1, 9)
    board = state.generator
    assert (board.heat, board.overheated, board.cold) == (1, False, 5)
    assert (board.red, board.orange, board.yellow, board.stress, board.inside) == (1, 2, 3, 0, 0)


def test_one_to_four_players():
    """p. 3."""
    assert list(GAME.seats) == [1, 2, 3, 4]


@pytest.mark.parametrize(("players", "cards"), [(1, "seven"), (2, "6"), (3, "5"), (4, "4")])
def test_citizen_cards_by_the_number_of_players(players: int, cards: str):
    """p. 15: 7 alone, then 6, 5 and 4 each."""
    evening = Evening(players).at("setup.advisors")
    assert f"{cards} Citizen cards" in str(evening.prompt.do)


def test_the_whole_list_leads_to_the_first_action_phase():
    """p. 8 to 15: fourteen steps; 2 Food on the tiles make 10; the leader drawn takes the first turn."""
    evening = Evening(3)
    seen = []
    evening.play("map_laid", food=2)
    while evening.asked != "setup.other":
        seen.append(evening.asked)
        evening.play("set_up", step=evening.asked)
    assert len(seen) + 2 == 14
    evening.play("leader_drawn", leader="seat3")
    assert (evening.state.food, evening.state.leader, evening.asked) == (10, 2, "action.meeples")


def test_the_list_can_be_left_out():
    """Who has set up already says so in one step, at any point of the list."""
    evening = Evening()
    evening.play("map_laid", food=3)
    evening.play("all_set_up", food=0, leader="seat2")
    assert (evening.state.food, evening.state.leader, evening.asked) == (11, 1, "action.meeples")


def test_starting_costs_are_paid():
    """p. 15, example: 3 Stress cubes for one card and 1 Wood for another."""
    evening = Evening().at("setup.advisors")
    evening.play("starting_cost", food=0, coal=0, wood=0, stress=3)
    evening.play("starting_cost", food=0, coal=0, wood=1, stress=0)
    assert (evening.state.generator.stress, evening.state.wood) == (3, 3)


def test_a_starting_cost_is_paid_in_full_or_not_at_all():
    """p. 15: a cost of 5 Wood cannot be paid with 4."""
    evening = Evening().at("setup.advisors")
    with pytest.raises(IllegalMove):
        evening.play("starting_cost", food=0, coal=0, wood=5, stress=0)


def test_no_payable_card_costs_health():
    """p. 15: one sick Citizen of the card's type instead."""
    evening = Evening().at("setup.advisors")
    evening.play("starting_sick", workers=0, engineers=1, children=0)
    assert evening.state.engineers.sick == 1


def test_the_leader_is_somebody_at_the_table():
    """With two players the third seat is refused."""
    evening = Evening(2)
    with pytest.raises(IllegalMove):
        evening.play("all_set_up", food=0, leader="seat3")
