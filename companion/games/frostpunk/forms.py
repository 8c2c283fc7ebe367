"""Short ways to say what is asked of Citizens."""

from __future__ import annotations

from companion.api.game import Whole
from companion.games.frostpunk.state import KIND_NAMES, KINDS
from companion.toolkit.forms import whole


def per_kind(at_most: dict[str, int], usual: dict[str, int] | None = None) -> tuple[Whole, ...]:
    """A number for each type of Citizen; without usual values, the first is to be filled in."""
    return tuple(whole(kind, KIND_NAMES[kind], at_most[kind], 0 if usual is None else usual[kind]) for kind in KINDS)
