"""The course of a round: which of its steps apply, what begins them, and which one comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api import T
from companion.games.frostpunk.action import meeples, turn
from companion.games.frostpunk.cards import advisors, citizens, dusk_effects, technologies
from companion.games.frostpunk.generator import cold
from companion.games.frostpunk.generator.breakdown import _begin_breakdown
from companion.games.frostpunk.generator.fuelling import can_fuel
from companion.games.frostpunk.generator.stress_check import _begin_count, _begin_drop, cubes_at
from companion.games.frostpunk.people.sickness import check_overwhelming_sickness, unresolved_sickness
from companion.games.frostpunk.phases import shelters, weather
from companion.games.frostpunk.phases.hunger import _reset_hunger
from companion.games.frostpunk.phases.names import (
    LAID,
    LAID_LATER,
    LAST_STEP,
    ROUND_STEPS,
    SETUP_STEPS,
    STARTED,
    phase_of,
)
from companion.games.frostpunk.state import KINDS, ROUNDS, SMALL_SPACES, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule

REPEATED = ("preparation.sickness",)  # done once for each Sickness marker
# Steps that are left out where there is nothing to do in them. A step without a line here always applies.
APPLIES: Mapping[str, Callable[[State], bool]] = {
    **dict.fromkeys(LAID_LATER, lambda state: LAID not in state.ticked),
    "dawn.trigger": lambda state: state.round in state.triggers,
    "dawn.development": technologies.due_now,
    "generator.fuel": can_fuel,
    "generator.sick": lambda state: state.generator.heat < state.generator.cold,
    "generator.cubes": lambda state: cubes_at(state, state.generator.heat) is None,
    "generator.drop": lambda state: (cubes_at(state, state.generator.heat) or 0) > 0,
    "generator.count": lambda state: state.generator.inside > 0,
    "generator.drawer": lambda state: state.generator.inside > 0,
    "generator.breakdown": lambda state: state.generator.stress > SMALL_SPACES,
    "generator.reset": lambda state: state.generator.heat > 1,
    "weather.storm": lambda state: state.storm > 0,
    "preparation.advisor": advisors.asks,
    "preparation.sickness": lambda state: bool(unresolved_sickness(state)),
    "action.meeples": meeples.asks,
    "dusk.effects": dusk_effects.due,
    "dusk.dispute": lambda state: False,  # reached only after a Social Dispute card
    "hunger.previous": lambda state: state.hunger > 0,
    "hunger.effects": lambda state: state.hunger > 0,
    "hunger.reset": lambda state: state.hunger > 0,
    "night.fuel": can_fuel,
}


def applies(state: State, step: str) -> bool:
    """Whether there is anything to do in a step."""
    return step not in APPLIES or APPLIES[step](state)


def advance(tx: Transaction) -> None:
    """Go on to the next step that applies, through to the next round's Dawn."""
    if tx.state.step in REPEATED:
        check_overwhelming_sickness(tx)
        if tx.state.ended or applies(tx.state, tx.state.step):
            return
    if tx.state.step == "action.turn" and turn.next_turn(tx):
        return
    step = _following(tx.state)
    while not applies(tx.state, step):
        _begin_phase(tx, step)
        _skipped(tx, step)
        step = _following(tx.state, step)
    enter(tx, step)


def _following(state: State, step: str | None = None) -> str:
    step = step or state.step
    if step in SETUP_STEPS[:-1]:
        return SETUP_STEPS[SETUP_STEPS.index(step) + 1]
    if step == SETUP_STEPS[-1]:
        return "action.meeples"  # p. 18: phases 1 to 5 are skipped in the first Round
    if step in (ROUND_STEPS[-1], LAST_STEP):
        return LAST_STEP if state.round >= ROUNDS else ROUND_STEPS[0]
    return ROUND_STEPS[ROUND_STEPS.index(step) + 1]


def _skipped(tx: Transaction, step: str) -> None:
    if step == "generator.sick":
        text = T("The Heat marker has reached the Cold marker: nobody falls sick from the cold.")
        tx.tell("nobody_fell_sick", text)
    elif step == "preparation.advisor":
        tx.tell("no_advisor", advisors.nobody(tx.state))
    elif step == "action.meeples":
        meeples.unchanged(tx)
    elif step == "weather.storm":
        tx.set(storm_spaces=0)
        weather.discard(tx)


def enter(tx: Transaction, step: str) -> None:
    """Begin a step; the first of a phase begins the phase."""
    if step in (ROUND_STEPS[0], LAST_STEP):
        citizens.round_over(tx)
        tx.record_round()
    _begin_phase(tx, step)
    laid = step in SETUP_STEPS and LAID in tx.state.ticked
    tx.set(step=step, ticked=(LAID,) if laid else ())
    if step in BEGIN:
        BEGIN[step](tx)


def _begin_phase(tx: Transaction, step: str) -> None:
    """Where a step is the first of its phase, the phase begins, even if the step itself is left out."""
    before, phase = phase_of(tx.state.step), phase_of(step)
    if phase != before and phase in STARTED:
        tx.set(step=step)
        tx.tell("phase_began", STARTED[phase], phase=phase)
        dusk_effects.phase_began(tx, phase)


def enter_phase(tx: Transaction, phase: str) -> None:
    """Go to the first step of a phase that applies, as when the tracker is set by hand."""
    first = next(step for step in ROUND_STEPS if phase_of(step) == phase)
    while not applies(tx.state, first):
        first = _following(tx.state, first)
    enter(tx, first)


def _develop(tx: Transaction) -> None:
    technologies.reach(tx)
    tx.go_on()


def _begin_night(tx: Transaction) -> None:
    """Without Spent tokens the Meeples simply come back, said together with the last fuelling (p. 29)."""
    if not tx.state.swift and can_fuel(tx.state) and not any(tx.state.group(kind).spent for kind in KINDS):
        meeples.take_back(tx)
        tx.go_on()


# What happens by itself as a step begins. One that calls `tx.go_on()` asks for nothing more than its tasks.
BEGIN: Mapping[str, Callable[[Transaction], None]] = {
    "dawn.development": _develop,
    "generator.sick": cold.begin,
    "generator.drop": _begin_drop,
    "generator.count": _begin_count,
    "generator.breakdown": _begin_breakdown,
    "weather.storm": weather.storm_step,
    "preparation.sickness": check_overwhelming_sickness,
    "action.turn": turn.begin,
    "hunger.reset": _reset_hunger,
    "night.return": _begin_night,
    "night.shelters": shelters.begin,
}
EMPTIED = (
    "dusk.effects",
    "preparation.sickness",
)  # steps in which nothing is left to do once another move has seen to it


def settle(tx: Transaction) -> bool:
    """Go on to the next step, once the present one is done and everything before the next one is; whether it was so."""
    if tx.state.tasks:
        return False
    if tx.state.onward:
        tx.set(onward=False)
        advance(tx)
        return True
    if tx.state.step in EMPTIED and not applies(tx.state, tx.state.step):
        tx.go_on()
        return True
    return False


MODULE: GameModule[State, Transaction] = GameModule(
    name="steps",
    settle=settle,
)
