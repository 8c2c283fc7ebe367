"""The four dice, and the cards of compound actions on which they lie (p. 11, 13)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.text import T
from companion.games.citadel.action import facts
from companion.games.citadel.action.running import DICE, Die
from companion.games.citadel.books import Books
from companion.games.citadel.cards.ledger import OUT_OF_PLAY
from companion.games.citadel.state import State


def on(state: State, card: str, icon: str) -> Die | None:
    """The die that lies on this action."""
    return next((die for die in state.turn.dice if (die.card, die.icon) == (card, icon)), None)


def none_free(state: State) -> bool:
    """All dice lie on cards."""
    return len(state.turn.dice) >= DICE


def put(books: Books, die: Die) -> None:
    """Lay a die on an action, or change the one that lies there."""
    others = tuple(one for one in books.state.turn.dice if (one.card, one.icon) != (die.card, die.icon))
    books.set(turn=replace(books.state.turn, dice=(*others, die)))


def take(books: Books, card: str, icon: str) -> None:
    """Take a die off an action, back into the box."""
    kept = tuple(one for one in books.state.turn.dice if (one.card, one.icon) != (card, icon))
    if kept != books.state.turn.dice:
        books.set(turn=replace(books.state.turn, dice=kept))
        name = facts.where_named(books.state, icon, card)
        books.tell("die_back", T("{action}: the die goes back into the box.", action=name), card=card, icon=icon)


def settle(books: Books) -> None:
    """A card that left play leaves its die (p. 13)."""
    away = {copy.key for copy in books.state.ledger.copies if copy.where in OUT_OF_PLAY}
    for die in books.state.turn.dice:
        if die.card in away:
            take(books, die.card, die.icon)
