"""What cards do, carried out line by line: each line's condition is looked at when its turn comes, not before."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api.game import Args
from companion.api.text import T
from companion.games.frostpunk.cards.own_card import Line
from companion.games.frostpunk.cards.own_parts import LEAVES
from companion.games.frostpunk.state import State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

TASK = "card_line"  # `about` is the card, `of` the condition, `words` the effects
LEAVE = "card_leaves"  # the card `about` leaves the Event display and the game


def queue(tx: Transaction, lines: Iterable[Line], card: str) -> None:
    """These lines of a card happen, one after the other, each when the choices of the one before it are made."""
    for line in lines:
        if line.needs:
            tx.queue(TASK, card, of=line.needs, words=line.effects)
        else:
            _carry_out(tx, line.effects, card)


def settle(tx: Transaction) -> bool:
    """See to the line at the head of the list where its condition is plain; whether that was done."""
    task = tx.state.tasks[0]
    if task.kind == LEAVE:
        from companion.games.frostpunk.cards import events

        _take_off(tx)
        events.remove_from_display(tx, task.about)
        return True
    holds = holding(tx.state, task) if task.kind == TASK else None
    if holds is None:
        return False
    _take_off(tx)
    if holds:
        _carry_out(tx, task.words, task.about)
    else:
        tx.tell("condition_failed", T("A condition on the card does not hold: nothing comes of it."), of=task.of)
    return True


def holding(state: State, task: Task) -> bool | None:
    """Whether a line's condition holds; None where only the players can say."""
    from companion.games.frostpunk.cards import effects  # the effects call the cards' modules in their turn

    return effects.requirement(state, task.of)


def judged(tx: Transaction, args: Args) -> None:
    """The players said whether a line's condition holds."""
    task = require_task(tx.state, TASK)
    _take_off(tx)
    if args["holds"] == "yes":
        _carry_out(tx, task.words, task.about)


def _take_off(tx: Transaction) -> None:
    tx.drop_task()


def _carry_out(tx: Transaction, words: str, card: str) -> None:
    from companion.games.frostpunk.cards.effects_do import TASK as EFFECTS

    pieces = words.split("; ")
    rest = "; ".join(piece for piece in pieces if piece not in ("", LEAVES))
    if rest:
        tx.queue(EFFECTS, card, words=rest)
    if LEAVES in pieces:
        tx.queue(LEAVE, card)
