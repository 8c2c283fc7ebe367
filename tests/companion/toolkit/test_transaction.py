"""What one move writes: facts, board facts, and tasks in the order in which they arise."""

from dataclasses import replace

import pytest

from companion.api.game import IllegalMove, Urgency
from companion.api.text import T
from companion.toolkit import require_idle, require_running, require_task

from .table import State, Task, Transaction


def waiting(tx: Transaction) -> str:
    """The tasks that wait, by what they are about."""
    return " ".join(task.about for task in tx.state.tasks)


def task(about: str) -> Task:
    return Task(kind="paint", about=about)


def test_state_and_facts_come_out_together():
    """Fields are changed, facts told aloud or only noted, in their order."""
    tx = Transaction(State())
    tx.set(stones=2)
    tx.tell("taken", T("Taken."), Urgency.URGENT, count=3)
    tx.note("painted", T("Painted."))
    outcome = tx.outcome()
    assert outcome.state == State(stones=2)
    assert [(fact.name, fact.urgency, fact.args) for fact in outcome.facts] == [
        ("taken", Urgency.URGENT, {"count": 3}),
        ("painted", Urgency.QUIET, {}),
    ]


def test_a_change_is_of_a_field_and_leaves_the_old_state_alone():
    before = State(board={"spaces": 2})
    tx = Transaction(before)
    tx.set(ended="won")
    assert (tx.state.ended, tx.state.board, before.ended) == ("won", {"spaces": 2}, "")
    assert tx.state == replace(before, ended="won")
    with pytest.raises(TypeError, match="has no weather"):
        tx.set(weather="cold")


def test_board_facts():
    """Learnt for all evenings, remembered for this one, forgotten; one that is known already is not learnt again."""
    tx = Transaction(State(board={"known": 1}))
    tx.learn("known", 1)
    tx.learn("new", "yes")
    tx.remember("tonight", 3)
    tx.forget("known")
    assert (tx.outcome().board_facts, tx.state.board) == ({"new": "yes"}, {"new": "yes", "tonight": 3})


def test_tasks_are_done_in_the_order_in_which_they_arise():
    """New ones go behind all others; one may be put before the head."""
    tx = Transaction(State())
    for name in "ab":
        tx.add_task(task(name))
    tx.add_first(task("first"))
    assert waiting(tx) == "first a b"


def test_what_a_task_gives_rise_to_comes_before_what_was_behind_it():
    """Once a task is done in a move, what is added comes of it."""
    tx = Transaction(State(tasks=(task("a"), task("b"))))
    assert tx.finish_task() == task("a")
    tx.add_task(task("a1"))
    tx.add_task(task("a2"))
    assert waiting(tx) == "a1 a2 b"
    tx.finish_task()
    tx.add_task(task("a11"))
    assert waiting(tx) == "a11 a2 b"


def test_what_a_move_needs_is_required():
    """A game that goes on, nothing else to do first, a task of such a kind at the head."""
    busy = State(tasks=(task("a"),))
    require_running(busy)
    require_idle(State())
    assert require_task(busy, "other", "paint") == task("a")
    with pytest.raises(IllegalMove, match="game is over"):
        require_running(State(ended="empty"))
    with pytest.raises(IllegalMove, match="Something else has to be done first"):
        require_idle(busy)
    for state in (busy, State()):
        with pytest.raises(IllegalMove, match="Nothing of that kind"):
            require_task(state, "other")
