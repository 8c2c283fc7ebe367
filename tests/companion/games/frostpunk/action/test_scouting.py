"""Deploy Scouts (rulebook p. 26, 27)."""

import pytest

from companion.api.game import IllegalMove
from companion.games.frostpunk.action import meeples

from .table import acting, offers, stand


def test_without_the_beacon_nobody_sets_out():
    """p. 26: the Beacon has to be built."""
    evening = acting(2, "N1")
    assert not offers(evening, "act_scouts")
    with pytest.raises(IllegalMove, match="Beacon"):
        evening.play("act_scouts", stack=1, meeple="workers")


def test_a_worker_sets_out():
    """p. 23, 26: always heated; the Meeple is away, and still counts towards the bar."""
    evening = acting(2, "N1")
    stand(evening, "beacon", "N1.1", "N1.2")
    assert [one.move.args["stack"] for one in offers(evening, "act_scouts")[:3]] == [1, 2, 3]
    evening.play("act_scouts", stack=2, meeple="workers")
    assert evening.state.stacks[1].scout == "workers"
    assert evening.state.workers.sick == 0
    assert (meeples.available(evening.state, "workers"), evening.state.workers.meeples) == (4, 5)
    assert evening.state.turn == 1


def test_one_expedition_until_the_beacon_is_upgraded():
    """p. 27: two active Expeditions with the upgraded Beacon, one before."""
    evening = acting(2, "N1")
    stand(evening, "beacon", "N1.1", "N1.2")
    evening.play("act_scouts", stack=1, meeple="workers")
    assert not offers(evening, "act_scouts")
    with pytest.raises(IllegalMove, match="One Expedition"):
        evening.play("act_scouts", stack=2, meeple="engineers")


def test_two_in_a_round_with_the_upgraded_beacon():
    """p. 27: without any Expedition under way, the action can be taken twice in a round."""
    evening = acting(2, "N1")
    stand(evening, "beacon", "N1.1", "N1.2", upgraded=True)
    evening.play("act_scouts", stack=1, meeple="workers")
    evening.play("act_scouts", stack=2, meeple="engineers")
    assert [stack.scout for stack in evening.state.stacks] == ["workers", "engineers", ""]


def test_not_onto_a_stack_with_a_scout():
    """p. 26: the stack has no Meeple on it."""
    evening = acting(2, "N1")
    stand(evening, "beacon", "N1.1", "N1.2", upgraded=True)
    evening.play("act_scouts", stack=1, meeple="workers")
    with pytest.raises(IllegalMove, match="Scout"):
        evening.play("act_scouts", stack=1, meeple="workers")


@pytest.mark.parametrize("meeple", ["children", "automatons"])
def test_no_children_and_no_automatons(meeple: str):
    """p. 26, 39: Workers and Engineers only."""
    evening = acting(2, "N1").at("action.turn", automatons=1)
    stand(evening, "beacon", "N1.1", "N1.2")
    with pytest.raises(IllegalMove, match="Worker or an Engineer"):
        evening.play("act_scouts", stack=1, meeple=meeple)


def test_the_child_worker_may_set_out():
    """p. 39: it acts as if it were a Worker."""
    evening = acting(2, "N1").at("action.turn", child_worker=True)
    stand(evening, "beacon", "N1.1", "N1.2")
    evening.play("act_scouts", stack=1, meeple="child_worker")
    assert meeples.available(evening.state, "child_worker") == 0
