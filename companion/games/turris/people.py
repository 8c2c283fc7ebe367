"""Scouts on their ways: reserve, places, Graveyard."""

from __future__ import annotations

from companion.games.turris import council
from companion.games.turris.books import Books


def lay(books: Books, seat: int, place: str) -> None:
    """A Scout goes from a place to the Graveyard; the Council token has still to be moved for it."""
    books.stand(place, seat, -1)
    books.set_player(seat, graveyard=books.state.players[seat].graveyard + 1)


def to_graveyard(books: Books, seat: int, place: str) -> None:
    """A Scout goes from a place to the Graveyard, and its owner's Council token goes on (p. 21)."""
    lay(books, seat, place)
    council.advance(books, seat)
