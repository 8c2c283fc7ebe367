"""Short ways to say what is asked of this game's places and seats."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api.game import Pick
from companion.api.text import Text
from companion.games.turris.names import place_name
from companion.games.turris.state import State
from companion.toolkit.forms import pick

MAP = "board"  # the name of the map that a Pick refers to by `on`


def pick_place(state: State, name: str, label: Text, places: Iterable[str]) -> Pick:
    """One of some places of the board is asked for; the map can be tapped."""
    return pick(name, label, {place: place_name(state, place) for place in places}, on=MAP)
