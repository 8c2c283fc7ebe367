"""Discarding cards from the top of the Action Deck (p. 18), with a Recovery when it runs out."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove, Move, Offer, Prompt
from companion.api.text import N, T
from companion.games.citadel.life import piles, recovery
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction
from companion.toolkit.forms import seat_of, tap, usual, whole
from companion.toolkit.modules import number
from companion.toolkit.transaction import require_task


def drain(tx: Transaction, seat: str, count: int) -> None:
    """This player has to discard so many cards from the top of the Action Deck."""
    if count > 0 and tx.state.hero(seat).conscious:
        tx.add_first(Task(kind="drain", seat=seat, count=count))


def drained(tx: Transaction, args: Args) -> None:
    """So many were discarded before the deck ran out, or all that were due."""
    task = require_task(tx.state, "drain")
    count, deck = number(args, "cards"), piles.piles(tx.state, task.seat).deck
    if count > task.count or (deck is not None and count > deck):
        raise IllegalMove(T("There are not so many cards to discard."), rule="deck.discard", page=18)
    if deck is not None and count < min(task.count, deck):
        raise IllegalMove(
            T("The Action Deck has more cards than that: discard what is due."), rule="deck.discard", page=18
        )
    tx.finish_task("drain")
    piles.drawn(tx, task.seat, count)
    piles.discarded(tx, task.seat, count)
    name = tx.state.hero(task.seat).name
    text = N("{name}: {n} card discarded.", "{name}: {n} cards discarded.", count, name=name)
    text = text if count else T("{name}: no card discarded.", name=name)
    tx.tell("drained", text, seat=task.seat, cards=count)
    if count < task.count:
        piles.run_out(tx, task.seat)
        recovery.must(tx, task.seat, task.count - count, "drain")


def prompt(state: State, task: Task) -> Prompt:
    """Discard them; where the deck is too small, it says so before anybody counts."""
    hero, deck = state.hero(task.seat), piles.piles(state, task.seat).deck
    due = task.count if deck is None else min(task.count, deck)
    do = N(
        "{name}: discard the top card of your Action Deck.",
        "{name}: discard the top {n} cards of your Action Deck.",
        due,
        name=hero.name,
    )
    if due == 0:
        do = T("{name}: your Action Deck is empty. A Recovery comes first.", name=hero.name)
    short = T("That empties your Action Deck: a Recovery follows, then you discard the rest.")
    offers = [usual("drained", T("Discarded") if due else T("Go on"), cards=due)]
    if deck is None:
        ask = whole("cards", T("Cards that you could discard"), task.count - 1, 0)
        offers.append(Offer(move=Move("drained"), label=T("My deck ran out"), asks=(ask,), rule="deck.discard"))
    if due and recovery.found(state, hero.seat):
        offers.append(tap("recovery", T("Recovery first"), rule="life.recovery", seat=hero.seat))
    return Prompt(
        name="life.drain",
        do=do,
        more=short if due < task.count else None,
        offers=tuple(offers),
        seat=seat_of(hero.seat),
        rule="deck.discard",
    )
