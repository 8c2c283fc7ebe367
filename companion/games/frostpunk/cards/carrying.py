"""What cards do, carried out line by line: each line's condition is looked at when its turn comes, not before."""

from __future__ import annotations

from collections.abc import Iterable

from companion.game import Args
from companion.games.frostpunk.cards.own_card import Line
from companion.games.frostpunk.ledger import Ledger, require_task
from companion.games.frostpunk.state import Task
from companion.text import T

TASK = "card_line"  # `about` is the card, `of` the condition, `words` the effects


def queue(ledger: Ledger, lines: Iterable[Line], card: str) -> None:
    """These lines of a card happen, one after the other, each when the choices of the one before it are made."""
    for line in lines:
        ledger.add_task(TASK, card, of=line.needs, words=line.effects)


def settle(ledger: Ledger) -> bool:
    """Carry out the line at the head of the list where its condition is plain; whether that was done."""
    task = ledger.state.todo[0]
    if task.kind != TASK:
        return False
    holds = holding(ledger, task)
    if holds is None:
        return False
    _take_off(ledger)
    if holds:
        _carry_out(ledger, task)
    else:
        ledger.tell("condition_failed", T("A condition on the card does not hold: nothing comes of it."), of=task.of)
    return True


def holding(ledger: Ledger, task: Task) -> bool | None:
    """Whether a line's condition holds; None where only the players can say."""
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    return effects.requirement(ledger.state, task.of) if task.of else True


def judged(ledger: Ledger, args: Args) -> None:
    """The players said whether a line's condition holds."""
    task = require_task(ledger.state, TASK)
    _take_off(ledger)
    if args["holds"] == "yes":
        _carry_out(ledger, task)


def _take_off(ledger: Ledger) -> None:
    ledger.set(todo=ledger.state.todo[1:])
    ledger.follow_up()


def _carry_out(ledger: Ledger, task: Task) -> None:
    from companion.games.frostpunk.cards import effects, events

    words = [piece for piece in task.words.split("; ") if piece]
    if "out" in words:
        events.remove_from_display(ledger, task.about)
    effects.carry_out(ledger, "; ".join(piece for piece in words if piece != "out"))
