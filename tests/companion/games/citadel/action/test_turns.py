"""Mandatory actions that come up in the midst of something else (p. 11, 17 to 18)."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove
from companion.games.citadel.cards import revealing
from companion.games.citadel.state import Task
from tests.companion.games.citadel.action.acting import Acting, table


def test_a_revealed_event_with_a_mandatory_action():
    """It is taken at once, in the midst of the event; then the event is put away (p. 11, 17)."""
    evening = table(2)
    event = evening.card("310", "temporary", "shown", "seat2")
    evening.at(tasks=(Task(kind=revealing.EVENT, seat="seat2", card=event),))
    evening.play("act_now", seat="seat1", icon="run")
    assert (evening.running.source, evening.asked) == ("temporary", "action.sheet")
    evening.sheet(0, 0, "simple", "mandatory")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert evening.state.tasks[0].kind == revealing.EVENT


def test_an_action_in_the_midst_of_another():
    """A consequence reveals an event with a mandatory action: it comes first, then the rest of the first one (p.
    11)."""
    evening = table(2)
    evening.act("search", "081.1")
    evening.sheet(2, 1)
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    event = evening.card("310", "temporary", "shown", "seat1")
    evening.at(tasks=(Task(kind=revealing.EVENT, seat="seat1", card=event),))
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
    evening.at(tasks=(Task(kind=revealing.EVENT, seat="seat1", card=event), Task(kind="drain", seat="seat2", count=1)))
    evening.play("act_now", seat="seat1", icon="run")
    evening.sheet(0, 0, "simple", "mandatory")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert [task.kind for task in evening.state.tasks] == [revealing.EVENT, "drain"]


# --- who may be active, by where people stand -------------------------------------------------------------------------


def apart(players: int = 3) -> Acting:
    """Ada and Ben on 081, Cleo on 094."""
    evening = table(players)
    evening.card("094", "terrain", "board")
    evening.hero("seat3", place="094.1")
    return evening


def active_players(evening: Acting) -> list[str]:
    """Who can be the active player of the action that a revealed card or a dialogue shows: whoever it is proposed for,
    and others who can be chosen instead before cards are drawn."""
    before = evening.state
    [seat] = {offer.move.args["seat"] for offer in evening.prompt.offers if offer.move.name == "act_now"}
    evening.play("act_now", seat=seat, icon="run")
    others = [offer.move.args["seat"] for offer in evening.prompt.offers if offer.move.name == "active_is"]
    evening.state = before
    return [str(seat), *map(str, others)]


def test_only_those_with_the_one_who_revealed_the_event():
    """Cleo stands on another Terrain card than Ben, who revealed the event: she cannot be its active player (p. 11)."""
    evening = apart()
    event = evening.card("310", "temporary", "shown", "seat2")
    evening.at(tasks=(Task(kind=revealing.EVENT, seat="seat2", card=event),))
    assert active_players(evening) == ["seat2", "seat1"]
    with pytest.raises(IllegalMove, match="on that Terrain card") as refused:
        evening.play("act_now", seat="seat3", icon="run")
    assert refused.value.page == 11
    evening.play("act_now", seat="seat1", icon="run")


def test_the_active_player_reads_the_dialogue():
    """Cleo was active last; now Ada is, and reads (p. 18): a mandatory action in it is for Ada and Ben, who stands with
    her (p. 11)."""
    evening = apart()
    evening.at(turn=replace(evening.state.turn, last="seat3"))
    evening.act("speak", "081.1")
    evening.sheet(0, 0)
    evening.play("draw", cards=0)
    evening.play("read_dialogue", dialogue="12")
    assert active_players(evening) == ["seat1", "seat2"]
    with pytest.raises(IllegalMove, match="on that Terrain card"):
        evening.play("act_now", seat="seat3", icon="convince")


def test_a_dialogue_in_the_midst_of_an_event():
    """The event makes Ben read a dialogue, which shows a mandatory action: that one is the dialogue's, not the
    event's, which is gone on with afterwards (p. 11, 18)."""
    evening = table(2)
    event = evening.card("310", "temporary", "shown", "seat2")
    evening.at(tasks=(Task(kind=revealing.EVENT, seat="seat2", card=event),))
    evening.play("read_dialogue", dialogue="12")
    assert active_players(evening) == ["seat2", "seat1"]
    evening.play("act_now", seat="seat1", icon="convince")
    assert (evening.running.source, evening.running.card) == ("dialogue", "")
    evening.sheet(0, 0, "simple", "mandatory")
    evening.play("draw", cards=0)
    evening.play("action_done")
    assert [(task.kind, task.card) for task in evening.state.tasks] == [(revealing.EVENT, event)]
    assert evening.asked == "campaign.reading"


def test_the_next_try_is_for_those_who_are_still_there():
    """A mandatory fight on a Terrain card goes on at once (p. 11); its failure has moved Ada to 094, so only Ben, who
    stands there still, can be active."""
    evening = table(2)
    evening.card("094", "terrain", "board")
    evening.act("fight", "081.1")
    evening.fight(0, 4, duty="mandatory")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("figures_to", who="seat1", to="094.1")
    evening.play("action_done")
    assert (evening.running.active, evening.asked) == ("seat2", "action.gear")
    assert evening.running.involved == ("seat2",)


def test_nobody_is_left_for_the_next_try():
    """The failure has moved both away: no action of that Terrain card can be taken there (p. 10), so it is over."""
    evening = table(2)
    evening.card("094", "terrain", "board")
    evening.act("fight", "081.1")
    evening.fight(0, 4, duty="mandatory")
    evening.play("draw", cards=2)
    evening.play("stars_told", count=1)
    evening.play("figures_to", who="all", to="094.1")
    evening.play("action_done")
    assert evening.asked == "table.idle"
    assert [die.value for die in evening.state.turn.dice] == [3]
