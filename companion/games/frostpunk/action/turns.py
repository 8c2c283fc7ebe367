"""Whose turn it is in the Action Phase (rulebook p. 22), and when nobody can act any more."""

from __future__ import annotations

from companion.api.text import T
from companion.games.frostpunk.action.meeples import free
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import State


def begin(ledger: Ledger) -> None:
    """The leader has the first turn, and all Special Actions are open again; without a Meeple the phase is over."""
    ledger.set(turn=ledger.state.leader, idle=False, passed=(), done=())
    if nobody_left(ledger.state):
        ledger.tell("nobody_acts", T("No Meeple can act this round."))
        ledger.go_on()


def next_turn(ledger: Ledger) -> bool:
    """The next player clockwise has a turn; False when the phase is over, because no Meeple is left to act or because
    everybody passed one after the other: nobody wants to act any more (p. 22)."""
    if ledger.state.idle or nobody_left(ledger.state):
        return False
    if ledger.state.turn not in ledger.state.passed:
        ledger.set(passed=())
    if len(set(ledger.state.passed)) == len(ledger.state.players):
        ledger.tell("everybody_passed", T("Everybody has passed: nobody acts any more."))
        return False
    ledger.set(turn=(ledger.state.turn + 1) % len(ledger.state.players))
    return True


def nobody_left(state: State) -> bool:
    """Whether no Meeple is left that could act (p. 22)."""
    return not free(state)
