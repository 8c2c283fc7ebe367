"""Tiles laid half by half, and the map of the setup from its Rim on: rulebook p. 9, 10, 25."""

import pytest

from companion.api.game import IllegalMove, Pick, Whole
from companion.games.frostpunk.city.geometry import space_name
from companion.games.frostpunk.city.land import Space
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.state import Task

from ..table import Evening, begun


def laying(about: str = "near", count: int = 1) -> Evening:
    """A table at which tiles are to be laid."""
    evening = begun(2).at("action.turn", food=5)
    evening.set(tasks=tuple(task(about, "both" if count == 2 else "") for _ in range(count)))
    return evening


def task(about: str, of: str = "") -> Task:
    return Task(kind="lay", about=about, of=of)


def offered(evening: Evening) -> list[str]:
    return [offer.move.name for offer in evening.prompt.offers]


def test_a_tile_is_three_taps():
    """Where it lies, then each half: every offer asks for one thing at most."""
    evening = laying()
    [here] = evening.prompt.offers
    assert isinstance(here.asks[0], Pick)
    assert here.asks[0].on == "city"
    evening.play("tile_at", place="N3")
    assert all(len(offer.asks) <= 1 for offer in evening.prompt.offers)
    evening.play("half_told", what="trees", count=2)
    evening.play("half_told", what="coal", count=4)
    assert evening.state.city.tiles["N3"] == (Space(trees=2), Space(what="coal", count=4))
    assert not evening.state.tasks


def test_halves_hold_one_to_five_of_a_kind():
    """p. 44: five of one type at most; Steel is not part of A New Home."""
    evening = laying()
    evening.play("tile_at", place="N1")
    counts = {
        offer.move.args["what"]: offer.asks[0] for offer in evening.prompt.offers if offer.asks and offer.move.args
    }
    assert set(counts) == {"wood", "coal", "trees", "steam_cores"}
    assert all(isinstance(ask, Whole) and (ask.at_least, ask.at_most) == (1, 5) for ask in counts.values())


def test_food_is_told_once_for_a_tile():
    """p. 25: gained at once, with whichever half comes first."""
    evening = laying()
    evening.play("tile_at", place="N1")
    evening.play("tile_food", food=2)
    assert evening.state.food == 7
    assert "tile_food" not in offered(evening)
    with pytest.raises(IllegalMove):
        evening.play("tile_food", food=2)


def test_a_near_tile_does_not_go_into_the_outer_ring():
    """p. 25."""
    with pytest.raises(IllegalMove) as refused:
        laying().play("tile_at", place="F1")
    assert refused.value.field == "place"


def test_a_place_where_a_tile_lies():
    """p. 25: refused, and nothing has changed."""
    evening = laying(count=2)
    evening.play("tile_at", place="N1")
    before = evening.state
    with pytest.raises(IllegalMove):
        evening.play("tile_at", place="N1")
    assert evening.state == before


# --- the setup --------------------------------------------------------------------------------------------------------


def entering() -> Evening:
    evening = Evening(2)
    evening.play("enter_map")
    return evening


def test_three_deposits_lay_the_other_corners():
    """p. 9, 10: three corners have a Deposit, the others a Far tile and a Near tile before it."""
    evening = entering()
    for place, rim in (("F3", "coal"), ("F7", "wood"), ("F11", "coal")):
        evening.play("rim_at", place=place, rim=rim)
    assert set(evening.state.city.tiles) == {"G", "F1", "N1", "F5", "N3", "F9", "N5"}
    assert len(evening.state.tasks) == 12
    for _ in range(12):
        assert evening.asked == "city.half"
        evening.play("half_told", what="nothing", count=0)
    evening.play("map_laid", food=2)
    assert evening.state.step == "setup.expeditions"


def test_two_starting_wall_tiles_of_each_deposit():
    """p. 7: after two with Coal only Wood is offered."""
    evening = entering()
    evening.play("rim_at", place="F1", rim="coal")
    evening.play("rim_at", place="F3", rim="coal")
    assert [offer.move.args for offer in evening.prompt.offers if offer.move.name == "rim_at"] == [{"rim": "wood"}]
    with pytest.raises(IllegalMove):
        evening.play("rim_at", place="F5", rim="coal")


def test_the_map_may_be_entered_later():
    """One tap goes back; the game goes on without a map, and it can be entered in any phase."""
    evening = entering()
    evening.play("map_later")
    evening.play("all_set_up", food=0, leader="seat1")
    assert evening.state.step == "action.turn"
    evening.play("edit_map", editing="yes")
    evening.play("enter_map")
    for place, rim in (("F1", "coal"), ("F3", "wood"), ("F5", "coal")):
        evening.play("rim_at", place=place, rim=rim)
    assert {"F7", "F9", "F11", "N4", "N5", "N6"} <= set(evening.state.city.tiles)


