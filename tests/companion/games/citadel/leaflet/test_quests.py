"""The Side quests page and the map of the Kel Protectorate (p. 24)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.citadel.table import GAME

from ..table import Evening, begun


def listed() -> Evening:
    """A side quest from dialogue 120 is on the page."""
    evening = begun()
    evening.play("quest_add", title="A lost goat", dialogue="120", notes="")
    return evening


def test_a_quest_is_active_when_it_is_listed():
    """Active, but not necessarily initiated (p. 24)."""
    [quest] = listed().state.leaflet.quests
    assert (quest.title, quest.dialogue, quest.status) == ("A lost goat", "120", "active")


def test_each_quest_is_listed_once():
    """It may appear only once (p. 24)."""
    evening = listed()
    with pytest.raises(IllegalMove, match="on the page already"):
        evening.play("quest_add", title="a lost Goat", dialogue="", notes="")
    with pytest.raises(IllegalMove, match="Enter the title"):
        evening.play("quest_add", title="", dialogue="", notes="")


def test_a_quest_is_initiated_and_finished():
    """Only effects say so; a finished one is ignored from then on (p. 24)."""
    evening = listed()
    evening.play("quest_initiate", quest="A lost goat")
    assert evening.state.leaflet.quests[0].status == "initiated"
    with pytest.raises(IllegalMove, match="initiated already"):
        evening.play("quest_initiate", quest="A lost goat")
    evening.play("quest_finish", quest="A lost goat")
    assert "ignore effects" in str(evening.told("quest_finished").text)
    with pytest.raises(IllegalMove, match="finished already"):
        evening.play("quest_initiate", quest="A lost goat")
    assert not evening.offered("quest_finish")


def test_some_quests_are_finished_without_being_initiated():
    """They do not need that status (p. 24)."""
    evening = listed()
    evening.play("quest_finish", quest="A lost goat")
    assert evening.state.leaflet.quests[0].status == "finished"
    with pytest.raises(IllegalMove, match="no side quest of that title"):
        evening.play("quest_finish", quest="Another")


def test_notes_of_a_quest():
    """Names and places that may help (p. 24)."""
    evening = listed()
    evening.play("quest_note", quest="A lost goat", notes="Seen near the mill.")
    assert evening.state.leaflet.quests[0].notes == "Seen near the mill."
    evening.play("quest_note", quest="A lost goat", notes="It likes Ada.")
    assert evening.state.leaflet.quests[0].notes == "Seen near the mill. It likes Ada."
    panels = {panel.name: panel for panel in GAME.view(evening.state).panels}
    assert "Seen near the mill." in str(panels["quests"].widgets[0].text)  # type: ignore[union-attr]
    evening.play("quest_note", quest="A lost goat", notes="")
    assert evening.state.leaflet.quests[0].notes == ""


def test_notes_on_the_map():
    """The map of the Old World may be annotated (p. 24); empty words take a note away."""
    evening = begun()
    evening.play("map_note", where="The ford", words="Guarded.")
    evening.play("map_note", where="the ford", words="Free again.")
    assert [(note.where, note.words) for note in evening.state.leaflet.notes] == [("the ford", "Free again.")]
    evening.play("map_note", where="The Ford", words="")
    assert evening.state.leaflet.notes == ()
    with pytest.raises(IllegalMove, match="no note to take away"):
        evening.play("map_note", where="The Ford", words="")
    with pytest.raises(IllegalMove, match="Enter the place"):
        evening.play("map_note", where="", words="x")
