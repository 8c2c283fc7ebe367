"""Heated or cold: rulebook p. 24, 29, 40, 42, 43."""

from dataclasses import replace

import pytest

from companion.api.game import Value
from companion.games.frostpunk.city import heat
from companion.games.frostpunk.city.heat import (
    heated_building,
    heated_place,
    insulation,
    learn_heat,
    missing_heat,
    symbols_for,
)
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.house_rules import KITCHEN_BEFORE_START

from .town import TILE, generator, names, stand, town

# Indicators on their first three spaces: the lowest Heat space above each symbol, as an owner might read it.
SYMBOLS: dict[str, Value] = {
    "red_colour_above_1": 3,
    "orange_colour_above_2": 5,
    "yellow_colour_above_3": 7,
    "red_zone_above_1": 4,
    "orange_zone_above_2": 5,
    "yellow_zone_above_3": 9,
}
BOARD = {**TILE, **SYMBOLS}


def at(kind: str, space: str, **sides: bool) -> Building:
    return Building(kind=kind, at=(space,), **sides)


def test_the_example_of_page_24():
    """p. 24: Heat on 5, above the red and orange symbols and the first two zones: all red and orange Buildings are
    heated anywhere, and everything on the Generator tile and next to it, whatever its insulation."""
    state = generator(town("N1", "F1", board=BOARD), heat=5)
    assert heated_building(state, at("workshop", "F1.1")) is True
    assert heated_building(state, at("sawmill", "F1.1")) is True
    assert heated_building(state, at("tent", "F1.1")) is False
    assert heated_building(state, at("tent", "N1.1")) is True
    assert heated_place(state, "G") is True
    assert heated_place(state, "N1") is True
    assert heated_place(state, "F1") is False


def test_equal_is_not_above():
    """p. 24: lower than the Heat marker; on 4 the orange symbols are not below it yet."""
    state = generator(town("N1", board=BOARD), heat=4)
    assert heated_place(state, "G") is True
    assert heated_place(state, "N1") is False
    assert heated_building(state, at("sawmill", "N1.1")) is False


def test_not_started_is_cold():
    """p. 24: on the first Heat space all gathering and all Buildings are cold, whatever the symbols say."""
    low = {**BOARD, "red_zone_above_1": 2, "red_colour_above_1": 2}
    state = generator(town(board=low), heat=1)
    assert heated_place(state, "G") is False
    assert heated_building(state, at("workshop", "G.4")) is False


def test_the_third_zone_holds_the_whole_map():
    """p. 24: all tiles within two."""
    state = generator(town("F7", board=BOARD), heat=9)
    assert heated_place(state, "F7") is True


def test_blue_is_heated_by_zone_only():
    """p. 24, 42: a Ruin is blue: cold outside the zones at any Heat, heated within."""
    state = generator(town("N1", "F1", board=BOARD), heat=8)
    ruin = at("house", "F1.1", ruin=True)
    assert insulation(state, ruin) == "blue"
    assert heated_building(state, ruin) is False
    assert heated_building(state, at("house", "F1.1")) is True
    assert heated_building(state, at("house", "N1.1", ruin=True)) is True


def test_white_does_not_matter():
    """p. 24, 40: no colour heats a white Building."""
    state = generator(town("F1", board=BOARD), heat=8)
    assert symbols_for("F1", insulation(state, at("beacon", "F1.1"))) == (("yellow", "zone"),)


def test_an_upgraded_building_is_insulated_better():
    """p. 41: a Gathering Post is yellow, red when upgraded."""
    state = generator(town("F1", board=BOARD), heat=3)
    assert heated_building(state, at("gathering_post", "F1.1")) is False
    assert heated_building(state, at("gathering_post", "F1.1", upgraded=True)) is True


