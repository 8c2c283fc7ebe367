"""The evening's story: what each round leaves behind."""

from companion.api.story import Story
from companion.games.turris.game import GAME
from companion.games.turris.state import RoundEnd
from tests.companion.games.turris.table import FULL, Evening


def told(evening: Evening) -> Story:
    assert GAME.story is not None
    return GAME.story(evening.state)


def test_a_round_that_ends_is_kept():
    """Prestige, Tower Rooms and the devoured Scouts; the next round counts anew."""
    evening = Evening(2, **FULL).player(0, prestige=7, tower=1).scouts(shrine="AB").beasts(pain="guild").hunt()
    assert evening.state.past == (RoundEnd(round=1, prestige=(7, 0), rooms=(1, 0), devoured=2),)
    assert evening.state.devoured == 0


def test_the_present_round_counts_as_it_stands():
    """Plots reach to now; a round with devoured Scouts has its mark."""
    evening = Evening(2, **FULL).scouts(shrine="AB").beasts(pain="guild").hunt().player(1, prestige=9)
    story = told(evening)
    prestige = story.plots[0]
    assert [[(point.at, point.value) for point in series.points] for series in prestige.series] == [
        [(1, 0), (2, 0)],
        [(1, 0), (2, 9)],
    ]
    assert [(event.at, str(event.label)) for event in story.events] == [(1, "2 Scouts devoured")]
    assert str(story.ending) == "The game goes on, in Round 2."


def test_it_says_how_it_ended_and_who_stands_where():
    """The winner first."""
    evening = Evening(2, **FULL).player(1, prestige=41).at("cleanup", beasts=()).settle()
    story = told(evening)
    assert str(story.ending) == "Bob wins with Prestige: 41."
    assert str(story.lists[0][1][0]) == "Bob: Prestige 41, Tower Rooms 0, Missions 0"
    assert story.events[-1].tone == "good"


def test_alone_the_betrayers_stand_beside_you():
    """Their Prestige is a line of its own."""
    evening = Evening(1, **FULL).at("turns", "actions", betrayer_prestige=5)
    story = told(evening)
    assert [str(series.label) for series in story.plots[0].series] == ["Alice", "Betrayers"]
    assert story.plots[0].series[1].points[0].value == 5
