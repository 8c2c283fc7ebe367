"""Which steps count after any mixture of steps, undo and redo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage.timeline import Inconsistent, Timeline, TimelineEntry


def begun() -> Timeline:
    course = Timeline()
    course.add(TimelineEntry(1, "start", 0, 1))
    return course


def test_undo_and_redo_move_the_head() -> None:
    """Undo leaves steps out, redo brings them back, a new step makes the undone ones unreachable."""
    course = begun()
    course.add(TimelineEntry(2, "move", 1, 2))
    course.add(TimelineEntry(3, "move", 2, 3))
    course.add(TimelineEntry(4, "undo", 3, 1))
    assert (course.chain, course.redoable, course.head) == ([1], [3, 2], 1)
    course.add(TimelineEntry(5, "redo", 1, 2))
    assert (course.chain, course.redoable) == ([1, 2], [3])
    course.add(TimelineEntry(6, "correct", 2, 6))
    assert (course.chain, course.can_redo, course.can_undo) == ([1, 2, 6], 0, 2)
    assert not course.counts(3)


@pytest.mark.parametrize(
    "link",
    [
        TimelineEntry(3, "move", 1, 3),  # a number is left out
        TimelineEntry(2, "move", 0, 2),  # does not follow the head
        TimelineEntry(2, "start", 1, 2),  # a second start
        TimelineEntry(2, "move", 1, 1),  # a step whose head is another
        TimelineEntry(2, "undo", 1, 0),  # the start cannot be undone
        TimelineEntry(2, "undo", 1, 1),  # an undo of nothing
        TimelineEntry(2, "redo", 1, 2),  # nothing to bring back
        TimelineEntry(2, "dance", 1, 2),
    ],
)
def test_what_cannot_follow_is_refused(link: TimelineEntry) -> None:
    """An entry that cannot come next is refused and changes nothing."""
    course = begun()
    with pytest.raises(Inconsistent):
        course.add(link)
    assert (course.chain, course.last) == ([1], 1)


@given(st.lists(st.tuples(st.sampled_from(["move", "undo", "redo"]), st.integers(1, 4))))
def test_any_mixture_agrees_with_two_stacks(acts: list[tuple[str, int]]) -> None:
    """However steps, undo and redo are mixed, the chain is what two plain stacks give."""
    course, done, undone = begun(), [1], []
    for kind, steps in acts:
        number = course.last + 1
        if kind == "move":
            course.add(TimelineEntry(number, kind, course.head, number))
            done, undone = [*done, number], []
        elif kind == "undo" and steps <= course.can_undo:
            course.add(TimelineEntry(number, kind, course.head, course.chain[-1 - steps]))
            undone += [done.pop() for _ in range(steps)]
        elif kind == "redo" and steps <= course.can_redo:
            course.add(TimelineEntry(number, kind, course.head, course.redoable[-steps]))
            done += [undone.pop() for _ in range(steps)]
        assert (course.chain, course.redoable) == (done, undone)
