"""The Night Phase (rulebook p. 29): Spent tokens and Meeples come back, the last fuelling; then the end of the game.

Who sleeps in the cold is worked out in the Action Phase's `shelters.py`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import Args, Move, N, Offer, Prompt, T, Text
from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.forms import asked_in, per_kind
from companion.games.frostpunk.generator.fuelling import fuel_offers, reaches
from companion.games.frostpunk.phases import shelters
from companion.games.frostpunk.state import KINDS, ROUNDS, SPENT_TOKENS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, tap, usual


def night_return(tx: Transaction, args: Args) -> None:
    """Spent tokens with a Meeple go back to the bank, those without stay; all Meeples placed this round come back,
    Scouts not (p. 29)."""
    require_step(tx.state, "night.return")
    carried = any(tx.state.group(kind).carried for kind in KINDS)
    meeples.return_spent(tx)
    meeples.take_back(tx)
    _tell(tx, carried=carried)
    tx.go_on()


def night_return_told(tx: Transaction, args: Args) -> None:
    """The same, where the players say how many Spent tokens lie without a Meeple."""
    require_step(tx.state, "night.return")
    for kind in KINDS:
        spent = tx.state.group(kind).spent
        tx.set_group(kind, carried=spent - min(spent, number(args, kind)))
    night_return(tx, args)


def _tell(tx: Transaction, *, carried: bool) -> None:
    left = sum(tx.state.group(kind).spent for kind in KINDS)
    stay = N("The Meeples came back; {n} Spent token stays.", "The Meeples came back; {n} Spent tokens stay.", left)
    tx.note("meeples_returned", stay if left else T("The Meeples came back."), spent=left)
    bank = T("Take all Meeples back, and put the Spent tokens that carried one into the bank")
    tx.todo(bank if carried else T("Take all Meeples back"), "people")


# --- what is asked ----------------------------------------------------------------------------------------------------


def _return(state: State) -> Prompt:
    spent = any(state.group(kind).spent for kind in KINDS)
    offers = [usual("night_return", T("Done"))]
    if spent:
        asks = per_kind(
            {kind: state.group(kind).spent for kind in KINDS}, {kind: _without(state, kind) for kind in KINDS}
        )
        told = T("Another number lies without a Meeple")
        offers.append(Offer(move=Move("night_return_told"), label=told, asks=asks))
    with_tokens = T("Take all Meeples back, and put the Spent tokens that carried one into the bank.")
    return Prompt(
        name="night.return",
        do=with_tokens if spent else T("Take all Meeples placed this round back into the supply."),
        more=_with_prison(state, _return_more(state) if spent else _CARDS),
        rule="night.spent" if spent else "night.meeples",
        offers=tuple(offers),
    )


_CARDS = T(
    "Those on Event and Scenario cards too, unless the card says otherwise. Scouts stay on their Expeditions. "
    "Resources on cards stay there."
)


def _with_prison(state: State, more: Text) -> Text:
    """Besides, that whoever was put into the Prison is left there (p. 43)."""
    inside = sum(not meeple.at.startswith(meeples.CARD) for meeple in meeples.staying(state))
    if not inside:
        return more
    stay = N("The Meeple in the Prison stays there.", "The {n} Meeples in the Prison stay there.", inside)
    return T("{stay} {more}", stay=stay, more=more)


def _without(state: State, kind: str) -> int:
    """Spent tokens of a type without a Meeple."""
    group = state.group(kind)
    return group.spent - min(group.spent, group.carried)


def _return_more(state: State) -> Text:
    stay = sum(_without(state, kind) for kind in KINDS)
    if not stay:
        return _CARDS
    return N(
        "{n} Spent token lies without a Meeple and stays. Scouts stay on their Expeditions.",
        "{n} Spent tokens lie without a Meeple and stay. Scouts stay on their Expeditions.",
        stay,
    )


def _fuel(state: State) -> Prompt:
    return Prompt(
        name="night.fuel",
        do=T("Last chance to fuel the Generator for tonight’s shelters.")
        if state.swift
        else T("Take all Meeples back. Last chance to fuel the Generator for tonight’s shelters."),
        more=_with_prison(
            state,
            T("Scouts stay on their Expeditions. You have {coal} Coal, and no stress check follows.", coal=state.coal),
        ),
        rule="night.fuel",
        offers=fuel_offers(state, 0, _brings_warmth),
    )


def _brings_warmth(state: State, coal: int) -> Text:
    """Where the Heat marker comes to stand, and how many would sleep outside then, as far as that is known (p. 29)."""
    generator = replace(state.generator, heat=state.generator.heat + coal)
    then = replace(state, generator=generator, coal=state.coal - coal)
    slots = shelters.settled(then)
    if slots is None:
        return reaches(state, coal)
    outside = shelters.outside(then, slots)
    if not outside:
        return T("{where} All sleep warm.", where=reaches(state, coal))
    return N("{where} {n} sleeps outside.", "{where} {n} sleep outside.", outside, where=reaches(state, coal))


def _scenario_end(state: State) -> Prompt:
    return Prompt(
        name="end.scenario",
        do=T("The last round is over. Read on your Scenario card how the game ends."),
        more=T("The Round track has {rounds} spaces.", rounds=ROUNDS),
        rule="ends",
        offers=(
            tap("declare_won", T("We won"), "danger"),
            tap("declare_lost", T("We lost"), "danger", how="scenario"),
        ),
    )


MODULE: GameModule[State, Transaction] = GameModule(
    name="night",
    moves={
        "night_return": action(night_return, T("Meeples and Spent tokens returned")),
        "night_return_told": action(
            night_return_told,
            T("Meeples and Spent tokens returned"),
            *per_kind(dict.fromkeys(KINDS, SPENT_TOKENS)),
        ),
    },
    prompts=asked_in(
        {
            "night.return": _return,
            "night.fuel": _fuel,
            "end.scenario": _scenario_end,
        }
    ),
)
