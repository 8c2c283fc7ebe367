"""Tactics cards (rulebook p. 10, 12, 24)."""

import pytest

from companion.game import IllegalMove
from tests.companion.games.turris.places_made_up import turn


def test_one_card_in_an_action_step():
    """A second card of one's own is refused; before, between or after Actions is all the same (p. 10)."""
    evening = turn().player(0, tactics=2)
    evening.play("play_tactics", name="")
    evening.play("card_gain", what="knowledge")
    evening.play("card_done")
    assert (evening.state.players[0].knowledge, evening.state.players[0].tactics) == (1, 1)
    assert not evening.offered("play_tactics")
    with pytest.raises(IllegalMove, match="Only one"):
        evening.play("play_tactics", name="")


def test_a_card_after_the_second_action():
    """After fully resolving any Action is after the last one, too (p. 10)."""
    evening = turn().player(0, tactics=1)
    evening.play("gather")
    evening.play("gather")
    assert evening.offered("play_tactics")
    evening.play("play_tactics", name="")
    evening.play("card_done")
    assert evening.asked == "turn.close"


def test_carol_plays_two_with_the_stroboscope():
    """The Site's card does not count: one of the hand may still be played before or after it (p. 10, example)."""
    evening = turn(seat=2, **{"limited.site_stroboscope": "no"}).player(2, tactics=1)
    evening.at("turns", "actions", sites={"a": "Stroboscope", "b": "", "c": ""}).beasts(pain="forge")
    evening.play("place", place="a")
    assert evening.asked == "tactics.free"
    assert evening.state.players[2].tactics == 2  # another one was drawn
    evening.play("play_free", name="")
    evening.play("card_done")
    assert evening.offered("play_tactics")
    evening.play("play_tactics", name="")
    evening.play("card_done")
    assert evening.state.players[2].tactics == 0


def test_the_card_of_an_effect_may_be_kept():
    """It may be played, it need not be."""
    evening = turn(**{"reward.nest": "draw 1; play"})
    evening.play("place", place="nest")
    evening.play("no_tactics")
    assert evening.state.players[0].tactics == 1
    assert evening.asked == "turn.actions"


def test_no_card_in_hand():
    """Without a card there is nothing to play."""
    evening = turn()
    assert not evening.offered("play_tactics")
    with pytest.raises(IllegalMove, match="no Tactics card"):
        evening.play("play_tactics", name="")


def test_a_card_told_in_words_is_known_the_next_time():
    """One tap then: its name from a list, its effects by themselves."""
    evening = turn().player(0, tactics=2)
    evening.play("play_tactics", name="")
    evening.play("card_words", words="gain relics 2; advance", name="Swift Feet")
    assert evening.learnt == {"tactics.swift_feet": "gain relics 2; advance"}
    alice = evening.state.players[0]
    assert (alice.relics, alice.council, alice.ichor) == (2, 1, 4)
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    evening.at("turns", "", turn=0).settle()
    evening.play("play_tactics", name="swift_feet")
    assert evening.state.players[0].relics == 4


def test_a_card_must_be_done_in_full():
    """What cannot be done in full may not be played (p. 24)."""
    evening = turn(**{"tactics.bargain": "spend relics 2; gain artifacts 1"}).player(0, tactics=1, relics=1)
    assert len([one for one in evening.prompt.offers if one.move.name == "play_tactics"]) == 1
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("play_tactics", name="bargain")
    assert evening.state.players[0].tactics == 1
    evening.play("play_tactics", name="")
    with pytest.raises(IllegalMove, match="in full"):
        evening.play("card_words", words="spend relics 2", name="")


def test_down_to_four_at_the_end_of_the_turn():
    """Five cards and more are discarded down to four after the Trionfi Step (p. 12)."""
    evening = turn().player(0, tactics=6)
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    assert evening.state.players[0].tactics == 4
    assert evening.told("hand_cut").args["count"] == 2


def test_four_cards_stay():
    """Nobody discards with four."""
    evening = turn().player(0, tactics=4)
    evening.play("gather")
    evening.play("gather")
    evening.play("end_turn")
    assert "hand_cut" not in evening.names


def test_a_card_between_a_collect_and_a_place_by_a_card():
    """A Tactics card that places a Scout does so after a Collect (p. 24)."""
    evening = turn(**{"tactics.vanguard": "place"}).scouts(forge="A").player(0, tactics=1)
    evening.play("collect", scouts="forge", artifacts=0, rewards="all")
    evening.play("play_tactics", name="vanguard")
    evening.play("place_free", place="forge")
    assert evening.state.standing("forge") == (1, 0, 0)
