"""The Prestige of the Betrayers, and whether it changes the Excavation Site (rulebook p. 21, 26)."""

from __future__ import annotations

from companion.api.text import T
from companion.games.turris import prestige
from companion.games.turris.books import Books
from companion.toolkit.forms import pick

ASK = pick(
    prestige.BETRAYERS,
    T("The Betrayers reach 10, 20 or 30 Prestige before you"),
    {"stay": T("The Excavation Site stays"), "change": T("The Excavation Site changes")},
    usual="stay",
)


def gain(books: Books, count: int) -> None:
    """The Betrayers gain Prestige. They are no player (p. 25), so that the Site stays, unless the table plays it so."""
    before = books.state.betrayer_prestige
    books.set(betrayer_prestige=before + count)
    if books.state.choices.get(prestige.BETRAYERS) == "change":
        prestige.passed(books, before, before + count)
