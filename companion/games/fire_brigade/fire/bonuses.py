"""Special events: what they give, everybody gets at once; who cannot use it passes it over (rulebook p. 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import T
from companion.games.fire_brigade.books import Books
from companion.games.fire_brigade.crew import triggers
from companion.games.fire_brigade.crew.triggers import FREE_RECRUIT
from companion.games.fire_brigade.names import who
from companion.games.fire_brigade.turns.renown import ANYWHERE
from companion.games.fire_brigade.turns.upgrading import complete, raise_track
from companion.games.fire_brigade.water import refill_brigade

NAMES = {
    "wagon": T("Greater Wagons"),
    "crew": T("Better crews"),
    "leadership": T("Better leaders"),
    "recruit": T("Free Recruit"),
    "renown": T("Everybody places a Renown"),
    "refill": T("Refill all Brigades"),
}


def give(books: Books, card: str) -> None:
    """Everybody, the active player first."""
    books.tell("bonus", T("For everybody: {name}.", name=NAMES[card]), card=card)
    for seat in books.state.clockwise:
        _EFFECTS[card](books, seat)


def _upgrade(track: str) -> Callable[[Books, int], None]:
    def give_step(books: Books, seat: int) -> None:
        if not complete(books.state, seat, track):
            raise_track(books, seat, track)

    return give_step


def _recruit(books: Books, seat: int) -> None:
    """Who may have no crew passes it over; nobody has to be replaced (p. 11)."""
    if books.state.players[seat].values["crew"]:
        books.ask(FREE_RECRUIT, seat=seat, about="event")
    else:
        books.tell("passed_over", T("{who}: no crew is allowed yet.", who=who(books.state, seat)), seat=seat)


def _renown(books: Books, seat: int) -> None:
    if books.state.renown_left(seat):
        books.ask(ANYWHERE, seat=seat, count=1)


def _refill(books: Books, seat: int) -> None:
    refill_brigade(books, seat)
    triggers.refilled(books, seat)


_EFFECTS: Mapping[str, Callable[[Books, int], None]] = {
    "wagon": _upgrade("wagon"),
    "crew": _upgrade("crew"),
    "leadership": _upgrade("leadership"),
    "recruit": _recruit,
    "renown": _renown,
    "refill": _refill,
}
