"""What leaves nobody a choice is done without a tap (`State.swift`): told aloud, with what hands have to do.

A step is done as soon as nothing waits before it. Where something is to be decided, read off the board or looked at
once more (a breakdown, a game about to be lost), it asks as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.frostpunk.action import meeples
from companion.games.frostpunk.cards import development, dusk_effects, expeditions, exploring, scenario, technologies
from companion.games.frostpunk.city import construction, ground, laying
from companion.games.frostpunk.generator import breakdown, stress_check
from companion.games.frostpunk.people import sickness
from companion.games.frostpunk.phases import hunger, night, round, sections, weather
from companion.games.frostpunk.state import LOSING_HUNGER, SMALL_SPACES, State
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule

Args = Mapping[str, int | str]
Write = Callable[[Transaction, Args], None]


def _one_known_effect(state: State) -> bool:
    """Whether one card alone has a Dusk Phase effect, which the companion carries out: there is no order to choose."""
    waiting = dusk_effects.still_waiting(state)
    return len(waiting) == 1 and dusk_effects.carried_out(state, waiting[0])


def _do_effect(tx: Transaction, args: Args) -> None:
    dusk_effects.do(tx, dusk_effects.still_waiting(tx.state)[0])


def _feeding(tx: Transaction, args: Args) -> None:
    hunger.feed(tx, {"kind": sections.fed_in(tx.state, tx.state.round) or ""})


def _set_meeples(tx: Transaction, args: Args) -> None:
    meeples.set_known(tx)


# By step: when it leaves no choice, and what is done then.
STEPS: Mapping[str, tuple[Callable[[State], bool], Write]] = {
    "dawn.begin": (lambda state: True, round.new_day),
    "dawn.trigger": (scenario.all_known, scenario.trigger_done),
    "generator.drawer": (
        lambda state: state.generator.stress + state.generator.fell <= SMALL_SPACES,
        stress_check.placed_by_itself,
    ),
    "generator.reset": (lambda state: True, stress_check.reset_by_itself),
    "preparation.sickness": (sickness.leaves_no_choice, sickness.sickness_by_itself),
    "action.meeples": (lambda state: None not in meeples.by_bars(state).values(), _set_meeples),
    "dusk.effects": (_one_known_effect, _do_effect),
    "hunger.previous": (lambda state: hunger.left_after_paying(state) < LOSING_HUNGER, hunger.pay_hunger),
    "hunger.feed": (lambda state: sections.fed_in(state, state.round) is not None, _feeding),
    "night.return": (lambda state: True, night.night_return),
}
# The same of tasks at the head of the list.
TASKS: Mapping[str, tuple[Callable[[State], bool], Write]] = {
    "storm": (weather.known_storm, weather.storm_done),
    "breakdown": (lambda state: True, breakdown.repaired),
    expeditions.ARRIVED: (
        lambda state: not exploring.can_skip(state, exploring.arrived(state)),
        lambda tx, args: exploring.explore(tx),
    ),
    ground.LAY: (lambda state: laying.only_place(state) is not None, lambda tx, args: laying.lay_there(tx)),
    development.TASK: (technologies.leaves_no_choice, lambda tx, args: technologies.begin_only(tx)),
    construction.DESTROY: (
        lambda state: len(construction.destroyable(state, state.tasks[0].about)) == 1,
        lambda tx, args: construction.destroy_only(tx),
    ),
}


def settle(tx: Transaction) -> bool:
    """Do what leaves nobody a choice; whether anything was done."""
    state = tx.state
    if not state.swift or (state.onward and not state.tasks):
        return False
    known = TASKS.get(state.tasks[0].kind) if state.tasks else STEPS.get(state.step)
    if known is None or not known[0](state):
        return False
    since = len(tx.facts)
    known[1](tx, {})
    tx.speak_up(since)
    return True


MODULE: GameModule[State, Transaction] = GameModule(
    name="swift",
    settle=settle,
)
