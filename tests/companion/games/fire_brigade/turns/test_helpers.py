"""Ash, Leon Bertrand, Sir Precious and Brother Ben (card texts)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove

from ..table import Evening


def test_ash_puts_a_neighbour_out():
    """Card text: with the water on the own card, once a turn, for an action (p. 11); out, it gives Renown."""
    evening = Evening().laid_out().fires(D3=2, D4=1).player(0, brigade="C2").able(0, "ash")
    evening.play("ash", field="D3", water=2)
    assert evening.state.players[0].crew[0].water == 0
    assert evening.state.players[0].captain_water == 2
    assert evening.state.tasks[0].count == 2
    evening.play("place_renown", field="D3", count=2)
    assert evening.state.turn.actions == 3
    with pytest.raises(IllegalMove):
        evening.play("ash", field="D4", water=1)


def test_ash_is_free_by_a_house_rule():
    """p. 11 and the card: the other reading."""
    evening = Evening().laid_out().rule(crew_actions="free").fires(D3=3, D4=1).player(0, brigade="C2").able(0, "ash")
    evening.play("ash", field="D3", water=2)
    assert evening.burning()["D3"] == 1
    assert not evening.state.tasks
    assert evening.state.turn.actions == 4


def test_leon_lets_the_wagon_work_alone():
    """Card text: the Wagon alone puts out a fire of one, and its player wins the Renown."""
    evening = Evening().laid_out().fires(D3=1, D4=1).player(0, wagon="D3").able(0, "leon")
    evening.play("leon")
    assert evening.state.players[0].wagon_water == 1
    assert evening.prompt.name == "renown.place"
    evening.play("place_renown", field="D3", count=1)
    with pytest.raises(IllegalMove):
        evening.play("leon")


def test_a_wagon_alone_does_not_extinguish():
    """p. 9: without such an ability it only helps its Brigade."""
    evening = Evening().laid_out().fires(D3=1, D4=1).player(0, wagon="D3")
    assert "leon" not in evening.first_offers
    with pytest.raises(IllegalMove):
        evening.play("leon")


def test_sir_precious_is_given_away_and_costs_an_action():
    """Card text: the other player has one action less until back at the own Firehouse; he is no crew."""
    evening = Evening().laid_out().quiet().player(0, values={"crew": 1, "wagon": 2, "leadership": 4})
    evening.play("recruit")
    evening.play("give_precious", seat="seat2")
    assert evening.prompt.name == "recruit"  # a new card is drawn
    evening.play("recruit_none")
    evening.play("end_turn")
    evening.play("gust", direction="east")
    assert evening.state.turn.actions == 3
    assert evening.state.players[1].crew == ()
    evening.play("drop_precious")
    assert not evening.state.players[1].precious
    assert evening.state.turn.actions == 3
    with pytest.raises(IllegalMove):
        evening.play("drop_precious")


def test_sir_precious_stays_until_the_firehouse():
    """Card text: only there he may be discarded."""
    evening = Evening().laid_out().quiet().player(0, precious=True, brigade="C2")
    assert "drop_precious" not in evening.first_offers
    with pytest.raises(IllegalMove):
        evening.play("drop_precious")


def test_ben_takes_another_turn():
    """Card text: a completed track gives one more turn, with an Event Phase of its own."""
    evening = Evening().laid_out().quiet().able(0, "ben")
    evening.play("upgrade", track="wagon")
    evening.play("circle", circle="blue", value=6)
    evening.play("end_turn")
    assert (evening.state.turn.seat, evening.state.phase) == (0, "event")
    evening.play("gust", direction="north")
    evening.play("end_turn")
    assert evening.state.turn.seat == 1
