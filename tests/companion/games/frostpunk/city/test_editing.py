"""Putting the map right by tapping; the tiles of the setup: rulebook p. 9, 10, 25."""

import dataclasses

import pytest

from companion.api.game import IllegalMove, Offer, Pick, Prompt
from companion.games.frostpunk.city import ground
from companion.games.frostpunk.city.editing import prompt
from companion.games.frostpunk.city.geometry import CORNERS
from companion.games.frostpunk.city.ground import answer_for, lies_text, lying
from companion.games.frostpunk.city.land import Building, Space
from companion.games.frostpunk.setup import module
from tests.companion.games.frostpunk.table import GAME

from ..table import Evening
from .town import TILE, place, stand, town


def evening(*places: str, **lying_: Space) -> Evening:
    """A game with that city, to play moves in."""
    game = Evening(2)
    game.state = town(*places, **lying_).state
    return game


def offer(shown: Prompt, move: str) -> Offer:
    [found] = [one for one in shown.offers if one.move.name == move]
    return found


def on_map(shown: Prompt, move: str) -> set[str]:
    """The values of the map that an offer can be given."""
    [ask] = [ask for ask in offer(shown, move).asks if isinstance(ask, Pick) and ask.on == "city"]
    return {choice.value for choice in ask.choices}


# --- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "lies", "words"),
    [
        ("nothing", Space(), ""),
        ("coal 4", Space(what="coal", count=4), "4 Coal"),
        ("steam_cores 1", Space(what="steam_cores", count=1), "1 Steam Core"),
        ("trees 1", Space(trees=1), "1 Tree"),
        ("trees 3", Space(trees=3), "3 Trees"),
    ],
)
def test_answers_for_what_lies_on_a_space(answer: str, lies: Space, words: str):
    """p. 25: Trees or Resources."""
    assert lying(answer) == lies
    assert answer_for(lies) == answer
    assert str(lies_text(lies)) == words


def test_trees_and_coal_on_one_space():
    """Cards may do that; both are shown."""
    assert str(lies_text(Space(what="coal", count=2, trees=1))) == "2 Coal, 1 Tree"


# --- tiles ------------------------------------------------------------------------------------------------------------


def test_a_tile_laid_by_a_tap():
    """p. 25: three Trees and two Coal."""
    game = evening("N1")
    game.play("lay_tile", place="F1", first="trees 3", second="coal 2", food=1)
    assert game.state.city.tiles["F1"] == (Space(trees=3), Space(what="coal", count=2))
    assert game.state.food == 9


def test_the_places_offered_are_those_where_a_tile_may_lie():
    """p. 25."""
    places = on_map(prompt(town("N1").state), "tile_here")
    assert places == {"N2", "N3", "N4", "N5", "N6", "F1", "F2", "F12"}


def test_a_tile_where_none_may_lie():
    """p. 25: one sentence with the page."""
    with pytest.raises(IllegalMove) as refused:
        evening("N1").play("lay_tile", place="F6", first="nothing", second="nothing", food=0)
    assert refused.value.page == 25


def test_a_corner_of_the_setup():
    """p. 10: a Far tile in a corner without a Deposit, and the Near tile between it and the Generator tile."""
    game = Evening(2)
    game.play(
        "lay_corner", place="F5", far_first="wood 2", far_second="nothing", near_first="trees 2", near_second="coal 1"
    )
    assert game.state.city.tiles["F5"] == (Space(what="wood", count=2), Space())
    assert game.state.city.tiles["N3"] == (Space(trees=2), Space(what="coal", count=1))
    assert "F5" not in on_map(prompt(game.state), "tile_here")


def test_corners_with_a_deposit_get_no_tile():
    """p. 10: only the other three are offered."""
    game = Evening(2)
    for corner, deposit in (("F1", "coal"), ("F5", "wood"), ("F9", "coal")):
        game.play("set_rim", place=corner, rim=deposit)
    assert {place for place in on_map(prompt(game.state), "tile_here") if place in CORNERS} == {"F3", "F7", "F11"}
    assert game.state.city.rim == {"F1": "coal", "F5": "wood", "F9": "coal"}


