"""Generator breakdown, rulebook p. 20."""

from companion.game import Urgency
from tests.companion.games.frostpunk.table import Evening, begun


def broken(overheated: bool = False, **board: int) -> Evening:
    """Eleven cubes come to lie on the Stress track."""
    evening = begun(**board)
    evening.generator(heat=4, stress=9, inside=3, fell=2, overheated=overheated).at("generator.drawer", round=2)
    evening.play("place_cubes")
    return evening


def test_the_first_breakdown_goes_step_by_step():
    """p. 20: drawer in, then flip, markers up by one, cubes to the bank, and the Heat marker back, in this order."""
    evening = broken()
    asked = []
    for move in ("close_drawer", "flip_heat_marker", "advance_markers", "clear_stress", "reset_heat"):
        asked.append(evening.asked)
        evening.play(move, **({"cubes": 0} if move == "close_drawer" else {}))
    assert asked == ["generator.close", "breakdown.flip", "breakdown.advance", "breakdown.clear", "generator.reset"]
    board = evening.state.generator
    assert board.overheated
    assert (board.cold, board.red, board.orange, board.yellow) == (6, 2, 3, 4)
    assert (board.stress, board.heat, board.inside) == (0, 1, 1)
    assert evening.asked == "weather.heat"


def test_markers_do_not_leave_their_tracks():
    """p. 20, 21: on the last space the Cold marker and an indicator stay where they are."""
    evening = broken(heat_spaces=5, generator_track_spaces=3)
    evening.play("close_drawer", cubes=0)
    evening.play("flip_heat_marker")
    evening.play("advance_markers")
    board = evening.state.generator
    assert (board.cold, board.red, board.orange, board.yellow) == (5, 2, 3, 3)


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
    assert evening.asked == "breakdown.flip"


def test_an_overflow_that_waited_breaks_down_in_the_generator_phase():
    """p. 20: the check of the Generator Phase finds the cubes, even when nothing falls."""
    evening = begun(cubes_at_heat_1=0).generator(stress=11).at("generator.sick")
    evening.play("freeze", workers=0, engineers=0, children=0)
    assert "broke_down" in evening.names
    assert evening.asked == "breakdown.flip"


def test_an_overflow_that_was_taken_off_again_is_forgotten():
    """p. 40: the Generator Building takes the cubes off before the question is answered."""
    evening = begun().generator(stress=9).at("action.turn")
    evening.play("gain", what="stress", count=2)
    evening.play("lose", what="stress", count=1)
    assert evening.asked == "action.turn"


def test_the_generator_building_takes_off_up_to_five():
    """p. 40: up to 5 Stress cubes go back to the bank."""
    evening = begun().generator(stress=7).at("action.turn")
    evening.play("remove_stress", cubes=5)
    assert evening.state.generator.stress == 2


def test_a_steam_core_takes_off_all_and_the_first_brings_the_upgrade():
    """p. 40: all Stress cubes for a Steam Core; the Generator Upgrade is put in the first time only."""
    evening = begun().generator(stress=7).at("action.turn", steam_cores=2)
    evening.play("remove_all_stress")
    assert (evening.state.generator.stress, evening.state.steam_cores) == (0, 1)
    assert "generator_upgraded" in evening.names
    evening.generator(stress=1)
    evening.play("remove_all_stress")
    assert "generator_upgraded" not in evening.names
