"""The adventure's story in numbers, turn by turn."""

from __future__ import annotations

import msgspec

from companion.api.story import Plot, Story
from companion.games.citadel.state import State
from companion.testing.at_random import look

from .action.acting import Acting, drawing, table
from .table import GAME, Evening


def told(evening: Evening) -> Story:
    """The story so far."""
    assert GAME.story is not None
    return GAME.story(evening.state)


def plot(evening: Evening, label: str) -> Plot:
    """A plot by its label."""
    [found] = [one for one in told(evening).plots if str(one.label) == label]
    return found


def points(evening: Evening, label: str) -> list[list[tuple[int, int]]]:
    """Its series, each with turns and values."""
    return [[(point.at, point.value) for point in one.points] for one in plot(evening, label).series]


def climbed() -> Acting:
    """Ada climbs with 3 of 9 cards and succeeds; one of them goes to her hand."""
    evening = drawing(deck=9)
    evening.play("draw", cards=3)
    evening.play("stars_told", count=2)
    evening.play("action_keep", count=1)
    return evening


def test_cards_and_life_turn_by_turn():
    """9 cards at the beginning, 6 once the action is over; a failure with 2 damage and 3 more cards is turn 2."""
    evening = climbed()
    assert points(evening, "Cards in the Action Deck") == [[(0, 9), (1, 6)]]
    evening.play("action_done")
    assert points(evening, "Skill cards in hand") == [[(0, 0), (1, 1)], [(0, 0), (1, 0)]]
    evening.play("acts", seat="seat1", icon="climb")
    evening.play("came_out", outcome="failure", cards=3)
    evening.play("action_damage", count=2)
    evening.play("action_done")
    assert points(evening, "Cards in the Action Deck") == [[(0, 9), (1, 6), (2, 3)]]
    assert points(evening, "Life points") == [[(0, 10), (1, 10), (2, 8)], [(0, 10), (1, 10), (2, 10)]]
    assert points(evening, "Actions so far") == [[(0, 0), (1, 1), (2, 1)], [(0, 0), (1, 0), (2, 1)]]
    assert points(evening, "Terrain cards") == [[(0, 1), (1, 1), (2, 1)]]
    assert (told(evening).unit, evening.state.turn.number) == ("turn", 2)
    assert [str(line) for line in told(evening).lists[0][1]] == ["Ada: 8 life points", "Ben: 10 life points"]


def test_what_is_done_between_two_turns_belongs_to_the_one_that_is_over():
    """A Recovery of 2 cards for one life point after the first turn."""
    evening = climbed()
    evening.play("action_done")
    evening.play("recovery", seat="seat1")
    evening.play("recover", cards=2)
    assert points(evening, "Cards in the Action Deck") == [[(0, 9), (1, 8)]]
    assert points(evening, "Life points")[0] == [(0, 10), (1, 9)]


def test_nothing_is_told_that_nobody_has_told():
    """Decks that nobody counted have no plot, counters that nobody has set no points; nor has what stayed at nought."""
    evening = table(2, life=0)
    evening.count("seat1")
    assert [str(one.label) for one in told(evening).plots] == ["Terrain cards"]


def test_somebody_falls_unconscious_and_the_adventure_is_lost():
    """Ada plays alone and has one life point left: the turn in which she loses it is the last (p. 20)."""
    evening = table(1, life=1)
    evening.count("seat1", deck=9)
    evening.play("acts", seat="seat1", icon="climb")
    evening.play("came_out", outcome="failure", cards=1)
    evening.play("action_damage", count=1)
    assert evening.state.ended == "lost"
    assert points(evening, "Life points") == [[(0, 1), (1, 0)]]
    assert [(one.at, str(one.label)) for one in told(evening).events] == [(1, "Ada: unconscious")]
    assert str(told(evening).ending) == "Your adventure has ended."
    look(evening)


def test_an_adventure_of_an_earlier_version_goes_on():
    """It counted no turns: those that come are counted, and the story says so."""
    evening = climbed()
    evening.play("action_done")
    old = msgspec.to_builtins(evening.state)
    for name in ("past", "late"):
        del old[name]
    for name in ("number", "succeeded", "failed"):
        del old["turn"][name]
    evening.state = msgspec.convert(old, State)
    assert points(evening, "Cards in the Action Deck") == [[(0, 6)]]
    evening.play("acts", seat="seat1", icon="climb")
    evening.play("came_out", outcome="failure", cards=1)
    evening.play("action_done")
    assert points(evening, "Cards in the Action Deck") == [[(0, 6), (1, 5)]]
    assert "not among these" in str(told(evening).lists[0][1][-1])
