"""Prestige, and the change of the Excavation Sites at 10, 20, 30 and 40 (rulebook p. 21)."""

from __future__ import annotations

from companion.games.turris.books import Books
from companion.games.turris.parts import Part


def gain(books: Books, seat: int, count: int) -> None:
    """A player gains Prestige."""
    books.set_player(seat, prestige=books.state.players[seat].prestige + count)


PART = Part(name="prestige")
