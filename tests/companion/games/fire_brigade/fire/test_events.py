"""Event cards: firestorms, festivals, special events (rulebook p. 7 to 9, card texts)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove, Pick
from companion.games.fire_brigade.fire import events
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.names import MAP

from ..table import Evening


def test_a_firestorm_is_entered_once():
    """p. 7: each marked block burns one higher; its pattern is kept and is one tap the next time."""
    evening = Evening().at_event().quiet().block("E2", destroyed=True).player(1, wagon="D2")
    evening.play("new_storm")
    [squares] = [offer for offer in evening.prompt.offers if offer.move.name == "mark_fireball"]
    [ask] = squares.asks
    assert isinstance(ask, Pick)
    assert (len(ask.choices), ask.on) == (32, MAP)
    for place in ("C2", "D2", "E2", "D4", "B5", "B5"):
        evening.play("mark_fireball", field=place)
    evening.play("marked_storm", name="Red One")
    assert evening.board_facts == {"storm.red one": "C2 D2 E2 D4"}
    assert evening.burning() == {"C2": 1, "D4": 2}
    evening.play("end_turn")
    assert events.known(evening.state) == {"red one": ("C2", "D2", "E2", "D4")}
    evening.play("storm", name="red one")
    assert evening.burning() == {"C2": 2, "D4": 3}


def test_a_firestorm_needs_no_name():
    """p. 7: what was tapped is kept under a number, once; it is offered as soon as tapped squares fit it."""
    evening = Evening().at_event().quiet()
    evening.play("new_storm")
    for place in ("C2", "B5"):
        evening.play("mark_fireball", field=place)
    evening.play("keep_storm")
    assert evening.board_facts == {"storm.1": "C2 B5"}
    assert evening.burning() == {"C2": 1, "B5": 1, "D4": 1}
    evening.play("end_turn")
    evening.play("new_storm")
    assert "storm" not in evening.first_offers
    evening.play("mark_fireball", field="B5")
    assert "storm" in evening.first_offers
    evening.play("mark_fireball", field="C2")
    evening.play("keep_storm")
    assert evening.board_facts == {}
    assert evening.burning()["C2"] == 2


def test_a_firestorm_may_be_called_off():
    """Whoever tapped the wrong card goes back to the others."""
    evening = Evening().at_event().quiet()
    evening.play("new_storm")
    evening.play("mark_fireball", field="C2")
    evening.play("new_storm")
    assert evening.prompt.name == "event.reveal"
    evening.play("gust", direction="north")
    assert evening.state.marked == ()


def test_a_firestorm_needs_a_square():
    """p. 7: a card without a marked square is none; corners do not burn."""
    evening = Evening().at_event().quiet()
    with pytest.raises(IllegalMove, match="Mark first"):
        evening.play("marked_storm")
    with pytest.raises(IllegalMove, match="No firestorm"):
        evening.play("storm", name="blue")
    assert GAME.check is not None
    GAME.check("storm.red", "C2 D5")
    for wrong in ("", "A1", "C2 C2", "Z9"):
        with pytest.raises(IllegalMove):
            GAME.check("storm.red", wrong)


def test_one_event_in_each_turn():
    """p. 9: at the start of a turn one card is revealed, then the actions follow."""
    evening = Evening().at_event().quiet()
    evening.play("gust", direction="north")
    assert evening.state.phase == "action"
    with pytest.raises(IllegalMove, match="Action Phase"):
        evening.play("gust", direction="north")


# --- festivals --------------------------------------------------------------------------------------------------------


def test_arson_feeds_loyal_blocks():
    """Card text, usual reading: every block with a Loyalty marker."""
    evening = Evening().at_event().quiet().block("C2", loyal=0).block("D2", loyal=1).player(1, wagon="D2")
    evening.play("festival", card="arson")
    assert evening.burning() == {"C2": 1, "D4": 1}


def test_arson_on_one_block():
    """Card text, other reading: one of them, chosen by the active player."""
    evening = Evening().at_event().quiet().rule(festival="one").block("C2", loyal=0).block("D2", loyal=1)
    evening.play("festival", card="arson")
    with pytest.raises(IllegalMove, match="Arson"):
        evening.play("feed_fire", field="E2")
    evening.play("feed_fire", field="D2")
    assert evening.burning() == {"D2": 1, "D4": 1}


def test_a_festival_without_such_blocks():
    """p. 7: who cannot passes it over."""
    evening = Evening().at_event().quiet().rule(festival="one")
    evening.play("festival", card="arson")
    assert evening.state.phase == "action"


def test_burning_man_burns_where_brigades_are():
    """Card text, usual reading: the card means just the protected blocks, so it comes before the protection."""
    evening = Evening().at_event().quiet().player(0, brigade="C2").player(1, wagon="D2")
    evening.play("festival", card="burning_man")
    assert evening.burning() == {"C2": 1, "D2": 1, "D4": 1}


def test_burning_man_held_back():
    """p. 9, other reading: Brigades and Wagons protect from every event card."""
    evening = Evening().at_event().quiet().rule(burning_man="held").player(0, brigade="C2")
    evening.play("festival", card="burning_man")
    assert evening.burning() == {"D4": 1}


def test_dirty_dealings_asks_everybody():
    """Card text: each player may choose a block without Brigade or Wagon, the active one first."""
    evening = Evening(3).at_event(seat=1).quiet().player(0, brigade="C2")
    evening.play("festival", card="dirty_dealings")
    assert evening.prompt.seat == 1
    evening.play("feed_fire", field="D2")
    assert evening.prompt.seat == 2
    with pytest.raises(IllegalMove):
        evening.play("feed_fire", field="C2")
    evening.play("feed_none")
    evening.play("feed_fire", field="D2")
    assert evening.burning() == {"D2": 2, "D4": 1}
    assert evening.state.phase == "action"


def test_karnaj_feeds_blocks_of_value_two():
    """Card text: value 2; not the destroyed ones."""
    evening = Evening().at_event().quiet().block("C2", value=2).block("D2", value=2, destroyed=True)
    evening.play("festival", card="karnaj")
    assert evening.burning() == {"C2": 1, "D4": 1}


# --- for everybody ----------------------------------------------------------------------------------------------------


def test_everybody_gets_larger_wagons():
    """Card text 1: each player's track goes on by a circle; a circle is asked once, then it is known."""
    evening = Evening(3).at_event().quiet()
    evening.play("bonus", card="wagon")
    evening.play("circle", circle="plain", value=3)
    assert [one.values["wagon"] for one in evening.state.players] == [3, 3, 3]


