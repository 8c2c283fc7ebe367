"""Actions that were told before, told wrongly, or stand on cards without a name (p. 10 to 11)."""

import pytest

from companion.api.game import IllegalMove
from tests.companion.games.citadel.action.acting import table


def test_a_known_action_is_one_tap():
    """The known actions of whoever is next stand first in the list of what can be begun (p. 10)."""
    evening = table(2, **{"action.081.1.climb": "cost 5 rows 3"})
    offer = evening.prompt.offers[0]
    assert offer.move.args == {"seat": "seat1", "icon": "climb", "source": "", "card": "081.1"}
    assert offer.icon == "climb"
    evening.play(offer.move.name, **offer.move.args)
    assert evening.asked == "action.gear"


def test_many_known_actions_stand_behind_the_icons():
    """More than six would bury the rest."""
    names = ("climb", "dig", "search", "listen", "open", "read", "run", "rest")
    evening = table(2, **{f"action.081.1.{icon}": "cost 5 rows 3" for icon in names})
    moves = [one.move.name for one in evening.prompt.offers if one.move.name in ("act", "acts")]
    assert moves == ["act"] * 6 + ["acts"] + ["act"] * 2 + ["acts"]


def test_an_action_that_was_told_wrongly():
    """Before cards are drawn it can be read once more."""
    evening = table(2)
    event = evening.card("300", "permanent", "board")
    evening.act("dig", event)
    evening.sheet(1, 5, "compound", "mandatory")
    evening.play("sheet_again")
    assert (evening.asked, evening.state.turn.dice) == ("action.sheet", ())
    evening.sheet(2, 4, "compound")
    assert (evening.running.need, evening.running.involved) == (4, ("seat1",))
    assert evening.state.board["action.300.1.dig"] == "cost 2 rows 4 compound"


def test_an_action_left_is_no_turn():
    """Nobody has had a turn yet: nobody comes next (p. 10)."""
    evening = table(2)
    evening.act("climb", "081.1")
    evening.play("action_cancel")
    assert evening.state.turn.last == ""


def test_a_prerequisite_is_remembered():
    """What an action demands is said in the players' words, and shown wherever the action is offered (p. 11)."""
    evening = table(2, **{"action.081.1.climb": "cost 5 rows 3"})
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("prerequisite", words="groundshiver of level 3.")
    assert evening.board_facts == {"prerequisite.081.1.climb": "groundshiver of level 3."}
    assert "Only if: groundshiver of level 3." in str(evening.prompt.more)
    evening.play("action_cancel")
    assert str(evening.prompt.offers[0].note) == "Cost 5, difficulty 3. Only if: groundshiver of level 3."
    evening.play("act", seat="seat1", icon="climb", source="", card="081.1")
    evening.play("prerequisite", words="")
    assert "Only if" not in str(evening.prompt.more)


def test_another_card_without_a_name():
    """A die lies on some card that nobody has named; on another one that shows the same it begins anew (p. 11)."""
    evening = table(1)
    evening.act("dig", "event")
    evening.sheet(1, 5, "compound")
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    evening.play("action_done")
    evening.act("dig", "event")
    evening.sheet(1, 5, "compound")
    assert evening.running.need == 3
    evening.play("first_row")
    assert (evening.running.row, evening.running.need, evening.offered("first_row")) == (1, 5, False)


def test_a_fight_on_a_card_without_a_name_goes_on():
    """p. 11: its die stays between the tries, so what it shows, once told, is known in the next one; Ada's fight of 2
    with one success needs 1 more."""
    evening = table(1)
    evening.act("fight", "event")
    evening.fight(1, 2, tough=1)
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)  # one of them is ignored: Tough
    evening.play("action_done")
    over = evening.told("action_over").text
    assert "its die stays on row 1 and shows 1" in str(over)
    [begun] = [one for one in evening.prompt.offers if one.move.name == "goes_on"]
    assert str(begun.note) == "Go on: row 1, the die shows 1"
    evening.play("goes_on", **begun.move.args)
    assert (evening.running.need, evening.running.sheet.trait("tough")) == (1, 1)
    evening.play("draw", cards=1)
    evening.play("stars_told", count=2)
    evening.play("action_last", close=1)
    assert not any(one.move.name == "goes_on" for one in evening.prompt.offers)


def test_nothing_goes_on_without_a_die():
    """Nor an action of another kind than its."""
    evening = table(1)
    with pytest.raises(IllegalMove, match="No die"):
        evening.play("goes_on", seat="seat1", at=0)


def left_a_fight_on_3():
    """A fight on a card without a name, left with its die on 3 of 4."""
    evening = table(1)
    evening.act("fight", "event")
    evening.fight(2, 4)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    return evening


def test_two_fights_on_cards_without_names_are_told_apart():
    """p. 11: each card has a die of its own. A fight is left with its die on 3 of 4; another one shows 6 in its first
    row, so its die begins there, and the first one's still lies on 3."""
    evening = left_a_fight_on_3()
    evening.act("fight", "event")
    evening.fight(3, 6)
    assert (evening.running.row, evening.running.need) == (1, 6)
    assert [(die.row, die.value) for die in evening.state.turn.dice] == [(1, 3), (1, 6)]
    evening.play("draw", cards=3)
    evening.play("stars_told", count=1)
    evening.play("action_done")
    assert [str(one.note) for one in evening.prompt.offers if one.move.name == "goes_on"] == [
        "Go on: row 1, the die shows 3",
        "Go on: row 1, the die shows 5",
    ]


def test_a_die_that_lies_there_is_said():
    """Who tells the same fight once more hears that it goes on where its die lies."""
    evening = left_a_fight_on_3()
    evening.act("fight", "event")
    evening.fight(2, 4)
    assert evening.running.need == 3
    assert evening.told("die_lies_there").args == {"row": 1, "value": 3}
