"""What a Beast goes for: the examples of rulebook p. 13 and 16, and their limits."""

from companion.games.turris.beasts.paths import aim
from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_of_two_nearest_the_one_with_more_scouts_is_the_target():
    """p. 13, example 1: from the Guild, Forge (one Scout) and Shrine (two) are one step away: the Shrine."""
    evening = board(forge="A", shrine="BC").beasts(pain="guild").hunt("pain")
    assert evening.at_place("pain") == "shrine"
    assert evening.told("target").args == {"beast": "pain", "place": "shrine", "why": "most"}


def test_the_first_player_chooses_among_equal_targets():
    """p. 13, example 2: from the Brink, Ridge and Circle are alike; Alice, the First Player, chooses."""
    evening = board(ridge="B", circle="C").beasts(delusion="brink").hunt("delusion")
    assert evening.asked == "beasts.choose"
    assert evening.prompt.seat == 0
    assert sorted(evening.places) == ["circle", "ridge"]
    evening.play("beast_goes", place="circle")
    assert evening.at_place("delusion") == "circle"
    assert evening.told("target").args["why"] == "tied"


def test_the_nearer_target_goes_before_the_one_with_more_scouts():
    """p. 13, example 3: from the Nest the Ridge with one Scout is nearer than the Guild with two."""
    evening = board(ridge="A", guild="BC").beasts(despair="nest").hunt("despair")
    assert evening.at_place("despair") == "ridge"
    assert evening.told("target").args["why"] == "nearest"


def test_the_fruit_goes_before_all_scouts():
    """p. 13, example 4: with the Fruit in the Isle, every Beast goes for the Isle."""
    evening = board(forge="A", shrine="BC", ridge="A")
    evening.at("turns", fruit="isle")
    for beast in ("pain", "delusion", "despair", "harrow"):
        found = aim(evening.state, beast)
        assert found is not None
        assert (found.places, found.why) == (("isle",), "fruit")


def test_scouts_that_stand_with_a_beast_are_ignored_by_all():
    """p. 16, example 5: Bob's Scout beside the Despair is no target for Pain, Delusion or the Despair itself."""
    evening = board(shrine="B", brink="A").beasts(despair="shrine", pain="guild", delusion="left")
    for beast in ("pain", "delusion", "despair"):
        found = aim(evening.state, beast)
        assert found is not None
        assert found.places == ("brink",)


def test_without_any_target_a_beast_goes_to_the_abyss():
    """p. 13: no valid Location, so the Abyss; also where the only Scouts stand with Beasts."""
    evening = board(shrine="B").beasts(despair="shrine", pain="grove").hunt("pain")
    assert evening.at_place("pain") == "abyss"
    assert evening.told("target").args["why"] == "abyss"


def test_a_beast_in_the_abyss_stays_there_without_a_target():
    """p. 13: it is at its target already."""
    evening = board().beasts(pain="abyss").hunt("pain")
    assert evening.at_place("pain") == "abyss"
    assert evening.names[:2] == ["target", "stays"]


def test_a_beast_that_stands_on_the_fruit_stays():
    """p. 13: the Fruit's Location stays the target of the Beast that is there."""
    evening = board(ridge="A").beasts(pain="nest").at("turns", fruit="nest").hunt("pain")
    assert evening.at_place("pain") == "nest"


def test_equal_targets_on_the_same_way_are_not_asked():
    """p. 13, 17: when every choice leads to the same place now, nobody is asked."""
    evening = board(guild="A", a="B").beasts(pain="left").hunt("pain")
    assert evening.at_place("pain") == "shrine"
    assert not evening.state.tasks


def test_the_companion_refuses_a_place_that_is_no_choice():
    """p. 13: only the tied ones can be chosen."""
    import pytest

    from companion.api.game import IllegalMove

    evening = board(ridge="B", circle="C").beasts(delusion="brink").hunt("delusion")
    with pytest.raises(IllegalMove):
        evening.play("beast_goes", place="nest")


def test_crossroads_count_as_steps():
    """p. 16: from the Guild over the Shrine and the left Crossroads to the Isle are three steps; a Scout in the Spire,
    two steps away, is nearer."""
    evening = board(isle="AB", spire="C").beasts(pain="guild").hunt("pain")
    assert evening.told("target").args["place"] == "spire"
    assert aim(board(isle="AB").beasts(pain="guild").state, "pain").steps == 3  # type: ignore[union-attr]
