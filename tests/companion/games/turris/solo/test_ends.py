"""Damage repaired, and the ends of a game alone (rulebook p. 25 and 27)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.turris.state import Task
from tests.companion.games.turris.table import FULL, GAME, Evening


def alone() -> Evening:
    return Evening(1, **FULL).at("turns", "actions")


def test_you_win_at_40_prestige():
    """p. 27: at once, in any phase."""
    evening = alone().player(0, prestige=40).settle()
    assert (evening.state.ended, evening.names) == ("won", ["won"])
    assert "won" in str(GAME.ending(evening.state))


def test_you_lose_when_the_betrayers_have_40():
    """p. 27: their 40th point at the end of the Betrayer Phase ends the game before the Beast Phase."""
    evening = alone().at("betrayers", "moved", betrayer_prestige=39).settle()
    assert evening.state.ended == "lost"
    assert "target" not in evening.names
    assert "lost" in str(GAME.ending(evening.state))


def test_a_damaged_tile_can_end_it():
    """p. 26, 27: 36 and 4 for a tile."""
    evening = alone().at("betrayers", betrayers=("isle", "brink"), betrayer_prestige=36).settle()
    assert evening.state.ended == "lost"


def test_a_betrayers_wrap_that_ends_the_game_ends_it_at_once():
    """p. 26, 27: the Scout in 12 starts again, a Damaged tile brings their 40th point: the other Scout, in the Site,
    does not move any more, and no card is drawn."""
    evening = alone().at("betrayers", betrayers=("brink", "a"), betrayer_prestige=36).settle()
    assert evening.state.ended == "lost"
    assert evening.state.betrayers == ("shrine", "a")
    assert evening.names == ["betrayer_moved", "damaged", "lost"]
    assert evening.state.betrayer_prestige == 40


def test_a_wrap_that_does_not_end_it_goes_on():
    """p. 26: with 35 they have 39: the other Scout moves, the card is drawn."""
    evening = alone().at("betrayers", betrayers=("brink", "a"), betrayer_prestige=35).settle()
    assert evening.state.betrayers == ("shrine", "guild")
    assert evening.asked == "solo.card"


def test_a_corrected_slip_goes_on_with_a_game_that_it_ended():
    """p. 27: 41 typed for 14 has won; set right, the turn goes on where it was, and nothing is lost."""
    evening = alone().scouts(forge="A")
    evening.correct("prestige_1", 41)
    assert evening.state.ended == "won"
    evening.correct("prestige_1", 14)
    assert (evening.state.ended, evening.state.phase, evening.state.step) == ("", "turns", "actions")
    assert GAME.ending(evening.state) is None
    evening.correct("prestige_1", 40)
    assert evening.state.ended == "won"
    evening.correct("prestige_1", 41)  # still won
    assert evening.state.ended == "won"


def test_the_betrayers_prestige_was_a_slip():
    """p. 26, 27: 36 written for 32: the tile brings 36, so that their other Scout still moves and the card is drawn."""
    evening = alone().at("betrayers", betrayers=("brink", "a"), betrayer_prestige=36).settle()
    assert evening.state.ended == "lost"
    evening.correct("betrayer_prestige", 36)
    assert evening.state.ended == ""
    assert evening.state.betrayers == ("shrine", "guild")
    assert evening.asked == "solo.card"


def test_a_betrayers_slip_and_the_sites():
    """p. 21, where the table lets the Betrayers change the Site: 12 typed for 2 changes nothing after all."""
    evening = Evening(1, {"betrayers_sites": "change"}, **FULL).at("turns", "actions")
    evening.correct("betrayer_prestige", 12)
    assert evening.asked == "sites.change"
    evening.correct("betrayer_prestige", 2)
    assert evening.state.tasks == ()
    assert evening.state.reached == ()


def test_six_rooms_without_damage_win_at_the_end_of_your_turn():
    """p. 27: looked at when the Player Turn Phase is over, not before."""
    evening = alone().player(0, tower=6).at("turns", "actions", taken=(1, 2, 3, 4, 5, 6)).settle()
    assert not evening.state.ended
    evening.at("betrayers").settle()
    assert evening.state.ended == "won"


def test_a_damaged_room_keeps_the_game_going():
    """p. 27: no Damaged tile may lie in any of the rooms."""
    evening = alone().player(0, tower=6).at("betrayers", taken=(1, 2, 3, 4, 5, 6), damaged=(4,)).settle()
    assert not evening.state.ended


def test_no_beasts_are_removed_alone():
    """p. 27: the endgame of several players does not apply: six rooms with damage, 30 Prestige."""
    evening = alone().player(0, tower=6, prestige=30).at("turns", damaged=(1,), lure="isle").hunt()
    assert len(evening.state.beasts) == 4
    assert not evening.state.endgame


def test_a_tile_can_be_removed_instead_of_taking_the_card():
    """p. 25: whenever you would gain the Future First Player card you may take a Damaged tile away."""
    evening = alone().at("turns", "actions", damaged=(1, 2), tasks=(Task(kind="solo.repair", seat=0),))
    assert evening.asked == "solo.repair"
    with pytest.raises(IllegalMove):
        evening.play("repair", room=5)
    evening.play("repair", room=2)
    assert evening.state.damaged == (1,)
    evening.at("turns", "actions", tasks=(Task(kind="solo.repair", seat=0),)).play("repair", room=0)
    assert evening.state.damaged == (1,)


def test_nothing_is_asked_without_damage():
    """p. 25: there is no tile to remove."""
    evening = alone().at("turns", "actions", tasks=(Task(kind="solo.repair", seat=0),)).settle()
    assert not evening.state.tasks


def test_the_betrayers_are_shown_and_can_be_set():
    """Their Prestige, their Scouts and the damage."""
    evening = alone()
    assert "betrayers" in [panel.name for panel in GAME.view(evening.state).panels]
    evening.correct("betrayer_prestige", 7)
    evening.correct("betrayer_1", "nest")
    evening.correct("damaged_3", "yes")
    assert (evening.state.betrayer_prestige, evening.state.betrayers[0], evening.state.damaged) == (7, "nest", (3,))
    evening.correct("damaged_3", "no")
    assert evening.state.damaged == ()


def test_the_first_player_token_never_moves():
    """p. 25, 26: you are always First Player."""
    evening = alone().at("cleanup").settle()
    assert (evening.state.first, evening.state.turn) == (0, 0)
