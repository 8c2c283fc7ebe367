"""The four dice, and the cards of compound actions on which they lie (p. 11, 13)."""

from __future__ import annotations

from dataclasses import replace

from companion.api.text import T
from companion.games.citadel.action import facts
from companion.games.citadel.action.running import DICE, Die
from companion.games.citadel.cards.cards import OUT_OF_PLAY
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction


def on(state: State, card: str, icon: str) -> Die | None:
    """The die that lies on this action."""
    return next((die for die in state.turn.dice if (die.card, die.icon) == (card, icon)), None)


def none_free(state: State) -> bool:
    """All dice lie on cards."""
    return len(state.turn.dice) >= DICE


def put(tx: Transaction, die: Die) -> None:
    """Lay a die on an action, or change the one that lies there."""
    others = tuple(one for one in tx.state.turn.dice if (one.card, one.icon) != (die.card, die.icon))
    tx.set(turn=replace(tx.state.turn, dice=(*others, die)))


def take(tx: Transaction, card: str, icon: str) -> None:
    """Take a die off an action, back into the box."""
    kept = tuple(one for one in tx.state.turn.dice if (one.card, one.icon) != (card, icon))
    if kept != tx.state.turn.dice:
        tx.set(turn=replace(tx.state.turn, dice=kept))
        name = facts.where_named(tx.state, icon, card)
        tx.tell("die_back", T("{action}: the die goes back into the box.", action=name), card=card, icon=icon)


def settle(tx: Transaction) -> None:
    """A card that left play leaves its die (p. 13)."""
    away = {copy.key for copy in tx.state.cards.copies if copy.where in OUT_OF_PLAY}
    for die in tx.state.turn.dice:
        if die.card in away:
            take(tx, die.card, die.icon)