def test_the_tent_of_page_29():
    """p. 29: a Tent shelters if yellow Buildings are heated or it is in a heated zone."""
    state = generator(town("N1", "F1", board=BOARD), heat=7)
    assert heated_building(state, at("tent", "F1.1")) is True
    state = generator(town("N1", "F1", board=BOARD), heat=6)
    assert heated_building(state, at("tent", "F1.1")) is False
    assert heated_building(state, at("tent", "N1.1")) is True


# --- Field Kitchen, cards ---------------------------------------------------------------------------------------------


def test_a_field_kitchen_heats_its_tile():
    """p. 43: any action and any Building on its tile, not on the next one."""
    tx = town("F1", "F2", board=BOARD)
    stand(tx, "field_kitchen", "F1.1")
    state = generator(tx, heat=2)
    assert heated_place(state, "F1") is True
    assert heated_building(state, at("tent", "F1.2")) is True
    assert heated_building(state, at("tent", "F1.2", ruin=True)) is True
    assert heated_place(state, "F2") is False


def test_a_field_kitchen_before_the_generator_is_started():
    """p. 43 against p. 24: the special rule holds, unless the house reads it the other way."""
    tx = town("F1", board=BOARD)
    stand(tx, "field_kitchen", "F1.1")
    state = generator(tx, heat=1)
    assert heated_place(state, "F1") is True
    other = replace(state, houses={KITCHEN_BEFORE_START: "no"})
    assert heated_place(other, "F1") is False


def test_a_card_that_heats_a_kind(monkeypatch: pytest.MonkeyPatch):
    """p. 24: blue Buildings are heated by zone or by special Laws; the owner's text of one says `heated tent`."""
    monkeypatch.setattr(
        "companion.games.frostpunk.cards.lasting.in_force",
        lambda state: ("heated tent", "heated ruins", "Heated hunters_hut"),
    )
    state = generator(town("F1", board=BOARD), heat=2)
    assert heated_building(state, at("tent", "F1.1")) is True
    assert heated_building(state, at("house", "F1.1", ruin=True)) is True
    assert heated_building(state, at("tent", "F1.1", ruin=True)) is True
    assert heated_building(state, at("hunters_hut", "F1.1")) is True
    assert heated_building(state, at("bunkhouse", "F1.1")) is False


def test_a_card_that_heats_gathering(monkeypatch: pytest.MonkeyPatch):
    """p. 24: by the owner's text of a Law or Technology."""
    monkeypatch.setattr("companion.games.frostpunk.cards.lasting.in_force", lambda state: ("heated gathering",))
    state = generator(town("F1", board=BOARD), heat=1)
    assert heated_place(state, "F1") is True
    assert heated_building(state, at("tent", "F1.1")) is False


# --- what is not known ------------------------------------------------------------------------------------------------


def test_unknown_symbols_are_named():
    """The facts that would tell, for the spaces where the indicators stand now."""
    state = generator(town("N1", board=TILE), heat=5)
    assert heated_place(state, "N1") is None
    assert missing_heat(state, "N1") == ("orange_zone_above_2", "yellow_zone_above_3")
    assert missing_heat(state, "N1", at("tent", "N1.1")) == (
        "orange_zone_above_2",
        "yellow_zone_above_3",
        "yellow_colour_above_3",
    )
    assert missing_heat(generator(town(board=TILE), heat=1), "G") == ()


def test_one_symbol_below_is_enough():
    """p. 24: either condition; with one known to be below, the others need not be told."""
    state = generator(town("N1", board={**TILE, "orange_zone_above_2": 4}), heat=4)
    assert heated_place(state, "N1") is True
    assert missing_heat(state, "N1") == ()


def test_a_higher_indicator_is_never_lower():
    """A symbol that the Heat marker is not above stays so when its indicator moves up, at the same Heat."""
    tx = town(board={**TILE, "red_zone_above_1": 6, "orange_zone_above_2": 9, "yellow_zone_above_3": 9})
    state = generator(tx, heat=5, red=3, orange=4, yellow=5)
    assert heated_place(state, "G") is False
    assert heat.bounds(state, "red", "zone") == (6, heat.NEVER)
    assert heated_place(generator(tx, heat=6, red=3, orange=4, yellow=5), "G") is None


