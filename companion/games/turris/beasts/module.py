"""The Beasts, put together: what happens by itself, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.turris.beasts import (
    devouring,
    entering,
    flipping,
    hunting,
    luring,
    paying,
    phase,
    pushing,
    setting,
    shields,
    showing,
    steering,
)
from companion.games.turris.map import drawing
from companion.games.turris.state import State, Task
from companion.games.turris.transaction import Transaction
from companion.toolkit.modules import GameModule

# What a task at the head does by itself; False where somebody has to choose.
BY_ITSELF: Mapping[str, Callable[[Transaction, Task], bool]] = {
    hunting.ACT: hunting.act,
    devouring.CHAIN: hunting.chain,
    devouring.COUNCIL: devouring.step_council,
    hunting.CHOOSE: hunting.chosen,
    entering.SHIELD: shields.settle,
    entering.DEVOUR: devouring.devour,
    entering.PUSH: pushing.push,
    entering.PAY: paying.pay,
    entering.BETRAYER: pushing.drive,
    pushing.DRIVE: pushing.drive,
    steering.STEER: steering.settle,
    flipping.FLIP: flipping.settle,
}


def _settle(tx: Transaction) -> bool:
    if tx.state.tasks:
        task = tx.state.tasks[0]
        return task.kind in BY_ITSELF and BY_ITSELF[task.kind](tx, task)
    return phase.settle(tx)


MODULE: GameModule[State, Transaction] = GameModule(
    name="beasts",
    moves={
        **hunting.MOVES,
        **shields.MOVES,
        **pushing.MOVES,
        **paying.MOVES,
        **steering.MOVES,
        **flipping.MOVES,
        **luring.MOVES,
    },
    tasks={
        hunting.CHOOSE: hunting.choose_prompt,
        entering.SHIELD: shields.prompt,
        entering.BETRAYER: pushing.prompt,
        entering.PAY: paying.prompt,
        pushing.DRIVE: pushing.prompt,
        steering.STEER: steering.prompt,
        flipping.FLIP: flipping.prompt,
        luring.FRUIT: luring.prompt,
    },
    prompts=drawing.pressing,
    settle=_settle,
    panels=showing.panels,
    settables=setting.settables,
)
