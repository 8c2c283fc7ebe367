"""What this part brings to the game."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import Ask, Table
from companion.games.citadel.life import draining, fainting, limits, moves, owner_facts, recovery, views
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import MODES, RESTS, Piles, Vigour
from companion.games.citadel.transaction import Transaction


def _setup(players: int) -> tuple[Ask, ...]:
    return (views.mode_ask(), views.rest_ask())


def _begin(tx: Transaction, table: Table) -> None:
    """Everybody has neither hand nor Discard Pile (p. 8); nobody has counted the Action Decks yet."""
    mode, rest = str(table.choices.get("recovery")), str(table.choices.get("recovery_rest"))
    piles = tuple(Piles(seat=hero.seat) for hero in tx.state.heroes)
    vigour = Vigour(piles=piles)
    if mode in MODES:
        vigour = replace(vigour, mode=mode)
    if rest in RESTS:
        vigour = replace(vigour, rest=rest)
    tx.set(vigour=vigour)


MODULE = GameModule(
    name="life",
    moves=moves.MOVES,
    tasks=with_task(
        {
            "recover": recovery.prompt,
            "drain": draining.prompt,
            "faint": fainting.prompt,
            "wake": fainting.wake_prompt,
            "limits": limits.limits_prompt,
            "excess": limits.excess_prompt,
        }
    ),
    idle=moves.idle,
    panels=views.panels,
    settables=views.settables,
    setup=_setup,
    begin=_begin,
    families=owner_facts.FAMILIES,
    follow=limits.settle,
)
