"""What the Board brings to the game."""

from __future__ import annotations

from companion.api import Offer, T
from companion.games.citadel import heroes
from companion.games.citadel.board import exploring, figures, laying, placing, room
from companion.games.citadel.modules import GameModule, with_task
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit import grouped


def _follow(tx: Transaction) -> None:
    """The sketch follows the list of cards, tasks follow the figures; an Exploration card that was turned over is
    resolved."""
    placing.follow(tx)
    figures.follow(tx)
    laying.follow(tx)
    exploring.follow(tx)


def _idle(state: State) -> tuple[Offer, ...]:
    """Exploring and moving on the map first; then events, figures moved by effects, and making room."""
    hero = heroes.proposed(state)
    near = () if hero is None else figures.ways(state, hero, exploring.EXPLORE)
    return (*near, *exploring.offers(state), *figures.by_effect(state), *room.offers(state))


MODULE = GameModule(
    name="board",
    moves={**laying.MOVES, **exploring.MOVES, **figures.MOVES, **room.MOVES},
    tasks=with_task(
        {
            placing.PLACE: laying.place,
            placing.ATTACH: laying.attach,
            placing.ARROWS: laying.arrows,
            "board.which": exploring.which,
            exploring.TURNED: exploring.turned,
            "board.mandatory": exploring.mandatory,
        }
    ),
    idle=_idle,
    panels=laying.panels,
    settables=lambda state: grouped(T("Figures on the Board"), figures.settables(state)),
    families=laying.FAMILIES,
    check=laying.check,
    follow=_follow,
)
