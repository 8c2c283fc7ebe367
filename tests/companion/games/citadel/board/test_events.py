"""Permanent events on the Board (p. 17), and Terrain cards placed without an arrow."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board import figures, geometry
from companion.games.citadel.cards import moving

from ..laying import at, explored, sketch, take, terrain
from ..table import Evening, begun


def attached(evening: Evening, number: str = "112", to: str = "081.1", side: str = "east", action: str = "search",
             also: str = "none") -> Evening:  # fmt: skip
    """A Permanent event comes into play beside a Terrain card."""
    take(evening, number, "permanent")
    evening.play("event_laid", to=to, side=side, action=action, also=also)
    return evening


def test_an_event_is_attached_to_the_terrain_that_its_arrow_points_to():
    """Its actions are then available to all on that Terrain card, and it lies the same way up (p. 17)."""
    evening = attached(terrain(begun(), "081", north="094 I"))
    assert [(one.key, one.to) for one in sketch(evening).attached] == [("112.1", "081.1")]
    assert at(evening, "1,0").kind == "event"
    assert evening.state.cards.copy("112.1").where == "board"


def test_the_action_in_the_arrow_cannot_be_taken_there_again():
    """Golden rule on p. 17: while the event is in play, its action is barred on the Terrain card."""
    evening = attached(terrain(begun(), "081", north="094 I"))
    assert figures.forbidden(evening.state, "081.1") == ("search",)
    evening.play("event_over", event="112.1", how="banished")
    assert figures.forbidden(evening.state, "081.1") == ()
    assert sketch(evening).at(1, 0) is None
    assert evening.state.cards.copy("112.1").where == "banished"


def searching() -> Evening:
    """A search on 081 has brought Permanent event 112."""
    evening = terrain(begun(1), "081", north="094 I")
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="search", where="081.1")
    evening.play("sheet_told", cost=0, difficulty=0, sort="simple", duty="free")
    evening.play("draw", cards=0)
    take(evening, "112", "permanent")
    return evening


def test_an_event_that_an_action_brought_is_one_tap():
    """The icon in its arrow is that of the action that brought it, and it points to where its taker stands (p. 17)."""
    evening = searching()
    labels = [str(offer.label) for offer in evening.prompt.offers]
    assert labels[:4] == ["east of 081", "south of 081", "west of 081", "On or half over 081"]
    [east] = [offer for offer in evening.prompt.offers if str(offer.label) == "east of 081"]
    evening.play(east.move.name, **east.move.args)
    assert figures.forbidden(evening.state, "081.1") == ("search",)
    assert at(evening, "1,0").key == "112.1"


def test_an_event_without_room_lies_over_its_terrain():
    """Where another card lies on that side the event has no space of its own."""
    evening = terrain(begun(), "081", north="094 I")
    take(evening, "112", "permanent")
    with pytest.raises(IllegalMove, match="Another card lies on that side"):
        evening.play("event_laid", to="081.1", side="north", action="none", also="none")
    evening.play("event_laid", to="081.1", side="none", action="none", also="none")
    assert [(one.key, one.to) for one in sketch(evening).attached] == [("112.1", "081.1")]
    assert len(sketch(evening).spaces) == 2


def test_an_obstacle_separates_two_terrains():
    """Note on p. 22: an event with several placement arrows lies between two Terrain cards; no step leads across, but
    both are reachable, since its action leads to the other side."""
    evening = terrain(begun(1), "081", north="094 I", east="100 I")
    explored(evening, "0,-1", "094", east="150 I")
    explored(evening, "1,-1", "150", east="151 I")
    explored(evening, "2,-1", "151", south="152 I")
    explored(evening, "2,0", "152")
    evening.play("explore", space="1,0", became="stays", seat="", by="")
    assert figures.steps_for(evening.state, "seat1") == ("094.1",)
    attached(evening, "112", "081.1", "south", "none", also="152.1")
    assert [space.key for space in geometry.across(sketch(evening), "081.1")] == ["152.1"]
    assert figures.steps_for(evening.state, "seat1") == ("094.1",)


def test_a_terrain_without_an_opened_space_is_placed_by_the_players():
    """Some effects put a Terrain card into play and move figures onto it (p. 5): where it lies is asked."""
    evening = terrain(begun(1), "081", north="094 I")
    take(evening, "015")
    assert evening.asked == "board.place"
    [offer] = evening.prompt.offers
    values = [choice.value for choice in offer.asks[0].choices]  # type: ignore[union-attr]
    assert "0,0" not in values
    assert "1,0" in values
    with pytest.raises(IllegalMove, match="No Terrain card fits there"):
        evening.play("terrain_laid", space="0,-1")
    evening.play("terrain_laid", space=values[-1])
    evening.play("arrows_read", north="", east="", south="", west="", mandatory="no")
    assert geometry.adjacent(sketch(evening), "015.1") == ()


def test_a_terrain_that_is_discarded_takes_its_events_along():
    """What was attached to it alone is attached to nothing any more."""
    evening = terrain(begun(1), "081", north="094 I")
    explored(evening, "0,-1", "094")
    evening.play("figures_to", who="all", to="094.1")
    attached(evening, "112", "081.1", "west")
    evening.writing(lambda tx: moving.discard(tx, "081.1"))
    assert evening.state.cards.copy("112.1").where == "past"
    assert [space.key for space in sketch(evening).spaces] == ["094.1"]


def test_an_event_is_laid_by_tapping_its_space():
    """What the action says already is not asked: its arrow points to where its taker stands and bears its icon."""
    evening = searching()
    evening.play("event_at", space="1,0")
    assert [(one.key, one.to) for one in sketch(evening).attached] == [("112.1", "081.1")]
    assert at(evening, "1,0").key == "112.1"
    assert figures.forbidden(evening.state, "081.1") == ("search",)


def test_an_event_on_its_terrain_takes_no_space():
    """One that lies on or half over its Terrain card has no space of its own (p. 17)."""
    evening = searching()
    evening.play("event_on", to="081.1")
    assert figures.forbidden(evening.state, "081.1") == ("search",)
    assert sketch(evening).at(1, 0) is None


def test_without_an_action_the_icon_in_its_arrow_is_asked():
    """Nothing is guessed: an event that no action brought says its icon itself, or none."""
    for icon, barred in (("climb", ("climb",)), ("none", ())):
        evening = terrain(begun(), "081", north="094 I")
        take(evening, "112", "permanent")
        with pytest.raises(IllegalMove):
            evening.play("event_bears", icon=icon)
        with pytest.raises(IllegalMove, match="beside that space"):
            evening.play("event_at", space="5,5")
        evening.play("event_at", space="1,0")
        assert sketch(evening).attached == ()
        evening.play("event_bears", icon=icon)
        assert at(evening, "1,0").key == "112.1"
        assert figures.forbidden(evening.state, "081.1") == barred


def test_between_two_terrains_it_is_asked_to_which_its_arrow_points():
    """Where two Terrain cards lie beside the tapped space, nothing says to which of them it belongs."""
    evening = terrain(begun(), "081", north="094 I", east="100 I")
    explored(evening, "0,-1", "094", south="094 I")
    explored(evening, "1,0", "100", west="100 I")
    take(evening, "112", "permanent")
    evening.play("event_at", space="1,-1")
    with pytest.raises(IllegalMove):
        evening.play("event_bears", icon="climb")
    with pytest.raises(IllegalMove):
        evening.play("event_points", to="081.1")
    evening.play("event_points", to="100.1")
    evening.play("event_bears", icon="climb")
    assert [(one.key, one.to) for one in sketch(evening).attached] == [("112.1", "100.1")]
    assert at(evening, "1,-1").key == "112.1"
