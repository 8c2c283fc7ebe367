"""Resources and Artifacts: from and to the supply."""

from __future__ import annotations

from companion.games.turris.books import Books


def gain(books: Books, seat: int, what: str, count: int = 1) -> None:
    """A player takes of a resource (or `artifacts`) from the supply."""
    books.set_player(seat, **{what: getattr(books.state.players[seat], what) + count})


def spend(books: Books, seat: int, what: str, count: int = 1) -> None:
    """A player gives of a resource (or `artifacts`) back to the supply."""
    gain(books, seat, what, -count)
