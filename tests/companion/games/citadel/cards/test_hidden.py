"""Hidden numbers and riddles (rulebook p. 16, 22)."""

import pytest

from companion.game import IllegalMove
from companion.games.citadel.board import placing
from companion.games.citadel.cards import taking

from ..laying import at, take, terrain
from .hand import answer, card, lies, offers, table


def test_the_example():
    """154 shows the hidden number 316; the card 316 has 154 on its back, so it replaces 154, which is discarded."""
    evening = table(1)
    purse = card(evening, "154", where="purse", whose="seat1", kind="purse")
    evening.play("spot_number", card=purse.key, number="316")
    assert "Its back must show 154" in str(evening.prompt.more)
    assert "behind divider 300" in str(evening.prompt.do)
    answer(evening, "A green one")
    evening.play("reveal_kept", seat="seat1")
    assert lies(evening, purse.key) == ("past", "")
    assert lies(evening, "316.1") == ("purse", "seat1")
    assert evening.state.todo == ()


def test_the_new_card_takes_the_place_of_the_old_one():
    """A card of the same kind lies where the old one lay: before the same player (p. 22)."""
    evening = table()
    purse = card(evening, "154", where="purse", whose="seat2", kind="purse")
    evening.play("spot_number", card=purse.key, number="316")
    answer(evening, "A green one")
    evening.play("reveal_kept", seat="seat1")
    assert lies(evening, "316.1") == ("purse", "seat2")


def test_the_wrong_card_is_returned():
    """Without the icon, or with another number, it is the wrong card and goes back (p. 16, 22)."""
    evening = table(1)
    purse = card(evening, "154", where="purse", whose="seat1", kind="purse")
    evening.play("spot_number", card=purse.key, number="317")
    answer(evening, "Wrong card, or none: returned")
    assert "wrong_card_returned" in evening.names
    assert lies(evening, purse.key) == ("purse", "seat1")
    assert evening.state.todo == ()


def test_a_number_in_a_numbox_needs_no_proof():
    """Only a card that no numbox called for must show its source (p. 16)."""
    evening = table()
    evening.play("card_shown", number="049")
    with pytest.raises(IllegalMove):
        evening.play("take_wrong")


def test_on_a_terrain_only_for_somebody_who_stands_there():
    """A hidden number on a Terrain card counts only while you are on that terrain (p. 22)."""
    evening = table()
    terrain = card(evening, "154", kind="terrain")
    evening.writing(lambda books: placing.lay_terrain(books, terrain.key, 0, 0)).at(todo=())
    evening.hero("seat1", place="081.1").hero("seat2", place="081.1")
    with pytest.raises(IllegalMove) as refused:
        evening.play("spot_number", card=terrain.key, number="316")
    assert refused.value.page == 22
    evening.hero("seat2", place=terrain.key)
    evening.play("spot_number", card=terrain.key, number="316")
    assert evening.asked == "card.take"


def test_the_past_is_not_returned_for_a_riddle():
    """Where no numbox orders a card there is nothing to look for in the Past: the answer was wrong."""
    evening = table()
    evening.writing(lambda books: taking.take_shown(books, "316", "154", "seat1"))
    assert "None is there: return the Past" not in offers(evening)
    evening.play("take_none", sign="no")
    assert evening.state.todo == ()


def test_a_permanent_event_is_replaced_where_it_lies():
    """The new event lies where the old one lay and points to the same Terrain card; nothing is asked again (p. 22)."""
    evening = terrain(table(), "081", north="094 I")
    take(evening, "154", "permanent")
    evening.play("event_laid", to="081.1", side="east", action="climb", also="none")
    evening.play("spot_number", card="154.1", number="316")
    answer(evening, "A green one")
    evening.play("reveal", kind="permanent")
    assert lies(evening, "154.1") == ("past", "")
    assert [(one.key, one.to, one.action) for one in evening.state.board.attached] == [("316.1", "081.1", "climb")]
    assert at(evening, "1,0").key == "316.1"
    assert evening.state.todo == ()
