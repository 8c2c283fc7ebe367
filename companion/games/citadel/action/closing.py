"""When an action is over, whatever way: what waited for it goes on."""

from __future__ import annotations

from dataclasses import fields, replace

from companion.games.citadel.action.running import Action, Held
from companion.games.citadel.cards import taking
from companion.games.citadel.state import Task
from companion.games.citadel.transaction import Transaction

HELD = tuple(field.name for field in fields(Held))  # the fields of a task that waits


def close(tx: Transaction, action: Action, taken: bool = True) -> None:
    """The action is over, or was not `taken` after all: what waited for it goes on, an event that was not put away
    first."""
    waiting = tx.state.turn.waiting
    outer = waiting[-1] if waiting else None
    last = action.active if taken else tx.state.turn.last
    tx.set(action=outer, turn=replace(tx.state.turn, last=last, waiting=waiting[:-1]))
    held = tuple(Task(**{name: getattr(one, name) for name in HELD}) for one in action.held)
    shown = any(copy.key == action.card and copy.where == "shown" for copy in tx.state.cards.copies)
    if shown and action.source == "temporary":
        tx.add_last(Task(kind=taking.EVENT, seat=action.active, card=action.card))
    tx.add_last(*held)
