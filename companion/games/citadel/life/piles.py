"""Counting Action cards: drawn, discarded, kept in hand, shuffled back. What was never counted stays unknown."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, IllegalMove, N, T, Text
from companion.games.citadel.state import Piles, State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import number, whole

MOST_CARDS = 184  # all Action cards of the box (p. 2)
CARDS = whole("cards", T("Cards"), MOST_CARDS)


def said(args: Args) -> Text:
    """How many cards a move names, in words."""
    return N("{n} card", "{n} cards", number(args, "cards"))


def piles(state: State, seat: str) -> Piles:
    """The piles of a seat."""
    return state.vigour.of(seat)


def set_piles(tx: Transaction, seat: str, **changes: int | None) -> Piles:
    """Change what is counted of a seat. No pile is larger than all Action cards, whatever was set by hand before."""
    vigour = tx.state.vigour
    fit = {pile: None if count is None else min(count, MOST_CARDS) for pile, count in changes.items()}
    after: Piles = replace(vigour.of(seat), **fit)  # type: ignore[arg-type]
    others = tuple(one for one in vigour.piles if one.seat != seat)
    order = [hero.seat for hero in tx.state.heroes]
    kept = tuple(sorted((*others, after), key=lambda one: order.index(one.seat) if one.seat in order else len(order)))
    tx.set(vigour=replace(vigour, piles=kept))
    return after


def drawn(tx: Transaction, seat: str, count: int) -> None:
    """So many cards leave the deck; where they go is the caller's business."""
    deck = piles(tx.state, seat).deck
    if deck is None:
        return
    if count > deck:
        text = N("Only {n} card is left in that Action Deck.", "Only {n} cards are left in that Action Deck.", deck)
        text = text if deck else T("That Action Deck is empty.")
        raise IllegalMove(text, rule="action.draw", page=12)
    set_piles(tx, seat, deck=deck - count)


def shuffled_back(tx: Transaction, seat: str, count: int) -> None:
    """So many cards go from the Discard Pile into the deck."""
    deck = piles(tx.state, seat).deck
    off_discard(tx, seat, count)
    set_piles(tx, seat, deck=None if deck is None else deck + count)


def order_to_shuffle(tx: Transaction, seat: str, count: int) -> None:
    """Random cards of the Discard Pile go into the deck: say so to the hands."""
    if count:
        order = N(
            "{name}: shuffle a random card of your Discard Pile into your Action Deck",
            "{name}: shuffle {n} random cards of your Discard Pile into your Action Deck",
            count,
            name=tx.state.hero(seat).name,
        )
        tx.todo(order, "deck")


def too_few_discarded(count: int) -> Text:
    """Why more cards than that cannot leave a Discard Pile."""
    if not count:
        return T("That Discard Pile is empty.")
    return N("Only {n} card lies in that Discard Pile.", "Only {n} cards lie in that Discard Pile.", count)


def off_discard(tx: Transaction, seat: str, count: int) -> None:
    """So many cards leave the Discard Pile; where they go is the caller's business."""
    now = piles(tx.state, seat)
    if count > now.discard:
        raise IllegalMove(too_few_discarded(now.discard), rule="life.recovery", page=20)
    set_piles(tx, seat, discard=now.discard - count)


def run_out(tx: Transaction, seat: str) -> None:
    """The deck is empty: from now on its count is known."""
    set_piles(tx, seat, deck=0)


def discarded(tx: Transaction, seat: str, count: int) -> None:
    """So many cards come onto the Discard Pile from wherever they were."""
    set_piles(tx, seat, discard=piles(tx.state, seat).discard + count)


def into_hand(tx: Transaction, seat: str, count: int) -> None:
    """So many Skill cards come into the hand."""
    set_piles(tx, seat, hand=piles(tx.state, seat).hand + count)


def from_hand(tx: Transaction, seat: str, count: int, to: str = "discard") -> None:
    """So many Skill cards leave the hand, onto the Discard Pile or under the Character card (`blocked`)."""
    now = piles(tx.state, seat)
    if count > now.hand:
        raise IllegalMove(T("There are not so many Skill cards in that hand."), rule="skills.hand", page=19)
    there = now.blocked if to == "blocked" else now.discard
    set_piles(tx, seat, hand=now.hand - count, **{to: there + count})


def unblocked(tx: Transaction, seat: str, count: int) -> None:
    """So many blocked Skill cards are shuffled into the deck (p. 18)."""
    now = piles(tx.state, seat)
    if count > now.blocked:
        raise IllegalMove(T("There are not so many blocked Skill cards."), rule="cards.block", page=18)
    set_piles(tx, seat, blocked=now.blocked - count, deck=None if now.deck is None else now.deck + count)
