"""The Delusion drives Scouts away (rulebook p. 18)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.beasts.pushing import refuges
from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_the_first_player_chooses_between_forge_and_garden():
    """p. 18, example: the Delusion moves into the Spire; Bob, First Player, moves Alice's Scout to the Garden, where no
    Immediate effect follows, and where another Scout may be."""
    evening = board(2, spire="A", garden="B").beasts(delusion="forge", pain="a").at("turns", first=1)
    evening.at("turns", altar="none").hunt("delusion")
    assert evening.at_place("delusion") == "spire"
    assert evening.asked == "beasts.drive"
    assert evening.prompt.seat == 1
    assert sorted(evening.places) == ["forge", "garden"]  # the Forge, though the Beast came from there
    evening.play("drive_to", place="garden", count=1)
    assert evening.state.standing("garden") == (1, 1)
    assert evening.state.standing("spire") == (0, 0)
    assert not evening.state.tasks
    assert [player.council for player in evening.state.players] == [0, 0]


def test_each_scout_may_go_elsewhere():
    """p. 18: several Scouts need not go to the same Location."""
    evening = board(spire="AAB").beasts(delusion="forge").hunt("delusion")
    evening.play("drive_to", place="garden", count=1)
    evening.play("drive_to", place="forge", count=1)
    evening.play("drive_to", place="garden", count=1)
    assert evening.state.standing("garden") == (1, 1, 0)
    assert evening.state.standing("forge") == (1, 0, 0)


def test_all_scouts_of_a_player_can_go_together():
    """One tap moves them all."""
    evening = board(spire="AAA").beasts(delusion="forge").hunt("delusion")
    evening.play("drive_to", place="garden", count=3)
    assert evening.state.standing("garden") == (3, 0, 0)


def test_no_crossroads_and_no_place_with_a_beast():
    """p. 18: from the Circle, behind the Crossroads nothing, in the Isle a Beast: only the Brink is left."""
    evening = board(circle="A").beasts(delusion="circle", pain="isle")
    assert refuges(evening.state, "circle") == ("brink",)


def test_beyond_crossroads_and_beasts_where_nothing_adjacent_is_legal():
    """p. 18: Brink and Isle with Beasts: one step beyond them and beyond the right Crossroads."""
    evening = board(circle="A").beasts(delusion="circle", pain="isle", harrow="brink")
    assert set(refuges(evening.state, "circle")) == {"abyss", "ridge", "grove"}


def test_one_legal_place_needs_no_choice():
    """p. 18: without several options nobody decides."""
    evening = board(circle="AB").beasts(delusion="right", pain="isle").hunt("delusion")
    assert evening.at_place("delusion") == "circle"
    assert evening.state.standing("brink") == (1, 1, 0)
    assert not evening.state.tasks


def test_the_first_player_cannot_choose_what_the_rules_forbid():
    """p. 18: a place two steps away, while one step away is free, is refused; so are more Scouts than there are."""
    evening = board(spire="A").beasts(delusion="forge").hunt("delusion")
    with pytest.raises(IllegalMove):
        evening.play("drive_to", place="guild", count=1)
    with pytest.raises(IllegalMove):
        evening.play("drive_to", place="garden", count=2)


def test_sites_that_are_not_there_are_no_refuge():
    """p. 21: a Scout may never be moved to a spot without an Excavation Site."""
    evening = board(2, grove="A").beasts(delusion="abyss", despair="shrine")
    assert "c" not in refuges(evening.state, "grove")
    assert "c" in refuges(board(3, grove="A").beasts(delusion="abyss", despair="shrine").state, "grove")
