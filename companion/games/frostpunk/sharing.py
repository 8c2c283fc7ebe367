"""Changes of people whose type is not named: the players choose the type of each (rulebook p. 16, 30, 31, 34, 44)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api.game import IllegalMove
from companion.api.text import T
from companion.games.frostpunk.people import curable, cure, die, fall_sick, gain_citizens, lose_citizens, treat
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, Group, State, Task
from companion.games.frostpunk.transaction import Transaction


@dataclass(frozen=True, kw_only=True)
class Sharing:
    """A change that is shared out among the types: what it does, and how many of a type it can do at most.

    `wears`: each time uses one up (a Citizen cured cannot be cured again); without it only the count is a limit.
    """

    do: Callable[[Transaction, str, int], None]
    most: Callable[[Group], int]
    wears: bool = True


def _die(tx: Transaction, kind: str, count: int) -> None:
    for _ in range(count):
        die(tx, kind)


SHARED: Mapping[str, Sharing] = {
    "sick_any": Sharing(do=fall_sick, most=lambda group: group.citizens, wears=False),
    "die_any": Sharing(do=_die, most=lambda group: group.citizens),
    "cure_any": Sharing(do=cure, most=lambda group: curable(group.sick, group.grave)),
    "treat_any": Sharing(do=lambda tx, kind, _: treat(tx, kind), most=lambda group: int(group.grave)),
    "gain_any": Sharing(do=gain_citizens, most=lambda group: MOST_CITIZENS - group.citizens),
    "surplus": Sharing(do=gain_citizens, most=lambda group: MOST_CITIZENS - group.citizens),
    "lose_any": Sharing(do=lose_citizens, most=lambda group: group.citizens),
}


def limits(state: State, task: Task) -> dict[str, int]:
    """How many of each type the task at hand can still concern; types of which none can are left out."""
    sharing = SHARED[task.kind]
    most = {kind: sharing.most(state.group(kind)) for kind in KINDS}
    at_once = min(task.count, MOST_CITIZENS)
    return {kind: min(task.count, n) if sharing.wears else at_once for kind, n in most.items() if n}


def share(tx: Transaction, task: Task, counts: Mapping[str, int]) -> None:
    """Carry out so many of each type of the task at the head; what is left of its count stays to be shared."""
    open_ = limits(tx.state, task)
    over = next((kind for kind in KINDS if counts[kind] > open_.get(kind, 0)), None)
    if over is not None:
        text = T("{who}: at most {most} can be chosen.", who=KIND_NAMES[over], most=open_.get(over, 0))
        raise IllegalMove(text, rule="limits", page=16)
    total = sum(counts.values())
    if not 1 <= total <= task.count:
        raise IllegalMove(T("Choose from 1 to {most} in all.", most=task.count), page=16)
    for _ in range(total):
        tx.finish_task()
    for kind in KINDS:
        if counts[kind] and not tx.state.ended:
            SHARED[task.kind].do(tx, kind, counts[kind])


def settle(tx: Transaction) -> bool:
    """Do by itself what leaves no choice in the task at the head; what nobody can use is lost (p. 30, 31, 44)."""
    task = tx.state.tasks[0]
    if task.kind not in SHARED:
        return False
    open_ = limits(tx.state, task)
    if not open_:
        tx.drop_task()
        return True
    if len(open_) > 1 and (not SHARED[task.kind].wears or sum(open_.values()) > task.count):
        return False
    since = len(tx.facts)
    share(tx, task, {kind: open_.get(kind, 0) for kind in KINDS})
    tx.speak_up(since)
    return True
