"""Short ways to say what is asked of the city's fields."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api.game import Pick
from companion.api.text import Text
from companion.games.fire_brigade.names import field_name
from companion.games.fire_brigade.state import State
from companion.toolkit.forms import pick

MAP = "city"  # the name of the map that a Pick refers to by `on`


def pick_field(state: State, name: str, label: Text, fields: Iterable[str], usual: str | None = None) -> Pick:
    """One of some fields of the city is asked for; the map can be tapped."""
    return pick(name, label, {place: field_name(state, place) for place in fields}, usual, on=MAP)
