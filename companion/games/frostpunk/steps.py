"""The order of a round: every step of every phase (rulebook p. 18 to 29), which of them apply, and what begins them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.text import T, Text
from companion.games.frostpunk import breakdown, freezing, shelters, storms
from companion.games.frostpunk.action import meeples, turns
from companion.games.frostpunk.cards import advisors, citizens, dusk_effects, technologies
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.recording import record_round
from companion.games.frostpunk.state import KINDS, LOSING_SICK, QUIET_SICK, ROUNDS, SMALL_SPACES, State
from companion.games.frostpunk.transaction import Transaction

PHASES: Mapping[str, Text] = {
    "dawn": T("Dawn"),
    "morning": T("Morning"),
    "generator": T("Generator"),
    "weather": T("Weather"),
    "preparation": T("Preparation"),
    "action": T("Action"),
    "dusk": T("Dusk"),
    "hunger": T("Hunger"),
    "night": T("Night"),
}
STARTED: Mapping[str, Text] = {
    "dawn": T("Dawn Phase."),
    "morning": T("Morning Phase."),
    "generator": T("Generator Phase."),
    "weather": T("Weather Phase."),
    "preparation": T("Preparation Phase."),
    "action": T("Action Phase."),
    "dusk": T("Dusk Phase."),
    "hunger": T("Hunger Phase."),
    "night": T("Night Phase."),
}

SETUP_STEPS = (
    "setup.map",
    "setup.expeditions",
    "setup.technologies",
    "setup.society",
    "setup.population",
    "setup.supply",
    "setup.buildings",
    "setup.tokens",
    "setup.round",
    "setup.laws",
    "setup.dusk",
    "setup.generator",
    "setup.advisors",
    "setup.other",
)
ROUND_STEPS = (
    "dawn.begin",
    "dawn.trigger",
    "dawn.development",
    "morning.card",
    "morning.resolve",
    "generator.fuel",
    "generator.sick",
    "generator.cubes",
    "generator.drop",
    "generator.count",
    "generator.drawer",
    "generator.breakdown",
    "generator.reset",
    "weather.card",
    "weather.storm",
    "preparation.advisor",
    "preparation.sickness",
    "action.meeples",
    "action.turn",
    "dusk.effects",
    "dusk.card",
    "dusk.resolve",
    "dusk.dispute",
    "hunger.previous",
    "hunger.effects",
    "hunger.reset",
    "hunger.feed",
    "night.return",
    "night.fuel",
    "night.shelters",
)
REPEATED = ("preparation.sickness",)  # done once for each Sickness marker
LAST_STEP = "end.scenario"


def phase_of(step: str) -> str:
    """The phase that a step belongs to: `setup`, one of `PHASES`, or `end`."""
    return step.split(".")[0]


def can_fuel(state: State) -> bool:
    """Whether there is Coal, and a space for the Heat marker up to the Cold marker (p. 20)."""
    return state.coal > 0 and state.generator.heat < state.generator.cold


def unresolved_sickness(state: State) -> tuple[str, ...]:
    """The types whose Sickness marker stands lowest of those still to be resolved; more than one on equal spaces."""
    open_ = {
        kind: state.group(kind).sick
        for kind in KINDS
        if kind not in state.resolved and state.group(kind).sick > QUIET_SICK
    }
    return tuple(kind for kind, sick in open_.items() if sick == min(open_.values()))


def cubes_at(state: State, heat: int) -> int | None:
    """How many cubes a space of the Heat track shows, None while nobody has said."""
    return state.fact(f"cubes_at_heat_{heat}")


# Steps that are left out where there is nothing to do in them. A step without a line here always applies.
APPLIES: Mapping[str, Callable[[State], bool]] = {
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
    if tx.state.step == "action.turn" and turns.next_turn(tx):
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
    elif step == "action.meeples":
        meeples.unchanged(tx)
    elif step == "weather.storm":
        tx.set(storm_spaces=0)


def enter(tx: Transaction, step: str) -> None:
    """Begin a step; the first of a phase begins the phase."""
    if step in (ROUND_STEPS[0], LAST_STEP):
        citizens.round_over(tx)
        record_round(tx)
    _begin_phase(tx, step)
    tx.set(step=step, ticked=())
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


def _begin_drop(tx: Transaction) -> None:
    generator = tx.state.generator
    tx.set_generator(to_drop=cubes_at(tx.state, generator.heat) or 0)


def _begin_count(tx: Transaction) -> None:
    tx.set_generator(fell=0)


def _begin_breakdown(tx: Transaction) -> None:
    breakdown.begin(tx)
    tx.go_on()


def _develop(tx: Transaction) -> None:
    technologies.reach(tx)
    tx.go_on()


def _begin_night(tx: Transaction) -> None:
    """Without Spent tokens the Meeples simply come back, said together with the last fuelling (p. 29)."""
    if can_fuel(tx.state) and not any(tx.state.group(kind).spent for kind in KINDS):
        meeples.take_back(tx)
        tx.go_on()


def _reset_hunger(tx: Transaction) -> None:
    tx.set(hunger=0)
    tx.note("hunger_reset", T("The Hunger marker went back to zero."))
    tx.go_on()


def check_overwhelming_sickness(tx: Transaction) -> None:
    """Lose with a Sickness marker on space 26 or higher: after the Advisor (p. 22), and when a death's card puts one
    there while the markers are resolved (p. 16: at any time in the Preparation Phase)."""
    if not tx.state.ended and any(tx.state.group(kind).sick >= LOSING_SICK for kind in KINDS):
        end(tx, "sickness")


# What happens by itself as a step begins. One that calls `ledger.go_on()` asks for nothing more than its tasks.
BEGIN: Mapping[str, Callable[[Transaction], None]] = {
    "dawn.development": _develop,
    "generator.sick": freezing.begin,
    "generator.drop": _begin_drop,
    "generator.count": _begin_count,
    "generator.breakdown": _begin_breakdown,
    "weather.storm": storms.begin,
    "preparation.sickness": check_overwhelming_sickness,
    "action.turn": turns.begin,
    "hunger.reset": _reset_hunger,
    "night.return": _begin_night,
    "night.shelters": shelters.begin,
}
