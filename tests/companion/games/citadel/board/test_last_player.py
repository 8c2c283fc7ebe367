"""Who was the active player last (p. 10), and what follows from it for exploring, Epic and turns (p. 21, 23)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.heroes import next_left
from tests.companion.games.citadel.action.acting import Acting, table
from tests.companion.games.citadel.action.test_traits import fighting
from tests.companion.games.meaning import prompted

from ..laying import explored, terrain
from ..table import Evening, begun


def two_terrains(players: int = 2, **sides: str) -> Evening:
    """081 with everybody on it, 094 north of it."""
    evening = terrain(begun(players), "081", north="094 I", **sides)
    return explored(evening, "0,-1", "094", north="108 I")


def turns(evening: Evening) -> dict[str, str]:
    """What stands beside "... acts", by its label."""
    return {str(one.label): str(one.note or "") for one in evening.prompt.offers if one.move.name == "turn"}


def test_a_step_is_a_turn():
    """Moving is an action (p. 22), so whoever moves is the last active player; without an agreement the player to the
    left of that one is next (p. 10)."""
    evening = two_terrains(3)
    evening.play("step", seat="seat2", to="094.1")
    assert next_left(evening.state) == "seat3"
    assert turns(evening) == {"Ada acts": "", "Ben acts": "Again, if all agree"}
    assert evening.prompt.seat == 2
    evening.play("step", seat="seat3", to="094.1")
    assert next_left(evening.state) == "seat1"


def test_no_step_while_an_action_is_performed():
    """No action can be taken while another one is performed, and moving is one (p. 11)."""
    evening = two_terrains()
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="climb", where="081.1")
    with pytest.raises(IllegalMove, match="Another action is being performed") as refused:
        evening.play("step", seat="seat2", to="094.1")
    assert refused.value.page == 11


def test_a_step_in_between_lifts_epic():
    """Ada fights, Ben walks off and back, and Ada may fight again: those are not two turns in a row (p. 23)."""
    evening = fighting(epic=1)
    evening.card("094", "terrain", "board")
    place = evening.state.hero("seat2").place
    evening.play("involve", seat="seat2")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    for to in ("094.1", place):
        evening.play("step", seat="seat2", to=to)
    evening.play("turn", seat="seat1")
    evening.play("act", seat="seat1", icon="fight", source="", card="300.1")
    evening.play("involve", seat="seat2")
    assert (evening.asked, evening.running.active) == ("action.gear", "seat1")


def test_the_explorer_s_step_makes_the_explorer_the_one_who_takes_the_card():
    """Ben has moved to 094 and explores from there: Ben takes the card that the arrow names (p. 21)."""
    evening = two_terrains()
    evening.play("step", seat="seat2", to="094.1")
    evening.play("explore", space="0,-2", became="past", seat="", by="")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "108", "divider": "100"})


def test_exploring_is_a_turn():
    """Ada moved last, but only Ben stands beside the Exploration card that was resolved: exploring is an action, so
    Ben was the active player, puts the card into play, and Cleo comes after him (p. 10, 21)."""
    evening = two_terrains(3, east="109 I")
    for seat in ("seat2", "seat1"):
        evening.play("step", seat=seat, to="094.1")
    evening.play("step", seat="seat1", to="081.1")
    evening.play("explore", space="0,-2", became="past", seat="", by="")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "108", "divider": "100"})
    assert next_left(evening.state) == "seat3"


def test_who_explored_is_told_with_the_card():
    """Several stand beside the card: each of them can have explored (p. 10)."""
    evening = two_terrains(3)
    for seat in ("seat1", "seat2", "seat3"):
        evening.play("step", seat=seat, to="094.1")
    evening.play("step", seat="seat1", to="081.1")
    offers = [one for one in evening.prompt.offers if one.move.name == "explored"]
    assert [one.move.args["by"] for one in offers] == ["seat2", "seat3"]
    evening.play("explored", space="0,-2", by="seat2")
    assert (evening.asked, evening.prompt.seat) == ("board.turned", 1)
    evening.play("explore", space="0,-2", became="past", seat="", by="seat2")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "108", "divider": "100"})
    assert next_left(evening.state) == "seat3"


def test_nobody_explores_from_elsewhere():
    """Ada stands on 081, and the card lies beside 094, where Ben stands: it cannot have been Ada (p. 10, 21)."""
    evening = two_terrains()
    evening.play("step", seat="seat2", to="094.1")
    with pytest.raises(IllegalMove, match="not there") as refused:
        evening.play("explore", space="0,-2", became="past", seat="", by="seat1")
    assert refused.value.page == 21


def test_alone_nobody_is_asked_who_explored():
    """There is only one who can have done it."""
    evening = terrain(begun(1), "081", north="094 I")
    [offer] = [one for one in evening.prompt.offers if one.move.name == "explored"]
    assert [ask.name for ask in offer.asks] == ["space"]
    assert offer.move.args["by"] == "seat1"


def corner(players: int = 2) -> Evening:
    """Both 094 and 108 have an arrow to the space between them, with different numbers."""
    evening = terrain(begun(players), "081", north="094 I", east="108 I")
    explored(evening, "0,-1", "094", east="200 I")
    return explored(evening, "1,0", "108", north="300")


def test_the_arrow_where_the_explorer_stands():
    """Ada stands on 094, Ben on 108, and Ben explores the space beside both: the arrow on his Terrain card names the
    card (p. 21)."""
    evening = corner()
    evening.play("step", seat="seat1", to="094.1")
    evening.play("step", seat="seat2", to="108.1")
    evening.play("explore", space="1,-1", became="past", seat="", by="seat2")
    assert evening.told("space_open").args["card"] == "300"
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "300", "divider": "300"})


def test_an_arrow_is_asked_where_nobody_said_who_explored():
    """The same without a word on who explored: the number is asked, never guessed."""
    evening = corner()
    evening.play("step", seat="seat1", to="094.1")
    evening.play("step", seat="seat2", to="108.1")
    evening.play("explore", space="1,-1", became="past", seat="", by="")
    assert evening.asked == "board.which"


def test_the_action_on_an_exploration_card_names_its_taker():
    """Ben takes the action on the back of the card beside his Terrain card (p. 14, 21), though Ada stands beside it,
    too: his arrow counts, and he takes the card."""
    evening = corner()
    evening.play("step", seat="seat1", to="094.1")
    evening.play("step", seat="seat2", to="108.1")
    evening.play("turn", seat="seat2")
    key = next(space.key for space in evening.state.sketch.spaces if (space.x, space.y) == (1, -1))
    evening.play("act_new", seat="seat2", icon="pathfind", where=key)
    evening.play("sheet_told", cost=0, difficulty=0, sort="simple", duty="free")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert evening.asked == "board.turned"
    done = next(offer for offer in evening.prompt.offers if offer.tone == "usual")
    evening.play(done.move.name, **done.move.args)
    assert evening.told("space_open").args["card"] == "300"
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "300", "divider": "300"})


def test_the_card_below_a_resolved_event_is_for_somebody_there():
    """Ada moved last; the event beside Ben's Terrain card is resolved, and its space opens: Ben takes the card
    (p. 21)."""
    evening = two_terrains()
    evening.play("step", seat="seat2", to="094.1")
    evening.play("explore", space="0,-2", became="stays", seat="", by="seat2")
    evening.play("turn", seat="seat1")
    evening.play("act_new", seat="seat1", icon="climb", where="terrain")
    evening.play("sheet_told", cost=0, difficulty=0, sort="simple", duty="free")
    evening.play("draw", cards=0)
    evening.play("action_done")
    [event] = [one.key for one in evening.state.sketch.attached]
    evening.play("event_over", event=event, how="past")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "108", "divider": "100"})


def mandatory(players: int = 2) -> Acting:
    """A mandatory action on 094, beside 081 where everybody stands."""
    evening = terrain(begun(players), "081", north="094 I")
    return explored(evening, "0,-1", "094", mandatory="yes")  # type: ignore[return-value]


def test_a_mandatory_action_that_was_taken_by_hand_was_somebody_s_turn():
    """Ben arrives where Ada is; they have taken the mandatory action with Ada as active player. The player to her left
    comes next (p. 10, 11)."""
    evening = mandatory(3)
    evening.play("step", seat="seat1", to="094.1")
    alone = [one for one in evening.prompt.offers if one.move.name == "mandatory_taken"]
    assert [(str(one.label), one.asks, one.move.args) for one in alone] == [
        ("It has been taken already", (), {"seat": "seat1"})
    ]
    evening.play("mandatory_taken", seat="seat1")
    evening.play("step", seat="seat3", to="094.1")
    taken = [one for one in evening.prompt.offers if one.move.name == "mandatory_taken"]
    assert [one.move.args["seat"] for one in taken] == ["seat1", "seat3"]
    with pytest.raises(IllegalMove):
        evening.play("mandatory_taken", seat="seat2")
    evening.play("mandatory_taken", seat="seat1")
    assert next_left(evening.state) == "seat2"


def test_an_action_without_a_turn_before():
    """At the beginning nobody was active, so nobody is named."""
    assert next_left(table().state) == ""
