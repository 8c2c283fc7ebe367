"""Where a card goes: every way out of, into and through play (p. 16 to 19, 25).

These functions carry an effect out. Whether a player may choose it is asked in `choices.py`.
"""

from __future__ import annotations

from typing import Any

from companion.api import N, T
from companion.games.citadel.cards import cards, looking
from companion.games.citadel.cards.cards import EXPLORATION, OWNED, Copy
from companion.games.citadel.cards.looking import card_name
from companion.games.citadel.transaction import Transaction


def put(tx: Transaction, key: str, where: str, whose: str = "", at: str = "") -> Copy:
    """Lay a card somewhere, without a word. Who has it and what it lies at are as given here."""
    assert bool(whose) == (where in OWNED), "a place is a player's, or nobody's"
    tx.set(cards=tx.state.cards.changed(key, where=where, whose=whose, at=at, saved=False))
    return tx.state.cards.copy(key)


def change(tx: Transaction, key: str, **changes: Any) -> Copy:
    """Change what is known of a card in this campaign (its colour, frame or kind)."""
    tx.set(cards=tx.state.cards.changed(key, **changes))
    return tx.state.cards.copy(key)


def new(tx: Transaction, number: str, **fields: Any) -> Copy:
    """A card that was never seen before."""
    cards, copy = tx.state.cards.with_new(number, **fields)
    tx.set(cards=cards)
    return copy


def discard(tx: Transaction, key: str) -> None:
    """Into the Past, Adventure and Exploration cards alike (p. 18)."""
    name = card_name(tx.state, put(tx, key, "past"))
    tx.tell("card_discarded", T("{card}: discarded into the Past.", card=name), card=key)
    tx.todo(T("Put into the Past: {card}", card=name), "past")


def banish(tx: Transaction, key: str) -> None:
    """Out of the adventure (p. 18)."""
    name = card_name(tx.state, put(tx, key, "banished"))
    tx.tell("card_banished", T("{card}: banished.", card=name), card=key)
    tx.todo(T("Put to the banished cards: {card}", card=name), "banished")


def return_(tx: Transaction, key: str) -> None:
    """Back to its place in its own deck (p. 18)."""
    copy = put(tx, key, "deck")
    if copy.deck == EXPLORATION:
        _forget(tx, key)
        text = T("Exploration card: returned to area {area}.", area=copy.number)
        order = T("Return an Exploration card to area {area}", area=copy.number)
    else:
        name = card_name(tx.state, copy)
        text = T("{card}: returned, behind divider {divider}.", card=name, divider=cards.behind(copy))
        order = T("Return behind divider {divider}: {card}", card=name, divider=cards.behind(copy))
    tx.tell("card_returned", text, card=key)
    tx.todo(order, "deck")


def block(tx: Transaction, key: str, seat: str) -> None:
    """Under a player's Character card: no effect, not to be used, but its weight counts (p. 18)."""
    name = card_name(tx.state, put(tx, key, "blocked", seat))
    owner = tx.state.hero(seat).name
    tx.tell("card_blocked", T("{card}: blocked under the Character card of {name}.", card=name, name=owner), card=key)
    tx.todo(T("Put under the Character card of {name}: {card}", card=name, name=owner), "blocked")


def unblock(tx: Transaction, key: str) -> None:
    """Back into play, before the player under whose Character card it lay (p. 18)."""
    copy = tx.state.cards.copy(key)
    name = card_name(tx.state, put(tx, key, "purse", copy.whose))
    owner = tx.state.hero(copy.whose).name
    tx.tell("card_unblocked", T("{card}: unblocked, before {name}.", card=name, name=owner), card=key)
    tx.todo(T("Put before {name}: {card}", card=name, name=owner), "purse")


def keep(tx: Transaction, key: str, seat: str) -> None:
    """Into play before a player (p. 17)."""
    name = card_name(tx.state, put(tx, key, "purse", seat))
    owner = tx.state.hero(seat).name
    tx.tell("card_kept", T("{card}: {name} keeps it.", card=name, name=owner), card=key, seat=seat)
    tx.todo(T("Put before {name}: {card}", card=name, name=owner), "purse")


def hand_over(tx: Transaction, key: str, seat: str) -> None:
    """To another player; a blocked card stays blocked (p. 19)."""
    copy = tx.state.cards.copy(key)
    name = card_name(tx.state, put(tx, key, copy.where, seat))
    owner = tx.state.hero(seat).name
    tx.tell("card_given", T("{card}: given to {name}.", card=name, name=owner), card=key, seat=seat)
    tx.todo(T("Put before {name}: {card}", card=name, name=owner), "purse")


def to_common(tx: Transaction, key: str, where: str) -> None:
    """To a common place: `quest`, `global` or `map` (p. 17)."""
    name = card_name(tx.state, put(tx, key, where))
    texts = {
        "quest": T("{card}: behind the “Quest items” divider.", card=name),
        "global": T("{card}: beside the Board.", card=name),
        "map": T("{card}: into the World Map.", card=name),
    }
    tx.tell("card_laid", texts[where], card=key, place=where)
    orders = {
        "quest": T("Put behind the “Quest items” divider: {card}", card=name),
        "global": T("Put beside the Board: {card}", card=name),
        "map": T("Put into the World Map: {card}", card=name),
    }
    tx.todo(orders[where], where)


def return_past(tx: Transaction) -> tuple[Copy, ...]:
    """All cards in the Past go back to their places (p. 16, 21, 25); which ones, in the box's order."""
    past = looking.of(tx.state, "past")
    for copy in past:
        put(tx, copy.key, "deck")
        if copy.deck == EXPLORATION:
            _forget(tx, copy.key)
    text = N("The Past is returned: {n} card.", "The Past is returned: {n} cards.", len(past))
    text = text if past else T("The Past was empty: nothing is returned.")
    tx.tell("past_returned", text, cards=len(past))
    if past:
        order = N("Return the card of the Past", "Return the {n} cards of the Past", len(past))
        tx.todo(order, "past")
    return past


def _forget(tx: Transaction, key: str) -> None:
    """An Exploration card that is back in its deck cannot be told from the others."""
    change(tx, key, kind="")
    about = looking.fact_name(key, "")
    tx.set(board={name: value for name, value in tx.state.board.items() if not name.startswith(about)})


def save(tx: Transaction, key: str) -> None:
    """Behind the "Save" divider, until the game is resumed (p. 25)."""
    change(tx, key, saved=True)


def resume(tx: Transaction) -> tuple[Copy, ...]:
    """Everything behind the "Save" divider goes back to where it was (p. 25)."""
    saved = tuple(copy for copy in tx.state.cards if copy.saved)
    for copy in saved:
        change(tx, copy.key, saved=False)
    return saved


def end(tx: Transaction) -> None:
    """The adventure is over: every card, the banished ones too, goes back to its deck (p. 3, 18)."""
    for copy in tx.state.cards:
        if copy.where != "deck":
            put(tx, copy.key, "deck")
            if copy.deck == EXPLORATION:
                _forget(tx, copy.key)


def explore(tx: Transaction, area: str, at: str) -> Copy:
    """A random Exploration card of an area lies face down on the Board, at a space of the sketch (p. 21).

    Cards that went back to their deck are not told apart: one of them is taken first, else one never seen before.
    """
    waiting = (copy for copy in tx.state.cards.numbered(area) if copy.deck == EXPLORATION and copy.where == "deck")
    copy = next(waiting, None) or new(tx, area, deck=EXPLORATION, colour="")
    return put(tx, copy.key, "board", at=at)
