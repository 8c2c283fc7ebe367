"""What is asked where the players choose the type of each Citizen (p. 16 to 44)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, Move, MoveKind, Offer, Prompt
from companion.api.text import N, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.forms import per_kind
from companion.games.frostpunk.moves import move, number, says
from companion.games.frostpunk.sharing import SHARED, limits, share
from companion.games.frostpunk.spelling import COUNTED_PEOPLE, citizens
from companion.games.frostpunk.state import KINDS, MOST_CITIZENS, State
from companion.games.frostpunk.transaction import Transaction
from companion.games.frostpunk.upgrade import COUNT_MEEPLES
from companion.toolkit.transaction import require_task


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


TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **dict.fromkeys(SHARED, _shared),
    COUNT_MEEPLES: _count_meeples,
}
MOVES: Mapping[str, MoveKind[State]] = {
    "meeples_counted": move(meeples_counted, says(T("Meeples counted")), *per_kind(dict(meeples.GROWN))),
    "share": move(
        shared,
        lambda a: T("Chosen: {who}", who=citizens({kind: number(a, kind) for kind in KINDS})),
        *per_kind(dict.fromkeys(KINDS, MOST_CITIZENS)),
    ),
}
