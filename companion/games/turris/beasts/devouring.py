"""The Pain and the Harrow devour (rulebook p. 17 and 19)."""

from __future__ import annotations

from companion.api.text import N
from companion.games.turris import council, people
from companion.games.turris.beasts.shields import shielded
from companion.games.turris.beasts.telling import say
from companion.games.turris.names import place_name, who
from companion.games.turris.state import Task
from companion.games.turris.transaction import Transaction

COUNCIL, CHAIN = "beasts.council", "beasts.chain"


def devour(tx: Transaction, task: Task) -> bool:
    """All Scouts that are not shielded go to the Graveyard; then the Council tokens move in turn order, all steps of a
    player before those of the next (p. 17)."""
    tx.finish_task()
    spared = shielded(task)
    here = tx.state.standing(task.place)
    lost = {seat: max(0, here[seat] - spared.get(seat, 0)) for seat in tx.state.order()}
    for seat, count in lost.items():
        if count:
            _lay(tx, task, seat, count)
    for seat, count in lost.items():
        for _ in range(count):
            tx.add_task(Task(kind=COUNCIL, seat=seat))
    if task.about == "harrow" and tx.state.phase == "beasts" and any(lost.values()):
        tx.add_task(Task(kind=CHAIN, about=task.about))
    return True


def _lay(tx: Transaction, task: Task, seat: int, count: int) -> None:
    for _ in range(count):
        people.lay(tx, seat, task.place)
    tx.set(devoured=tx.state.devoured + count)
    text = N(
        "{name}: {n} Scout devoured, {place}.",
        "{name}: {n} Scouts devoured, {place}.",
        count,
        name=who(tx.state, seat),
        place=place_name(tx.state, task.place),
    )
    say(tx, "devoured", text, lit=(task.place,), seat=seat + 1, count=count, place=task.place)


def step_council(tx: Transaction, task: Task) -> bool:
    """One step for one devoured Scout; what its spot brings is done before the next step (p. 17)."""
    tx.finish_task()
    council.advance(tx, task.seat)
    return True
