"""Generator breakdown, rulebook p. 20."""

from companion.api.game import Urgency
from tests.companion.games.frostpunk.table import Evening, begun


def broken(overheated: bool = False, **board: int) -> Evening:
    """Eleven cubes come to lie on the Stress track."""
    evening = begun(**board)
    evening.generator(heat=4, stress=9, inside=3, fell=2, overheated=overheated).at("generator.drawer", round=2)
    evening.play("place_cubes", waiting=0)
    return evening


def test_the_first_breakdown():
    """p. 20: flip the Heat marker, all markers up by one, all cubes to the bank; the Heat marker is back by then."""
    evening = broken()
    assert evening.asked == "generator.breakdown"
    evening.play("repaired")
    board = evening.state.generator
    assert board.overheated
    assert (board.cold, board.red, board.orange, board.yellow) == (6, 2, 3, 4)
    assert (board.stress, board.heat, board.inside) == (0, 1, 1)
    assert [name for name in evening.names if name != "phase_began"] == [
        "overheated",
        "markers_moved",
        "stress_cleared",
    ]
    assert evening.asked == "weather.card"


def test_the_prompt_says_where_the_markers_go():
    """p. 20: from 5 to 6, and the indicators from the first three spaces to 2, 3 and 4."""
    more = str(broken().prompt.more)
    assert "Cold marker to 6; indicators: red to 2, orange to 3, yellow to 4" in more


def test_markers_do_not_leave_their_tracks():
    """p. 20, 21: on the last space the Cold marker and an indicator stay where they are."""
    evening = broken(heat_spaces=5, generator_track_spaces=3)
    evening.play("repaired")
    board = evening.state.generator
    assert (board.cold, board.red, board.orange, board.yellow) == (5, 2, 3, 3)


def test_a_breakdown_is_kept_for_the_story():
    """The round's tally has one breakdown."""
    assert broken().state.tally == {"breakdowns": 1}


def test_the_second_breakdown_loses_at_once():
    """p. 20, 16: with the Heat marker overheated, a cube on the overflow space explodes the Generator."""
    evening = broken(overheated=True)
    assert evening.told("game_lost").urgency == Urgency.FINAL
    assert evening.state.ended == "explosion"
    assert evening.names.index("stress_rose") < evening.names.index("game_lost")


def test_a_card_that_fills_the_overflow_space_leaves_the_moment_to_the_players():
    """p. 20 names no moment outside the Generator Phase: the players say whether it breaks down now."""
    evening = begun().generator(stress=9).at("action.turn")
    evening.play("gain", what="stress", count=2)
    assert evening.asked == "generator.overflow"
    evening.play("overflow", now="now")
    assert evening.asked == "generator.breakdown"


def test_an_overflow_that_waited_breaks_down_in_the_generator_phase():
    """p. 20: the check of the Generator Phase finds the cubes, even when nothing falls."""
    evening = begun(cubes_at_heat_1=0).generator(stress=11).at("generator.sick")
    evening.play("freeze", workers=0, engineers=0, children=0)
    assert "broke_down" in evening.names
    assert evening.asked == "generator.breakdown"


def test_an_overflow_that_was_taken_off_again_is_forgotten():
    """p. 40: cubes are taken off before the question is answered."""
    evening = begun().generator(stress=9).at("action.turn")
    evening.play("gain", what="stress", count=2)
    evening.play("lose", what="stress", count=1)
    assert evening.asked == "action.turn"
