"""What was worked out of a state before holds while nothing that was read for it has changed."""

from dataclasses import replace

import pytest

from companion.toolkit import once, until_changed

from .table import State, Task, Transaction


def test_what_was_worked_out_of_the_same_state_is_remembered():
    """The very same state has the same answer; an equal one is asked anew, and so is the first one after it."""
    asked = []
    stones = once(lambda state: asked.append(state) or state.stones)
    first, other = State(stones=2), State(stones=2)
    assert [stones(first), stones(first), stones(other), stones(first)] == [2, 2, 2, 2]
    assert len(asked) == 3


def test_an_answer_holds_until_something_that_was_read_changes():
    """Which fields are read may hang on what stands in another one."""
    asked = []

    def told(state):
        asked.append(state)
        return state.colour if state.stones > 1 else state.ended

    remembered, first = until_changed(told), State(stones=2)
    assert [remembered(first), remembered(first), remembered(replace(first, ended="won"))] == ["red"] * 3
    assert len(asked) == 1, "how it ended was not read"
    assert remembered(replace(first, colour="blue")) == "blue"
    few = replace(first, stones=1, ended="won")
    assert [remembered(few), remembered(replace(few, colour="blue")), remembered(replace(few, ended="lost"))] == [
        "won", "won", "lost"
    ]  # fmt: skip
    assert len(asked) == 4


def test_what_another_one_remembers_is_read_as_well():
    """It is found whether the inner one works it out or has it already, and whether it is asked of the state or of one
    that somebody has changed to look ahead."""
    spaces = until_changed(lambda state: state.board["spaces"])

    def ahead(state):
        tx = Transaction(state)
        tx.set(stones=state.stones - 1)
        return tx.state.colour, tx.state.stones, spaces(tx.state)

    told = until_changed(ahead)
    first = State(stones=2, board={"spaces": 7})
    assert spaces(first) == 7
    assert told(first) == ("red", 1, 7)
    assert told(replace(first, colour="blue")) == ("blue", 1, 7)
    assert told(replace(first, board={"spaces": 8})) == ("red", 1, 8)
    assert told(replace(first, stones=3)) == ("red", 2, 7)


def test_whatever_reads_a_whole_state_hangs_on_all_of_it():
    """An equality and a copy are of every field."""
    first, tasks = State(), (Task(kind="paint"),)
    empty = until_changed(lambda state: state == replace(state, tasks=()))
    assert [empty(first), empty(replace(first, tasks=tasks))] == [True, False]


def test_a_state_that_is_watched_is_one_of_its_kind():
    assert until_changed(lambda state: isinstance(state, State))(State())
    with pytest.raises(TypeError, match="has no weather"):
        until_changed(lambda state: Transaction(state).set(weather="cold"))(State())


def test_nothing_is_read_later():
    """An answer that reads the state when it is used would be one of another state."""
    later = until_changed(lambda state: lambda: state.stones)(State())
    with pytest.raises(KeyError):
        later()
