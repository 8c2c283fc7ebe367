"""Recruiting crew (rulebook p. 5 and 11)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.state import Crew

from ..table import Evening


def allowed(count: int) -> Evening:
    evening = Evening().laid_out().quiet()
    return evening.player(0, values={"crew": count, "wagon": 2, "leadership": 4})


def keep(evening: Evening, name: str, leaves: str = "nobody") -> Evening:
    evening.play("recruit_keep", name=name, kind="nobles", holds=2, leaves=leaves)
    return evening


def test_a_new_member_comes_with_water():
    """p. 5: hired crew come with water; what the card shows is kept for later evenings."""
    evening = allowed(1)
    evening.play("recruit")
    keep(evening, "kular")
    assert evening.board_facts == {"crew.kular": "nobles 2"}
    assert evening.state.players[0].crew == (Crew(name="kular", kind="nobles", holds=2, water=2),)
    assert evening.state.turn.actions == 3


def test_a_known_card_is_one_tap():
    """What was told once is not asked again."""
    evening = allowed(1)
    evening.state = GAME.learn(evening.state, "crew.kular", "nobles 2").state  # type: ignore[misc]
    evening.play("recruit")
    offers = {offer.move.args.get("name"): offer for offer in evening.prompt.offers}
    assert offers["kular"].asks == ()
    assert offers["ash"].asks == ()
    assert "precious" not in offers
    evening.play("recruit_card", name="kular", leaves="nobody")
    assert evening.state.players[0].crew == (Crew(name="kular", kind="nobles", holds=2, water=2),)


def test_what_an_unknown_card_shows_is_asked_next():
    """p. 5, 11: whom they keep is one tap, affiliation and water another; a wrong name is taken back."""
    evening = allowed(1)
    evening.play("recruit")
    evening.play("recruit_card", name="mog", leaves="nobody")
    assert evening.prompt.name == "recruit.card"
    evening.play("not_this_card")
    evening.play("recruit_card", name="kular", leaves="nobody")
    evening.play("crew_card", kind="nobles", holds=2)
    assert evening.board_facts == {"crew.kular": "nobles 2"}
    assert [one.name for one in evening.state.players[0].crew] == ["kular"]
    evening.play("recruit")
    with pytest.raises(IllegalMove, match="who leaves"):
        evening.play("recruit_card", name="mog", leaves="nobody")
    leaves = evening.prompt.offers[1].asks[0]
    assert [choice.value for choice in leaves.choices] == ["kular"]  # type: ignore[union-attr]


def test_keeping_nobody_wastes_the_action():
    """p. 11: both cards may be discarded; the action is gone."""
    evening = allowed(1)
    evening.play("recruit")
    evening.play("recruit_none")
    assert evening.state.turn.actions == 3
    assert evening.state.players[0].crew == ()


def test_the_track_limits_the_crew():
    """p. 11: as many as the track shows; one may be replaced, whose water goes back."""
    evening = keep_first(allowed(1))
    evening.play("recruit")
    with pytest.raises(IllegalMove, match="who leaves"):
        keep(evening, "mog")
    keep(evening, "mog", leaves="kular")
    assert [one.name for one in evening.state.players[0].crew] == ["mog"]
    assert evening.state.water_left() == 40 - 4 - 4 - 2


def keep_first(evening: Evening) -> Evening:
    evening.play("recruit")
    return keep(evening, "kular")


def test_no_recruit_without_a_place():
    """p. 11: the track begins at 0."""
    evening = allowed(0)
    assert "recruit" not in evening.first_offers
    with pytest.raises(IllegalMove, match="no crew yet"):
        evening.play("recruit")


def test_nobody_is_in_two_crews():
    """p. 2: there is one card of each."""
    evening = allowed(2).able(1, "kular")
    evening.play("recruit")
    assert "kular" not in {offer.move.args.get("name") for offer in evening.prompt.offers}
    with pytest.raises(IllegalMove, match="already"):
        keep(evening, "kular")


def test_a_card_is_told_as_affiliation_and_water():
    """What is told in the form must make sense."""
    assert GAME.check is not None
    GAME.check("crew.kular", "nobles 2")
    for wrong in ("nobles", "nobles nine", "lords 2", "nobles 7"):
        with pytest.raises(IllegalMove):
            GAME.check("crew.kular", wrong)
