"""Destroyed blocks and special buildings (rulebook p. 5, card texts)."""

from __future__ import annotations

from ..table import Evening


def test_everything_on_a_destroyed_block_is_taken_off():
    """p. 5: markers are removed, the Brigade goes back to its Firehouse, and so does the Wagon."""
    evening = Evening().laid_out().fires(C2=4, D4=1).block("C2", renown=(2, 1)).player(0, brigade="C2", wagon="C2")
    evening.block("C2", fire=5)
    evening.play("end_turn")
    block = evening.state.city["C2"]
    assert block.destroyed
    assert block.fire == 0
    assert block.loyal == -1
    assert not any(block.renown)
    assert evening.state.players[0].brigade == "A1"
    assert evening.state.players[0].wagon == "A1"


def test_loyalty_is_lost_with_the_block():
    """p. 5: players' tokens are removed, Loyalty too; the marker can be placed again."""
    evening = Evening().at_event().fires(B2=1, C2=4).block("C2", loyal=1)
    assert evening.state.loyalty_left(1) == 9
    evening.play("gust", direction="east")
    assert evening.state.city["C2"].loyal == -1
    assert evening.state.loyalty_left(1) == 10


def test_the_distillery_feeds_its_neighbours():
    """Card text: the four blocks at its sides burn two higher, the diagonal ones do not."""
    evening = Evening().at_event().fires(B2=1, C2=4).block("C2", special="distillery")
    evening.play("gust", direction="east")
    assert evening.burning() == {"B2": 3, "C1": 2, "C3": 2, "D2": 3}


def test_the_exhibits_cool_the_blocks_around_and_refill():
    """Card text: each of the eight blocks around burns one lower; Brigades there are refilled."""
    evening = Evening().at_event().fires(B2=2, C2=4, D3=2, F5=1).block("C2", special="exhibits")
    evening.player(1, brigade="D3", captain_water=0)
    evening.play("gust", direction="east")
    # The gust: C2 is lost, D2 and E3 are lit at 1. Then around C2: B2 2 to 1, D2 1 to 0, D3 2 to 1.
    assert evening.burning() == {"B2": 1, "D3": 1, "E3": 1, "F5": 1}
    assert evening.state.players[1].captain_water == 2


def test_old_tom_oak_asks_for_a_direction():
    """Card text: the active player chooses, and three blocks that way burn one higher."""
    evening = Evening().at_event(seat=1).fires(B2=1, C2=4).block("C2", special="oak")
    evening.play("gust", direction="east")
    assert evening.prompt.name == "fire.oak"
    assert evening.prompt.seat == 1
    evening.play("fell_oak", direction="south")
    assert evening.burning() == {"B2": 1, "D2": 1, "C3": 1, "C4": 1, "C5": 1}
    assert evening.state.phase == "action"


def test_the_aviary_gives_a_renown_to_everybody():
    """Card text: when turned over each player places a Renown on it; a Brigade that passes takes it for one more
    action. D2 lies between C1 and E3: two points for the ruins, one more."""
    evening = Evening().at_event().fires(C2=1, D2=4).block("D2", special="aviary")
    evening.play("gust", direction="east")
    assert evening.state.city["D2"].renown == (1, 1)
    evening.player(0, brigade="C1").turn(actions=4)
    evening.play("move_brigade", field="E3")
    assert evening.state.city["D2"].renown == (0, 1)
    assert evening.state.turn.actions == 4


def test_a_building_on_fire_and_the_protection():
    """p. 9: Brigades and Wagons protect from event cards; whether from a building's fire is a house rule."""
    for rule, lit in (("burns", 2), ("held", 0)):
        evening = Evening(buildings=rule).at_event().fires(B2=1, C2=4).block("C2", special="distillery")
        evening.player(0, brigade="D2").play("gust", direction="east")
        assert evening.burning().get("D2", 0) == lit


def test_a_building_may_burn_another_down():
    """p. 5: what is lost by a building's fire is turned over as well, in the same phase."""
    evening = Evening().at_event().fires(B2=1, C2=4, D2=3).block("C2", special="distillery")
    evening.block("D2", special="distillery").play("gust", direction="east")
    assert evening.state.city["D2"].destroyed
    assert evening.burning()["E2"] == 3  # one by the gust, two by the second building


def test_markers_on_the_aviary_count_as_placed():
    """p. 2: a Renown that lies on the Aviary's ruins is one of the sixteen."""
    evening = Evening().at_event().fires(B2=1, C2=4, F5=1).block("C2", special="aviary")
    evening.play("gust", direction="east")
    assert [evening.state.renown_left(seat) for seat in range(2)] == [15, 15]
