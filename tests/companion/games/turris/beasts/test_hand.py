"""The table moves the Beasts by itself, for one round or because no paths are drawn: all that the rules do then."""

import pytest

from companion.api.game import IllegalMove, Value
from companion.games.turris.beasts import steering
from companion.games.turris.game import GAME
from companion.games.turris.transaction import Transaction
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import FULL, Evening

UNDRAWN: dict[str, Value] = {**FULL, "links_told": "no"}


def undrawn(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **UNDRAWN).scouts(**scouts)


def to_the_last_turn(evening: Evening) -> Evening:
    """The last player of the round has taken both Actions."""
    return evening.at("turns", "actions", turn=len(evening.state.players) - 1, done=("gather", "gather"))


def test_it_is_offered_where_the_paths_are_not_drawn():
    """The large button: nobody need draw anything to go on."""
    evening = undrawn(shrine="A").hunt()
    assert evening.asked == "map.links"
    assert [offer.move.name for offer in evening.prompt.offers if offer.tone == "usual"] == ["by_hand"]
    evening.play("by_hand")
    assert evening.asked == "beasts.hand"
    assert evening.state.tasks[0].about == "pain"


def test_it_is_offered_at_the_end_of_the_last_turn():
    """Before the Beasts go by themselves; not at the end of another turn."""
    evening = to_the_last_turn(turn())
    assert evening.offered("end_turn_by_hand")
    assert not turn().at("turns", "actions", done=("gather", "gather")).offered("end_turn_by_hand")
    evening.play("end_turn_by_hand")
    assert evening.asked == "beasts.hand"


def test_it_is_offered_where_somebody_chooses_a_way():
    """The rest of the round, from this Beast on."""
    evening = Evening(3, **FULL).scouts(ridge="B", circle="C").beasts(delusion="brink").hunt("delusion")
    evening.play("by_hand")
    assert evening.asked == "beasts.hand"
    evening.play("hand_moved", place="abyss")
    assert evening.at_place("delusion") == "abyss"


def test_each_beast_is_one_tap_on_the_map():
    """In their order; then the round is cleaned up as ever, and the next one is the companion's again."""
    evening = turn().scouts(isle="A").at("beasts", by_hand=1).settle()
    for name in ("pain", "delusion", "despair"):
        assert evening.state.tasks[0].about == name
        [ask] = evening.prompt.offers[0].asks
        assert ask.on == "board"  # type: ignore[union-attr]
        evening.play("hand_stays")
    evening.play("hand_moved", place="brink")
    assert (evening.state.round, evening.state.phase) == (2, "turns")
    assert evening.state.scouts == {"isle": (1, 0, 0)}
    to_the_last_turn(evening).play("end_turn")
    assert evening.asked != "beasts.hand"


def test_the_effect_follows():
    """What the Beast does to Scouts where it went, is done and ordered as ever (p. 17)."""
    evening = undrawn(forge="AB").hunt()
    evening.play("by_hand")
    evening.play("hand_moved", place="forge")
    assert [player.graveyard for player in evening.state.players] == [1, 1, 0]
    assert [fact.args["seat"] for fact in evening.facts if fact.name == "devoured"] == [1, 2]


def test_the_delusion_drives_scouts_anywhere():
    """Which places are adjacent, the table sees; never to a Beast or a Crossroads (p. 18)."""
    evening = undrawn(forge="A").hunt()
    evening.play("by_hand")
    evening.play("hand_stays")
    evening.play("hand_moved", place="forge")
    assert evening.asked == "beasts.drive"
    places = set(evening.places)
    assert {"isle", "brink", "guild"} <= places
    assert not places & {"forge", "left", "right", "a", "c"}
    evening.play("drive_to", place="isle", count=1)
    assert evening.state.scouts == {"isle": (1, 0, 0)}


def test_the_chain_of_the_harrow_is_asked():
    """After devouring (p. 19); not with the Fruit on the board."""
    evening = undrawn(forge="A", isle="B").at("beasts", "despair", by_hand=1).settle()
    evening.play("hand_moved", place="forge")
    assert evening.asked == "beasts.hand"
    evening.play("hand_moved", place="isle")
    assert evening.state.scouts == {}
    evening.play("hand_stays")
    assert evening.state.round == 2
    evening = undrawn(forge="A", isle="B").at("beasts", "despair", by_hand=1, fruit="isle").settle()
    evening.play("hand_moved", place="forge")
    assert evening.state.round == 2


def test_a_flipped_beast_turns_upright_by_itself():
    """p. 16: by hand as well."""
    evening = undrawn()
    evening.correct("pain_flipped", "yes")
    evening.at("beasts", by_hand=1).settle()
    assert "turned_upright" in evening.names
    assert evening.state.tasks[0].about == "delusion"


def test_no_two_beasts_in_one_place():
    """p. 17."""
    evening = undrawn().at("beasts", by_hand=1).settle()
    for place in ("b", "c", "d"):
        with pytest.raises(IllegalMove):
            evening.play("hand_moved", place=place)


def test_its_own_place_means_that_it_stays():
    """One tap on the map; nothing of what the table does itself is told there step by step."""
    evening = undrawn().at("beasts", by_hand=1).settle()
    assert "a" in evening.places
    evening.play("hand_moved", place="a")
    assert (evening.at_place("pain"), evening.state.tasks[0].about) == ("a", "delusion")
    evening.play("hand_moved", place="isle")
    assert evening.state.told == ()


def test_by_the_map_after_all():
    """A correction: the companion moves them, if it knows the paths."""
    evening = turn().scouts(isle="A").at("beasts", by_hand=1).settle()
    evening.correct("by_hand", "no")
    assert evening.state.round == 2
    assert "by_hand" not in [one.ask.name for one in GAME.corrections(undrawn().state)]


def test_a_player_moves_a_beast_without_paths():
    """p. 24: the reward is not lost because the companion does not know the way."""
    evening = turn(links_told="no")
    assert evening.offered("put")
    tx = Transaction(evening.state)
    steering.begin_steering(tx, 0, of=("pain",))
    evening.state = tx.state
    evening.settle()
    assert {"forge", "left", "isle"} <= set(evening.places)
    evening.play("steer_beast", beast="pain", place="isle")
    assert evening.at_place("pain") == "isle"


def test_the_betrayers_card_moves_a_beast_by_hand():
    """p. 26: alone, with paths that are not drawn."""
    evening = undrawn(1).at("betrayers").settle()
    assert evening.asked == "map.links"
    evening.play("by_hand")
    evening.play("card_shows", beast="despair")
    assert (evening.asked, evening.state.tasks[0].about) == ("beasts.hand", "despair")
