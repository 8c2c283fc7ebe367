"""Which tile lies where is told when it first matters (rulebook p. 4, 5 and 10; card texts)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade import city
from companion.games.fire_brigade.state import TOWN_KINDS, Block
from companion.games.fire_brigade.streets import TOWN

from .table import Evening


def untold(evening: Evening) -> Evening:
    """Nobody has told a tile; what burns goes on burning."""
    for place in TOWN:
        block = evening.state.city[place]
        evening.block(place, kind="", value=0, special="", name="")
        assert evening.state.city[place] == replace(Block(), fire=block.fire, renown=block.renown)
    return evening


def test_renown_asks_for_the_tile_it_goes_to():
    """p. 10: where it goes is one tap, which tile lies there the next; then it lies there."""
    evening = untold(Evening().laid_out().fires(C2=2, D4=1).player(0, brigade="C2"))
    evening.play("extinguish", water=2)
    evening.play("place_renown", field="C1", count=2)
    assert (evening.prompt.name, evening.prompt.seat, city.lit(evening.state)) == ("city.tile", 0, ("C1",))
    evening.play("tile", field="C1", kind="nobles", value=3)
    assert evening.state.city["C1"].renown == (2, 0)
    assert evening.prompt.name == "turn.action"


def test_no_more_goes_there_than_wins_it():
    """p. 10: with a value of one, the rest is placed elsewhere."""
    evening = untold(Evening().laid_out().fires(C2=2, D4=1).player(0, brigade="C2"))
    evening.play("extinguish", water=2)
    evening.play("place_renown", field="C1", count=2)
    evening.play("tile", field="C1", kind="nobles", value=1)
    assert (evening.state.city["C1"].loyal, evening.prompt.name) == (0, "renown.place")
    assert evening.state.tasks[0].count == 1


def test_a_tile_that_is_set_by_hand_while_it_is_asked_can_be_confirmed():
    """What is set by hand is offered then, and goes on."""
    evening = untold(Evening().laid_out().fires(C2=2, D4=1).player(0, brigade="C2"))
    evening.play("extinguish", water=2)
    evening.play("place_renown", field="C1", count=2)
    evening.correct("C1.kind", "nobles")
    evening.correct("C1.value", 3)
    [offer] = evening.prompt.offers
    evening.play(offer.move.name, **offer.move.args)
    assert (evening.state.city["C1"].renown, evening.prompt.name) == ((2, 0), "turn.action")


def test_a_kind_that_was_ruled_out_by_mistake_can_be_told():
    """A block of which no kind is left, or of which one was set by hand after all, is asked with an answer."""
    evening = untold(Evening().laid_out().fires(C2=2, D4=1).player(0, brigade="C2"))
    none = tuple(f"kind:{kind}" for kind in TOWN_KINDS)
    evening.block("C1", ruled_out=none).block("D2", kind="nobles", ruled_out=none)
    evening.play("extinguish", water=2)
    evening.play("place_renown", field="C1", count=1)
    assert {offer.move.args["kind"] for offer in evening.prompt.offers} == set(TOWN_KINDS)
    evening.play("tile", field="C1", kind="council", value=3)
    evening.play("place_renown", field="D2", count=1)
    assert [offer.move.args["kind"] for offer in evening.prompt.offers] == ["nobles"]


def test_a_tile_that_was_told_is_not_asked_again():
    """One question a tile; another answer is a correction."""
    evening = untold(Evening().laid_out().fires(C2=1, D4=1).player(0, brigade="C2")).block("C1", kind="nobles", value=3)
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("tile", field="C1", kind="nobles", value=1)
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C1", count=1)
    assert evening.state.city["C1"].renown == (1, 0)


def test_karnaj_asks_for_the_blocks_of_its_value():
    """Card text: value two; the others are known not to be, and are not asked about again."""
    evening = untold(Evening().at_event().quiet()).block("B1", kind="nobles", value=2)
    evening.play("festival", card="karnaj")
    assert evening.prompt.name == "city.survey"
    for place in ("C2", "D2", "E2", "E2"):
        evening.play("survey", field=place)
    assert city.lit(evening.state) == ("C2", "D2")
    with pytest.raises(IllegalMove, match="told already"):
        evening.play("survey", field="B1")
    evening.play("surveyed")
    assert evening.burning() == {"B1": 1, "C2": 1, "D2": 1, "D4": 1}
    assert not city.lit(evening.state)
    evening.play("end_turn")
    evening.play("festival", card="karnaj")
    assert evening.burning() == {"B1": 2, "C2": 2, "D2": 2, "D4": 1}


def test_what_is_known_of_a_tile_is_settled():
    """Its value was tapped with the others: the kind alone is asked; a kind that was ruled out is no answer."""
    evening = untold(Evening().laid_out().fires(C2=1, D4=1).player(0, brigade="C2"))
    evening.block("C1", value=2, ruled_out=("kind:nobles",))
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C1", count=1)
    offers = [(dict(one.move.args), one.asks) for one in evening.prompt.offers]
    assert [args["kind"] for args, _ in offers] == ["commons", "council", "merchants"]
    assert all(args["value"] == 2 and asks == () for args, asks in offers)


def test_an_ability_asks_for_the_blocks_of_its_kind():
    """Card text: Immora gains one Renown on every other block of the Nobles' Rise."""
    evening = untold(Evening().laid_out().quiet().fires(C2=1, D4=1)).able(0, "immora")
    evening.player(0, brigade="C2").block("C2", kind="nobles", value=1)
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C2", count=1)
    assert evening.prompt.name == "city.survey"
    evening.play("survey", field="E5")
    evening.play("surveyed")
    assert evening.prompt.name == "city.tile"
    evening.play("tile", field="E5", kind="nobles", value=3)
    assert (evening.state.city["E5"].kind, evening.state.city["E5"].renown) == ("nobles", (1, 0))


