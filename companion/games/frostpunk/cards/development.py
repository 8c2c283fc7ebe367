"""The Development token (rulebook p. 38): one Technology at a time is developed while a Workshop stands on the map."""

from __future__ import annotations

from dataclasses import replace

from companion.api import T, Text
from companion.games.frostpunk.cards.piles import Technology
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction

TASK = "technology"  # a Technology is to be chosen
WAITING = "token_back"  # the Workshop's second effect, waiting for that choice
CARDS = 4  # p. 11


def on_track(state: State) -> Technology | None:
    """The Technology whose Development token lies on the Round track."""
    return next((one for one in state.technologies if one.token == "track"), None)


def inactive(state: State) -> tuple[Technology, ...]:
    """The Technologies that can be chosen: those with an inactive token on them whose name is known."""
    return tuple(one for one in state.technologies if one.token == "inactive" and one.name)


def unnamed(state: State) -> int:
    """How many of the four nobody has named."""
    return CARDS - sum(bool(one.name) for one in state.technologies)


def developed(state: State) -> tuple[str, ...]:
    """The names of the Technologies in use."""
    return tuple(one.name for one in state.technologies if one.token == "active")


def workshops(state: State) -> int:
    """How many Workshops stand on the map."""
    return sum(building.kind == "workshop" for building in state.city.buildings)


def can_begin(state: State) -> bool:
    """Whether a development can be begun: a Workshop, no token on the track, and a Technology left (p. 38)."""
    left = bool(inactive(state)) or unnamed(state) > 0
    return workshops(state) > 0 and on_track(state) is None and left


def workshops_changed(tx: Transaction) -> None:
    """A Workshop was built or left the map: the first one begins a development, without any all progress is lost."""
    if workshops(tx.state) == 0:
        _lose_progress(tx)
    else:
        ask(tx)


def ask(tx: Transaction) -> None:
    """Have the next Technology chosen, if one can be begun and the choice is not pending already."""
    if can_begin(tx.state) and not choosing(tx.state) and not tx.state.ended:
        tx.queue(TASK)


def choosing(state: State) -> bool:
    """Whether the players are about to choose a Technology."""
    return any(task.kind == TASK for task in state.tasks)


def _lose_progress(tx: Transaction) -> None:
    tx.set(tasks=tuple(task for task in tx.state.tasks if task.kind not in (TASK, WAITING)))
    lost = on_track(tx.state)
    if lost is None:
        return
    put(tx, replace(lost, token="inactive", due=0))
    text = T("No Workshop is left: the Development token goes back onto {name}, inactive.", name=Text(lost.name))
    tx.tell("progress_lost", text, technology=lost.name)
    tx.todo(T("Put the Development token back onto its card, inactive: {name}", name=Text(lost.name)), "technology")


def put(tx: Transaction, technology: Technology) -> None:
    """Change a Technology, which is known by its name."""
    row = tuple(technology if one.name == technology.name else one for one in tx.state.technologies)
    tx.set(technologies=row)


def set_token(tx: Transaction, name: str, token: str, space: int) -> None:
    """Set by hand where a Development token is; another one on the track goes back onto its card."""
    if token == "track":
        for other in tx.state.technologies:
            if other.token == "track" and other.name != name:
                put(tx, replace(other, token="inactive", due=0))
    row = (
        replace(one, token=token, due=space if token == "track" else 0) if one.name == name else one
        for one in tx.state.technologies
    )
    tx.set(technologies=tuple(row))
    if on_track(tx.state) is not None:
        tx.set(tasks=tuple(task for task in tx.state.tasks if task.kind != TASK))


def set_names(tx: Transaction, names: tuple[str, ...]) -> None:
    """Set by hand which Technologies lie in the display; those that stay keep their tokens."""
    known = {one.name: one for one in tx.state.technologies}
    tx.set(technologies=tuple(known.get(name, Technology(name=name)) for name in names))
