"""The board on the phones: the map, and how its links are told."""

from __future__ import annotations

from companion.api.game import Prompt
from companion.api.view import Panel
from companion.games.turris.map import arranging, drawing, view
from companion.games.turris.map.drawing import check_fact
from companion.games.turris.state import State
from companion.games.turris.transaction import Transaction
from companion.toolkit.modules import GameModule

__all__ = ["MODULE", "check_fact"]


def _panels(state: State) -> tuple[Panel, ...]:
    return (view.panel(state),)


def _prompts(state: State) -> tuple[Prompt, ...]:
    return (*drawing.prompts(state), *arranging.prompts(state))


MODULE: GameModule[State, Transaction] = GameModule(
    name="map",
    moves={**drawing.MOVES, **arranging.MOVES},
    prompts=_prompts,
    panels=_panels,
    settables=drawing.settables,
    families=(drawing.LINK, arranging.FAMILY),
)
