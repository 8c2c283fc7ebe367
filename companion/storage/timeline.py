"""The course of an evening: which steps count, which are left out, and what redo would bring back.

Every entry of the log moves the *head*: a step puts it on itself, undo back, redo forward. Nothing is taken out.
Where the data folder was damaged, an entry of the kind `lost` stands in the place of one that is gone. What followed
from it is taken as it stands, and where the head went to a lost step, it goes to the last one before it that is not.
"""

from __future__ import annotations

from typing import NamedTuple

STEP_KINDS = frozenset({"start", "move", "correct", "learn"})
LOST = "lost"


class Inconsistent(Exception):
    """An entry does not follow from those before it; its number is given."""

    def __init__(self, number: int) -> None:
        super().__init__(f"entry {number} does not follow from those before it")
        self.number = number


class TimelineEntry(NamedTuple):
    """How an entry moves the head: from `parent` to `head`."""

    number: int
    kind: str
    parent: int
    head: int


class Timeline:
    """`chain` holds the numbers of the steps that count, oldest first; `redoable` what redo brings back, next last."""

    def __init__(self) -> None:
        self.last = 0
        self.chain: list[int] = []
        self.redoable: list[int] = []
        self._counting: set[int] = set()
        self._steps: set[int] = set()
        self._lost: set[int] = set()
        self._moved: dict[int, tuple[int, ...]] = {}

    @property
    def head(self) -> int:
        """The number of the step whose state is the present one; 0 before the start."""
        return self.chain[-1] if self.chain else 0

    @property
    def can_undo(self) -> int:
        return max(0, len(self.chain) - 1)

    @property
    def can_redo(self) -> int:
        return len(self.redoable)

    def counts(self, number: int) -> bool:
        """Whether the step is part of the game as it stands."""
        return number in self._counting

    def add(self, link: TimelineEntry) -> None:
        """Follow the next entry; `Inconsistent` when it cannot be the next, and then nothing has changed."""
        if link.number != self.last + 1 or not (link.parent == self.head or link.parent in self._lost):
            raise Inconsistent(link.number)
        if link.kind in STEP_KINDS:
            self._step(link)
        elif link.kind == LOST or (self._lost and link.kind in ("undo", "redo")):
            self._jump(link)
        elif link.kind == "undo" and link.head in self._counting and link.head != self.head:
            self._moved[link.number] = self._undo(link.head)
        elif link.kind == "redo" and link.head in self.redoable:
            self._moved[link.number] = self._redo(link.head)
        else:
            raise Inconsistent(link.number)
        self.last = link.number

    def moved(self, number: int) -> tuple[int, ...]:
        """The steps that this undo left out, or this redo brought back, in the order in which it did."""
        return self._moved.get(number, ())

    def has(self, step: int) -> bool:
        """Whether there is a step of that number, counting or not."""
        return step in self._steps

    def _jump(self, link: TimelineEntry) -> None:
        """Go where the head went, although what led there may be lost."""
        head = self._known(link.head) if link.head in self._lost else link.head
        if head != self.head and head not in self._steps:
            raise Inconsistent(link.number)
        if head in self._counting:
            self._undo(head)
        elif head in self.redoable:
            self._redo(head)
        elif head != self.head:
            self.chain = [*(one for one in self.chain if one < head), head]
            self._counting = set(self.chain)
            self.redoable.clear()
        if link.kind == LOST:
            self._lost.add(link.number)

    def _known(self, lost: int) -> int:
        """The step that stands for a lost one: the last before it that counts, or could be brought back."""
        return max((one for one in (*self.chain, *self.redoable) if one < lost), default=self.head)

    def _step(self, link: TimelineEntry) -> None:
        if link.head != link.number or (link.kind == "start") != (link.number == 1):
            raise Inconsistent(link.number)
        self.chain.append(link.number)
        self._counting.add(link.number)
        self._steps.add(link.number)
        self.redoable.clear()

    def _undo(self, head: int) -> tuple[int, ...]:
        left = len(self.redoable)
        while self.chain[-1] != head:
            number = self.chain.pop()
            self._counting.remove(number)
            self.redoable.append(number)
        return tuple(self.redoable[left:])

    def _redo(self, head: int) -> tuple[int, ...]:
        back = len(self.chain)
        while self.head != head:
            number = self.redoable.pop()
            self.chain.append(number)
            self._counting.add(number)
        return tuple(self.chain[back:])
