"""Technologies (rulebook p. 19, 38, 41): one at a time is developed while a Workshop stands on the map."""

from __future__ import annotations

from dataclasses import replace

from companion.api.game import IllegalMove
from companion.api.text import T, Text
from companion.games.frostpunk.cards import carrying, lasting_effects, lines, owner_facts
from companion.games.frostpunk.cards.piles import Technology
from companion.games.frostpunk.state import ROUNDS, State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.transaction import require_task

TASK = "technology"  # a Technology is to be chosen
WAITING = "token_back"  # the Workshop's second effect, waiting for that choice
CARDS = 4  # p. 11
MOST_COST = ROUNDS
KIND = "technology"


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


def cost(state: State, technology: Technology) -> int:
    """Its Development cost in rounds as far as is known, else 0."""
    found = owner_facts.card(state, owner_facts.named(KIND, technology.name))
    return technology.cost or (found.cost if found is not None else 0)


def due(state: State, rounds: int) -> int:
    """Where the token is put: so many spaces ahead of the Round marker, at most on the last space (p. 38)."""
    return min(ROUNDS, state.round + rounds)


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
    _put(tx, replace(lost, token="inactive", due=0))
    text = T("No Workshop is left: the Development token goes back onto {name}, inactive.", name=Text(lost.name))
    tx.tell("progress_lost", text, technology=lost.name)


def choose(tx: Transaction, name: str, rounds: int) -> None:
    """The choice that is pending: the token of a Technology goes onto the Round track."""
    require_task(tx.state, TASK)
    tx.finish_task()
    begin_development(tx, name, rounds)


def begin_development(tx: Transaction, name: str, rounds: int) -> None:
    """Put the Development token of a Technology onto the Round track (p. 38); what was told of it is kept."""
    technology = _named(tx, name)
    if not can_begin(tx.state):
        text = T("Only one Technology is developed at a time, and only with a Workshop on the map.")
        raise IllegalMove(text, rule="technologies", page=38)
    if technology.token != "inactive":
        raise IllegalMove(T("{name} is developed already.", name=Text(name)), rule="technologies", page=38)
    if cost(tx.state, replace(technology, cost=0)) != rounds:
        lines.write(tx, owner_facts.named(KIND, name), "cost", str(rounds))
    space = due(tx.state, rounds)
    _put(tx, replace(technology, cost=rounds, token="track", due=space))
    text = T("The Development token of {name} lies on round {space}.", name=Text(name), space=space)
    tx.tell("development_began", text, technology=name, due=space)
    _carry_on(tx)


def _named(tx: Transaction, name: str) -> Technology:
    """The card of that name; one that nobody had named takes a free place of the four."""
    state = tx.state
    known = next((one for one in state.technologies if one.name == name), None)
    if known is not None:
        return known
    if not unnamed(state):
        raise IllegalMove(T("That Technology does not lie in the display."), rule="technologies", page=38)
    new = Technology(name=name)
    blank = next((n for n, one in enumerate(state.technologies) if not one.name), len(state.technologies))
    row = [*state.technologies]
    row[blank : blank + 1] = [new]
    tx.set(technologies=tuple(row))
    return new


def reach(tx: Transaction) -> None:
    """The Round marker reaches the Development token: the Technology is developed, the next one chosen (p. 19)."""
    reached = on_track(tx.state)
    if reached is None or reached.due > tx.state.round:
        return
    _put(tx, replace(reached, token="active", due=0))
    text = T("{name} is developed: its token lies on the card, active side up.", name=Text(reached.name))
    tx.tell("developed", text, technology=reached.name)
    found = owner_facts.card(tx.state, owner_facts.named(KIND, reached.name))
    if found is not None:
        carrying.queue(tx, found.at_once, reached.name)
    ask(tx)
    lasting_effects.ask(tx, owner_facts.named(KIND, reached.name))


def due_now(state: State) -> bool:
    """Whether the Round marker stands on the Development token, or beyond."""
    token = on_track(state)
    return token is not None and token.due <= state.round


def can_move_back(state: State) -> bool:
    """Whether the Workshop can move a Development token: one lies on the track, or is about to be put there."""
    return on_track(state) is not None or choosing(state)


def token_back(tx: Transaction) -> None:
    """The Workshop moves the Development token one space towards the Round marker (p. 41).

    While the next Technology is still to be chosen, it waits for that: the second effect may move the new token.
    """
    if choosing(tx.state):
        tx.set(tasks=(*tx.state.tasks, Task(kind=WAITING)))  # behind the choice, whatever comes first now
        return
    token = on_track(tx.state)
    if token is None:
        text = T("No Development token lies on the Round track.")
        raise IllegalMove(text, rule="workshop", page=41)
    _put(tx, replace(token, due=token.due - 1))
    text = T("The Development token of {name} moved back to {space}.", name=Text(token.name), space=token.due - 1)
    tx.tell("development_hastened", text, technology=token.name, due=token.due - 1)
    reach(tx)


def settle(tx: Transaction) -> bool:
    """Leave out a choice that has become impossible, such as by a correction; whether that was done."""
    if tx.state.tasks[0].kind not in (TASK, WAITING) or (choosing(tx.state) and can_begin(tx.state)):
        return False
    tx.set(tasks=tuple(task for task in tx.state.tasks if task.kind not in (TASK, WAITING)))
    return True


def _carry_on(tx: Transaction) -> None:
    """A second effect of the Workshop that waited for the choice is done now."""
    waiting = next((n for n, task in enumerate(tx.state.tasks) if task.kind == WAITING), None)
    if waiting is None:
        return
    tasks = tx.state.tasks
    tx.set(tasks=(*tasks[:waiting], *tasks[waiting + 1 :]))
    token_back(tx)


def _put(tx: Transaction, technology: Technology) -> None:
    row = tuple(technology if one.name == technology.name else one for one in tx.state.technologies)
    tx.set(technologies=row)


def set_token(tx: Transaction, name: str, token: str, space: int) -> None:
    """Set by hand where a Development token is; another one on the track goes back onto its card."""
    if token == "track":
        for other in tx.state.technologies:
            if other.token == "track" and other.name != name:
                _put(tx, replace(other, token="inactive", due=0))
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
