"""The evening's story in numbers."""

from __future__ import annotations

from companion.api.story import Story
from tests.companion.games.torrenar.table import ADA, BEN, CLEO, GAME, Evening, begun


def told(evening: Evening) -> Story:
    """The story so far."""
    assert GAME.story is not None
    return GAME.story(evening.state)


def test_smokestack_and_pollutants_turn_by_turn():
    """Ada deals two Pollutants, one to herself and one to Ben, and Gains one from the Smokestack of 21: 20 are left. Of
    her 8 one goes to Ben and one comes, 8; Ben has 6 and one more."""
    evening = begun()
    evening.piles(ADA, draw=5, hand=5, discard=2, hidden=6, shown=2)
    evening.piles(BEN, draw=5, hand=5, discard=0, hidden=6, shown=0)
    evening.piles(CLEO, draw=5, hand=5, discard=0, hidden=4, shown=0)
    evening.set(smokestack=21)
    evening.play("end_turn", pollutants=2)
    smoke, pollutants = told(evening).plots
    assert [[point.value for point in one.points] for one in smoke.series] == [[20, 20], [0, 0]]
    assert [[point.value for point in one.points] for one in pollutants.series] == [[8, 8], [7, 7], [4, 4]]
    assert [[point.at for point in one.points] for one in smoke.series] == [[1, 2], [1, 2]]
    assert smoke.loss == 0
    assert "turn 2" in str(told(evening).ending)
    assert [str(line) for line in told(evening).lists[0][1]] == [
        "Cleo: 10 cards, Pollutants 4",
        "Ben: 11 cards, Pollutants 7",
        "Ada: 12 cards, Pollutants 8",
    ]


def test_the_story_of_a_lost_game():
    """The last Pollutant leaves the Smokestack: the last turn ends the plot at the line where the game is lost."""
    evening = begun()
    evening.set(smokestack=1)
    evening.play("end_turn", pollutants=evening.state.active.fewest_pollutants_in_hand)
    story = told(evening)
    assert [point.value for point in story.plots[0].series[0].points] == [0]
    assert str(story.ending) == "You have lost: the Smokestack is empty."


def test_points_count_turns():
    """Nobody counts rounds here."""
    assert told(begun()).unit == "turn"


def test_the_history_calls_players_by_their_names():
    """Not by the number of their seat, which nobody at the table uses."""
    evening = begun()
    moves = {
        "contribute": {"seat": "2", "cards": 2},
        "begin_with": {"seat": "3"},
        "discard": {"seat": "2", "place": "draw_2", "number": 1, "what": "actions"},
    }
    said = [str(GAME.moves[name].said(evening.state, args)) for name, args in moves.items()]
    assert said == ["Ben promised 2 Cooperation", "Cleo starts", "1 card Discarded from the Draw pile of Ben"]
