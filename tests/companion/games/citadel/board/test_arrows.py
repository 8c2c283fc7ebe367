"""Arrows of a Terrain card, tapped on the map side by side; their numbers are asked when they matter (p. 21)."""

import pytest

from companion.api.game import IllegalMove, Pick
from companion.api.view import PlaceMap
from companion.games.citadel.board import figures, geometry
from companion.games.citadel.board.showing import read_written, written
from companion.games.citadel.board.sketch import Arrow
from tests.companion.games.citadel.table import GAME

from ..laying import at, number, sketch
from ..table import Evening, begun


def first(players: int = 2) -> Evening:
    """Terrain 081 has just been laid, and nobody has looked at its arrows."""
    evening = begun(players)
    evening.play("card_shown", number="081")
    evening.play("take_as", colour="green", what="terrain")
    return evening


def explored(evening: Evening, space: str, seat: str = "seat1") -> Evening:
    """The Exploration card there is turned over and discarded; its space is open."""
    evening.play("to_space", seat=seat, space=space)
    evening.play("came_out", outcome="success", cards=0)
    assert evening.asked == "board.turned"
    evening.play("explore", space=space, became="past", seat="", by=seat)
    return evening


def test_each_side_is_one_tap_on_the_map():
    """The map shows where an arrow can point to; a tap puts an Exploration card there."""
    evening = first()
    [tapped] = [one for one in evening.prompt.offers if one.move.name == "arrow_at"]
    [ask] = tapped.asks
    assert isinstance(ask, Pick)
    [board] = [
        widget for panel in GAME.view(evening.state).panels for widget in panel.widgets if isinstance(widget, PlaceMap)
    ]
    assert ask.on == board.name
    assert {choice.value for choice in ask.choices} <= {place.value for place in board.places}
    asked = {place.tone for place in board.places if str(place.label) == "arrow?"}
    assert asked == {"plain"}  # nothing is ticked there yet
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrow_at", space="1,0", area="II")
    evening.play("arrows_end", mandatory="no")
    assert [at(evening, space).area for space in ("0,-1", "1,0")] == ["I", "II"]
    assert evening.board_facts["terrain.081.1.arrows"] == "north I; east II"
    assert evening.asked == "table.idle"


def test_an_area_of_another_name():
    """The area of the next arrow is that of the last card, until another one is said."""
    evening = first()
    evening.play("arrow_area", area="ii")
    [tapped] = [one for one in evening.prompt.offers if one.move.name == "arrow_at"]
    assert tapped.move.args == {"area": "II"}
    for wrong in ("094", "I I", ""):
        with pytest.raises(IllegalMove):
            evening.play("arrow_area", area=wrong)
    with pytest.raises(IllegalMove):
        evening.play("arrow_at", space="5,5", area="I")


def test_a_mandatory_action_is_told_with_the_end():
    """Whoever stands there takes it (p. 22)."""
    evening = first()
    evening.play("arrows_end", mandatory="yes")
    assert evening.asked == "board.mandatory"


def test_the_number_is_asked_when_the_space_is_opened():
    """Then it is kept with the Terrain card, and the card of that number is taken (p. 21)."""
    evening = first(1)
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    explored(evening, "0,-1")
    assert (evening.asked, evening.prompt.seat) == ("board.which", 0)
    assert evening.prompt.expects
    evening.play("arrow_number", number="094")
    assert evening.board_facts == {"terrain.081.1.arrows": "north 094 I"}
    assert evening.asked == "card.take"
    evening.play("take_dead_end")
    assert (number(evening, "0,-1"), evening.asked) == ("094", "table.idle")
    assert evening.state.board["terrain.094.1.arrows"] == "south ?"


def test_four_taps_for_an_exploration():
    """The map, the cards drawn, into the Past, the Terrain card; its number is read by the camera."""
    evening = first(1)
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    taps = 0
    for name in ("to_space", "came_out", "explore", "arrow_number", "take_dead_end"):
        offer = next(one for one in evening.prompt.offers if one.move.name == name)
        taps += 0 if name == "arrow_number" else 1
        assert len(offer.asks) <= 1
        answers = {"cards": 0, "number": "094"}
        evening.play(name, **offer.move.args, **{ask.name: answers[ask.name] for ask in offer.asks})
    assert taps == 4
    assert evening.asked == "table.idle"


def test_a_failure_leaves_the_card_as_it_is():
    """The black section is applied; the card stays (p. 21)."""
    evening = first(1)
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    evening.play("to_space", seat="seat1", space="0,-1")
    evening.play("came_out", outcome="failure", cards=2)
    evening.play("action_done")
    assert (at(evening, "0,-1").kind, evening.asked) == ("exploration", "table.idle")


