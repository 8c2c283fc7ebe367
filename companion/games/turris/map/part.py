"""The board on the phones: the map, and how its links are told."""

from __future__ import annotations

from companion.game import Value
from companion.games.turris.parts import Part


def check_fact(name: str, value: Value) -> None:
    """Refuse a board fact that contradicts the rulebook."""


PART = Part(name="map")
