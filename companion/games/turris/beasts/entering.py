"""A Beast has moved into a place: what it does to the Scouts there (rulebook p. 17 to 19)."""

from __future__ import annotations

from companion.games.turris.books import Books
from companion.games.turris.state import Task

DEVOUR, PUSH, PAY, SHIELD, BETRAYER = "beasts.devour", "beasts.push", "beasts.pay", "beasts.shield", "beasts.betrayer"
EFFECTS = {"pain": DEVOUR, "harrow": DEVOUR, "delusion": PUSH, "despair": PAY}


def enter(books: Books, name: str, place: str) -> None:
    """The effect on the Scouts in a place, in turn order; then on the Betrayers' there (p. 26)."""
    state = books.state
    if state.manned(place):
        if EFFECTS[name] == PAY:
            _pay(books, name, place)
        else:
            _offer_shields(books, name, place)
            books.add_task(Task(kind=EFFECTS[name], about=name, place=place))
    for _ in range(state.betrayers.count(place)):
        books.add_task(Task(kind=BETRAYER, seat=0, about=name, place=place))


def _pay(books: Books, name: str, place: str) -> None:
    """For the Despair an Artifact is one more thing to give: no question of its own."""
    counts = books.state.standing(place)
    for seat in books.state.order():
        if counts[seat]:
            books.add_task(Task(kind=PAY, seat=seat, about=name, place=place, count=counts[seat]))


def _offer_shields(books: Books, name: str, place: str) -> None:
    counts = books.state.standing(place)
    for seat in books.state.order():
        if counts[seat] and books.state.players[seat].artifacts:
            books.add_task(Task(kind=SHIELD, seat=seat, about=name, place=place, count=counts[seat]))
