"""The Buildings pages (p. 23). How many boxes the real buildings have is made up here."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.leaflet import buildings, community
from companion.games.citadel.leaflet.leaflet import Built

from ..table import begun


def test_a_building_is_built_when_all_its_boxes_are_checked():
    """Then its effect may be applied, not before (p. 23)."""
    evening = begun()
    evening.play("box", building="mill")
    assert evening.asked == "leaflet.boxes"
    evening.play("boxes_told", boxes=2)
    assert evening.board_facts == {"building.mill.boxes": 2}
    assert evening.state.leaflet.built == ()
    evening.play("box", building="mill")
    assert evening.told("built").args["building"] == "mill"
    assert evening.state.leaflet.built == ("mill",)
    with pytest.raises(IllegalMove, match="built already"):
        evening.play("box", building="mill")


def test_a_building_has_at_least_the_boxes_that_are_checked():
    """What is told must fit what is checked."""
    evening = begun().writing(lambda tx: community.write(tx, buildings=(Built(name="forum", boxes=1),)))
    evening.play("box", building="forum")
    with pytest.raises(IllegalMove, match="at least as many boxes"):
        evening.play("boxes_told", boxes=1)
    evening.play("boxes_told", boxes=2)
    assert evening.state.leaflet.built == ("forum",)


def test_a_building_with_a_blank_line():
    """Right after it is built cards are taken, one is chosen and its title written down (p. 23)."""
    evening = begun(2, **{"building.blank_1.boxes": 1})
    evening.play("box", building="blank_1")
    assert "built_effect" in evening.names
    assert evening.asked == "leaflet.title"
    with pytest.raises(IllegalMove, match="Enter the name"):
        evening.play("building_named", title=" ")
    evening.play("building_named", title="Lighthouse")
    assert str(buildings.title_of(evening.state, "blank_1")) == "Lighthouse"


def test_every_building_is_named_and_described():
    """What is unknown is read off the page."""
    state = begun().state
    assert all(str(buildings.title_of(state, name)) and str(buildings.effect(state, name)) for name in buildings.PLANS)
    assert str(buildings.effect(state, "baths")) == "Read its effect off the Buildings page."
    told = begun(2, **{"building.baths.effect": "Rest a while.", "building.baths.when": "citadel"}).state
    assert str(buildings.effect(told, "baths")) == "Rest a while."
    assert buildings.when(told, "baths") == "citadel"


def test_a_building_that_is_on_no_page():
    """Facts are told of the page's buildings only."""
    evening = begun()
    with pytest.raises(IllegalMove, match="no building of that name"):
        evening.tell("building.castle.boxes", 3)
    evening.tell("building.mill.boxes", 3)
    assert buildings.boxes_of(evening.state, "mill") == 3


def test_buildings_of_other_names():
    """The names come from a picture: a building that is not in the list is added by its own name, one after another."""
    evening = begun()
    assert [name for name in buildings.to_build(evening.state) if name.startswith("other")] == ["other_1"]
    for name, title in (("other_1", "Library"), ("other_2", "Brewery")):
        evening.play("box", building=name)
        evening.play("building_named", title=title)
        evening.play("boxes_told", boxes=3)
    assert str(buildings.title_of(evening.state, "other_2")) == "Brewery"
    found = [name for name in buildings.to_build(evening.state) if name.startswith("other")]
    assert found == ["other_1", "other_2", "other_3"]
    later = begun(2, **{"building.other_1.title": "Library", "building.other_1.boxes": 3})
    assert [name for name in buildings.to_build(later.state) if name.startswith("other")] == ["other_1", "other_2"]
    later.play("box", building="other_1")
    assert later.state.tasks == ()
