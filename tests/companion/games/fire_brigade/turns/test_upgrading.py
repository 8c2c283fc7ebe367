"""Upgrades (rulebook p. 9 and 11)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.game import GAME

from ..table import Evening


def test_once_a_turn():
    """p. 9: every action may be repeated, Upgrade not."""
    evening = Evening().laid_out().quiet()
    evening.play("upgrade", track="crew")
    evening.play("circle", circle="plain", value=1)
    assert evening.board_facts == {"circle.1.crew.1": "1"}
    assert "upgrade" not in evening.first_offers
    with pytest.raises(IllegalMove, match="once in a turn"):
        evening.play("upgrade", track="wagon")


def test_a_circle_is_asked_once():
    """A circle that was told is known: the upgrade is one tap. The value may stay as it was (p. 11)."""
    evening = Evening().laid_out().quiet()
    evening.state = GAME.learn(evening.state, "circle.1.wagon.1", "2").state  # type: ignore[misc]
    evening.play("upgrade", track="wagon")
    assert not evening.state.tasks
    assert evening.state.players[0].values["wagon"] == 2
    assert evening.state.players[0].circles["wagon"] == 1


def test_a_larger_wagon_brings_no_water():
    """p. 11: the water comes with the next Refill."""
    evening = Evening().laid_out().quiet()
    evening.play("upgrade", track="wagon")
    evening.play("circle", circle="plain", value=4)
    assert evening.state.players[0].wagon_water == 2
    evening.play("refill")
    assert evening.state.players[0].wagon_water == 4


def test_leadership_gives_an_action_at_once():
    """p. 11: the next level gives one more action in the same turn: 4 - 1 + 1."""
    evening = Evening().laid_out().quiet()
    evening.play("upgrade", track="leadership")
    evening.play("circle", circle="plain", value=5)
    assert evening.state.turn.actions == 4


def test_blue_leadership_gives_two_more():
    """p. 11: the blue circle gives two actions in this turn, besides the one of its level: 4 - 1 + 1 + 2."""
    evening = Evening().laid_out().quiet().player(0, values={"crew": 0, "wagon": 2, "leadership": 5})
    evening.play("upgrade", track="leadership")
    evening.play("circle", circle="blue", value=6)
    assert evening.state.turn.actions == 6
    assert all(offer.move.args.get("track") != "leadership" for offer in evening.prompt.offers)


def test_blue_crew_gives_a_free_recruit():
    """p. 11: without an action."""
    evening = Evening().laid_out().quiet()
    evening.play("upgrade", track="crew")
    evening.play("circle", circle="blue", value=3)
    assert evening.prompt.name == "recruit"
    evening.play("recruit_none")
    assert evening.state.turn.actions == 3


def test_blue_wagon_moves_for_free_once_a_turn():
    """p. 11: with a Move of the Brigade, the Wagon may move too."""
    evening = Evening().laid_out().quiet().player(0, blue=("wagon",))
    evening.play("move_brigade", field="B2")
    evening.play("move_wagon", field="C2")
    assert evening.state.turn.actions == 3
    evening.play("move_brigade", field="C2")
    evening.play("move_wagon", field="D2")
    assert evening.state.turn.actions == 1


def test_a_complete_track_goes_no_further():
    """p. 11: beyond the blue circle there is nothing."""
    with pytest.raises(IllegalMove, match="complete"):
        Evening().laid_out().quiet().player(0, blue=("wagon",)).play("upgrade", track="wagon")


def test_the_two_sides_of_the_boards_are_told_apart():
    """p. 3: side 2 is another board; its circles are asked for themselves."""
    evening = Evening().laid_out().quiet().captain(0, "ester", "white")
    evening.play("upgrade", track="crew")
    evening.play("circle", circle="plain", value=1)
    assert evening.board_facts == {"circle.2.crew.1": "1"}


def test_what_a_circle_shows_makes_sense():
    """p. 11: crew 0 to 3, Wagon 2 to 6, Leadership 4 to 6; never less than before."""
    evening = Evening().laid_out().quiet()
    evening.play("upgrade", track="leadership")
    with pytest.raises(IllegalMove):
        evening.play("circle", circle="plain", value=3)
    assert GAME.check is not None
    GAME.check("circle.1.crew.1", "3 blue")
    for wrong in ("blue", "9", "3 red"):
        with pytest.raises(IllegalMove):
            GAME.check("circle.1.crew.1", wrong)
