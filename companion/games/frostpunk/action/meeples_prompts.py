"""What is asked at the start of the Action Phase (rulebook p. 22): the bars, and Meeples for the Spent tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import Args, IllegalMove, Move, MoveKind, Offer, Prompt, Whole
from companion.api.text import N, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.action.industry import joined
from companion.games.frostpunk.action.meeples import MOST
from companion.games.frostpunk.forms import per_kind
from companion.games.frostpunk.moves import move, number
from companion.games.frostpunk.state import KIND_NAMES, KINDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit.forms import whole

STEP = "action.meeples"


def set_meeples(tx: Transaction, args: Args) -> None:
    """So many Meeples of each type are there, as the bars say; bars that were not known are kept."""
    require_step(tx.state, STEP)
    told = {kind: number(args, kind) for kind in KINDS}
    _refuse_two_numbers(tx.state, told)
    for kind in KINDS:
        citizens = tx.state.group(kind).citizens
        if meeples.by_bar(tx.state, citizens) != told[kind]:
            tx.learn(meeples.bar_name(citizens), told[kind])
    meeples.count(tx, told)
    for kind in KINDS:
        text = T("{who}: {meeples}.", who=KIND_NAMES[kind], meeples=meeples.spell(kind, told[kind]))
        tx.note("meeples", text, kind=kind, count=told[kind], carried=tx.state.group(kind).carried)
    tx.go_on()


def _refuse_two_numbers(state: State, told: Mapping[str, int]) -> None:
    """The three types share the track, so a space has one bar for all of them."""
    by_space: dict[int, int] = {}
    for kind in KINDS:
        citizens = state.group(kind).citizens
        if by_space.setdefault(citizens, told[kind]) != told[kind]:
            text = T("Two types stand on the same space of the track, so their numbers have to be the same.")
            raise IllegalMove(text, rule="action.meeples", page=22)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _prompt(state: State) -> Prompt:
    bars = meeples.by_bars(state)
    asks = per_kind(dict.fromkeys(KINDS, MOST), {kind: _usual(state, kind, bars[kind]) for kind in KINDS})
    known = {kind: bar for kind, bar in bars.items() if bar is not None}
    offers: tuple[Offer, ...]
    if len(known) == len(KINDS):
        offers = (
            Offer(move=Move("set_meeples", known), label=T("Done"), tone="usual"),
            Offer(move=Move("set_meeples"), label=T("The bars say something else"), asks=asks),
        )
    else:
        open_ = tuple(_read_off(state, kind) for kind in KINDS if kind not in known)
        offers = (Offer(move=Move("set_meeples", known), label=T("Read off the bars"), asks=open_),)
    return Prompt(
        name=STEP,
        do=_do(state, known),
        more=_more(state, known),
        rule="action.meeples",
        offers=offers,
    )


def _read_off(state: State, kind: str) -> Whole:
    """The number over a section that nobody has read yet; last round's number is filled in to be set right."""
    fewest, most = meeples.limits(state, state.group(kind).citizens)
    return whole(kind, KIND_NAMES[kind], max(fewest, most), state.group(kind).meeples or None, fewest)


def _usual(state: State, kind: str, bar: int | None) -> int:
    return min(MOST, state.group(kind).meeples if bar is None else bar)


def _do(state: State, known: Mapping[str, int]) -> Text:
    if len(known) < len(KINDS):
        return T("Read the number of Meeples off the bars over the Population track.")
    moved = [_moved(state, kind, known[kind]) for kind in KINDS if known[kind] != state.group(kind).meeples]
    spent = [_onto_spent(state, kind, known[kind]) for kind in KINDS if state.group(kind).spent]
    parts = [*(one for one in moved if one), *(one for one in spent if one)]
    return T("Meeples: {parts}.", parts=joined(parts)) if parts else T("Check your Meeples.")


def _moved(state: State, kind: str, now: int) -> Text:
    change = now - state.group(kind).meeples
    meeple = meeples.spell(kind, abs(change))
    return T("take {meeples} from the bank", meeples=meeple) if change > 0 else T("give {meeples} back", meeples=meeple)


def _onto_spent(state: State, kind: str, now: int) -> Text | None:
    carried = meeples.carried(state, kind, now)
    if not carried:
        return None
    put = {
        "workers": N(
            "put {n} Worker Meeple onto a Spent token", "put {n} Worker Meeples onto their Spent tokens", carried
        ),
        "engineers": N(
            "put {n} Engineer Meeple onto a Spent token", "put {n} Engineer Meeples onto their Spent tokens", carried
        ),
        "children": N(
            "put {n} Child Meeple onto a Spent token", "put {n} Child Meeples onto their Spent tokens", carried
        ),
    }
    return put[kind]


def _more(state: State, known: Mapping[str, int]) -> Text:
    if len(known) < len(KINDS):
        return T(
            "Over the section with each Citizen marker: workers on {workers}, engineers on {engineers}, children on "
            "{children}. Scouts count towards it. It is asked once for each space. Then put a Meeple onto each Spent "
            "token of its type, as far as they reach.",
            **{kind: state.group(kind).citizens for kind in KINDS},
        )
    return T(
        "You have {workers}, {engineers} and {children}; Scouts count towards it.",
        **{kind: meeples.spell(kind, known[kind]) for kind in KINDS},
    )


STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {STEP: _prompt}
MOVES: Mapping[str, MoveKind[State]] = {
    "set_meeples": move(
        set_meeples,
        lambda args: T(
            "Meeples: {workers}, {engineers}, {children}",
            **{kind: meeples.spell(kind, number(args, kind)) for kind in KINDS},
        ),
        *per_kind(dict.fromkeys(KINDS, MOST)),
    ),
}
