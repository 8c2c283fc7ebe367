"""Playing alone (rulebook p. 25 to 27), put together."""

from __future__ import annotations

from companion.api.game import Prompt
from companion.games.turris.solo import betrayers, damage, numbers, showing
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction
from companion.toolkit.modules import GameModule


def _settle(tx: Transaction) -> bool:
    if tx.state.tasks and tx.state.tasks[0].kind == damage.REPAIR:
        return damage.settle(tx, tx.state.tasks[0])
    return betrayers.settle(tx)


def _prompts(state: State) -> tuple[Prompt, ...]:
    return (numbers.prompt(state),) if numbers.missing(state) else ()


MODULE: GameModule[State, Transaction] = GameModule(
    name="solo",
    moves={**numbers.MOVES, **damage.MOVES, **betrayers.MOVES},
    tasks={
        betrayers.CARD: betrayers.card_prompt,
        betrayers.LURE: betrayers.lure_prompt,
        damage.REPAIR: damage.prompt,
    },
    prompts=_prompts,
    settle=_settle,
    panels=showing.panels,
    settables=showing.settables,
)
