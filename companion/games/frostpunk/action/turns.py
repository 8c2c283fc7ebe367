"""Whose turn it is in the Action Phase (rulebook p. 22), and when nobody can act any more."""

from __future__ import annotations

from companion.api.text import T
from companion.games.frostpunk.action.meeples import free
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction


def begin(tx: Transaction) -> None:
    """The leader has the first turn, and all Special Actions are open again; without a Meeple the phase is over."""
    tx.set(turn=tx.state.leader, idle=False, passed=(), done=())
    if nobody_left(tx.state):
        tx.tell("nobody_acts", T("No Meeple can act this round."))
        tx.go_on()


def next_turn(tx: Transaction) -> bool:
    """The next player clockwise has a turn; False when the phase is over, because no Meeple is left to act or because
    everybody passed one after the other: nobody wants to act any more (p. 22)."""
    if tx.state.idle or nobody_left(tx.state):
        return False
    if tx.state.turn not in tx.state.passed:
        tx.set(passed=())
    if len(set(tx.state.passed)) == len(tx.state.players):
        tx.tell("everybody_passed", T("Everybody has passed: nobody acts any more."))
        return False
    tx.set(turn=(tx.state.turn + 1) % len(tx.state.players))
    return True


def nobody_left(state: State) -> bool:
    """Whether no Meeple is left that could act (p. 22)."""
    return not free(state)
