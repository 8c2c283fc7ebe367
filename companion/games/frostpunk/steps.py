"""The order of a round: every step of every phase (rulebook p. 18 to 29), which of them apply, and what begins them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.frostpunk import breakdown
from companion.games.frostpunk.endings import end
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import KINDS, LOSING_SICK, QUIET_SICK, ROUNDS, SMALL_SPACES, State
from companion.text import T, Text

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
    "dawn.leader",
    "dawn.round",
    "dawn.trigger",
    "dawn.development",
    "morning.card",
    "morning.resolve",
    "morning.place",
    "generator.fuel",
    "generator.sick",
    "generator.cubes",
    "generator.drop",
    "generator.count",
    "generator.drawer",
    "generator.close",
    "generator.breakdown",
    "generator.reset",
    "weather.heat",
    "weather.hunt",
    "weather.scouts",
    "weather.storm",
    "preparation.advisor",
    "preparation.sickness",
    "action.meeples",
    "action.spent",
    "action.turn",
    "dusk.effects",
    "dusk.card",
    "dusk.resolve",
    "dusk.place",
    "dusk.dispute",
    "hunger.previous",
    "hunger.effects",
    "hunger.reset",
    "hunger.feed",
    "night.spent",
    "night.meeples",
    "night.fuel",
    "night.shelters",
    "night.sick",
    "night.cards",
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


def spent_tokens(state: State) -> int:
    """Spent tokens in the supply."""
    return sum(state.group(kind).spent for kind in KINDS)


def cubes_at(state: State, heat: int) -> int | None:
    """How many cubes a space of the Heat track shows, None while nobody has said."""
    return state.fact(f"cubes_at_heat_{heat}")


APPLIES: Mapping[str, Callable[[State], bool]] = {
    "dawn.leader": lambda state: len(state.players) > 1,
    "dawn.trigger": lambda state: state.round in state.triggers,
    "generator.fuel": can_fuel,
    "generator.sick": lambda state: state.generator.heat < state.generator.cold,
    "generator.cubes": lambda state: cubes_at(state, state.generator.heat) is None,
    "generator.drop": lambda state: (cubes_at(state, state.generator.heat) or 0) > 0,
    "generator.count": lambda state: state.generator.inside > 0,
    "generator.drawer": lambda state: state.generator.inside > 0,
    "generator.close": lambda state: state.generator.drawer_out,
    "generator.breakdown": lambda state: state.generator.stress > SMALL_SPACES,
    "generator.reset": lambda state: state.generator.heat > 1,
    "preparation.sickness": lambda state: bool(unresolved_sickness(state)),
    "action.spent": lambda state: spent_tokens(state) > 0,
    "dusk.dispute": lambda state: False,  # reached only after a Social Dispute card
    "hunger.previous": lambda state: state.hunger > 0,
    "hunger.effects": lambda state: state.hunger > 0,
    "hunger.reset": lambda state: state.hunger > 0,
    "night.spent": lambda state: spent_tokens(state) > 0,
    "night.fuel": can_fuel,
}


def applies(state: State, step: str) -> bool:
    """Whether there is anything to do in a step."""
    return step not in APPLIES or APPLIES[step](state)


def advance(ledger: Ledger) -> None:
    """Go on to the next step that applies, through to the next round's Dawn."""
    if ledger.state.ended or (ledger.state.step in REPEATED and applies(ledger.state, ledger.state.step)):
        return
    step = _following(ledger.state)
    while not applies(ledger.state, step):
        _skipped(ledger, step)
        step = _following(ledger.state, step)
    enter(ledger, step)


def _following(state: State, step: str | None = None) -> str:
    step = step or state.step
    if step in SETUP_STEPS[:-1]:
        return SETUP_STEPS[SETUP_STEPS.index(step) + 1]
    if step == SETUP_STEPS[-1]:
        return "action.meeples"  # p. 18: phases 1 to 5 are skipped in the first Round
    if step in (ROUND_STEPS[-1], LAST_STEP):
        return LAST_STEP if state.round >= ROUNDS else ROUND_STEPS[0]
    return ROUND_STEPS[ROUND_STEPS.index(step) + 1]


def _skipped(ledger: Ledger, step: str) -> None:
    if step == "generator.sick":
        text = T("The Heat marker stands beside the Cold marker: nobody falls sick from the cold.")
        ledger.tell("nobody_fell_sick", text)


def enter(ledger: Ledger, step: str) -> None:
    """Begin a step; the first of a phase begins the phase."""
    before = phase_of(ledger.state.step)
    ledger.set(step=step)
    phase = phase_of(step)
    if phase != before and phase in STARTED:
        ledger.tell("phase_began", STARTED[phase], phase=phase)
    if step in _BEGIN:
        _BEGIN[step](ledger)


def enter_phase(ledger: Ledger, phase: str) -> None:
    """Go to the first step of a phase that applies, as when the tracker is set by hand."""
    first = next(step for step in ROUND_STEPS if phase_of(step) == phase)
    while not applies(ledger.state, first):
        first = _following(ledger.state, first)
    enter(ledger, first)


def _begin_drop(ledger: Ledger) -> None:
    generator = ledger.state.generator
    ledger.set_generator(to_drop=cubes_at(ledger.state, generator.heat) or 0)


def _begin_count(ledger: Ledger) -> None:
    ledger.set_generator(fell=0)


def _begin_breakdown(ledger: Ledger) -> None:
    breakdown.begin(ledger)
    ledger.go_on()


def _begin_turns(ledger: Ledger) -> None:
    ledger.set(turn=ledger.state.leader)


def check_overwhelming_sickness(ledger: Ledger) -> None:
    """Lose with a Sickness marker on space 26 or higher, after the Advisor (p. 22)."""
    if any(ledger.state.group(kind).sick >= LOSING_SICK for kind in KINDS):
        end(ledger, "sickness")


_BEGIN: Mapping[str, Callable[[Ledger], None]] = {
    "generator.drop": _begin_drop,
    "generator.count": _begin_count,
    "generator.breakdown": _begin_breakdown,
    "action.turn": _begin_turns,
}
