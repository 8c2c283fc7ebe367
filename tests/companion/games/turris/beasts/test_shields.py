"""Artifacts as shields (rulebook p. 21)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_bob_shields_his_scout_from_the_pain():
    """p. 21, example 2: in the Grove Bob pays an Artifact; the Pain stays there together with the Scout."""
    evening = board(grove="B").beasts(pain="abyss").player(1, artifacts=1).hunt("pain")
    assert evening.asked == "beasts.shield"
    evening.play("shield", count=1)
    assert evening.at_place("pain") == "grove"
    assert evening.state.standing("grove") == (0, 1, 0)
    bob = evening.state.players[1]
    assert (bob.artifacts, bob.graveyard, bob.council) == (0, 0, 0)  # no step for a Scout that is saved (p. 21)


def test_each_artifact_shields_one_scout():
    """p. 21: two Scouts, one Artifact: the other one is devoured."""
    evening = board(grove="BB").beasts(pain="abyss").player(1, artifacts=1).hunt("pain")
    with pytest.raises(IllegalMove):
        evening.play("shield", count=2)
    evening.play("shield", count=1)
    bob = evening.state.players[1]
    assert (bob.graveyard, bob.council, evening.state.standing("grove")) == (1, 1, (0, 1, 0))


def test_nobody_has_to_shield():
    """p. 21: the owner may."""
    evening = board(grove="B").beasts(pain="abyss").player(1, artifacts=2).hunt("pain")
    evening.play("shield", count=0)
    assert (evening.state.players[1].artifacts, evening.state.players[1].graveyard) == (2, 1)


def test_players_are_asked_in_turn_order_and_only_who_has_artifacts():
    """p. 17, 21: Carol, First Player, before Alice; Bob has none."""
    evening = board(grove="ABC").beasts(pain="abyss").player(0, artifacts=1).player(2, artifacts=1)
    evening.at("turns", first=2).hunt("pain")
    assert evening.prompt.seat == 2
    evening.play("shield", count=1)
    assert evening.prompt.seat == 0
    evening.play("shield", count=0)
    assert [player.graveyard for player in evening.state.players] == [1, 1, 0]


def test_a_shielded_scout_is_not_driven_away():
    """p. 21: the Delusion's effect is ignored, too."""
    evening = board(spire="AB").beasts(delusion="forge").player(0, artifacts=1).hunt("delusion")
    evening.play("shield", count=1)
    evening.play("drive_to", place="garden", count=1)
    assert evening.state.standing("spire") == (1, 0, 0)
    assert evening.state.standing("garden") == (0, 1, 0)


def test_a_shielded_scout_gives_the_harrow_no_chain_attack():
    """p. 19: the chain needs a devoured Scout."""
    evening = board(circle="A", brink="B").beasts(harrow="isle").player(0, artifacts=1).hunt("harrow")
    evening.play("shield", count=1)
    assert evening.at_place("harrow") == "circle"
    assert evening.state.manned("brink") == 1