BARE = {"far_first": "nothing", "far_second": "nothing", "near_first": "nothing", "near_second": "nothing"}


def laid_out(*corners: str, **rim: str) -> Evening:
    """The setup of A New Home with these corners' tiles and these Deposits."""
    game = Evening(2)
    for corner, what in rim.items():
        game.play("set_rim", place=corner, rim=what)
    for corner in corners:
        game.play("lay_corner", place=corner, **BARE)
    return game


def refused(game: Evening, move: str, **args: object) -> str:
    """What the table is told; nothing has changed."""
    before = game.state
    with pytest.raises(IllegalMove) as told:
        game.play(move, **args)
    assert game.state == before
    return str(told.value.text)


def test_three_corners_have_a_deposit():
    """p. 9: three of the six, and one of those entered can be put right."""
    game = laid_out(F1="coal", F5="wood", F9="coal")
    assert refused(game, "set_rim", place="F3", rim="wood").startswith("Three corners have a Deposit, no more.")
    assert on_map(prompt(game.state), "set_rim").isdisjoint({"F3", "F7", "F11"})
    game.play("set_rim", place="F9", rim="none")
    game.play("set_rim", place="F7", rim="coal")
    assert game.state.city.rim == {"F1": "coal", "F5": "wood", "F7": "coal"}


@pytest.mark.parametrize(("what", "said"), [("coal", "show Coal."), ("wood", "show Wood.")])
def test_two_starting_wall_tiles_of_each_deposit(what: str, said: str):
    """p. 7: two with Wood and two with Coal; so never three alike, and never both on one."""
    game = laid_out(F1=what, F5=what)
    assert refused(game, "set_rim", place="F9", rim=what) == f"Only two Starting Wall tiles {said}"
    both = refused(game, "set_rim", place="F9", rim="coal wood")
    assert both == "A Starting Wall tile shows Coal or Wood, never both."


def test_three_far_and_three_near_tiles():
    """p. 10: one of each for every corner without a Deposit, one by one as well as by corners."""
    game = laid_out("F3", "F7", "F11")
    more = {"first": "nothing", "second": "nothing", "food": 0}
    assert refused(game, "lay_corner", place="F1", **BARE).startswith("Three corners have a Far tile, no more.")
    assert refused(game, "lay_tile", place="F1", **more).startswith("Three corners have a Far tile, no more.")
    assert refused(game, "lay_tile", place="N1", **more).startswith("Three Near tiles are laid, no more.")
    assert refused(game, "lay_tile", place="F2", **more).startswith("Far tile 2 is no corner")
    assert "tile_here" not in {one.move.name for one in prompt(game.state).offers}


def test_a_corner_has_a_deposit_or_a_far_tile():
    """p. 10: whichever was entered first."""
    assert (
        refused(laid_out(F5="wood"), "lay_corner", place="F5", **BARE)
        == "Far tile 5 has a Deposit, and so no Far tile."
    )
    assert refused(laid_out("F5"), "set_rim", place="F5", rim="wood") == "Far tile 5 has a Deposit, and so no Far tile."


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (laid_out(F1="coal"), "1 Deposit is entered; enter all three."),
        (laid_out("F3", "F7", F1="coal", F5="wood", F9="coal"), "2 Far tiles are entered; enter all three."),
    ],
)
def test_the_map_is_entered_whole(game: Evening, said: str):
    """p. 9, 10: with a part of it, later offers would be wrong; so the step does not end, and says what lacks."""
    assert refused(game, "map_laid", food=0) == said
    assert refused(game, "all_set_up", food=0, leader="seat1") == said
    asked = module.list_prompt(game.state)
    assert str(asked.more) == said
    assert not {"laid_out", "all_set_up"} & {one.move.name for one in asked.offers}


