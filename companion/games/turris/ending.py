"""How the game ends (rulebook p. 20 and 27)."""

from __future__ import annotations

from companion.games.turris.state import State
from companion.text import Text


def ending(state: State) -> Text | None:
    """How it ended; None while it goes on."""
    return Text(state.ended) if state.ended else None
