"""How far a Beast gets: the examples of rulebook p. 16 and 17, and their limits."""

from companion.games.turris.beasts.paths import gone, speed
from companion.games.turris.map.land import shortest
from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def fast(evening: Evening, beast: str) -> Evening:
    evening.at("turns", altar=beast, fast=beast)
    return evening


def test_two_equal_paths_lead_from_the_right_crossroads_to_the_brink():
    """p. 16, example: over the Ridge or over the Circle; Carol, the First Player, chooses the Circle."""
    evening = board(brink="A").beasts(pain="right").at("turns", first=2).hunt("pain")
    assert set(shortest(evening.state, "right", "brink")) == {("ridge", "brink"), ("circle", "brink")}
    assert evening.asked == "beasts.choose"
    assert evening.prompt.seat == 2
    evening.play("beast_goes", place="circle")
    assert evening.at_place("pain") == "circle"  # speed 1: it ends in the Circle


def test_with_two_steps_it_reaches_the_brink():
    """p. 16, example: the Altar token is on Pain, so that it moves through the Circle to the Brink; both paths end
    there, so nobody has to choose."""
    evening = fast(board(brink="A").beasts(pain="right"), "pain").hunt("pain")
    assert evening.at_place("pain") == "brink"
    assert evening.state.standing("brink") == (0, 0, 0)  # devoured


def test_a_scout_on_the_path_stops_it():
    """p. 17, example: with a Scout in the Circle, Pain ends its movement in the Circle although it has two steps. (It
    goes for the Brink because of the Fruit, else the Circle itself would be its target.)"""
    evening = fast(board(brink="A", circle="B").beasts(pain="right"), "pain").at("turns", fruit="brink").hunt("pain")
    assert sorted(evening.places) == ["brink", "circle"]
    evening.play("beast_goes", place="circle")
    assert evening.at_place("pain") == "circle"
    assert evening.state.standing("circle") == (0, 0, 0)
    assert evening.state.standing("brink") == (1, 0, 0)


def test_a_beast_in_the_way_blocks_one_step():
    """p. 17, example: the Delusion in the Grove wants to the Nest over the Abyss, where the Harrow is: it stays."""
    evening = board(nest="A").beasts(delusion="grove", harrow="abyss").hunt("delusion")
    assert evening.at_place("delusion") == "grove"
    assert evening.names[:2] == ["target", "blocked"]


def test_with_two_steps_it_passes_through_a_beast():
    """p. 17, example: with speed 2 the Delusion moves through the Harrow to the Nest."""
    evening = fast(board(nest="A").beasts(delusion="grove", harrow="abyss"), "delusion").hunt("delusion")
    assert evening.at_place("delusion") == "nest"


def test_a_beast_can_end_on_crossroads():
    """p. 17: Beasts can end their movement on Crossroads."""
    evening = board(isle="A").beasts(pain="shrine").hunt("pain")
    assert evening.at_place("pain") == "left"


def test_a_flipped_beast_turns_upright_and_does_not_move():
    """p. 16: instead of moving it is turned back; next time it moves."""
    evening = board(shrine="A").beasts(pain="guild")
    evening.correct("pain_flipped", "yes")
    evening.hunt("pain")
    assert (evening.at_place("pain"), evening.names[0]) == ("guild", "turned_upright")
    evening.hunt("pain")
    assert evening.at_place("pain") == "shrine"


def test_speed_needs_both_the_altar_and_the_speed_token():
    """p. 16: 2 only with the Altar token in its spot and the Speed token under it; never for the Harrow (p. 20)."""
    evening = board()
    assert [speed(evening.state, beast) for beast in ("pain", "harrow")] == [1, 1]
    assert speed(evening.at("turns", altar="pain", fast="").state, "pain") == 1
    assert speed(evening.at("turns", altar="delusion", fast="pain").state, "pain") == 1
    assert speed(evening.at("turns", altar="pain", fast="pain").state, "pain") == 2
    assert speed(evening.at("turns", altar="harrow", fast="harrow").state, "harrow") == 1


def test_a_taken_second_place_leaves_one_step():
    """p. 17 is silent: with two steps, the second place taken, it goes as far as it can; or, as it is played, stays."""
    near = board(nest="A").beasts(delusion="isle", harrow="abyss", pain="nest")
    near.at("turns", altar="delusion", fast="delusion", fruit="nest")
    assert gone(near.state, "delusion", ("grove", "abyss", "nest"), 2, near=True) == ("grove",)
    assert gone(near.state, "delusion", ("grove", "abyss", "nest"), 2, near=False) == ()
    assert gone(near.state, "delusion", ("left", "abyss"), 1, near=False) == ("left",)


def test_a_scout_beside_a_beast_stops_nobody():
    """p. 17 with p. 13: a place on the path with a Beast and a Scout is passed like one with a Beast alone."""
    evening = board(abyss="A").beasts(delusion="grove", harrow="abyss").at("turns", fruit="nest")
    fast(evening, "delusion").hunt("delusion")
    assert evening.at_place("delusion") == "nest"


def test_scouts_do_not_stop_a_beast_that_comes_from_them():
    """p. 17: the Scouts in its own place, shielded before, do not hold it back, nor are they hit again."""
    evening = board(shrine="A", guild="B").beasts(pain="shrine").hunt("pain")
    assert evening.at_place("pain") == "guild"
    assert evening.state.standing("shrine") == (1, 0, 0)


def test_a_beast_leaves_a_spot_without_site_and_none_comes_back():
    """p. 21: with two players spots C and D have no Site: Beasts leave them, and no path leads through them."""
    evening = board(2, isle="A").hunt("despair")
    assert evening.at_place("despair") == "isle"
    assert all("c" not in path for path in shortest(evening.state, "isle", "grove"))
    evening.at("turns", fruit="isle")
    assert shortest(evening.state, "c", "isle") == (("isle",),)
    assert shortest(evening.state, "isle", "c") == ()


def test_equal_paths_of_which_one_is_blocked_can_both_be_chosen():
    """p. 16: the path is plotted whatever stands in the way; the First Player may choose the blocked one."""
    evening = board(brink="A").beasts(pain="right", harrow="circle").hunt("pain")
    assert sorted(evening.places) == ["ridge", "right"]
    evening.play("beast_goes", place="right")
    assert evening.at_place("pain") == "right"
    assert "blocked" in evening.names
