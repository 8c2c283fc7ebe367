"""Gather Ichor and Force Revive (rulebook p. 9)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.meaning import prompted
from tests.companion.games.turris.places_made_up import turn


def test_bob_gathers_with_both_actions():
    """1 for the first, 2 for the second: 3 Ichor in the turn (p. 9, example)."""
    evening = turn(seat=1).player(1, ichor=0)
    evening.play("gather")
    assert evening.state.players[1].ichor == 1
    assert str(next(o.label for o in evening.prompt.offers if o.move.name == "gather")) == "Gather 2 Ichor"
    evening.play("gather")
    assert evening.state.players[1].ichor == 3
    assert evening.asked == "turn.close"


def test_a_third_gather_brings_one():
    """The additional Ichor comes once, however often Ichor is gathered (p. 9)."""
    evening = turn(seat=1).player(1, ichor=0)
    evening.play("gather")
    evening.play("gather")
    evening.play("open_card", who="seat2")
    evening.play("card_board", effect="action")
    evening.play("card_done")
    evening.play("gather")
    assert evening.state.players[1].ichor == 4


def test_gather_between_other_actions_has_no_bonus():
    """One Gather in a turn is 1 Ichor (p. 9)."""
    evening = turn()
    evening.play("place", place="forge")
    evening.play("gather")
    assert evening.state.players[0].ichor == 4


def test_gather_from_an_empty_supply():
    """No more than the supply has: 25 Ichor in all (p. 3)."""
    evening = turn().player(1, ichor=21).player(2, ichor=1)
    evening.play("gather")
    assert evening.state.players[0].ichor == 3
    assert evening.told("gained").args["count"] == 0


def test_bob_force_revives_one_scout():
    """An Action and 3 Ichor for one Scout (p. 9, example)."""
    evening = turn(seat=1).player(1, graveyard=3, reserve=1, ichor=3)
    evening.play("force_revive", artifacts=0)
    bob = evening.state.players[1]
    assert (bob.ichor, bob.graveyard, bob.reserve) == (0, 2, 2)


def test_force_revive_is_cheap_with_all_four_in_the_graveyard():
    """1 Ichor instead of 3, for the first of them (p. 9)."""
    evening = turn().player(0, graveyard=4, reserve=0, ichor=4)
    evening.play("force_revive", artifacts=0)
    assert (evening.state.players[0].ichor, evening.state.players[0].graveyard) == (3, 3)
    evening.play("force_revive", artifacts=0)
    assert (evening.state.players[0].ichor, evening.state.players[0].graveyard) == (0, 2)


def test_force_revive_needs_a_scout_there_and_the_ichor():
    """Nothing in the Graveyard or too little Ichor: it is neither offered nor taken (p. 9)."""
    evening = turn()
    assert not evening.offered("force_revive")
    with pytest.raises(IllegalMove, match="Graveyard"):
        evening.play("force_revive", artifacts=0)
    evening.player(0, graveyard=1, reserve=3, ichor=2)
    assert not evening.offered("force_revive")
    with pytest.raises(IllegalMove, match="3 Ichor"):
        evening.play("force_revive", artifacts=0)


def test_force_revive_with_artifacts():
    """Artifacts stand in for Ichor, where it is missing or as the player likes (p. 21)."""
    evening = turn().player(0, graveyard=1, reserve=3, ichor=2, artifacts=1)
    evening.play("force_revive", artifacts=0)
    assert (evening.state.players[0].ichor, evening.state.players[0].artifacts) == (0, 0)
    evening = turn().player(0, graveyard=1, reserve=3, ichor=3, artifacts=2)
    evening.play("force_revive", artifacts=2)
    assert (evening.state.players[0].ichor, evening.state.players[0].artifacts) == (2, 0)


def test_a_token_gives_one_more_action():
    """Spent after both Actions, it allows a third, which need not be taken (p. 3)."""
    evening = turn().player(0, tokens=2)
    evening.play("gather")
    evening.play("gather")
    evening.play("use_token")
    assert evening.state.players[0].tokens == 1
    assert evening.asked == "turn.close"
    assert prompted(evening.prompt) == ("turn.close", {"player": "Alice", "n": 1})
    evening.play("gather")
    assert evening.state.players[0].ichor == 3 + 1 + 2 + 1


def test_no_more_tokens_than_there_are():
    """8 Additional Action tokens in the box (p. 3): of three more, two come when six are held."""
    evening = turn(**{"tactics.haste": "gain action tokens 3"}).player(0, tactics=1).player(1, tokens=6)
    with pytest.raises(IllegalMove, match="not enough left"):
        evening.play("play_tactics", name="haste")
    evening.player(1, tokens=5)
    evening.play("play_tactics", name="haste")
    assert evening.state.players[0].tokens == 3
    with pytest.raises(IllegalMove, match="no Additional Action token"):
        evening.player(0, tokens=0).play("use_token")


def test_a_revival_says_when_an_artifact_goes():
    """3 Ichor with 2 of them there (p. 9, 21)."""
    evening = turn().player(0, ichor=2, artifacts=1, graveyard=1, reserve=3)
    [offer] = [one for one in evening.prompt.offers if str(one.label) == "Force Revive for 3 Ichor"]
    assert str(offer.note) == "1 Artifact stands in for Ichor"
