"""What leaves nobody a choice is done without a tap, is told aloud, and says what hands have to do."""

from __future__ import annotations

import pytest

from companion.api.game import CubesExpected, IllegalMove, Urgency
from companion.games.frostpunk.state import Generator

from .table import Evening, begun

BOARD = {"cubes_at_heat_1": 0, "cubes_at_heat_2": 2, "fed_in_round_1": "children", "fed_in_round_2": "children"}
MEEPLES = {"meeples_at_8": 2, "meeples_at_12": 3, "meeples_at_22": 5}


def swift(**board: int | str) -> Evening:
    return begun(swift=True, **{**BOARD, **MEEPLES, **board})


def todo(evening: Evening) -> list[str]:
    """What hands have to do because of the last move."""
    return [str(fact.todo) for fact in evening.facts if fact.todo is not None]


def told(evening: Evening) -> list[str]:
    return [fact.name for fact in evening.facts]


# --- the stress check -------------------------------------------------------------------------------------------------


def dropped(**generator: int | bool) -> Evening:
    """Three cubes are about to be dropped, nine are inside already."""
    evening = swift().at("generator.drop")
    return evening.generator(**{"heat": 2, "to_drop": 3, "inside": 9, **generator})


def test_counted_cubes_are_placed_by_themselves():
    """p. 20: onto the track, and the Heat marker back; the Weather card is next."""
    evening = dropped(stress=4)
    evening.play("cubes_weighed", cubes=3)
    board = evening.state.generator
    assert (evening.state.step, board.stress, board.inside, board.heat) == ("weather.card", 7, 9, 1)
    assert todo(evening) == [
        "Put the drawer’s 3 cubes on the Stress track: 7 now",
        "Put the Heat marker back on its first space",
    ]
    assert all(fact.urgency > Urgency.QUIET for fact in evening.facts if fact.name in ("stress_rose", "heat_reset"))


def test_a_late_cube_is_added_until_the_weather_card():
    """p. 20: what falls as the drawer is pulled counts as well; fewer would be the emptied drawer."""
    evening = dropped(stress=4)
    evening.play("cubes_weighed", cubes=3)
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CubesExpected)]
    assert (expected.at_least, expected.known, expected.drop) == (3, 3, f"round-{evening.state.round}")
    evening.play(expected.move.name, cubes=4)
    assert (evening.state.generator.stress, evening.state.generator.inside) == (8, 8)
    evening.play("weather_new", name="", cold=0, red=0, orange=0, yellow=0, scouts=0, storm=0)
    assert evening.state.generator.placed == 0


def test_a_late_cube_is_added_though_none_had_fallen():
    """p. 20: somebody said that all were dropped, and one was on its way yet; a count of none is no news then."""
    evening = dropped(stress=4)
    evening.play("cubes_weighed", cubes=0)
    assert (evening.state.step, evening.state.generator.stress) == ("weather.card", 4)
    [expected] = [one for one in evening.prompt.expects if isinstance(one, CubesExpected)]
    assert (expected.at_least, expected.known, expected.at_most) == (0, 0, 12)
    evening.play(expected.move.name, cubes=1)
    assert (evening.state.generator.stress, evening.state.generator.inside) == (5, 11)
    evening.play("weather_new", name="", cold=0, red=0, orange=0, yellow=0, scouts=0, storm=0)
    assert not evening.state.generator.none_fell


def test_cubes_that_had_waited_are_part_of_the_count():
    """p. 20: the scale counts new ones only."""
    evening = dropped(stress=4, waiting=1)
    evening.play("cubes_weighed", cubes=2)
    assert evening.state.generator.stress == 7
    evening.play("late_cubes", cubes=3)
    assert evening.state.generator.stress == 8


def test_the_number_may_be_put_right():
    """Miscounted by hand: one tap before the Weather card."""
    evening = dropped(stress=4)
    evening.play("cubes_fell", cubes=3)
    evening.play("recounted", cubes=1)
    assert (evening.state.generator.stress, evening.state.generator.inside) == (5, 11)
    with pytest.raises(IllegalMove):
        evening.play("recounted", cubes=13)


def test_cubes_that_fell_as_the_drawer_went_in():
    """p. 20: they wait for the next round."""
    evening = dropped(stress=0)
    evening.play("cubes_fell", cubes=2)
    evening.play("fell_late", waiting=2)
    assert (evening.state.generator.waiting, evening.state.generator.inside) == (2, 10)


def test_a_late_cube_that_is_counted_after_all_waits_no_longer():
    """One of three lies in the Generator and is told to wait in the drawer; counted again, all three had fallen."""
    evening = begun().generator(stress=2, inside=1, placed=2).at("weather.card")
    evening.play("fell_late", waiting=1)
    evening.play("recounted", cubes=3)
    board = evening.state.generator
    assert (board.stress, board.inside, board.waiting, board.placed) == (3, 0, 0, 3)


