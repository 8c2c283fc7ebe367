"""The Despair takes resources (rulebook p. 19, and p. 21 on Artifacts)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.turris.table import FULL, Evening


def board(players: int = 3, **scouts: str) -> Evening:
    return Evening(players, **FULL).scouts(**scouts)


def test_bob_discards_for_each_scout_as_long_as_he_has_something():
    """p. 19, example: three of Bob's Scouts and one of Carol's; Bob has 1 Knowledge and 1 Ichor: he gives the
    Knowledge, then the Ichor, then nothing; then Carol, who has only Relics, gives one."""
    evening = board(abyss="BBBC").beasts(despair="grove").player(1, knowledge=1, ichor=1).player(2, relics=2, ichor=1)
    evening.hunt("despair")
    bob, carol = evening.state.players[1:]
    assert (bob.knowledge, bob.ichor) == (0, 0)
    assert (carol.relics, carol.ichor) == (1, 1)
    lost = [fact for fact in evening.facts if fact.name in ("discarded", "nothing_to_discard")]
    told = [(fact.args["seat"], fact.args.get("what", "nothing")) for fact in lost]
    assert told == [(2, "knowledge"), (2, "ichor"), (2, "nothing"), (3, "relics")]
    assert [player.graveyard for player in evening.state.players] == [0, 0, 0]


def test_a_player_with_several_kinds_chooses():
    """p. 19: which of Knowledge, Relics and Weaponry is the player's choice; Ichor comes only after them."""
    evening = board(abyss="B").beasts(despair="grove").player(1, knowledge=1, weaponry=1, ichor=3).hunt("despair")
    assert evening.asked == "beasts.pay"
    assert evening.prompt.seat == 1
    with pytest.raises(IllegalMove):
        evening.play("discard", what="ichor")
    evening.play("discard", what="weaponry")
    assert (evening.state.players[1].weaponry, evening.state.players[1].knowledge) == (0, 1)


def test_for_two_scouts_the_second_choice_is_made_by_itself_where_there_is_none():
    """p. 19: two kinds, one each, two Scouts: after the first choice the other goes by itself."""
    evening = board(abyss="BB").beasts(despair="grove").player(1, knowledge=1, weaponry=1, ichor=3).hunt("despair")
    evening.play("discard", what="weaponry")
    assert (evening.state.players[1].knowledge, evening.state.players[1].ichor) == (0, 3)
    assert not evening.state.tasks


def test_an_artifact_need_not_be_given_by_who_has_nothing_else():
    """p. 21, example 1: no resources but an Artifact: nothing is discarded, nothing is asked."""
    evening = board(abyss="A").beasts(despair="grove").player(0, artifacts=1, ichor=0).hunt("despair")
    assert evening.state.players[0].artifacts == 1
    assert not evening.state.tasks
    assert "nothing_to_discard" in evening.names


def test_an_artifact_can_shield_from_the_despair():
    """p. 21: the Scout's owner may give an Artifact instead."""
    evening = board(abyss="A").beasts(despair="grove").player(0, artifacts=1, relics=1).hunt("despair")
    assert evening.asked == "beasts.pay"
    evening.play("discard", what="artifacts")
    assert (evening.state.players[0].artifacts, evening.state.players[0].relics) == (0, 1)


def test_players_discard_in_turn_order():
    """p. 19: from the First Player on."""
    evening = board(abyss="AC").beasts(despair="grove").at("turns", first=2)
    evening.player(0, relics=1).player(2, relics=1).hunt("despair")
    assert [fact.args["seat"] for fact in evening.facts if fact.name == "discarded"] == [3, 1]
