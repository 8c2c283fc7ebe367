"""Hidden numbers and riddles (rulebook p. 16, 22)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.board import placing
from companion.games.citadel.cards import taking
from tests.companion.games.meaning import prompted

from ..laying import at, explored, take, terrain
from ..table import Evening
from .hand import answer, card, lies, offers, table


def test_the_example():
    """154 shows the hidden number 316; the card 316 has 154 on its back, so it replaces 154, which is discarded."""
    evening = table(1)
    purse = card(evening, "154", where="purse", whose="seat1", kind="purse")
    evening.play("spot_number", card=purse.key, number="316")
    assert "Its back must show 154" in str(evening.prompt.more)
    assert "behind divider 300" in str(evening.prompt.do)
    evening.play("take_unseen", colour="green")
    evening.play("reveal_kept", seat="seat1")
    assert lies(evening, purse.key) == ("past", "")
    assert lies(evening, "316.1") == ("purse", "seat1")
    assert evening.state.tasks == ()


def test_the_new_card_takes_the_place_of_the_old_one():
    """A card of the same kind lies where the old one lay: before the same player (p. 22)."""
    evening = table()
    purse = card(evening, "154", where="purse", whose="seat2", kind="purse")
    evening.play("spot_number", card=purse.key, number="316")
    evening.play("take_unseen", colour="green")
    evening.play("reveal_kept", seat="seat1")
    assert lies(evening, "316.1") == ("purse", "seat2")


def test_the_wrong_card_is_returned():
    """Without the icon, or with another number, it is the wrong card and goes back (p. 16, 22)."""
    evening = table(1)
    purse = card(evening, "154", where="purse", whose="seat1", kind="purse")
    evening.play("spot_number", card=purse.key, number="317")
    answer(evening, "take_wrong")
    assert "wrong_card_returned" in evening.names
    assert lies(evening, purse.key) == ("purse", "seat1")
    assert evening.state.tasks == ()


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
    evening.writing(lambda tx: placing.lay_terrain(tx, terrain.key, 0, 0)).at(tasks=())
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
    evening.writing(lambda tx: taking.take_shown(tx, "316", "154", "seat1"))
    assert "take_none" not in offers(evening).values()
    evening.play("take_none", sign="no")
    assert evening.state.tasks == ()


def test_a_permanent_event_is_replaced_where_it_lies():
    """The new event lies where the old one lay and points to the same Terrain card; nothing is asked again (p. 22)."""
    evening = terrain(table(), "081", north="094 I")
    take(evening, "154", "permanent")
    evening.play("event_laid", to="081.1", side="east", action="climb", also="none")
    evening.play("spot_number", card="154.1", number="316")
    evening.play("take_unseen", colour="green")
    evening.play("reveal", kind="permanent")
    assert lies(evening, "154.1") == ("past", "")
    assert [(one.key, one.to, one.action) for one in evening.state.sketch.attached] == [("316.1", "081.1", "climb")]
    assert at(evening, "1,0").key == "316.1"
    assert evening.state.tasks == ()


# --- who takes it -----------------------------------------------------------------------------------------------------


def apart() -> Evening:
    """Ada was active last and stands on 081; Ben and Cleo stand on 154, beside it."""
    evening = terrain(table(3), "081", north="154 I")
    explored(evening, "0,-1", "154")
    for seat in ("seat2", "seat3", "seat1"):
        evening.play("step", seat=seat, to="154.1")
    evening.play("step", seat="seat1", to="081.1")
    return evening


def test_it_goes_to_somebody_who_stands_there():
    """You may take the card of a hidden number on a Terrain card only while you are there (p. 22): not Ada, who was
    active last, but Ben, who comes first after her on 154, or Cleo beside him."""
    evening = apart()
    evening.play("spot_number", card="154.1", number="316")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "316", "divider": "300"})
    [another] = [one for one in evening.prompt.offers if one.move.name == "take_by"]
    assert [choice.value for choice in another.asks[0].choices] == ["seat3"]
    assert not evening.offered("take_random")
    with pytest.raises(IllegalMove, match="somebody who stands there") as refused:
        evening.play("take_by", seat="seat1")
    assert refused.value.page == 22
    evening.play("take_by", seat="seat3")
    assert prompted(evening.prompt) == ("card.take", {"name": "Cleo", "number": "316", "divider": "300"})


def test_on_an_event_only_for_somebody_on_its_terrain():
    """The same holds for a Permanent event that is attached to that Terrain card (p. 22)."""
    evening = apart()
    take(evening, "200", "permanent")
    evening.play("event_laid", to="154.1", side="east", action="none", also="none")
    evening.play("spot_number", card="200.1", number="317")
    assert prompted(evening.prompt) == ("card.take", {"name": "Ben", "number": "317", "divider": "300"})


def test_the_active_player_who_stands_there_comes_first():
    """Cleo was active last and stands there (p. 10, 22)."""
    evening = apart()
    evening.play("step", seat="seat3", to="081.1")
    evening.play("step", seat="seat3", to="154.1")
    evening.play("spot_number", card="154.1", number="316")
    assert prompted(evening.prompt) == ("card.take", {"name": "Cleo", "number": "316", "divider": "300"})


def test_on_one_s_own_card_it_is_for_its_owner():
    """The new card replaces the one on which the number was spotted, so its owner takes it (p. 22)."""
    evening = apart()
    purse = card(evening, "155", where="purse", whose="seat3", kind="purse")
    evening.play("spot_number", card=purse.key, number="316")
    assert prompted(evening.prompt) == ("card.take", {"name": "Cleo", "number": "316", "divider": "300"})
