"""What follows from a state, worked out once for each state: a screen asks the same many times over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.games.frostpunk.state import State

R = TypeVar("R")


def once(work_out: Callable[[State], R]) -> Callable[[State], R]:
    """A function of the state that remembers its latest answer.

    States never change, so the very same one has the same answer. One is held, which costs no more than a tuple; two
    threads that ask at the same time work it out twice at worst.
    """
    latest: tuple[State, R] | None = None

    def remembered(state: State) -> R:
        nonlocal latest
        kept = latest
        if kept is not None and kept[0] is state:
            return kept[1]
        found = work_out(state)
        latest = (state, found)
        return found

    remembered.__doc__ = work_out.__doc__
    return remembered
