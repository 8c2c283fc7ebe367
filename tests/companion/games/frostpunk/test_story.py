"""The evening's story: what each round leaves behind, and how it ended."""

import pytest

from companion.api.story import Story
from companion.games.frostpunk.cards.piles import Laws, Technology
from companion.games.frostpunk.game import GAME
from companion.games.frostpunk.state import RoundEnd
from tests.companion.games.frostpunk.table import Evening, begun


def told(evening: Evening) -> Story:
    assert GAME.story is not None
    return GAME.story(evening.state)


def round_over(evening: Evening) -> Evening:
    """The present round ends by the phase set by hand."""
    evening.correct("phase", "night")
    evening.correct("phase", "dawn")
    return evening


def test_a_round_that_ends_is_kept():
    """Round 1 ends with what stood on the boards, and the tally begins anew."""
    evening = begun().group("workers", sick=3).at("night.fuel", hunger=4, tally={"deaths": 2, "storms": 1})
    round_over(evening)
    assert evening.state.tally == {}
    assert evening.state.story == (
        RoundEnd(
            round=1, hope=2, hope_active=2, discontent=2, discontent_active=1, citizens=42, sick=3, food=8, hunger=4,
            stress=0, coal=5, deaths=2, storms=1, breakdowns=0,
        ),
    )  # fmt: skip


def test_a_round_kept_twice_keeps_both_tallies():
    """The phase was set to Dawn by mistake, and the round went on with another death."""
    evening = round_over(begun().at("night.fuel", tally={"deaths": 1}))
    evening.at("night.fuel", tally={"deaths": 1})
    round_over(evening)
    assert [(one.round, one.deaths) for one in evening.state.story] == [(1, 2)]


def test_the_round_in_which_the_game_ends_is_kept():
    """p. 20: the explosion of round 7 is its breakdown, and the last round of the story."""
    evening = begun().generator(heat=4, stress=9, inside=3, fell=2, overheated=True).at("generator.drawer", round=7)
    evening.play("place_cubes", waiting=0)
    [last] = evening.state.story
    assert (last.round, last.breakdowns, last.stress) == (7, 1, 11)
    story = told(evening)
    assert str(story.ending) == (
        "You lost: the Generator broke down for the second time and exploded. It was Round 7. 11 cubes lay on the "
        "Stress track, 10 are its most."
    )
    assert [str(event.label) for event in story.events] == ["Breakdown"]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("won", "People living in the city"),
        ("scenario", "of your people had died"),
        ("hope", "Discontent stood at"),
        ("discontent", "Hope tokens were left"),
        ("sickness", "People: 42, sick: 0."),
        ("hunger", "Hunger was left"),
        ("deaths", "of your people had died"),
    ],
)
def test_every_ending_says_why(how: str, words: str):
    """p. 16: won, or lost in one of the ways of the book."""
    evening = begun().at("action.turn")
    if how == "won":
        evening.play("declare_won")
    else:
        evening.play("declare_lost", how=how)
    assert words in str(told(evening).ending)


def test_a_game_that_goes_on_says_how_it_stands():
    """Round 1: 42 people, nobody sick."""
    assert str(told(begun()).ending) == "The game goes on, in Round 1. People: 42, sick: 0."


def test_plots_go_over_the_rounds():
    """Rounds 1 and 2 are over, round 3 counts as it stands: three points on each line."""
    evening = round_over(begun().at("night.fuel"))
    evening.play("new_day")
    round_over(evening)
    evening.play("new_day")
    evening.correct("food", 11)
    story = told(evening)
    names = [str(plot.label) for plot in story.plots]
    assert names == ["Hope", "Discontent", "People", "Food", "Hunger", "Generator"]
    assert [(point.at, point.value) for point in story.plots[3].series[0].points] == [(1, 8), (2, 8), (3, 11)]
    assert [plot.loss for plot in story.plots] == [0, 6, None, None, 25, None]


def test_storms_deaths_and_breakdowns_are_marked_in_their_round():
    """p. 20, 22, 30: each where it happened, deaths with their number."""
    past = RoundEnd(
        round=1, hope=2, hope_active=2, discontent=2, discontent_active=1, citizens=42, sick=3, food=8, hunger=4,
        stress=0, coal=5, deaths=2, storms=1, breakdowns=1,
    )  # fmt: skip
    story = told(begun().at("action.turn", round=2, story=(past,)))
    assert [(event.at, str(event.label)) for event in story.events] == [(1, "2 deaths"), (1, "Storm"), (1, "Breakdown")]


def test_laws_and_technologies_are_listed():
    """Laws passed and Technologies developed, by their names; one on its way is none yet."""
    evening = begun(**{"card.L05": "name: Soup"}).at(
        "action.turn",
        laws=Laws(passed=("L05",)),
        technologies=(Technology(name="Hunting Tactics", token="active"), Technology(name="Beacon", token="track")),
    )
    lists = {str(title): [str(one) for one in items] for title, items in told(evening).lists}
    assert lists["Laws passed"] == ["Soup"]
    assert lists["Technologies developed"] == ["Hunting Tactics"]
