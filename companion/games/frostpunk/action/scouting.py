"""Deploy Scouts (rulebook p. 26, 27): a Worker or an Engineer sets out on an Expedition stack; always heated."""

from __future__ import annotations

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.action.meeples import NAMES
from companion.games.frostpunk.action.performing import STEP
from companion.games.frostpunk.cards import expeditions
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step

# p. 26, 39: a Child Worker or Child Engineer acts as if it were one; Automatons and Children never set out.
MAY_GO = ("workers", "engineers", "child_worker", "child_engineer")


def usual_scout(state: State) -> str | None:
    """Who is offered first: a Worker, else an Engineer, then the Children who act as such."""
    return next((kind for kind in MAY_GO if meeples.available(state, kind)), None)


def stacks(state: State) -> tuple[int, ...]:
    """The Expedition stacks on which a Scout may be deployed now."""
    return expeditions.free_stacks(state) if expeditions.can_deploy(state) else ()


def deploy(tx: Transaction, stack: int, meeple: str) -> None:
    """Take the action: the Meeple is away until the Expedition returns."""
    require_step(tx.state, STEP)
    if meeple not in MAY_GO:
        text = T("Only a Worker or an Engineer can be deployed as a Scout.")
        raise IllegalMove(text, rule="action.scouts", page=26)
    if not meeples.available(tx.state, meeple):
        text = T("{who}: none is free in your supply.", who=NAMES[meeple])
        raise IllegalMove(text, rule="action.scouts", page=22)
    expeditions.deploy(tx, stack, meeple)
    tx.go_on()
