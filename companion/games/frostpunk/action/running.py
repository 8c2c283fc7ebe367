"""What an action does once its Meeple stands and the cold has bitten; carried out by itself (rulebook p. 23 to 27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import IllegalMove, T
from companion.games.frostpunk.action import (
    citizen_play,
    construct,
    gathering,
    snow,
    special,
    using,
)
from companion.games.frostpunk.action.performing import TASK
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule

# By `Act.what`: carries out the action at a space or card, in one of several ways.
EFFECTS: Mapping[str, Callable[[Transaction, str, str], None]] = {
    "use": using.resolve,
    "gather": gathering.resolve,
    "snow": snow.resolve,
    "construct": construct.resolve,
    "special": special.resolve,
    "citizen": citizen_play.resolve,
    "hand": lambda tx, at, way: None,
}


def settle(tx: Transaction) -> bool:
    """Carry out the action that waits at the head of the list; what a death's card has made impossible is left out."""
    task = tx.at_head(TASK)
    if task is None:
        return False
    before = tx.state
    tx.finish_task()
    try:
        EFFECTS[task.about](tx, task.of, task.words)
    except IllegalMove as refused:
        tx.state = before
        tx.finish_task()
        text = T("The action has no effect any more: {why}", why=refused.text)
        tx.tell("action_failed", text, what=task.about, at=task.of)
    return True


MODULE: GameModule[State, Transaction] = GameModule(
    name="action",
    settle=settle,
)
