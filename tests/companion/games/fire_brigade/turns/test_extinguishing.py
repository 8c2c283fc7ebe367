"""Extinguishing, Renown and Loyalty (rulebook p. 9 to 11)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.state import Crew

from ..table import Evening


def test_the_example_of_grandma_yentl():
    """p. 10: three water put out a fire of three: three Renown, split onto the block and its neighbours. One goes to a
    block that is not yet won; two join two others on a block of value 4, which is won: all Renown there is removed."""
    evening = Evening().laid_out().fires(C2=3, F5=1).player(0, brigade="C2", wagon="C2", wagon_water=1)
    evening.block("C2", value=2).block("B2", value=3, renown=(0, 1)).block("D2", value=4, renown=(2, 1))
    evening.play("extinguish", water=3)
    assert "C2" not in evening.burning()
    evening.play("place_renown", field="B2", count=1)
    evening.play("place_renown", field="D2", count=2)
    assert evening.state.city["B2"].renown == (1, 1)
    assert evening.state.city["D2"].loyal == 0
    assert evening.state.city["D2"].renown == (0, 0)
    assert evening.state.turn.actions == 3


def test_no_renown_when_the_fire_is_not_out():
    """p. 11: with too little water the fire falls, and nothing is won."""
    evening = Evening().laid_out().fires(C2=3).player(0, brigade="C2")
    evening.play("extinguish", water=2)
    assert evening.burning() == {"C2": 1}
    assert not evening.state.tasks


def test_only_the_levels_of_this_action_count():
    """p. 11: Renown for what was lowered in this action: a fire of three, put out in two actions, gives one."""
    evening = Evening().laid_out().fires(C2=3, F5=1).player(0, brigade="C2", wagon="C2")
    evening.play("extinguish", water=2)
    evening.play("extinguish", water=1)
    assert evening.state.tasks[0].count == 1


def test_the_wagon_helps_only_on_the_same_block():
    """p. 9 and 11: a Wagon alone puts nothing out, and lends its water only where the Brigade is."""
    evening = Evening().laid_out().fires(C2=4).player(0, brigade="C2", wagon="B2")
    with pytest.raises(IllegalMove, match="only 2 water"):
        evening.play("extinguish", water=3)
    evening.player(0, brigade="B3", wagon="C2")
    with pytest.raises(IllegalMove, match="Nothing burns"):
        evening.play("extinguish", water=1)


def test_renown_does_not_go_diagonally_nor_onto_ruins():
    """p. 10: onto the block or its neighbours at the sides, not diagonally; a destroyed block takes none (p. 5)."""
    evening = Evening().laid_out().fires(C2=2, F5=1).player(0, brigade="C2").block("C1", destroyed=True)
    evening.play("extinguish", water=2)
    for wrong in ("D3", "C1"):
        with pytest.raises(IllegalMove):
            evening.play("place_renown", field=wrong, count=1)


def test_stealing_takes_one_more_and_does_not_add_up():
    """p. 10: value 3, loyal to Ben: Ada needs 4. After that Ben again needs 4."""
    evening = Evening().laid_out().fires(C2=1, F5=1).player(0, brigade="C2").block("C2", loyal=1, renown=(3, 0))
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C2", count=1)
    block = evening.state.city["C2"]
    assert (block.loyal, block.stolen, block.renown) == (0, True, (0, 0))
    from companion.games.fire_brigade.turns.renown import price

    assert price(evening.state, 1, "C2") == 4


def test_nery_cagehand_makes_stealing_dearer():
    """Card text: two Renown more instead of one."""
    from companion.games.fire_brigade.turns.renown import price

    crew = (Crew(name="nery", kind="council", holds=1, water=1),)
    evening = Evening().laid_out().player(1, crew=crew).block("C2", loyal=1, kind="council", value=3)
    assert price(evening.state, 0, "C2") == 5


def test_lumen_saves_one_water_at_the_university():
    """Card text: University blocks need one less water, for the full Renown."""
    crew = (Crew(name="lumen", kind="commons", holds=0, water=0),)
    evening = Evening().laid_out().fires(C3=3, F5=1).player(0, brigade="C3", crew=crew)
    evening.block("A2", kind="commons", loyal=0)
    evening.play("extinguish", water=2)
    assert "C3" not in evening.burning()
    assert evening.state.tasks[0].count == 3


def test_all_fires_out_ends_the_game_after_the_renown_is_placed():
    """p. 8: when all fires are out the game ends at once; the Renown of that action is placed before."""
    evening = Evening().laid_out().fires(C2=2).player(0, brigade="C2").block("C2", value=2)
    evening.play("extinguish", water=2)
    assert evening.prompt.name == "renown.place"
    evening.play("place_renown", field="C2", count=2)
    assert evening.state.ended == "all_out"
    assert evening.state.winners == (0,)


def test_without_a_loyalty_marker_no_block_is_won():
    """There are ten Loyalty markers (p. 2); the book is silent, so with none left Renown stops one short of winning."""
    evening = Evening().laid_out().fires(C2=2, F5=1).player(0, brigade="C2").block("C2", value=2)
    commons = [place for place, block in evening.state.city.items() if block.kind == "commons" and place != "C2"][:4]
    council = [place for place, block in evening.state.city.items() if block.kind == "council" and place != "C2"][:4]
    nobles = [place for place, block in evening.state.city.items() if block.kind == "nobles" and place != "C2"][:2]
    for place in (*commons, *council, *nobles):
        evening.block(place, loyal=0)
    assert evening.state.loyalty_left(0) == 0
    evening.play("extinguish", water=2)
    with pytest.raises(IllegalMove):
        evening.play("place_renown", field="C2", count=2)
    evening.play("place_renown", field="C2", count=1)
    assert evening.state.city["C2"].loyal == -1
    assert evening.state.city["C2"].renown == (1, 0)


def test_a_fire_and_all_its_renown_are_one_tap():
    """A fire of one is put out, and its Renown goes to a neighbour of value 1, which is won (p. 10)."""
    evening = Evening().laid_out().fires(C2=1, F5=1).player(0, brigade="C2")
    evening.block("C2", value=3).block("B2", value=1).block("C1", destroyed=True)
    [offer] = [one for one in evening.prompt.offers if one.move.name in ("extinguish", "put_out")]
    assert [one.value for one in offer.asks[0].choices] == ["C2", "D2", "C3", "B2"]
    evening.play("put_out", **offer.move.args, field="B2")
    assert (evening.burning(), evening.state.city["B2"].loyal, evening.state.tasks) == ({"F5": 1}, 0, ())


def test_renown_for_a_greater_fire_can_still_be_shared_out():
    """Of a fire of two a block of value 1 takes only one: it is no answer for all, but sharing out is offered."""
    evening = Evening().laid_out().fires(C2=2, F5=1).player(0, brigade="C2")
    evening.block("C2", value=3).block("B2", value=1)
    answers = {one.move.name: one for one in evening.prompt.offers if one.move.name in ("extinguish", "put_out")}
    assert "B2" not in [one.value for one in answers["put_out"].asks[0].choices]
    assert answers["extinguish"].tone == "plain"
    evening.play("put_out", **answers["put_out"].move.args, field="C2")
    assert (evening.state.city["C2"].renown[0], evening.state.tasks) == (2, ())
