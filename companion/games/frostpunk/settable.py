"""One value that can be set by hand: what is asked, what it is now, and how it is put into the books."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.api.game import Ask, Value
from companion.api.text import T, Text
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole

YES_NO = {"no": T("No"), "yes": T("Yes")}


@dataclass(frozen=True)
class Settable:
    """A value that can be set: what is asked, what it is now, and how it is put into the books."""

    ask: Ask
    now: Value
    put: Callable[[Transaction, Value], None]


def number_settable(state: State, name: str, label: Text, at_most: int, at_least: int = 0) -> Settable:
    """A field of the state that is a number; its limits are widened to what it is now."""
    now: int = getattr(state, name)
    ask = whole(name, label, max(at_most, now), at_least=min(at_least, now))
    return Settable(ask, now, lambda tx, value: tx.set(**{name: value}))


def yes_settable(state: State, name: str, label: Text) -> Settable:
    """A field of the state that is true or not."""
    now = "yes" if getattr(state, name) else "no"
    return Settable(pick(name, label, YES_NO), now, lambda tx, value: tx.set(**{name: value == "yes"}))
