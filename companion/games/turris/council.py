"""The Council track (rulebook p. 21)."""

from __future__ import annotations

from companion.games.turris.books import Books
from companion.games.turris.parts import Part


def advance(books: Books, seat: int) -> None:
    """A player's Council token goes on by one spot."""
    books.set_player(seat, council=books.state.players[seat].council + 1)


PART = Part(name="council")
