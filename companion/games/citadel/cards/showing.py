"""A number before the camera, or typed: what it means depends on what is being done."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import T
from companion.games.citadel.cards import choosing, inventory, lookup, taking, tray
from companion.games.citadel.forms import card_number
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit.modules import word

NUMBER = card_number(T("A card's number"))


def card_shown(tx: Transaction, args: Args) -> None:
    """A number was seen: it answers what is being done, or is looked up."""
    number = word(args, "number")
    kind = tx.state.tasks[0].kind if tx.state.tasks else ""
    if kind == taking.TAKE:
        _taken(tx, number)
    elif kind in (tray.AWAY, tray.WHICH):
        tray.collect(tx, number)
    elif kind == inventory.CHECK:
        inventory.show(tx, number)
    elif kind in (lookup.SEEN, lookup.ABOUT):
        tx.finish_task(kind)
        lookup.look_up(tx, number)
    elif kind:
        taking.take(tx, number, tx.state.tasks[0].seat)
    else:
        lookup.look_up(tx, number)


def _taken(tx: Transaction, number: str) -> None:
    """The number of the card that was taken: which of several it is, only its back and front tell."""
    task = tx.state.tasks[0]
    if number != task.card:
        text = T("That is {number}. {wanted} is to be taken.", number=number, wanted=task.card)
        raise IllegalMove(text, rule="cards.take", page=16)
    plan = choosing.plan(tx.state, number, task.seat)
    if plan.unseen or len(plan.lawful) != 1:
        raise IllegalMove(
            T("Several cards bear the number {number}. Tap which one it is.", number=number), rule="cards.take", page=16
        )
    taking.took(tx, plan.lawful[0])


MOVES: Moves = {
    "card_shown": move(card_shown, lambda args: T("Showed {number}", number=word(args, "number")), NUMBER),
}