def test_between_two_told_spaces_the_bounds_narrow():
    """Told for spaces 1 and 3, space 2 lies between them."""
    state = generator(town(board={"red_colour_above_1": 3, "red_colour_above_3": 6}), red=2)
    assert heat.bounds(state, "red", "colour") == (3, 6)
    same = generator(town(board={"red_colour_above_1": 4, "red_colour_above_3": 4}), red=2)
    assert heat.bounds(same, "red", "colour") == (4, 4)


def test_nothing_is_above_a_symbol_that_no_space_is_above():
    """25 says so: no Heat space lies above it."""
    state = generator(town(board={"red_zone_above_1": 25}), heat=24, cold=24)
    assert heat.above(state, "red", "zone") is False


# --- learning from answers --------------------------------------------------------------------------------------------


def test_cold_tells_of_every_symbol():
    """Cold at Heat 5 on N1: neither of the two zones that hold it lies below 5; higher Heat is not known."""
    tx = town("N1", board=TILE)
    generator(tx, heat=5)
    learn_heat(tx, "N1", False)
    assert tx.board_facts == {"orange_zone_least_2": 6, "yellow_zone_least_3": 6}
    assert heated_place(generator(tx, heat=5), "N1") is False
    assert heated_place(generator(tx, heat=4), "N1") is False
    assert heated_place(generator(tx, heat=6), "N1") is None


def test_heated_tells_of_the_only_symbol_in_doubt():
    """Heated on a Far tile: it can only be the third zone; then every higher Heat heats it too."""
    tx = town("F1", board=TILE)
    generator(tx, heat=8)
    learn_heat(tx, "F1", True)
    assert tx.board_facts == {"yellow_zone_most_3": 8}
    assert heated_place(generator(tx, heat=9), "F1") is True
    assert heated_place(generator(tx, heat=7), "F1") is None


def test_heated_tells_nothing_where_two_symbols_are_in_doubt():
    """It may be the zone or the colour: nothing is kept that might be wrong."""
    tx = town("F1", board=TILE)
    generator(tx, heat=8)
    learn_heat(tx, "F1", True, at("tent", "F1.1"))
    assert tx.board_facts == {}


def test_heated_by_what_is_left():
    """With the zone known to be above, a heated Tent tells of the yellow colour."""
    tx = town("F1", board={**TILE, "yellow_zone_above_3": 12})
    generator(tx, heat=8)
    learn_heat(tx, "F1", True, at("tent", "F1.1"))
    assert tx.board_facts == {"yellow_colour_most_3": 8}


def test_bounds_from_both_sides_meet():
    """Cold at 5 and heated at 6: the lowest Heat space above the symbol is 6."""
    tx = town("F1", board=TILE)
    generator(tx, heat=5)
    learn_heat(tx, "F1", False)
    generator(tx, heat=6)
    learn_heat(tx, "F1", True)
    assert heat.bounds(tx.state, "yellow", "zone") == (6, 6)


def test_an_answer_against_what_was_told_is_said():
    """Nothing is overwritten; the players are told to look at the facts."""
    tx = town("N1", board=BOARD)
    generator(tx, heat=5)
    learn_heat(tx, "N1", False)
    assert tx.board_facts == {}
    assert names(tx) == ["heat_contradicted"]


def test_a_scenario_buildings_colour_is_asked():
    """p. 43: only its tile shows it."""
    state = generator(town("F1", board={**TILE, "yellow_zone_above_3": 12}), heat=5)
    library = at("library", "F1.1")
    assert heated_building(state, library) is None
    assert missing_heat(state, "F1", library) == ("building_colour_library",)
    told = replace(state, board={**state.board, "building_colour_library": "blue"})
    assert heated_building(told, library) is False
