"""What was worked out of a state before, for who asks again: nothing that is shown is kept in two places.

States never change, and what is worked out of one is a function of it alone. So an answer still holds for another state
in which everything that was read for it is the very same: a tap changes a few fields of sixty, and most of what is
shown reads none of these. What is read is not declared but seen, in a copy of the state that has each of its fields
only from the moment on at which somebody reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

V = TypeVar("V")
R = TypeVar("R")

_OF = "_of"  # in a watched state: the state itself


def once(work_out: Callable[[V], R]) -> Callable[[V], R]:
    """A function of a state, or of a part of one, that remembers its latest answer.

    States never change, so the very same one has the same answer. One is held, which costs no more than a tuple; two
    threads that ask at the same time work it out twice at worst.
    """
    latest: tuple[V, R] | None = None

    def remembered(value: V) -> R:
        nonlocal latest
        kept = latest
        if kept is not None and kept[0] is value:
            return kept[1]
        found = work_out(value)
        latest = (value, found)
        return found

    remembered.__doc__ = work_out.__doc__
    return remembered


def until_changed(work_out: Callable[[V], R]) -> Callable[[V], R]:
    """A function of a state that remembers its latest answer, for every state that does not differ in what was read.

    The answer must be made of plain values: what would read the state only later fails.
    """
    latest: tuple[dict[str, Any], R] | None = None

    def remembered(state: V) -> R:
        nonlocal latest
        kept = latest
        if kept is not None and _has_all(state, kept[0]):
            return kept[1]
        watched = _watched(state)
        found = work_out(watched)
        del vars(watched)[_OF]
        latest = (vars(watched), found)
        return found

    remembered.__doc__ = work_out.__doc__
    return remembered


def _has_all(state: object, read: dict[str, Any]) -> bool:
    """Whether the fields that were read are the very same; asked sixty times for each tap."""
    for name, value in read.items():  # noqa: SIM110 - a generator costs as much as the asking
        if getattr(state, name) is not value:
            return False
    return True


class _Field:
    """A field that nobody has read yet: whoever does finds it in the state itself, and from then on in the copy."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, watched: object, kind: type) -> Any:
        inside = vars(watched)
        found = inside[self._name] = getattr(inside[_OF], self._name)
        return found


@lru_cache(maxsize=64)
def _watching(kind: Any) -> Any:
    """A kind of state that is watched; one that is already, is so for the inner watcher as well."""
    fields = {name: _Field(name) for name in kind.__dataclass_fields__}
    return kind if hasattr(kind, _OF) else type(kind.__name__, (kind,), {_OF: None, **fields})


def _watched(state: V) -> V:
    kind: Any = type(state)
    found: V = object.__new__(_watching(kind))
    vars(found)[_OF] = state
    return found


def fields_of(state: object) -> dict[str, Any]:
    """What a changed copy of a state begins with: its fields; of one that is watched, where to read them."""
    inside = vars(state)
    return {_OF: state} if _OF in inside else inside
