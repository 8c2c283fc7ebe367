"""Refill and Transfer (rulebook p. 9 to 11)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.state import Crew

from ..table import Evening

CREW = (Crew(name="kular", kind="nobles", holds=3, water=0),)


def test_captain_crew_and_wagon_refill_in_one_action():
    """p. 9, hint, and p. 11: on one block both are filled by one action."""
    evening = Evening().laid_out().quiet().player(0, captain_water=0, wagon_water=1, crew=CREW)
    evening.play("refill")
    player = evening.state.players[0]
    assert (player.captain_water, player.crew[0].water, player.wagon_water) == (2, 3, 2)
    assert evening.state.turn.actions == 3


def test_each_only_where_there_is_water():
    """p. 11: a block loyal to the player, or the own Firehouse, for each of them."""
    evening = Evening().laid_out().quiet().block("C2", loyal=0).block("D2", loyal=1)
    evening.player(0, brigade="D2", wagon="C2", captain_water=0, wagon_water=0)
    evening.play("refill")
    assert (evening.state.players[0].captain_water, evening.state.players[0].wagon_water) == (0, 2)
    with pytest.raises(IllegalMove, match="Nothing to refill"):
        evening.play("refill")


def test_not_at_another_firehouse():
    """p. 11: the own Firehouse only."""
    evening = Evening().laid_out().quiet().player(0, brigade="F6", wagon="C2", captain_water=0)
    assert "refill" not in evening.first_offers


def test_there_are_forty_water_tokens():
    """p. 2: when none are left, no more come."""
    many = tuple(Crew(name=name, kind="nobles", holds=6, water=6) for name in ("ash", "ben", "mog"))
    evening = Evening().laid_out().quiet().player(1, crew=many, wagon_water=6, captain_water=2, holds=6)
    evening.player(0, captain_water=0, wagon_water=0, crew=(Crew(name="ali", kind="nobles", holds=6, water=6),))
    evening.player(0, crew=(*evening.state.players[0].crew, Crew(name="mal", kind="nobles", holds=6, water=6)))
    assert evening.state.water_left() == 2
    evening.player(0, values={"crew": 3, "wagon": 6, "leadership": 4})
    evening.play("refill")
    assert evening.state.water_left() == 0
    assert evening.state.players[0].captain_water == 2
    assert evening.state.players[0].wagon_water == 0


def test_transfer_on_one_block():
    """p. 11: any number of tokens between Wagon and Brigade on one block, as far as there is room."""
    evening = Evening().laid_out().quiet().player(0, captain_water=1, crew=CREW)
    evening.play("transfer", to="brigade", water=2)
    player = evening.state.players[0]
    assert (player.captain_water, player.crew[0].water, player.wagon_water) == (2, 1, 0)
    evening.play("transfer", to="wagon", water=1)
    assert evening.state.players[0].wagon_water == 1
    assert evening.state.players[0].crew[0].water == 0
    with pytest.raises(IllegalMove, match="at most"):
        evening.play("transfer", to="wagon", water=2)


def test_no_transfer_between_two_blocks():
    """p. 11: they have to share a block."""
    evening = Evening().laid_out().quiet().player(0, wagon="C2", captain_water=0)
    assert "transfer" not in evening.first_offers
    with pytest.raises(IllegalMove, match="same block"):
        evening.play("transfer", to="brigade", water=1)


def test_water_may_come_out_of_the_wagon_first():
    """p. 11: the player says whose water is used; what is too little is taken from the other."""
    evening = Evening().laid_out().fires(C2=3, D4=1).player(0, brigade="C2", wagon="C2")
    offers = [offer for offer in evening.prompt.offers if offer.move.name == "extinguish"]
    assert [dict(offer.move.args) for offer in offers] == [
        {"water": 3, "wagon": 1},
        {"water": 3, "wagon": 2},
        {"wagon": 0},
    ]
    assert [[ask.name for ask in offer.asks] for offer in offers] == [[], [], ["water"]]
    evening.play("extinguish", water=3, wagon=2)
    assert (evening.state.players[0].captain_water, evening.state.players[0].wagon_water) == (1, 0)
