"""What life points and Action cards bring to the game."""

from __future__ import annotations

from dataclasses import replace

from companion.api import Offer, T, Table
from companion.games.citadel.life import changing, limits, panels, points, recovery
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import Piles, State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import grouped


def _begin(tx: Transaction, table: Table) -> None:
    """Everybody has neither hand nor Discard Pile (p. 8); nobody has counted the Action Decks yet."""
    tx.set(vigour=replace(tx.state.vigour, piles=tuple(Piles(seat=hero.seat) for hero in tx.state.heroes)))


def idle(state: State) -> tuple[Offer, ...]:
    """Recovery for those who can, then life points, then Action cards."""
    return (
        *recovery.offers(state),
        *changing.life_offers(state),
        *changing.card_offers(state),
        *limits.weight_offers(state),
    )


def _follow(tx: Transaction) -> None:
    points.follow(tx)
    recovery.follow(tx)
    limits.follow(tx)


MODULE = GameModule(
    name="life",
    moves={**recovery.MOVES, **changing.MOVES, **points.MOVES, **limits.MOVES},
    tasks=with_task(
        {
            "recover": recovery.prompt,
            "drain": changing.drain_prompt,
            changing.CARDS: changing.cards_prompt,
            "faint": points.faint_prompt,
            "wake": points.wake_prompt,
            "limits": limits.limits_prompt,
            "excess": limits.excess_prompt,
        }
    ),
    idle=idle,
    panels=panels.panels,
    settables=lambda state: grouped(T("Life and decks"), panels.settables(state)),
    begin=_begin,
    families=limits.FAMILIES,
    follow=_follow,
)
