"""Golden rules (p. 27, and those in boxes before): at their moment, once, and silenced one by one."""

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.action.sheet import Sheet
from companion.games.citadel.campaign import golden
from companion.games.citadel.state import Action

from ..laying import playing, take, terrain
from ..table import Evening, begun


def shown(evening: Evening) -> list[str]:
    """The rules that stand in the small print of what has to be done."""
    print_ = str(evening.prompt.more)
    return [f"golden.{name}" for name, rule in golden.RULES.items() if str(rule.text) in print_]


def test_a_rule_comes_at_its_moment_and_only_once():
    """Gold cards matter when a numbered card is taken; the second time nothing is said."""
    evening = begun()
    assert shown(evening) == []
    evening.play("card_called", number="049")
    assert shown(evening) == ["golden.gold"]
    evening.play("take_not")
    assert shown(evening) == []
    evening.play("card_called", number="050")
    assert shown(evening) == []
    assert evening.state.reminded == ("gold",)


def test_a_rule_is_silenced_for_good():
    """Also in later evenings, until somebody wants to hear it again."""
    evening = begun()
    evening.play("golden_silence", golden="gold")
    evening.play("card_called", number="049")
    assert shown(evening) == []
    evening.play("take_not")
    with pytest.raises(IllegalMove, match="silent already"):
        evening.play("golden_silence", golden="gold")
    evening.play("golden_speak", golden="gold")
    evening.play("card_called", number="049")
    assert shown(evening) == ["golden.gold"]
    with pytest.raises(IllegalMove, match="not silent"):
        evening.play("golden_speak", golden="gold")


def test_it_is_silenced_where_it_is_shown():
    """One tap."""
    evening = begun()
    evening.play("card_called", number="049")
    evening.play("golden_silence", golden="gold")
    assert shown(evening) == []
    assert evening.state.silenced == ("gold",)


def test_a_new_evening_says_them_once_again():
    """After the game was resumed (p. 25), unless they are silenced."""
    evening = terrain(playing(begun()), "081")
    assert "gold" in evening.state.reminded
    evening.play("save")
    evening.play("list_done")
    evening.play("list_done")
    assert evening.state.reminded == ()


def test_framed_cards_are_told_of_where_one_is_known():
    """Golden rule 4 on p. 27."""
    evening = begun()
    evening.play("card_called", number="123")
    evening.play("take_framed", pictograph="moon", colour="green")
    evening.play("sign_at", where="scenario")
    evening.play("reveal", kind="terrain")
    evening.play("arrows_read", north="", east="", south="", west="", mandatory="no")
    evening.play("card_called", number="123")
    assert shown(evening) == ["golden.framed"]


def test_the_rule_of_the_placement_arrow():
    """Golden rule on p. 17, when a Permanent event is attached."""
    evening = terrain(begun(), "081")
    take(evening, "112", "permanent")
    assert shown(evening) == ["golden.arrow"]


def test_mandatory_actions_concern_everybody_there():
    """Golden rule 1 on p. 27; alone it does not matter."""
    assert shown(terrain(begun(2), "081", mandatory="yes")) == ["golden.mandatory"]
    assert shown(terrain(begun(1), "081", mandatory="yes")) == []


def test_all_seven_of_the_summary_are_there():
    """The seven rules that are easily forgotten (p. 27)."""
    assert sum(rule.page == 27 for rule in golden.RULES.values()) == 7


def acting(step: str, die: int | None = None, need: int = 3, **sheet: bool) -> Evening:
    """Ada performs an action, alone on her Terrain card."""
    action = Action(active="seat1", involved=("seat1",), step=step, die=die, sheet=Sheet(cost=2, rows=(need,), **sheet))
    return begun(1).at(action=action)


def due(evening: Evening) -> tuple[str, ...]:
    return golden.due(evening.state)


def test_rules_of_the_steps_of_an_action():
    """Golden rules 2, 5, 6 and 7 on p. 27, and those on p. 12 and 13, in the step in which they matter."""
    assert due(acting("gear")) == ("more", "strip")
    assert due(acting("gear", need=0)) == ()
    assert due(acting("gear", chain=True)) == ("more", "strip")
    assert due(acting("gear", chain=True).at(silenced=("strip",))) == ("more", "chain")
    assert due(acting("stars")) == ("strip",)
    assert due(acting("stars", die=3)) == ("strip", "die")
    assert due(acting("consequence")) == ("active",)


def test_rules_of_purse_cards_matter_with_purse_cards():
    """Golden rule 3 on p. 27 with two cards, effects outlined in red (p. 12) with one."""
    evening = begun(1)
    for number, expected in (("049", ("more", "must")), ("050", ("more", "keywords"))):
        evening.play("enter_card", number=number, colour="green", kind="purse", where="purse", seat="seat1")
        now = begun(1).at(cards=evening.state.cards, action=acting("gear").state.action, silenced=("strip",))
        assert due(now) == expected
