"""What life points and Action cards bring to the game."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Ask, Offer, Table
from companion.games.citadel.life import changing, limits, panels, points, recovery
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import MODES, RESTS, Piles, State, Vigour
from companion.games.citadel.transaction import Transaction


def _setup(players: int) -> tuple[Ask, ...]:
    return (panels.mode_ask(), panels.rest_ask())


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


def idle(state: State) -> tuple[Offer, ...]:
    """Recovery for those who can, then life points, then Action cards."""
    return (*recovery.offers(state), *changing.life_offers(state), *changing.card_offers(state))


MODULE = GameModule(
    name="life",
    moves={**recovery.MOVES, **changing.MOVES, **points.MOVES, **limits.MOVES},
    tasks=with_task(
        {
            "recover": recovery.prompt,
            "drain": changing.drain_prompt,
            "faint": points.faint_prompt,
            "wake": points.wake_prompt,
            "limits": limits.limits_prompt,
            "excess": limits.excess_prompt,
        }
    ),
    idle=idle,
    panels=panels.panels,
    settables=panels.settables,
    setup=_setup,
    begin=_begin,
    families=limits.FAMILIES,
    follow=limits.follow,
)
