"""Board facts that make no sense are refused: links against the examples, words that are not understood."""

from __future__ import annotations

from companion.api.game import Value
from companion.games.turris import known_cards, places
from companion.games.turris.map import module as land

WORDS = ("reward.", "council.", *(f"{kind}." for kind in known_cards.KINDS))


def check_fact(name: str, value: Value) -> None:
    """Refuse a board fact that contradicts an example of the rulebook, or cannot be understood."""
    land.check_fact(name, value)
    if name.startswith(WORDS) and value != places.TABLE:
        known_cards.understood(str(value))