def test_del_uge_asks_for_the_other_commons():
    """Card text: every other Commons block burns two lower."""
    evening = untold(Evening().laid_out().fires(C2=1, E5=3, D4=1)).able(0, "del_uge")
    evening.player(0, brigade="C2").block("C2", kind="commons", value=1)
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C2", count=1)
    evening.play("survey", field="E5")
    evening.play("surveyed")
    assert evening.burning() == {"E5": 1, "D4": 1}


def test_what_was_turned_over_is_asked():
    """Card texts: a special building does what it does; most tiles are none, and that is the large button."""
    evening = untold(Evening().laid_out().fires(C2=5, E5=5, D4=1)).set(open_specials=True)
    evening.play("end_turn")
    assert evening.prompt.name == "city.special"
    assert [offer.move.args["special"] for offer in evening.prompt.offers if offer.tone == "usual"] == ["none"]
    evening.play("was_special", special="none")
    evening.play("was_special", special="distillery")
    assert evening.told("special").args == {"field": "E5", "special": "distillery"}
    assert evening.burning()["E4"] == 2


def test_who_plays_without_special_buildings_is_asked_once():
    """They belong to an expansion (card texts): of two tiles turned over at once only the first is asked about, and no
    later one."""
    evening = untold(Evening().laid_out().fires(C2=5, E5=5, D4=1)).set(open_specials=True)
    evening.play("end_turn")
    evening.play("was_special", special="without")
    assert evening.prompt.name == "event.reveal"
    assert not evening.state.open_specials


def test_a_special_building_is_found_once():
    """One that was told is no answer any more; with all of them told nothing is asked."""
    evening = untold(Evening().laid_out().fires(C2=5, D4=1)).set(open_specials=True).block("B1", special="oak")
    evening.play("end_turn")
    with pytest.raises(IllegalMove, match="already"):
        evening.play("was_special", special="oak")
    others = {"D1": "aviary", "E1": "exhibits", "A2": "distillery", "B1": "oak"}
    evening = untold(Evening().laid_out().fires(C2=5, D4=1)).set(open_specials=True)
    for place, special in others.items():
        evening.block(place, special=special)
    evening.play("end_turn")
    assert evening.prompt.name == "event.reveal"


def test_fresh_horses_ask_where_they_stand():
    """Card text: a turn that ends on the Nobles' Rise; a tile that is another kind gives nothing."""
    for kind, prompt in (("nobles", "turn.horses"), ("council", "setup.dealt")):
        evening = untold(Evening().laid_out().quiet()).captain(0, "ester", "black").player(0, brigade="C2")
        evening.play("end_turn")
        assert evening.prompt.name == "city.tile"
        evening.play("tile", field="C2", kind=kind, value=3)
        assert evening.prompt.name == prompt
