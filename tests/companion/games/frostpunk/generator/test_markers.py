"""Where the Heat and the Generator track end, rulebook p. 20 and 21."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.frostpunk.table import Evening, begun
from tests.companion.games.meaning import meant

SECTIONS = {"cold": 1, "red": 0, "orange": 0, "yellow": 1, "scouts": 0, "storm": 0}


def offered(evening: Evening) -> bool:
    return any(
        offer.move.name in ("tracks_told", "heat_track_told", "generator_track_told") for offer in evening.prompt.offers
    )


def test_the_tracks_are_counted_once():
    """The lengths are only pictured: they can be told as the Generator board is set up, and are not asked again."""
    evening = Evening().at("setup.generator")
    assert offered(evening)
    evening.play("heat_track_told", spaces=11)
    assert evening.board_facts == {"heat_spaces": 11}
    assert offered(evening)
    evening.play("generator_track_told", spaces=9)
    assert evening.board_facts == {"generator_track_spaces": 9}
    assert (offered(evening), evening.asked) == (False, "setup.generator")


def test_the_game_goes_on_without():
    """p. 21, example: the Cold marker from 5 to 6, the yellow indicator from 3 to 4, with a word about the end."""
    evening = begun().at("weather.card", round=2)
    evening.play("weather_new", name="", **SECTIONS)
    assert (evening.state.generator.cold, evening.state.generator.yellow) == (6, 4)
    assert meant(evening.told("markers_moved").text) == {"markers": {"cold": 6, "red": 1, "orange": 2, "yellow": 4}}


def test_no_marker_leaves_a_track_that_was_counted():
    """p. 21: not beyond the last space: the Cold marker stays on 11, the yellow indicator on 9."""
    evening = begun().generator(cold=11, yellow=9).at("weather.card", round=2)
    evening.play("tracks_told", heat_spaces=11, generator_track_spaces=9)
    evening.play("weather_new", name="", **SECTIONS)
    assert (evening.state.generator.cold, evening.state.generator.yellow) == (11, 9)
    assert str(evening.told("markers_moved").text).endswith("yellow on 9.")


def test_a_marker_that_was_thought_beyond_the_end_comes_back():
    """Told late: the books had the Cold marker on 13, while on the table it has stopped on the last space, 12."""
    evening = begun().generator(cold=13, red=4, yellow=11).at("weather.card", round=2)
    evening.play("tracks_told", heat_spaces=12, generator_track_spaces=10)
    board = evening.state.generator
    assert (board.cold, board.red, board.yellow) == (12, 4, 10)


def test_a_track_that_ends_before_the_heat_marker_was_counted_wrongly():
    """The Heat marker stands on 7, so the track has seven spaces at least."""
    evening = begun().generator(cold=8, heat=7).at("weather.card", round=2)
    with pytest.raises(IllegalMove, match="again"):
        evening.play("tracks_told", heat_spaces=6, generator_track_spaces=10)
