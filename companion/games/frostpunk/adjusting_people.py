"""Corrections by hand of the Population board, Spent tokens and Meeples, and of Hope and Discontent."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api.game import Value
from companion.api.text import T
from companion.games.frostpunk import adjusting_tokens
from companion.games.frostpunk.action.meeples import GROWN
from companion.games.frostpunk.settable import YES_NO, Settable, yes_settable
from companion.games.frostpunk.state import (
    KIND_NAMES,
    KINDS,
    MOST_CITIZENS,
    SPENT_TOKENS,
    State,
)
from companion.games.frostpunk.steps import phase_of
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit.forms import pick, whole


def settables(state: State) -> Iterator[Settable]:
    """Everybody, and what they think of you."""
    for kind in KINDS:
        yield from _group(state, kind)
    yield yes_settable(state, "child_worker", T("Child Worker in play"))
    yield yes_settable(state, "child_engineer", T("Child Engineer in play"))
    yield from adjusting_tokens.settables(state)


def _group(state: State, kind: str) -> Iterator[Settable]:
    group, who = state.group(kind), KIND_NAMES[kind]

    def put(field: str) -> Callable[[Transaction, Value], None]:
        return lambda tx, value: tx.set_group(kind, **{field: value})

    def put_citizens(tx: Transaction, value: Value) -> None:
        tx.set_group(kind, citizens=value, sick=min(tx.state.group(kind).sick, int(value)))

    def put_grave(tx: Transaction, value: Value) -> None:
        tx.set_group(kind, grave=value == "yes")

    def put_spent(tx: Transaction, value: Value) -> None:
        tx.set_group(kind, spent=value, carried=min(tx.state.group(kind).carried, int(value)))

    yield Settable(whole(kind, who, MOST_CITIZENS), group.citizens, put_citizens)
    yield Settable(whole(f"{kind}_sick", T("{who}: sick", who=who), group.citizens), group.sick, put("sick"))
    grave = pick(f"{kind}_grave", T("{who}: gravely ill, Skull side", who=who), YES_NO)
    yield Settable(grave, "yes" if group.grave else "no", put_grave)
    yield Settable(whole(f"{kind}_spent", T("{who}: Spent tokens", who=who), SPENT_TOKENS), group.spent, put_spent)
    carried = whole(f"{kind}_carried", T("{who}: Spent tokens with a Meeple", who=who), group.spent)
    yield Settable(carried, group.carried, put("carried"))
    most = max(GROWN[kind], group.meeples)
    yield Settable(whole(f"{kind}_meeples", T("{who}: Meeples", who=who), most), group.meeples, put("meeples"))
    if phase_of(state.step) == "preparation":
        yield _resolved(state, kind)


def _resolved(state: State, kind: str) -> Settable:
    def put(tx: Transaction, value: Value) -> None:
        others = tuple(one for one in tx.state.resolved if one != kind)
        tx.set(resolved=(*others, kind) if value == "yes" else others)

    ask = pick(f"{kind}_resolved", T("{who}: Sickness marker resolved", who=KIND_NAMES[kind]), YES_NO)
    return Settable(ask, "yes" if kind in state.resolved else "no", put)