def test_better_crews_with_a_blue_circle():
    """Card text 2: a circle on; the blue one gives its bonus, the one who is complete passes it over (p. 7)."""
    evening = Evening().at_event().quiet().player(1, blue=("crew",))
    evening.play("bonus", card="crew")
    evening.play("circle", circle="blue", value=3)
    assert evening.prompt.name == "recruit"
    evening.play("recruit_none")
    assert evening.state.players[1].values["crew"] == 0


def test_better_leaders_in_the_own_event_phase():
    """Card text 3: the active player has the new number of actions, and two more with a blue circle (p. 11)."""
    evening = Evening().at_event().quiet()
    evening.play("bonus", card="leadership")
    evening.play("circle", circle="blue", value=5)
    assert evening.state.turn.actions == 7
    assert evening.state.players[1].values["leadership"] == 5


def test_a_free_recruit_for_everybody_who_may():
    """Card text 4, p. 11: who has no place passes it over."""
    evening = Evening().at_event().quiet().player(1, values={"crew": 1, "wagon": 2, "leadership": 4})
    evening.play("bonus", card="recruit")
    assert "passed_over" in evening.names
    assert (evening.prompt.name, evening.prompt.seat) == ("recruit", 1)


def test_everybody_places_a_renown():
    """Card text 5: one each, on any block that is not the own one or destroyed."""
    evening = Evening().at_event().quiet().block("C2", loyal=0)
    evening.play("bonus", card="renown")
    assert evening.prompt.name == "renown.anywhere"
    with pytest.raises(IllegalMove):
        evening.play("place_renown", field="C2", count=1)
    evening.play("place_renown", field="E5", count=1)
    assert evening.prompt.seat == 1
    evening.play("leave_renown")
    assert evening.state.city["E5"].renown == (1, 0)


def test_all_brigades_are_refilled():
    """Card text 6: Captains and crew, wherever they are; not the Wagons."""
    evening = Evening().at_event().quiet().player(0, captain_water=0, wagon_water=0).player(1, captain_water=1)
    evening.play("bonus", card="refill")
    assert [one.captain_water for one in evening.state.players] == [2, 2]
    assert evening.state.players[0].wagon_water == 0


def test_another_event_is_done_by_the_players():
    """p. 7: a card that the list does not have."""
    evening = Evening().at_event().quiet()
    evening.play("other_event")
    assert evening.state.phase == "action"
