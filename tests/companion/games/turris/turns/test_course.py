"""The course of a turn and of the Player Turn Phase (rulebook p. 8, 12)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.turns import course
from tests.companion.games.meaning import prompted
from tests.companion.games.turris.places_made_up import turn
from tests.companion.games.turris.table import GAME


def test_two_actions_have_to_be_taken():
    """Exactly two: no end of the turn before, no third one after (p. 8)."""
    evening = turn()
    with pytest.raises(IllegalMove, match="both Actions"):
        evening.play("end_turn")
    evening.play("gather")
    with pytest.raises(IllegalMove, match="both Actions"):
        evening.play("end_turn")
    evening.play("gather")
    with pytest.raises(IllegalMove, match="Both Actions"):
        evening.play("gather")


def test_turns_go_clockwise_from_the_first_player():
    """Everybody has one turn, then the Beasts act (p. 8, 12)."""
    evening = turn(seat=2)
    evening.at("turns", "", first=2, turn=2).settle()
    seats = []
    for _ in range(3):
        seats.append(evening.state.turn)
        evening.play("gather")
        evening.play("gather")
        evening.play("end_turn")
    assert seats == [2, 0, 1]
    assert evening.state.phase != "turns" or evening.state.round == 2


def test_nothing_of_a_turn_is_left_in_the_next():
    """Actions, the Tactics card and the Grove count for one turn."""
    evening = turn().player(0, tactics=1).player(1, tactics=1)
    evening.play("play_tactics", name="")
    evening.play("card_done")
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    state = evening.state
    assert (state.turn, state.done, state.tactics_played, state.mission_done, state.grove) == (1, (), False, False, ())
    assert evening.offered("play_tactics")


def test_one_more_action():
    """An effect gives an Action on top; it may be left out."""
    evening = turn(**{"reward.nest": "action"})
    evening.play("place", place="nest")
    evening.play("gather")
    assert course.left(evening.state) == 1
    assert prompted(evening.prompt) == ("turn.close", {"player": "Alice", "n": 1})
    evening.play("gather")
    assert course.left(evening.state) == 0
    assert evening.state.players[0].ichor == 6


def test_a_usual_turn_is_four_taps():
    """Two Actions and the end of the turn: a tap each, and the place."""
    evening = turn()
    assert [offer.tone for offer in evening.prompt.offers].count("usual") == 0
    evening.play("gather")
    evening.play("gather")
    [usual] = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    assert usual.move.name == "end_turn"


def test_the_actions_are_shown_with_their_ongoing_missions():
    """Nobody forgets an ongoing Mission: it stands in the small print."""
    evening = turn().player(0, ongoing=("watch", ""))
    assert str(evening.prompt.more) == "Ongoing: Watch and 1 Mission without a name"
    assert GAME.view(evening.state).panels
