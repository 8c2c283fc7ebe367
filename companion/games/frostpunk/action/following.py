"""How two answers are one move (see `ahead`): `<name>_then`, with the second one in words as its argument `then`."""

from __future__ import annotations

from companion.api import Move

THEN = "then"
SUFFIX = "_then"


def in_words(move: Move) -> str:
    """A move with its values as they stand in `then`."""
    return " ".join((move.name, *(f"{name}={value}" for name, value in move.args.items())))
