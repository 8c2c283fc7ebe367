"""Laying the game out (rulebook p. 2 to 4 and 8)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade import city
from companion.games.fire_brigade.state import TOWN_KINDS
from companion.games.fire_brigade.streets import TOWN
from tests.companion.games.meaning import meant

from .table import Evening


def tiles(evening: Evening) -> Evening:
    evening.play("tell_tiles")
    for at, place in enumerate(TOWN):
        assert evening.prompt.name == "setup.tile"
        evening.play("tile", field=place, kind=TOWN_KINDS[at % 4], value=1 + at % 4)
    return evening


def test_the_list_is_ticked_off():
    """p. 3, 4: each point by itself, or all at once; a point can be taken back. Who starts stands beside it."""
    evening = Evening(3)
    items = [offer.move.args["item"] for offer in evening.prompt.offers if offer.ticked is not None]
    assert len(items) == 8
    evening.play("tick", item="boards")
    evening.play("tick", item="boards")
    assert evening.state.checked == ()
    assert evening.first_offers.count("start_with") == 3
    for item in items:
        evening.play("tick", item=item)
    assert evening.first_offers.count("start_with") == 3


def test_a_tile_is_one_tap():
    """p. 5: kind and value of the 28 town tiles, row by row, for whoever likes; a kind is an answer with its values."""
    evening = Evening()
    evening.play("laid_out")
    tiles(evening)
    assert evening.prompt.name == "setup.list"
    assert evening.state.city["B1"].value == 1
    assert evening.state.city["E6"].kind == "nobles"


def test_the_tile_that_is_told_is_lit_and_can_wait():
    """Four answers, one for each kind, that ask for the value alone; *later* leads back."""
    evening = Evening()
    evening.play("tell_tiles")
    told = [offer for offer in evening.prompt.offers if offer.move.name == "tile"]
    assert [[ask.name for ask in offer.asks] for offer in told] == [["value"]] * 4
    assert city.lit(evening.state) == ("B1",)
    evening.play("tell_tiles")
    assert (evening.prompt.name, city.lit(evening.state)) == ("setup.list", ())


def test_the_game_begins_before_any_tile_is_told():
    """p. 8: who starts is the only thing that is asked; a seat has to be taken."""
    evening = Evening()
    with pytest.raises(IllegalMove, match="Nobody sits there"):
        evening.play("start_with", seat="seat4")
    evening.play("start_with", seat="seat1")
    assert evening.prompt.name == "event.reveal"
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("tell_tiles")


def test_the_start():
    """p. 3, 8: two water on Captains and in Wagons, everybody at home, University blocks at two."""
    state = Evening(4).state
    assert state.water_left() == 40 - 4 * 4
    assert [one.brigade for one in state.players] == ["A1", "F1", "F6", "A6"]
    assert [one.wagon for one in state.players] == [one.house for one in state.players]
    assert {place: block.fire for place, block in state.city.items() if block.fire} == dict.fromkeys(
        ("C3", "D3", "C4", "D4"), 2
    )
    assert {state.city[place].value for place in ("C3", "D3", "C4", "D4")} == {5}


def test_three_start_events_then_actions():
    """p. 8: the first player carries out three of the start events and begins with the Action Phase."""
    evening = Evening()
    evening.play("laid_out")
    tiles(evening).play("start_with", seat="seat2")
    for number in range(3):
        assert evening.state.phase == "start_events"
        assert str(number + 1) in str(evening.prompt.do)
        evening.play("gust", direction="east")
    assert "events_shuffled" in evening.names
    assert (evening.state.phase, evening.state.turn.seat) == ("action", 1)
    assert evening.state.turn.actions == 4
    with pytest.raises(IllegalMove):
        evening.play("tile", field="B1", kind="nobles", value=1)


def test_captains_and_boards_are_told_in_the_advanced_game():
    """p. 3: dealt at random, so each is one tap, at a player's own first turn; nobody has the same."""
    evening = Evening(sides="advanced")
    evening.play("start_with", seat="seat1")
    assert (evening.prompt.name, evening.prompt.seat) == ("setup.dealt", 0)
    with pytest.raises(IllegalMove, match="laid out already"):
        evening.play("dealt", seat="seat2", what="captain", name="ester")
    evening.play("dealt", seat="seat1", what="captain", name="ester")
    evening.play("dealt", seat="seat1", what="side", name="white")
    for _ in range(3):
        evening.play("gust", direction="east")
    evening.play("end_turn")
    assert (evening.prompt.name, evening.prompt.seat) == ("setup.dealt", 1)
    assert "ester" not in {offer.move.args["name"] for offer in evening.prompt.offers}
    with pytest.raises(IllegalMove, match="somebody else"):
        evening.play("dealt", seat="seat2", what="captain", name="ester")
    evening.play("dealt", seat="seat2", what="captain", name="gloria")
    evening.play("dealt", seat="seat2", what="side", name="pink")
    assert evening.prompt.name == "event.reveal"


def test_boards_are_told_before_an_event_gives_everybody_a_renown():
    """Card text 5: a Firehouse may do something with a block that is won, so all are told first."""
    evening = Evening(sides="advanced")
    evening.play("start_with", seat="seat1")
    evening.play("dealt", seat="seat1", what="captain", name="ester")
    evening.play("dealt", seat="seat1", what="side", name="white")
    evening.play("bonus", card="renown")
    assert (evening.prompt.name, evening.prompt.seat) == ("setup.dealt", 1)


def test_names_and_special_buildings():
    """Card texts: a tile may be named; a special building lies in the city once."""
    evening = Evening()
    evening.play("name_tile", field="C2", special="oak", name="")
    assert meant(evening.facts[0].text) == {"where": {"field": "C2", "name": "Old Tom Oak"}}
    evening.play("name_tile", field="D2", special="none", name="Verna's")
    assert evening.state.city["D2"].name == "Verna's"
    with pytest.raises(IllegalMove, match="already"):
        evening.play("name_tile", field="D2", special="oak", name="")
