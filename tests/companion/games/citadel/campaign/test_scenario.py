"""Threat Booklets, scenarios and the bookmark (p. 22)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.citadel.table import GAME
from tests.companion.games.meaning import prompted

from ..laying import playing, take, terrain
from ..table import begun


def test_a_scenario_sets_life_points_level_and_pictograph():
    """The booklet tells the life points (p. 20), the groundshiver's level (p. 23) and the pictograph (p. 16)."""
    evening = begun()
    evening.play("scenario_ended", citadel="yes")
    evening.play("scenario", threat="drums", title="One", page=7, pictograph="Moon", groundshiver=2, life=12)
    assert [hero.life for hero in evening.state.party] == [12, 12]
    assert evening.state.leaflet.groundshiver == 2
    assert evening.state.cards.pictograph == "moon"
    assert (evening.state.campaign.page, evening.state.campaign.bookmark) == (7, "threat")
    assert str(GAME.view(evening.state).where.line) == "One, page 7"


def test_the_end_of_a_scenario_writes_down_life_points():
    """They are recorded on the Community page (p. 23)."""
    evening = playing(begun()).hero("seat2", life=4)
    evening.play("scenario_ended", citadel="yes")
    assert evening.state.leaflet.lives == {"seat1": 9, "seat2": 4}
    assert evening.state.campaign.citadel is True
    with pytest.raises(IllegalMove, match="No scenario is being played"):
        evening.play("scenario_ended", citadel="yes")


def test_a_new_scenario_begins_only_after_the_last_one():
    """The booklet leads from one to the next (p. 22)."""
    evening = playing(begun())
    with pytest.raises(IllegalMove, match="End the present scenario first"):
        playing_again(evening)


def playing_again(evening: object) -> None:
    """A scenario in the midst of another."""
    evening.play(  # type: ignore[attr-defined]
        "scenario", threat="drums", title="Two", page=9, pictograph="", groundshiver=1, life=0
    )


def test_a_scenario_without_life_points_leaves_the_counters():
    """Where the booklet gives none (such as when they were shared in the Preparation phase)."""
    evening = playing(begun())
    evening.play("scenario_ended", citadel="yes")
    playing_again(evening)
    assert [hero.life for hero in evening.state.party] == [9, 9]


def test_unconscious_characters_get_life_points_with_the_next_scenario():
    """At the latest at the Citadel they are conscious again (p. 20)."""
    evening = playing(begun()).hero("seat1", life=0, conscious=False)
    evening.play("scenario_ended", citadel="yes")
    playing(evening, life=8)
    assert evening.state.hero("seat1").conscious


def test_the_board_is_put_away_as_the_booklet_says():
    """Into the Past, or back to the decks; the figures leave with it."""
    for where in ("past", "deck"):
        evening = terrain(playing(begun()), "081", north="094 I")
        evening.play("scenario_ended", citadel="yes")
        evening.play("clear_board", where=where)
        assert {copy.where for copy in evening.state.cards} == {where}
        assert evening.state.sketch.spaces == ()
        assert all(not hero.place for hero in evening.state.party)


def test_a_dialogue_is_read_before_anything_else_of_cards():
    """No action of a card meanwhile; in a mandatory action the active player is chosen freely (p. 18)."""
    evening = playing(begun())
    evening.play("read_dialogue", dialogue="120")
    reading, others, *_ = GAME.prompts(evening.state)
    assert reading.name == "campaign.reading"
    assert "You choose freely" in str(reading.more)
    assert {str(one.note) for one in others.offers if one.move.name == "turn"} == {"Only if the dialogue says so"}
    evening.play("read_dialogue", dialogue="121")  # a new paragraph to read
    assert prompted(evening.prompt) == ("campaign.reading", {"number": "121"})
    evening.play("dialogue_over")
    with pytest.raises(IllegalMove, match="No dialogue is being read"):
        evening.play("dialogue_over")


def test_an_event_or_the_preparation_phase_calls_for_a_dialogue():
    """It is read first; then the event goes on (p. 18). In the Preparation phase cards lead to dialogues too (p. 6)."""
    evening = playing(begun())
    take(evening, "112", "temporary")
    evening.play("read_dialogue", dialogue="120")
    assert evening.asked == "campaign.reading"
    evening.play("dialogue_over")
    assert evening.asked == "card.event"
    evening.play("event_done", to="past")
    evening.play("scenario_ended", citadel="yes")
    assert evening.offered("read_dialogue")


def test_the_bookmark_can_be_put_right_by_hand():
    """The table says where it lies."""
    evening = begun()
    evening.correct("bookmark", "threat")
    evening.correct("page", 12)
    evening.correct("saved", "yes")
    evening.correct("citadel", "yes")
    campaign = evening.state.campaign
    assert (campaign.bookmark, campaign.page, campaign.saved, campaign.citadel) == ("threat", 12, True, True)


def test_alone_nobody_is_called_everybody():
    """One character: one counter, one figure."""
    alone, two = begun(1), begun(2)
    for evening in (alone, two):
        evening.play("scenario_ended", citadel="yes")
        evening.play("scenario", threat="drums", title="One", page=7, pictograph="", groundshiver=2, life=12)
    name = alone.state.party[0].name
    assert str(alone.told("life_given").text) == f"{name} has 12 life points."
    assert str(alone.told("life_given").todo) == "Set the life point counter to 12"
    assert str(two.told("life_given").todo) == "Set every life point counter to 12"
    assert str(take(begun(1), "081").told("figures_placed").text) == "The figure stands on 081."
    assert str(take(begun(2), "081").told("figures_placed").text) == "All figures stand on 081."