@pytest.mark.parametrize("game", [laid_out(), laid_out(F1="coal", F5="wood", F9="coal"), laid_out("F3", "F7", "F11")])
def test_the_map_may_be_left_to_the_table(game: Evening):
    """Who enters none of it plays on, and offers say nothing of the map."""
    game.play("map_laid", food=0)
    assert game.state.step != "setup.map"


def test_near_tiles_lie_before_the_far_ones():
    """p. 10: between each Far tile and the Generator."""
    game = Evening(2)
    more = {"first": "nothing", "second": "nothing", "food": 0}
    for tile in ("F3", "F7", "F11", "N2", "N4", "N1"):
        game.play("lay_tile", place=tile, **more)
    assert (
        refused(game, "map_laid", food=0) == "Near tile 1 has no Far tile behind it: take it off, or enter that tile."
    )
    game.play("take_off_tile", place="N1")
    said = "Near tile 6 lies between a Far tile and the Generator tile: enter it too."
    assert refused(game, "map_laid", food=0) == said
    game.play("lay_tile", place="N6", **more)
    game.play("map_laid", food=0)


def test_other_scenarios_lay_their_own_map():
    """p. 9: as the Scenario Book says, which the companion has not read."""
    game = Evening(2)
    game.state = dataclasses.replace(game.state, scenario="The Arks")
    for corner in ("F1", "F3", "F5", "F7"):
        game.play("set_rim", place=corner, rim="coal")
    assert len(game.state.city.rim) == 4


def test_corners_are_laid_in_the_setup_only():
    """Later on, tiles are laid one by one."""
    with pytest.raises(IllegalMove):
        evening().play(
            "lay_corner",
            place="F5",
            far_first="nothing",
            far_second="nothing",
            near_first="nothing",
            near_second="nothing",
        )


def test_food_of_the_first_tiles_is_added_later():
    """p. 10: with the map's last tap, not with each tile."""
    game = Evening(2)
    game.play("tile_here", place="F7")
    assert game.asked == "city.half"
    assert "tile_food" not in {one.move.name for one in game.prompt.offers}


def test_far_tiles_first():
    """p. 10: in the setup a Far tile may be told before its Near tile."""
    game = Evening(2)
    game.play("lay_tile", place="F7", first="nothing", second="nothing", food=0)
    assert "F7" in game.state.city.tiles


def test_a_tile_taken_off():
    """A slip of the finger."""
    game = evening("N1", "N2")
    game.play("take_off_tile", place="N2")
    assert "N2" not in game.state.city.tiles
    assert on_map(prompt(game.state), "take_off_tile") == {"N1"}


# --- spaces and Buildings ---------------------------------------------------------------------------------------------


def test_what_lies_on_a_space_is_put_right():
    """The map says four Coal."""
    game = evening("N1")
    game.play("set_space", space="N1.1", lies="coal 4")
    assert ground.on(game.state, "N1.1") == Space(what="coal", count=4)
    game.play("set_space", space="N1.1", lies="nothing")
    assert ground.on(game.state, "N1.1") == Space()


def test_spaces_under_buildings_are_not_offered():
    """p. 26: nothing lies there."""
    tx = town("N1")
    stand(tx, "tent", "N1.1")
    assert on_map(prompt(tx.state), "say_space") == {"N1.2", "G.4", "G.5"}


def test_a_building_put_there_turned_and_taken_off():
    """A correction costs nothing, and the books are as before."""
    game = evening("N1")
    game.play("put_building", space="N1.1", building="hunters_hut")
    game.play("turn_building", space="N1.1", side="upgraded")
    assert ground.building_at(game.state, "N1.1") == Building(kind="hunters_hut", at=("N1.1",), upgraded=True)
    game.play("take_off", space="N1.1")
    assert ground.building_at(game.state, "N1.1") is None
    assert game.state.wood == 20