def test_a_breakdown_is_looked_at_before_it_is_so():
    """p. 20: one tap, and everything that it brings follows as a list."""
    evening = dropped(stress=9)
    evening.play("cubes_weighed", cubes=2)
    assert evening.asked == "generator.drawer"
    evening.play("place_cubes", waiting=0)
    assert evening.state.generator.overheated
    assert (evening.state.step, evening.state.generator.stress) == ("weather.card", 0)
    assert todo(evening) == [
        "Flip the Heat marker to its overheated side",
        "Move up: Cold marker to 6, red indicator to 2, orange indicator to 3 and yellow indicator to 4",
        "Put all 11 Stress cubes into the bank",
    ]


def test_a_late_cube_that_breaks_it_down_is_looked_at():
    """p. 20: no game is lost by a reading alone."""
    evening = dropped(stress=8, overheated=True)
    evening.play("cubes_weighed", cubes=2)
    assert evening.state.step == "weather.card"
    evening.play("late_cubes", cubes=3)
    assert (evening.asked, evening.state.ended) == ("generator.drawer", "")
    evening.play("place_cubes", waiting=0)
    assert evening.state.ended == "explosion"


# --- the other steps --------------------------------------------------------------------------------------------------


def test_a_night_leads_to_the_morning():
    """p. 19, 29: everybody sleeps, then the leader and the round change."""
    evening = swift().at("night.fuel", coal=1)
    for kind, meeples in (("workers", 5), ("engineers", 3), ("children", 2)):
        evening.group(kind, meeples=meeples)
    evening.play("no_fuel")
    assert (evening.state.step, evening.state.round, evening.state.leader) == ("morning.card", 2, 1)
    assert todo(evening)[-1] == "Leadership marker to Ben, Round marker to 2"
    assert "Sickness markers: Workers to 5, Engineers to 3, Children to 2" in todo(evening)


def test_feeding_needs_no_tap():
    """p. 28: yesterday's hunger first, then the round's type; where Food is moved twice, its last place is said."""
    evening = swift(hunger_discontent_at_0=0).at("dusk.card", hunger=3, food=20, coal=1)
    evening.play("place_card", where="discard")
    assert (evening.state.step, evening.state.food, evening.state.hunger) == ("night.fuel", 20 - 3 - 8, 0)
    assert "Feed 8 children: Food marker to 9" in todo(evening)
    assert not [one for one in todo(evening) if "17" in one]


def test_a_loss_by_hunger_is_looked_at():
    """p. 28: the step asks, and does not end the game by itself."""
    evening = swift().at("dusk.card", hunger=30, food=2)
    evening.play("place_card", where="discard")
    assert (evening.asked, evening.state.ended) == ("hunger.previous", "")


def test_an_unknown_type_is_asked():
    """p. 28: nothing is guessed."""
    evening = begun(swift=True).at("dusk.card", hunger=0, food=2)
    evening.play("place_card", where="discard")
    assert evening.asked == "hunger.feed"


def test_known_sections_of_sickness_are_resolved():
    """p. 22: from lowest to highest; a death stops it for its Citizen card."""
    board = {f"sickness_{what}_at_{space}": int(what == "flips") for what in ("tokens", "flips") for space in (5, 6)}
    evening = swift(**board).at("preparation.advisor")
    evening.group("workers", sick=5)
    evening.group("engineers", sick=6, grave=True)
    evening.play("no_advisor")
    assert evening.state.workers.grave
    assert evening.asked == "death.card"
    assert todo(evening) == [
        "Workers: flip the Sickness marker to its Skull side",
        "Engineers: Corpse marker to 2, Citizen marker to 11; flip the Sickness marker back, onto 5",
    ]


def test_meeples_are_changed_without_a_tap():
    """p. 22: what comes from the bank and what goes back is told."""
    evening = swift(meeples_at_21=4).at("preparation.advisor", workers=evening_group(21, 5))
    evening.play("no_advisor")
    assert evening.asked == "action.turn"
    assert "Meeples: give 1 Worker Meeple back" in todo(evening)


def evening_group(citizens: int, meeples: int):
    from companion.games.frostpunk.state import Group

    return Group(citizens=citizens, meeples=meeples)


def test_the_storm_of_a_new_home():
    """p. 22: Tents become Ruins, and where the marker goes is said."""
    evening = swift().at("weather.card", round=2, storm=3)
    evening.play("weather_new", name="", cold=0, red=0, orange=0, yellow=0, scouts=0, storm=1)
    assert evening.state.storm == 12
    assert "Reveal the Storm card" in todo(evening)
    assert todo(evening)[-1] == "Put the Storm marker on 12"


def test_an_evening_of_the_first_version_asks_for_each_step():
    """It goes on under the rules that it was begun with."""
    evening = begun(**BOARD).at("generator.drop")
    evening.generator(heat=2, to_drop=3, inside=9)
    evening.play("cubes_weighed", cubes=3)
    assert evening.asked == "generator.drawer"
    assert Generator().placed == 0
