"""One way to use a Building."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.api import IllegalMove, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.action.meeples import NAMES, TYPE_OF
from companion.games.frostpunk.people.health import fall_sick
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step


@dataclass(frozen=True, kw_only=True)
class PerformingOption:
    """`name` is its answer in a move, `label` says what it does now, `do` carries it out; `do` refuses with a sentence
    where that is impossible, before it has changed anything."""

    name: str
    label: Text
    do: Callable[[Transaction], None]


TASK = "act"
STEP = "action.turn"
KNOWN, HEATED, COLD = "known", "heated", "cold"


@dataclass(frozen=True, kw_only=True)
class Act:
    """An action about to be taken. `what` names its effect (`running.EFFECTS`), `at` where the Meeple goes, `way` which
    of several effects; `for_children` is what a Law would have to allow to a Child; `heated` is None where only the
    players can see it; `allowed`: a card lets this Meeple act."""

    what: str
    meeple: str
    at: str
    way: str = ""
    for_children: str = ""
    heated: bool | None = True
    stays: bool = False
    allowed: bool = False


def perform(tx: Transaction, act: Act, told: str = KNOWN) -> None:
    """Take an action; the turn is over when all that it brought about is done."""
    require_step(tx.state, STEP)
    if not act.allowed:
        refuse_meeple(tx.state, act.meeple, act.for_children or act.what)
    heated = is_heated(act.heated, told)
    meeples.place(tx, act.meeple, act.at, stays=act.stays)
    tx.set(hand="", playing="")
    _tell(tx, act, heated)
    if not heated and act.meeple in TYPE_OF:
        fall_sick(tx, TYPE_OF[act.meeple], 1)
    if tx.state.ended:
        return
    tx.queue(TASK, act.what, of=act.at, words=act.way)
    tx.go_on()


def is_heated(known: bool | None, told: str) -> bool:
    """Whether an action is heated: as the companion knows it, else as the players see it."""
    if told != KNOWN:
        return told == HEATED
    if known is None:
        text = T("Say whether it is heated there: compare the Heat marker with the Heat Range indicators.")
        raise IllegalMove(text, rule="action.cold", page=24)
    return known


def refuse_meeple(state: State, meeple: str, action: str) -> None:
    """Refuse a Meeple that may not be used for an action at all: a Child without a Law, an Automaton without Coal."""
    if meeples.may_act(state, meeple, action) is not False:
        return
    if meeple == "automatons":
        raise IllegalMove(T("An Automaton needs one Coal each time."), rule="automatons", page=39)
    text = T("Children act only where a Law or another card allows it.")
    raise IllegalMove(text, rule="action.children", page=23)


def _tell(tx: Transaction, act: Act, heated: bool) -> None:
    who = NAMES[act.meeple]
    text = T("{who}: a heated action.", who=who) if heated else T("{who}: an action in the cold.", who=who)
    tx.note("acted", text, what=act.what, meeple=act.meeple, at=act.at, heated="yes" if heated else "no")


def rank(state: State, action: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of Meeple that may be used now, the one that players would take first in front."""
    return tuple(
        kind for kind in kinds if meeples.available(state, kind) and meeples.may_act(state, kind, action) is not False
    )


ANYBODY = ("workers", "automatons", "engineers", "child_worker", "child_engineer", "children")
ENGINEERS = ("engineers", "child_engineer")


def usual_meeple(state: State, action: str, engineer_only: bool = False) -> str | None:
    """The Meeple that an offer takes by itself: the one that the player chose; else an Engineer where one is needed,
    else a Worker, else an Automaton."""
    found = rank(state, action, ENGINEERS if engineer_only else ANYBODY)
    if state.hand in found:
        return state.hand
    sure = [kind for kind in found if kind != "children" or meeples.may_act(state, kind, action)]
    return sure[0] if sure else None