@pytest.mark.parametrize("move", ["turn_building", "take_off"])
def test_no_building_there(move: str):
    """One sentence."""
    args = {"side": "plain"} if move == "turn_building" else {}
    with pytest.raises(IllegalMove):
        evening("N1").play(move, space="N1.1", **args)


def test_a_building_allowed_and_not():
    """p. 26: as a Law or card says; the second tap takes it back."""
    game = evening("N1")
    game.play("allow_building", building="temple")
    assert game.state.city.unlocked == ("temple",)
    game.play("allow_building", building="temple")
    assert game.state.city.unlocked == ()


def test_the_rim_told_and_taken_back():
    """p. 9, 40."""
    game = evening("F1")
    game.play("set_rim", place="F1", rim="coal wood")
    assert game.state.city.rim == {"F1": "coal wood"}
    game.play("set_rim", place="F1", rim="none")
    assert game.state.city.rim == {}


# --- the Generator tile -----------------------------------------------------------------------------------------------


def test_the_generator_tile_told_in_the_setup():
    """p. 9: asked once, kept for the next evenings, and everything moves to its place."""
    game = Evening(2)
    assert any(one.move.name == "tell_generator" for one in prompt(game.state).offers)
    told = {f"generator_space_{n}": thing for n, thing in enumerate(("coal", "platform", "wood", "cookhouse"), 1)}
    game.play("tell_generator_tile", **told, generator_space_5="generator_building")
    assert game.board_facts == {**told, "generator_space_5": "generator_building"}
    assert game.state.city.tiles["G"][0] == Space(what="coal", count=5)
    assert game.state.city.tiles["G"][2] == Space(what="wood", count=5)
    assert not any(one.move.name == "tell_generator" for one in prompt(game.state).offers)


def test_one_thing_for_each_space():
    """p. 9: not the Cookhouse twice."""
    told = {**{name: TILE[name] for name in TILE if "space" in name}, "generator_space_2": "cookhouse"}
    with pytest.raises(IllegalMove):
        Evening(2).play("tell_generator_tile", **told)


# --- the prompt -------------------------------------------------------------------------------------------------------


def test_the_map_stands_last_and_never_presses():
    """It is there at any time, below what is to be done; it has no usual answer."""
    game = Evening(2)
    assert [shown.name for shown in GAME.prompts(game.state)][-1] == "city"
    assert all(one.tone != "usual" for one in GAME.prompts(game.state)[-1].offers)
    assert len(GAME.prompts(game.state)[-1].offers) <= 10


def test_the_map_is_opened_to_be_put_right():
    """One tap opens it and one closes it; outside, a tap on the map offers the game's own moves only."""
    game = Evening(2).at("action.turn")
    closed = prompt(game.state)
    assert [one.move.name for one in closed.offers] == ["edit_map"]
    game.play("edit_map", **closed.offers[0].move.args)
    assert len(prompt(game.state).offers) > 5
    game.play("edit_map", **prompt(game.state).offers[0].move.args)
    assert prompt(game.state) == closed


def test_the_map_is_open_in_its_step_of_the_setup():
    """p. 9, 10: the first tiles are told by tapping."""
    assert on_map(prompt(Evening(2).state), "tile_here")


def test_nothing_can_be_edited_after_the_end():
    """The game is over."""
    game = evening("N1")
    game.state = town("N1").state
    game.at("action.turn", ended="hope")
    assert GAME.prompts(game.state) == ()
    with pytest.raises(IllegalMove):
        game.play("set_space", space="N1.1", lies="coal 1")


def test_a_meeple_on_a_space_does_not_hinder_its_correction():
    """Only building is refused there (p. 26)."""
    tx = town("N1", N1_1=Space(what="coal", count=4))
    place(tx, "workers", "N1.1")
    game = Evening(2)
    game.state = tx.state
    game.play("set_space", space="N1.1", lies="coal 2")
    assert ground.on(game.state, "N1.1").count == 2
