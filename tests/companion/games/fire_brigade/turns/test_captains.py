"""The Captains' special actions and boards, side 2 (rulebook p. 3, card texts)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.turns import captains

from ..table import Evening


def advanced(name: str = "", side: str = "") -> Evening:
    return Evening().laid_out().quiet().captain(0, name, side)


def test_gloria_sends_the_wagon():
    """Card text: the Wagon goes to an empty block and puts out a fire of one, with one of its water; that is
    extinguishing, so it gives Renown (p. 11)."""
    evening = advanced("gloria").fires(C2=1, D2=2, D4=1).player(1, wagon="D4")
    assert captains.gloria_targets(evening.state, 0) == ("C2",)
    evening.play("captain_gloria", field="C2")
    player = evening.state.players[0]
    assert (player.wagon, player.wagon_water) == ("C2", 1)
    assert evening.prompt.name == "renown.place"
    assert evening.state.turn.actions == 3


def test_once_a_turn_and_for_an_action():
    """p. 3: the special action costs an action and is taken once a turn."""
    evening = advanced("bernhardt")
    evening.play("captain_bernhardt")
    assert evening.state.turn.actions == 3
    assert "captain_bernhardt" not in evening.first_offers
    with pytest.raises(IllegalMove, match="once"):
        evening.play("captain_bernhardt")


def test_only_the_own_captain_and_only_in_the_advanced_game():
    """p. 3: side 1 has no special actions."""
    with pytest.raises(IllegalMove):
        advanced("bernhardt").play("captain_glint", track="crew", field="C2")
    with pytest.raises(IllegalMove):
        advanced("bernhardt").rule(sides="basic").play("captain_bernhardt")


def test_blitz_swaps_two_neighbours():
    """Card text: the intensities of two neighbours change places."""
    evening = advanced("blitz").fires(C2=3, D2=1, D4=1)
    evening.play("captain_blitz", first="C2", second="D2")
    assert evening.burning() == {"C2": 1, "D2": 3, "D4": 1}
    with pytest.raises(IllegalMove):
        advanced("blitz").play("captain_blitz", first="C2", second="E2")


def test_frith_takes_a_crew_member_with_the_water():
    """Card text: out of another crew, for one own Renown; the crew track's limit counts (p. 11)."""
    evening = advanced("frith").able(1, "kular", water=1).block("A2", renown=(1, 0))
    with pytest.raises(IllegalMove):
        evening.play("captain_frith", name="kular", leaves="nobody", field="A2")
    evening.player(0, values={"crew": 1, "wagon": 2, "leadership": 4})
    evening.play("captain_frith", name="kular", leaves="nobody", field="A2")
    assert [one.water for one in evening.state.players[0].crew] == [1]
    assert evening.state.players[1].crew == ()
    assert evening.state.renown_left(0) == 16


def test_glint_upgrades_once_more():
    """Card text: one more Upgrade in the turn, for one own Renown."""
    evening = advanced("glint").block("A2", renown=(1, 0)).turn(done=("upgrade",))
    evening.play("captain_glint", track="wagon", field="A2")
    evening.play("circle", circle="plain", value=3)
    assert evening.state.players[0].values["wagon"] == 3


def test_bernhardt_keeps_events_off_loyal_blocks():
    """Card text: until the own next turn event cards do nothing to the own loyal blocks."""
    evening = advanced("bernhardt").fires(B2=1, D4=1).block("C2", loyal=0)
    evening.play("captain_bernhardt")
    evening.player(0, side="white").player(1, captain="gloria", side="pink")
    evening.play("end_turn")
    evening.play("gust", direction="east")
    assert evening.burning() == {"B2": 1, "D4": 1, "E4": 1}
    evening.play("end_turn")
    evening.play("gust", direction="east")
    assert evening.burning()["C2"] == 1


def test_ester_gets_a_water_when_she_has_none_left():
    """Card text: after an Extinguish that leaves her without water; her own goes first, so that it does."""
    evening = advanced("ester").fires(C2=2, D4=1).player(0, brigade="C2")
    evening.play("extinguish", water=2)
    assert evening.state.players[0].captain_water == 1


def test_white_fang_at_dusk_and_dawn():
    """Card text: dusk turns him over, refills all water and discards the crew; then there is no Refill until dawn."""
    evening = advanced("white_fang").able(0, "kular").player(0, captain_water=0, wagon_water=0)
    evening.play("captain_white_fang")
    player = evening.state.players[0]
    assert (player.captain_water, player.wagon_water, player.crew, player.turned) == (2, 2, (), True)
    evening.player(0, captain_water=0)
    assert "refill" not in evening.first_offers
    with pytest.raises(IllegalMove, match="werewolf"):
        evening.play("refill")
    evening.turn(done=())
    evening.play("captain_white_fang")
    assert not evening.state.players[0].turned
    evening.play("refill")
    assert evening.state.players[0].captain_water == 2


def test_galeela_mimics_a_crew_card():
    """Card text: the ability of any crew card in play, without a loyal block; it ends when that card is gone."""
    evening = advanced("galeela").able(1, "kular")
    evening.block("B6", loyal=-1)
    evening.play("captain_galeela", name="kular")
    evening.play("move_brigade", field="E5")
    assert evening.state.players[0].brigade == "E5"
    evening.player(1, crew=())
    with pytest.raises(IllegalMove):
        evening.play("move_brigade", field="A1")


def test_white_refills_for_a_renown():
    """Board text, white side 2: a Refill on any block with own Renown, which goes."""
    evening = advanced(side="white").player(0, brigade="C2", captain_water=0).block("C2", renown=(2, 0))
    evening.play("refill_for_renown", field="C2")
    assert evening.state.players[0].captain_water == 2
    assert evening.state.city["C2"].renown == (1, 0)
    with pytest.raises(IllegalMove):
        advanced(side="black").play("refill_for_renown", field="C2")


def test_black_moves_once_more_from_the_nobles():
    """Board text, black side 2: a turn that ends on a block of the Nobles' Rise allows a free Move."""
    evening = advanced(side="black").player(0, brigade="D2")
    evening.play("end_turn")
    assert evening.prompt.name == "turn.horses"
    evening.play("move_brigade", field="E2")
    assert evening.state.players[0].brigade == "E2"
    assert (evening.state.phase, evening.state.turn.seat) == ("event", 1)


def test_black_may_stay():
    """Board text: it is allowed, not required; it is offered once."""
    evening = advanced(side="black").player(0, brigade="D2")
    evening.play("end_turn")
    evening.play("wagon_stays")
    assert evening.state.turn.seat == 1


def test_pink_places_diagonally():
    """Board text, pink side 2: Renown goes onto diagonal neighbours as well."""
    evening = advanced(side="pink").fires(C2=1, D4=1).player(0, brigade="C2")
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="B1", count=1)
    assert evening.state.city["B1"].renown == (1, 0)