def test_four_taps_tell_the_generator_tile():
    """p. 9: five things on five spaces, so that the fifth follows; it is kept for all evenings."""
    evening = Evening(2)
    evening.play("tell_generator")
    for thing in ("platform", "wood", "cookhouse", "coal"):
        assert evening.asked == "city.generator"
        evening.play("generator_space", thing=thing)
    assert evening.board_facts["generator_space_5"] == "generator_building"
    assert evening.state.city.tiles["G"][1] == Space(what="wood", count=5)
    assert evening.asked == "setup.map"


def test_the_generator_tile_may_wait():
    """What was told is kept, the rest is asked another time."""
    evening = Evening(2)
    evening.play("tell_generator")
    evening.play("generator_space", thing="platform")
    evening.play("generator_later")
    assert evening.state.board["generator_space_1"] == "platform"
    evening.play("tell_generator")
    assert [task.about for task in evening.state.tasks] == [f"generator_space_{n}" for n in range(2, 6)]


# --- tiles that are known ---------------------------------------------------------------------------------------------


def known(evening: Evening) -> list[str]:
    """The tiles that stand there, for a tap each."""
    return [
        choice.value
        for offer in evening.prompt.offers
        if offer.move.name == "tile_told"
        for choice in offer.asks[0].choices  # type: ignore[union-attr]
    ]


def test_a_tile_is_told_half_by_half_once():
    """p. 25: both halves and its Food are kept; at another Near place it is one tap, at a Far one it is none."""
    evening = laying(count=2)
    evening.play("tile_at", place="N1")
    evening.play("tile_at", place="N2")
    assert known(evening) == []
    evening.play("tile_food", food=1)
    evening.play("half_told", what="coal", count=1)
    evening.play("half_told", what="nothing", count=0)
    assert evening.board_facts == {"near_tiles": "coal 1, nothing, food 1"}
    assert known(evening) == ["coal 1, nothing, food 1"]
    evening.play("tile_told", tile="coal 1, nothing, food 1")
    assert evening.state.city.tiles["N2"] == (Space(what="coal", count=1), Space())
    assert (evening.state.food, evening.state.tasks) == (5 + 1 + 1, ())


def test_tiles_are_kept_one_after_the_other():
    """Another tile is told with a known one: 2 Trees and 4 Coal."""
    evening = begun(2, near_tiles="wood 3, trees 1").at("action.turn", tasks=(task("near"),))
    evening.play("tile_at", place="N1")
    evening.play("half_told", what="trees", count=2)
    assert known(evening) == []
    evening.play("half_told", what="coal", count=4)
    assert evening.state.board["near_tiles"] == "wood 3, trees 1; trees 2, coal 4"


def test_a_tile_that_lies_on_the_map_stands_last():
    """It may lie in the box twice, which nobody has told."""
    told = "wood 3, trees 1; trees 2, coal 4"
    evening = begun(2, near_tiles=told).at("action.turn", tasks=(task("near"), task("near")))
    for place in ("N1", "N2"):
        evening.play("tile_at", place=place)
    evening.play("tile_told", tile="wood 3, trees 1")
    assert known(evening) == ["trees 2, coal 4", "wood 3, trees 1"]


def test_with_one_half_told_the_whole_tile_is_no_answer():
    """What was told would be told once more."""
    evening = begun(2, near_tiles="wood 5, trees 2").at("action.turn", tasks=(task("near"),))
    evening.play("tile_at", place="N1")
    assert known(evening) == ["wood 5, trees 2"]
    evening.play("half_told", what="wood", count=5)
    with pytest.raises(IllegalMove):
        evening.play("tile_told", tile="wood 5, trees 2")


def test_words_that_are_no_tile_are_left_out():
    """Somebody has typed them into the board's facts."""
    evening = begun(2, near_tiles="wood 6, trees 2; nonsense; coal 5, nothing").at("action.turn", tasks=(task("near"),))
    evening.play("tile_at", place="N1")
    assert known(evening) == ["coal 5, nothing"]


def test_in_the_setup_a_tile_is_not_kept():
    """p. 11: its Food is told with that of the other tiles."""
    evening = begun(2, near_tiles="wood 3, trees 1, food 2")
    evening.play("tile_here", place="N1")
    assert known(evening) == ["wood 3, trees 1, food 2"]
    food = evening.state.food
    evening.play("tile_told", tile="wood 3, trees 1, food 2")
    assert evening.state.food == food
    evening.play("tile_here", place="N2")
    evening.play("half_told", what="coal", count=2)
    evening.play("half_told", what="nothing", count=0)
    assert evening.state.board["near_tiles"] == "wood 3, trees 1, food 2"


def test_the_history_says_which_half_was_told_and_how():
    """So that one told wrongly is found among a dozen, and undone."""
    evening = begun(2)
    evening.play("enter_map")
    for rim in ("coal", "wood", "coal"):
        offer = next(one for one in evening.prompt.offers if one.move.args.get("rim") == rim)
        evening.play("rim_at", rim=rim, place=offer.asks[0].choices[0].value)  # type: ignore[union-attr]
    told = evening.state.tasks[0].about
    said = GAME.moves["half_told"].said(evening.state, {"what": "coal", "count": 3})
    assert str(said) == f"{space_name(told)}: 3 Coal"
    assert evening.prompt.at == told
