"""Automatons (rulebook p. 39, 44): six in the game, those that are not in play lie in the bank."""

from __future__ import annotations

from companion.api import T
from companion.games.frostpunk import supply
from companion.games.frostpunk.city.land import Meeple
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

MOST = 6  # p. 39
KIND = "automatons"


def bank(state: State) -> int:
    """How many Automatons lie in the bank."""
    return MOST - state.automatons


def placed(state: State) -> int:
    """How many of those in play stand somewhere."""
    return sum(meeple.kind == KIND for meeple in state.city.placed)


def in_supply(state: State) -> int:
    """How many of those in play are in the supply."""
    return state.automatons - placed(state)


def gain(tx: Transaction, count: int) -> None:
    """Automatons come from the bank into the supply; with an empty bank none is gained (p. 39)."""
    supply.gain(tx, KIND, count)


def place(tx: Transaction, card: str) -> None:
    """An Event card has an Automaton put on it: from the bank, or from the supply where the bank is empty (p. 39).

    It stays on the card until the card leaves; with none left anywhere, nothing happens.
    """
    if bank(tx.state):
        tx.set(automatons=tx.state.automatons + 1)
        text = T("An Automaton from the bank stands on the card.")
    elif in_supply(tx.state):
        text = T("The bank has no Automaton left: one from the supply stands on the card.")
    else:
        tx.tell("no_automaton", T("No Automaton is left in the bank or the supply."))
        return
    meeple = Meeple(kind=KIND, at=f"card {card}".strip(), stays=True)
    tx.set_city(placed=(*tx.state.city.placed, meeple))
    tx.tell("automaton_placed", text, card=card, bank=bank(tx.state))
    tx.todo(T("Put an Automaton onto the card"), "automatons")
