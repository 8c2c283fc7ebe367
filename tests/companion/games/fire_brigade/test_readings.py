"""Rules that the book leaves open are asked when they first matter (docs/games/fire_brigade.md)."""

from __future__ import annotations

import pytest

from companion.api.game import IllegalMove, Value
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.game import GAME
from companion.games.fire_brigade.readings import QUESTIONS, RULES

from .table import Evening


def read(evening: Evening, rule: str, answer: str) -> None:
    """The question is asked, with the recommended answer as the large button, and answered."""
    assert evening.prompt.name == f"reading.{rule}"
    [usual] = [offer for offer in evening.prompt.offers if offer.tone == "usual"]
    assert usual.move.args["reading"] == house_rules.OPEN[rule].usual
    evening.play("read_rule", reading=answer)
    assert evening.state.choices[rule] == answer


def test_only_the_boards_are_asked_beforehand():
    """p. 3: side 1 or 2 is a choice of the book; every other reading has a question of its own for later."""
    assert [ask.name for ask in GAME.setup(3)] == ["sides"]
    assert set(house_rules.OPEN) == set(QUESTIONS) == set(RULES)


@pytest.mark.parametrize(("answer", "burning"), [("every", {"C2": 1, "D2": 1}), ("one", {})])
def test_a_festival_is_read_before_it_burns(answer: str, burning: dict[str, int]):
    """Card text: every such block, or one that is chosen next."""
    evening = Evening().at_event().quiet().block("C2", loyal=0).block("D2", loyal=1).unread()
    evening.play("festival", card="arson")
    read(evening, "festival", answer)
    assert evening.burning() == {**burning, "D4": 1}
    assert (evening.prompt.name == "fire.festival") == (answer == "one")


def test_with_one_block_there_is_nothing_to_read():
    """Every block of one is the same as one of them."""
    evening = Evening().at_event().quiet().block("C2", loyal=0).unread()
    evening.play("festival", card="arson")
    assert evening.burning() == {"C2": 1, "D4": 1}


def test_the_burning_man_is_read_before_it_burns():
    """p. 9, card text: protected, or burning all the same."""
    evening = Evening().at_event().quiet().unread().player(0, brigade="C2").player(1, wagon="A1")
    evening.player(1, brigade="C2", wagon="C2").player(0, wagon="C2")
    evening.play("festival", card="burning_man")
    read(evening, "burning_man", "held")
    assert evening.burning() == {"D4": 1}


@pytest.mark.parametrize(("answer", "place"), [("pass", "D1"), ("stop", "A1")])
def test_a_wagon_in_the_way_is_read_when_somebody_would_pass_it(answer: str, place: str):
    """p. 11: the move waits for the answer; stopped, nothing is spent."""
    evening = Evening().laid_out().quiet().fires(D4=1, A2=1, B2=1).unread().player(1, wagon="B1")
    evening.play("move_brigade", field="D1")
    read(evening, "wagons", answer)
    assert evening.state.players[0].brigade == place
    assert evening.state.turn.actions == (3 if answer == "pass" else 4)


def test_a_way_round_the_wagon_asks_nothing():
    """p. 11: the Wagon is passed beside."""
    evening = Evening().laid_out().quiet().unread().player(1, wagon="B1")
    evening.play("move_brigade", field="D1")
    assert evening.state.players[0].brigade == "D1"


def test_the_evacuation_is_read_when_it_begins():
    """p. 8: until then nobody has a last turn."""
    burnt = ("B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2")
    evening = Evening().laid_out().quiet().unread()
    for place in burnt[:-1]:
        evening.block(place, destroyed=True)
    evening.block(burnt[-1], fire=5)
    evening.play("end_turn")
    assert evening.state.left is None
    notes = {offer.move.args["reading"]: str(offer.note) for offer in evening.prompt.offers}
    assert notes == {"active": "Last turns: Ben", "first": "Last turns: Ben", "event": "Last turns: Ben"}
    read(evening, "evacuation", "active")
    assert evening.state.left == (1,)


def test_what_a_crew_member_does_is_read_when_it_joins():
    """Card texts: Ash puts fires out beside the Brigade, once a turn."""
    values = {"crew": 1, "wagon": 2, "leadership": 4}
    evening = Evening().laid_out().quiet().unread().player(0, values=values)
    evening.play("recruit")
    evening.play("recruit_keep", name="ash", kind="nobles", holds=2, leaves="nobody")
    for rule, answer in (("crew_actions", "free"), ("neighbours", "beside")):
        read(evening, rule, answer)
    assert evening.prompt.name == "turn.action"


def test_a_stolen_block_is_read_when_the_first_is_won():
    """p. 10: what it counts at the end."""
    evening = Evening().laid_out().quiet().unread().block("C2", loyal=1, value=1, renown=(1, 0)).fires(C2=1, D4=1)
    evening.player(0, brigade="C2")
    evening.play("extinguish", water=1)
    evening.play("place_renown", field="C2", count=1)
    read(evening, "stolen", "nothing")
    assert evening.state.city["C2"].loyal == 0


def test_fire_of_a_special_building_is_read_before_it_spreads():
    """p. 9: whether a Wagon holds it back."""
    evening = Evening().laid_out().quiet().unread().fires(C2=5, D4=1).block("C2", special="distillery")
    evening.player(1, wagon="D2")
    evening.play("end_turn")
    read(evening, "buildings", "held")
    assert "D2" not in evening.burning()
    assert evening.burning()["B2"] == 2


def test_a_reading_can_be_changed_by_hand_and_has_to_be_one():
    """What was said once is among what the table can say otherwise."""
    evening = Evening()
    evening.correct("rule.stolen", "nothing")
    assert house_rules.rule(evening.state, "stolen") == "nothing"
    evening = Evening().at_event().quiet().block("C2", loyal=0).block("D2", loyal=1).unread()
    evening.play("festival", card="arson")
    wrong: Value = "beside"
    with pytest.raises(IllegalMove, match="one of the answers"):
        evening.play("read_rule", reading=wrong)
