"""The evening's story in numbers."""

from __future__ import annotations

from companion.games.fire_brigade.game import GAME

from .table import Evening


def test_points_fires_and_ruins_turn_by_turn():
    """Each turn's end is a point of the plots; destroyed blocks are marked, and the game is lost at eight (p. 8)."""
    evening = Evening().at_event().fires(A2=1, B2=4, D4=1).block("C5", loyal=1)
    evening.play("gust", direction="east")
    evening.play("end_turn")
    assert GAME.story is not None
    story = GAME.story(evening.state)
    points, city = story.plots
    assert [[point.value for point in one.points] for one in points.series] == [[0, 0], [3, 3]]
    assert [[point.value for point in one.points] for one in city.series] == [[4, 4], [1, 1]]
    assert city.loss == 8
    assert [(event.at, str(event.label)) for event in story.events] == [(1, "1 block destroyed")]
    assert [str(line) for line in story.lists[0][1]] == ["Ben: 3 points", "Ada: 0 points"]
    assert [str(line) for line in story.lists[1][1]] == ["B2"]
    assert "turn 2" in str(story.ending)


def test_the_story_of_a_finished_game():
    """It says how the game ended, the winner first."""
    evening = Evening().laid_out().fires(C2=1).player(0, brigade="C2").block("C5", loyal=1)
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C2", count=1)
    assert GAME.story is not None
    story = GAME.story(evening.state)
    assert "All fires are out" in str(story.ending)
    assert str(story.lists[0][1][0]).startswith("Ben")