def test_the_action_on_an_exploration_card_can_be_counted():
    """Which action it is, is said first."""
    evening = first(1)
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    evening.play("to_space", seat="seat1", space="0,-1")
    with pytest.raises(IllegalMove):
        evening.play("cost_told", cost=1)
    evening.play("action_named", icon="search")
    evening.play("cost_told", cost=0)
    evening.play("difficulty_told", difficulty=0)
    evening.play("came_out", cards=0, outcome="success")
    evening.play("action_done")
    assert evening.asked == "board.turned"


def test_an_arrow_where_nobody_had_to_look():
    """The arrow of 094 back to 081 matters only once 081 is gone: then it is asked (p. 22)."""
    evening = first(1)
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    explored(evening, "0,-1")
    evening.play("arrow_number", number="094")
    evening.play("take_dead_end")
    assert [arrow.shown for arrow in at(evening, "0,-1").arrows or ()] == [False]
    assert geometry.pointing(sketch(evening), 0, 0) == ()
    evening.play("to_space", seat="seat1", space="0,-1")
    evening.play("clear_room", terrains="081.1")
    assert evening.asked == "board.arrows"
    evening.play("arrow_at", space="0,0", area="I")
    evening.play("arrows_end", mandatory="no")
    assert at(evening, "0,0").area == "I"
    assert evening.board_facts["terrain.094.1.arrows"] == "south I"
    assert evening.asked == "table.idle"


def test_an_arrow_to_an_exploration_card_that_lies_there():
    """A second Terrain card points to it, too: nothing is laid, but whoever stands there may explore it (p. 21)."""
    evening = first(1)
    for space in ("0,-1", "1,0"):
        evening.play("arrow_at", space=space, area="I")
    evening.play("arrows_end", mandatory="no")
    explored(evening, "0,-1")
    evening.play("arrow_number", number="094")
    evening.play("take_as", colour="green", what="terrain")
    evening.play("arrow_at", space="1,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    explored(evening, "1,0")
    evening.play("arrow_number", number="108")
    evening.play("take_as", colour="green", what="terrain")
    cards = len(sketch(evening).spaces)
    evening.play("arrow_at", space="1,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    assert len(sketch(evening).spaces) == cards
    assert figures.fog_beside(evening.state, "108.1") == (at(evening, "1,-1").key,)


def test_a_terrain_card_of_an_earlier_campaign_asks_nothing():
    """Its arrows are known, so that one tap takes it and lays everything out."""
    known = {"card.081.1.colour": "green", "card.081.1.kind": "terrain", "number.081.copies": 1}
    evening = begun(1, **known, **{"terrain.081.1.arrows": "north I; south ?", "terrain.081.1.mandatory": "no"})
    evening.play("card_shown", number="081")
    [usual] = [one for one in evening.prompt.offers if one.tone == "usual"]
    evening.play(usual.move.name, **usual.move.args)
    assert at(evening, "0,-1").area == "I"
    assert evening.asked == "board.arrows"  # of the south nobody was asked, and nothing lies there now


def test_arrows_are_written_down_and_read_back():
    """With and without numbers, and where nobody looked."""
    arrows = (Arrow(side="north", number="094", area="I"), Arrow(side="east", number="", area="II"),
              Arrow(side="south", number="?"), Arrow(side="west", number="300"))  # fmt: skip
    assert written(arrows) == "north 094 I; east II; south ?; west 300"
    assert read_written(written(arrows)) == arrows


def test_a_space_that_is_not_beside_the_figure():
    """Moving and exploring begin where the figure stands (p. 21 to 22)."""
    evening = first(1)
    evening.play("arrows_end", mandatory="no")
    with pytest.raises(IllegalMove) as refused:
        evening.play("to_space", seat="seat1", space="0,-1")
    assert refused.value.field == "space"


def test_moving_is_a_tap_on_the_map_too():
    """Whoever was chosen instead of the next player moves as well (p. 10, 22)."""
    evening = first(2)
    evening.play("arrow_at", space="0,-1", area="I")
    evening.play("arrows_end", mandatory="no")
    explored(evening, "0,-1")
    evening.play("arrow_number", number="094")
    evening.play("take_dead_end")
    evening.play("turn", seat="seat1")
    evening.play("to_space", seat="seat1", space="0,-1")
    assert (evening.state.hero("seat1").place, evening.state.turn.last) == ("094.1", "seat1")
    assert evening.state.action is None
