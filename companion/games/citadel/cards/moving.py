"""Where a card goes: every way out of, into and through play (p. 16 to 19, 25).

These functions carry an effect out. Whether a player may choose it is asked in `choices.py`.
"""

from __future__ import annotations

from typing import Any

from companion.api.text import N, T
from companion.games.citadel.books import Books
from companion.games.citadel.cards import looking, numbers
from companion.games.citadel.cards.ledger import EXPLORATION, OWNED, Copy
from companion.games.citadel.cards.words import card_name


def put(books: Books, key: str, where: str, whose: str = "", at: str = "") -> Copy:
    """Lay a card somewhere, without a word. Who has it and what it lies at are as given here."""
    assert bool(whose) == (where in OWNED), "a place is a player's, or nobody's"
    books.set(ledger=books.state.ledger.changed(key, where=where, whose=whose, at=at, saved=False))
    return books.state.ledger.copy(key)


def change(books: Books, key: str, **changes: Any) -> Copy:
    """Change what is known of a card in this campaign (its colour, frame or kind)."""
    books.set(ledger=books.state.ledger.changed(key, **changes))
    return books.state.ledger.copy(key)


def new(books: Books, number: str, **fields: Any) -> Copy:
    """A card that was never seen before."""
    ledger, copy = books.state.ledger.with_new(number, **fields)
    books.set(ledger=ledger)
    return copy


def discard(books: Books, key: str) -> None:
    """Into the Past, Adventure and Exploration cards alike (p. 18)."""
    name = card_name(books.state, put(books, key, "past"))
    books.tell("card_discarded", T("{card}: discarded into the Past.", card=name), card=key)


def banish(books: Books, key: str) -> None:
    """Out of the adventure (p. 18)."""
    name = card_name(books.state, put(books, key, "banished"))
    books.tell("card_banished", T("{card}: banished.", card=name), card=key)


def return_(books: Books, key: str) -> None:
    """Back to its place in its own deck (p. 18)."""
    copy = put(books, key, "deck")
    if copy.deck == EXPLORATION:
        _forget(books, key)
        text = T("Exploration card: returned to area {area}.", area=copy.number)
    else:
        name = card_name(books.state, copy)
        text = T("{card}: returned, behind divider {divider}.", card=name, divider=numbers.behind(copy))
    books.tell("card_returned", text, card=key)


def block(books: Books, key: str, seat: str) -> None:
    """Under a player's Character card: no effect, not to be used, but its weight counts (p. 18)."""
    name = card_name(books.state, put(books, key, "blocked", seat))
    owner = books.state.hero(seat).name
    books.tell(
        "card_blocked", T("{card}: blocked under the Character card of {name}.", card=name, name=owner), card=key
    )


def unblock(books: Books, key: str) -> None:
    """Back into play, before the player under whose Character card it lay (p. 18)."""
    copy = books.state.ledger.copy(key)
    name = card_name(books.state, put(books, key, "purse", copy.whose))
    owner = books.state.hero(copy.whose).name
    books.tell("card_unblocked", T("{card}: unblocked, before {name}.", card=name, name=owner), card=key)


def keep(books: Books, key: str, seat: str) -> None:
    """Into play before a player (p. 17)."""
    name = card_name(books.state, put(books, key, "purse", seat))
    owner = books.state.hero(seat).name
    books.tell("card_kept", T("{card}: {name} keeps it.", card=name, name=owner), card=key, seat=seat)


def hand_over(books: Books, key: str, seat: str) -> None:
    """To another player; a blocked card stays blocked (p. 19)."""
    copy = books.state.ledger.copy(key)
    name = card_name(books.state, put(books, key, copy.where, seat))
    owner = books.state.hero(seat).name
    books.tell("card_given", T("{card}: given to {name}.", card=name, name=owner), card=key, seat=seat)


def to_common(books: Books, key: str, where: str) -> None:
    """To a common place: `quest`, `global` or `map` (p. 17)."""
    name = card_name(books.state, put(books, key, where))
    texts = {
        "quest": T("{card}: behind the “Quest items” divider.", card=name),
        "global": T("{card}: beside the Board.", card=name),
        "map": T("{card}: into the World Map.", card=name),
    }
    books.tell("card_laid", texts[where], card=key, place=where)


def return_past(books: Books) -> tuple[Copy, ...]:
    """All cards in the Past go back to their places (p. 16, 21, 25); which ones, in the box's order."""
    past = looking.of(books.state, "past")
    for copy in past:
        put(books, copy.key, "deck")
        if copy.deck == EXPLORATION:
            _forget(books, copy.key)
    text = N("The Past is returned: {n} card.", "The Past is returned: {n} cards.", len(past))
    text = text if past else T("The Past was empty: nothing is returned.")
    books.tell("past_returned", text, cards=len(past))
    return past


def _forget(books: Books, key: str) -> None:
    """An Exploration card that is back in its deck cannot be told from the others."""
    change(books, key, kind="")
    about = looking.fact_name(key, "")
    books.set(known={name: value for name, value in books.state.known.items() if not name.startswith(about)})


def save(books: Books, key: str) -> None:
    """Behind the "Save" divider, until the game is resumed (p. 25)."""
    change(books, key, saved=True)


def resume(books: Books) -> tuple[Copy, ...]:
    """Everything behind the "Save" divider goes back to where it was (p. 25)."""
    saved = tuple(copy for copy in books.state.ledger if copy.saved)
    for copy in saved:
        change(books, copy.key, saved=False)
    return saved


def end(books: Books) -> None:
    """The adventure is over: every card, the banished ones too, goes back to its deck (p. 3, 18)."""
    for copy in books.state.ledger:
        if copy.where != "deck":
            put(books, copy.key, "deck")
            if copy.deck == EXPLORATION:
                _forget(books, copy.key)


def explore(books: Books, area: str, at: str) -> Copy:
    """A random Exploration card of an area lies face down on the Board, at a space of the sketch (p. 21).

    Cards that went back to their deck are not told apart: one of them is taken first, else one never seen before.
    """
    waiting = (copy for copy in books.state.ledger.numbered(area) if copy.deck == EXPLORATION and copy.where == "deck")
    copy = next(waiting, None) or new(books, area, deck=EXPLORATION, colour="")
    return put(books, copy.key, "board", at=at)
