"""Mandatory actions that come up in the midst of something else (p. 11, 17 to 18)."""

import pytest

from companion.game import IllegalMove
from companion.games.citadel.cards import taking
from companion.games.citadel.state import Task
from tests.companion.games.citadel.action.acting import table


def test_a_revealed_event_with_a_mandatory_action():
    """It is taken at once, in the midst of the event; then the event is put away (p. 11, 17)."""
    evening = table(2)
    event = evening.card("310", "temporary", "shown", "seat2")
    evening.at(todo=(Task(kind=taking.EVENT, seat="seat2", card=event),))
    evening.play("act_now", seat="seat1", icon="run")
    assert (evening.running.source, evening.asked) == ("temporary", "action.sheet")
    evening.sheet(0, 0, "simple", "mandatory")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert evening.state.todo[0].kind == taking.EVENT


def test_an_action_in_the_midst_of_another():
    """A consequence reveals an event with a mandatory action: it comes first, then the rest of the first one (p.
    11)."""
    evening = table(2)
    evening.act("search", "081.1")
    evening.sheet(2, 1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    event = evening.card("310", "temporary", "shown", "seat1")
    evening.at(todo=(Task(kind=taking.EVENT, seat="seat1", card=event),))
    evening.play("act_now", seat="seat2", icon="run")
    evening.sheet(1, 0, "simple", "mandatory")
    evening.play("draw", cards=1)
    evening.play("action_card", card=event, to="banished")
    evening.play("action_done")
    assert (evening.running.icon, evening.asked) == ("search", "action.consequence")
    evening.play("action_done")
    assert evening.state.action is None
    assert evening.state.turn.waiting == ()


def test_a_mandatory_action_in_a_dialogue():
    """While a dialogue is read in the Consequence step, its mandatory action comes first; it cannot be left (p. 11,
    18)."""
    evening = table(2)
    evening.act("speak", "081.1")
    evening.sheet(0, 0)
    evening.play("draw", cards=0)
    evening.play("read_dialogue", dialogue="12")
    assert evening.offered("act_now")
    evening.play("act_now", seat="seat2", icon="convince")
    assert (evening.running.source, evening.running.forced) == ("dialogue", True)
    with pytest.raises(IllegalMove):
        evening.play("action_cancel")
    evening.sheet(0, 0, "simple", "mandatory")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert evening.running.icon == "speak"


def test_other_tasks_wait_for_the_mandatory_action():
    """What waited behind the event goes on after it."""
    evening = table(2)
    event = evening.card("310", "temporary", "shown", "seat1")
    evening.at(todo=(Task(kind=taking.EVENT, seat="seat1", card=event), Task(kind="drain", seat="seat2", count=1)))
    evening.play("act_now", seat="seat1", icon="run")
    evening.sheet(0, 0, "simple", "mandatory")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert [task.kind for task in evening.state.todo] == [taking.EVENT, "drain"]
