"""Changes of people whose type is not named: the players choose the type of each (rulebook p. 16, 30, 31, 34, 44)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.api import Args, IllegalMove, Move, N, Offer, Prompt, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.forms import per_kind
from companion.games.frostpunk.people.health import curable, cure, die, fall_sick, gain_citizens, lose_citizens, treat
from companion.games.frostpunk.state import KIND_NAMES, KINDS, MOST_CITIZENS, Group, State, Task
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.upgrade import COUNT_MEEPLES
from companion.games.frostpunk.wording import COUNTED_PEOPLE, citizens
from companion.toolkit import GameModule, action, number, require_task


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
    task = tx.at_head(*SHARED)
    if task is None:
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


def shared(tx: Transaction, args: Args) -> None:
    """So many of each type were chosen."""
    task = require_task(tx.state, *SHARED)
    share(tx, task, {kind: number(args, kind) for kind in KINDS})


def meeples_counted(tx: Transaction, args: Args) -> None:
    """How many Meeples of each type there are, in an evening that an earlier version began."""
    require_task(tx.state, COUNT_MEEPLES)
    tx.finish_task()
    meeples.count(tx, {kind: number(args, kind) for kind in KINDS})


# --- what is asked ----------------------------------------------------------------------------------------------------


def _do(kind: str, count: int) -> Text:
    return {
        "sick_any": N("Who falls sick? Choose.", "{n} Citizens fall sick. Choose who.", count),
        "die_any": N("One of your Citizens dies. Choose who.", "{n} of your Citizens die. Choose who.", count),
        "cure_any": N("Who is cured? Choose one.", "Cure {n} Citizens. Choose who.", count),
        "treat_any": N("Who is treated? Choose one.", "Treat {n} Citizens. Choose who.", count),
        "gain_any": N("One Citizen joins you. Choose the type.", "{n} Citizens join you. Choose their types.", count),
        "lose_any": N("One Citizen leaves you. Choose the type.", "{n} Citizens leave you. Choose their types.", count),
        "surplus": T("Fifty of one type is the most. Which type is added instead?"),
    }[kind]


_ONE = {"workers": T("One worker"), "engineers": T("One engineer"), "children": T("One child")}
_RULES = {"sick_any": "sickness", "die_any": "death", "cure_any": "cure", "treat_any": "treat"}


def _shared(state: State) -> Prompt:
    task = state.tasks[0]
    open_ = limits(state, task)
    offers = [Offer(move=Move("share", _counts(kind)), label=_ONE[kind]) for kind in open_]
    if task.count > 1 and max(open_.values()) > 1:
        most = {kind: open_.get(kind, 0) for kind in KINDS}
        offers = [*_all_of_one(task.count, most), _at_once(most), *offers]
    return Prompt(
        name=f"people.{task.kind}",
        do=_do(task.kind, task.count),
        more=N("One more to choose.", "{n} to choose, one at a time or at once.", task.count),
        rule=_RULES.get(task.kind, "limits"),
        offers=tuple(offers),
    )


def _counts(one: str, count: int = 1) -> dict[str, int]:
    return {kind: count if kind == one else 0 for kind in KINDS}


def _all_of_one(count: int, most: dict[str, int]) -> list[Offer]:
    """All of them of one type, a tap for each type that has so many."""
    return [
        Offer(move=Move("share", _counts(kind, count)), label=COUNTED_PEOPLE[kind](count))
        for kind in KINDS
        if most[kind] == count
    ]


def _at_once(most: dict[str, int]) -> Offer:
    return Offer(move=Move("share"), label=T("Several at once"), asks=per_kind(most))


def _count_meeples(state: State) -> Prompt:
    known = {kind: known or 0 for kind, known in meeples.by_bars(state).items()}
    asks = per_kind(dict(meeples.GROWN), known if all(known.values()) else None)
    return Prompt(
        name="people.meeples",
        do=T("How many Meeples of each type do you have? Read them off the Population board."),
        more=T("This evening began with an earlier version of the companion; now it follows your Meeples, too."),
        rule="action.meeples",
        offers=(Offer(move=Move("meeples_counted"), label=T("So many"), asks=asks, tone="usual"),),
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="sharing",
    moves={
        "meeples_counted": action(meeples_counted, T("Meeples counted"), *per_kind(dict(meeples.GROWN))),
        "share": action(
            shared,
            lambda a: T("Chosen: {who}", who=citizens({kind: number(a, kind) for kind in KINDS})),
            *per_kind(dict.fromkeys(KINDS, MOST_CITIZENS)),
        ),
    },
    tasks={
        **dict.fromkeys(SHARED, _shared),
        COUNT_MEEPLES: _count_meeples,
    },
    settle=settle,
)
