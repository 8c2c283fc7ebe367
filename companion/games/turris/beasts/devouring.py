"""The Pain and the Harrow devour (rulebook p. 17 and 19)."""

from __future__ import annotations

from companion.api.text import N
from companion.games.turris import council, people
from companion.games.turris.beasts.shields import shielded
from companion.games.turris.beasts.telling import say
from companion.games.turris.books import Books
from companion.games.turris.names import place_name, who
from companion.games.turris.state import Task

COUNCIL, CHAIN = "beasts.council", "beasts.chain"


def devour(books: Books, task: Task) -> bool:
    """All Scouts that are not shielded go to the Graveyard; then the Council tokens move in turn order, all steps of a
    player before those of the next (p. 17)."""
    books.finish_task()
    spared = shielded(task)
    here = books.state.standing(task.place)
    lost = {seat: max(0, here[seat] - spared.get(seat, 0)) for seat in books.state.order()}
    for seat, count in lost.items():
        if count:
            _lay(books, task, seat, count)
    for seat, count in lost.items():
        for _ in range(count):
            books.add_task(Task(kind=COUNCIL, seat=seat))
    if task.about == "harrow" and books.state.phase == "beasts" and any(lost.values()):
        books.add_task(Task(kind=CHAIN, about=task.about))
    return True


def _lay(books: Books, task: Task, seat: int, count: int) -> None:
    for _ in range(count):
        people.lay(books, seat, task.place)
    books.set(devoured=books.state.devoured + count)
    text = N(
        "{name}: {n} Scout devoured, {place}.",
        "{name}: {n} Scouts devoured, {place}.",
        count,
        name=who(books.state, seat),
        place=place_name(books.state, task.place),
    )
    say(books, "devoured", text, lit=(task.place,), seat=seat + 1, count=count, place=task.place)


def step_council(books: Books, task: Task) -> bool:
    """One step for one devoured Scout; what its spot brings is done before the next step (p. 17)."""
    books.finish_task()
    council.advance(books, task.seat)
    return True
