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
from companion.games.turris.books import Books
from companion.games.turris.map import drawing
from companion.games.turris.state import State, Task
from companion.toolkit.modules import Part

# What a task at the head does by itself; False where somebody has to choose.
BY_ITSELF: Mapping[str, Callable[[Books, Task], bool]] = {
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


def _settle(books: Books) -> bool:
    if books.state.tasks:
        task = books.state.tasks[0]
        return task.kind in BY_ITSELF and BY_ITSELF[task.kind](books, task)
    return phase.settle(books)


PART: Part[State, Books] = Part(
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
    knobs=setting.knobs,
)
