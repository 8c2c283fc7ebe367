"""Citizen cards played for their main ability (rulebook p. 32, 33)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.city.land import Space
from tests.companion.games.frostpunk.table import Evening

from .table import acting, law, lay, offers, put, stand


def holding(**cards: str) -> Evening:
    """Both players hold three Citizen cards; these have been entered."""
    evening = acting(2, "N1").at("action.turn", hands=(3, 3))
    board = {f"card.citizen.{name.replace('_', ' ')}": text for name, text in cards.items()}
    return evening.at("action.turn", board={**evening.state.board, **board})


def play(evening: Evening, card: str, meeple: str, action: str, at: str = "none", heat: str = "known") -> None:
    evening.play("act_citizen", card=card, meeple=meeple, action=action, at=at, heat=heat)


def test_paolo_feldman_fells_a_tree():
    """p. 33, example: a Worker on a space with a Tree: the Tree goes, 2 Wood are gained, and it is heated."""
    evening = holding()
    lay(evening, "N1", Space(trees=2), Space())
    play(evening, "Paolo Feldman", "workers", "gather", "N1.1")
    assert evening.state.wood == 22
    assert evening.state.city.tiles["N1"][0].trees == 1
    assert evening.state.workers.sick == 0
    assert (evening.state.hands, evening.state.played) == ((2, 3), (0,))
    assert evening.state.turn == 1


def test_margaret_ozone_lets_a_child_use_a_medical_post():
    """p. 32, example: a Child Meeple uses a Medical Post, which it could not otherwise; heated or cold as usual."""
    evening = holding()
    stand(evening, "medical_post", "N1.1")
    play(evening, "Margaret Ozone", "children", "use", "N1.1")
    assert evening.state.children.sick == 1
    assert evening.asked == "card.by_hand"


def test_the_type_has_to_match():
    """p. 32: a Worker cannot be placed with a card of a Child."""
    evening = holding()
    stand(evening, "medical_post", "N1.1")
    with pytest.raises(IllegalMove, match="type"):
        play(evening, "Margaret Ozone", "workers", "use", "N1.1")


def test_the_building_has_to_be_listed():
    """p. 32: the card names Medical Post and Infirmary, not the Cookhouse."""
    with pytest.raises(IllegalMove, match="does not list"):
        play(holding(), "Margaret Ozone", "children", "use", "G.1")


def test_the_action_has_to_be_listed():
    """p. 32: Paolo Feldman's card names gathering."""
    with pytest.raises(IllegalMove, match="does not list"):
        play(holding(), "Paolo Feldman", "workers", "snow")


def test_one_card_each_round():
    """p. 33: a player plays one for its main ability in a round; the other player may still."""
    evening = holding(Ann="type: worker\nat: snow\nability: gain coal 1")
    play(evening, "Ann", "workers", "snow")
    assert offers(evening, "citizen_card")
    evening.play("turn_over")
    assert not offers(evening, "citizen_card")
    with pytest.raises(IllegalMove, match="one each"):
        play(evening, "Ann", "workers", "snow")


def test_not_with_an_empty_hand():
    """p. 32: there has to be a card to play."""
    evening = holding().at("action.turn", hands=(0, 3))
    assert not offers(evening, "citizen_card")
    with pytest.raises(IllegalMove, match="no Citizen card"):
        play(evening, "another", "workers", "snow")


def test_the_ability_replaces_the_normal_effect():
    """p. 32: removing snow with the card lays no tile; it is cold as always."""
    evening = holding(Ann="type: worker\nat: snow\nability: gain coal 3")
    play(evening, "Ann", "workers", "snow")
    assert not evening.state.tasks
    assert (evening.state.coal, evening.state.workers.sick) == (23, 1)


def test_a_card_that_nobody_entered_is_done_by_hand():
    """p. 32: the players carry it out and enter what changes."""
    evening = holding()
    play(evening, "another", "workers", "construct")
    assert evening.asked == "card.by_hand"
    assert evening.state.hands == (2, 3)


def test_an_occupied_building_stays_occupied():
    """p. 26, 32: a card does not make room for a second Meeple."""
    evening = holding()
    stand(evening, "medical_post", "N1.1")
    put(evening, "engineers", "N1.1")
    with pytest.raises(IllegalMove, match="No further Meeple"):
        play(evening, "Margaret Ozone", "children", "use", "N1.1")


def test_a_card_may_reuse_a_building():
    """p. 34: the Hunter's Hut with a Worker on it acts again, heated."""
    evening = holding(Ann="type: worker\nat: snow\nability: say Reuse a Building; heated")
    stand(evening, "hunters_hut", "N1.1")
    put(evening, "workers", "N1.1")
    play(evening, "Ann", "workers", "snow")
    assert evening.asked == "action.reuse"
    evening.play("reuse", at="N1.1", way=1)
    assert evening.state.food == 24


def test_what_an_unknown_card_says_of_heat_is_not_taken_for_the_board():
    """p. 32: a card that nobody entered counts as heated by its own words; nothing is learnt of the indicators."""
    evening = acting(1, "N1").at("action.turn", hands=(3,)).generator(heat=3)
    evening.play("act_citizen", card="another", meeple="workers", action="gather", at="N1.1", heat="heated")
    assert evening.state.workers.sick == 0
    assert not [name for name in evening.board_facts if "_most_" in name or "_least_" in name]
    assert not [name for name in evening.state.board if name.startswith("told_heat")]


def test_snow_by_a_card_where_snow_is_heated():
    """p. 32: heated or cold as for the action itself, which a Technology makes a heated one."""
    evening = acting(1, "N1").at("action.turn", hands=(3,))
    law(evening, "heated snow")
    evening.play("act_citizen", card="another", meeple="workers", action="snow", at="none", heat="known")
    assert evening.state.workers.sick == 0
