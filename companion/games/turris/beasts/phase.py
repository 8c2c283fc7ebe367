"""The Beast Phase: each Beast in its order, then perhaps one is removed (rulebook p. 13, 20)."""

from __future__ import annotations

from companion.api.game import Urgency
from companion.api.text import T
from companion.games.turris.beasts import hunting, telling
from companion.games.turris.map.land import told
from companion.games.turris.names import BEAST_NAMES
from companion.games.turris.state import BEASTS, State
from companion.games.turris.transaction import Transaction


def settle(tx: Transaction) -> bool:
    """The next Beast's turn begins; after the last one the phase is over. Nothing happens before all links of the
    board are known."""
    state = tx.state
    if state.phase != "beasts" or state.tasks or not told(state):
        return False
    if not state.step:
        telling.forget(tx)
        tx.set(closing=state.endgame)
    name = _next(state)
    if name:
        tx.set(step=name)
        hunting.begin(tx, name)
    else:
        _end(tx)
    return True


def _next(state: State) -> str | None:
    """The Beast that acts next, Pain being the first (p. 13)."""
    done = BEASTS.index(state.step) + 1 if state.step else 0
    return next((name for name in BEASTS[done:] if state.beast(name)), None)


def _end(tx: Transaction) -> None:
    """One Beast is removed if the endgame was triggered before this phase, the last in the order first (p. 20)."""
    state = tx.state
    if state.closing and state.beasts and not state.solo:
        gone = state.beasts[-1]
        fast = "" if state.fast == gone.name else state.fast
        tx.set(beasts=state.beasts[:-1], fast=fast)
        text = T("{beast}: remove it from the board for the rest of the game.", beast=BEAST_NAMES[gone.name])
        telling.say(tx, "beast_removed", text, Urgency.URGENT, lit=(gone.at,), beast=gone.name)
    tx.set(phase="cleanup", step="", closing=False)
