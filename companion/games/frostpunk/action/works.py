"""The Generator Building, the Workshop and the Platform (rulebook p. 40 and 41)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import IllegalMove
from companion.api.text import N, T
from companion.games.frostpunk.action.way import Way
from companion.games.frostpunk.cards import laws, technologies
from companion.games.frostpunk.city import laying
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import lose, spend
from companion.games.frostpunk.transaction import Transaction

MOST_REMOVED = 5  # p. 40
WORKSHOP = "workshop"  # effects of the Workshop are to be chosen
EFFECTS = 2  # p. 41
PLATFORM = "platform"  # a Law is to be chosen


def generator_building(state: State, building: Building) -> tuple[Way, ...]:
    """Up to five Stress cubes go back to the bank, or all of them for a Steam Core."""
    cubes = min(MOST_REMOVED, state.generator.stress)
    all_off, only = T("take all Stress cubes off for a Steam Core"), T("the Generator Upgrade for a Steam Core")
    return (
        Way(
            name="five",
            label=N("take {n} Stress cube off", "take {n} Stress cubes off", cubes),
            do=lambda tx: remove_stress(tx, MOST_REMOVED),
        ),
        Way(name="core", label=all_off if cubes else only, do=remove_all_stress),
    )


def remove_stress(tx: Transaction, cubes: int) -> None:
    """Up to so many Stress cubes go back to the bank."""
    _refuse_empty(tx.state)
    lose(tx, "stress", cubes)


def _refuse_empty(state: State) -> None:
    if not state.generator.stress:
        raise IllegalMove(T("No Stress cubes lie on the Stress track."), rule="generator.building", page=40)


def remove_all_stress(tx: Transaction) -> None:
    """A Steam Core takes all Stress cubes off; the first one puts the Generator Upgrade in, be there cubes or none."""
    if tx.state.generator.upgraded:
        _refuse_empty(tx.state)
    spend(tx, "steam_cores", 1)
    lose(tx, "stress", tx.state.generator.stress)
    if not tx.state.generator.upgraded:
        tx.set_generator(upgraded=True)
        tx.tell("generator_upgraded", T("Put the Generator Upgrade into the top of the Generator."))


def workshop(state: State, building: Building) -> tuple[Way, ...]:
    """Two effects, the same twice if you like: an upgrade, or the Development token one space back."""
    return (Way(name="two", label=T("choose two effects"), do=_work),)


def _work(tx: Transaction) -> None:
    if not can_work(tx.state):
        text = T("No Building can be upgraded, and no Development token lies on the Round track.")
        raise IllegalMove(text, rule="workshop", page=41)
    tx.queue(WORKSHOP, count=EFFECTS)


def can_work(state: State) -> bool:
    """Whether an effect of the Workshop can be carried out: an upgrade that can be paid, or the token moved back."""
    able = any(laying.can_upgrade(state, building) is None for building in state.city.buildings)
    return able or technologies.can_move_back(state)


def settle(tx: Transaction) -> bool:
    """Where no further effect of the Workshop is possible, the action is done."""
    task = tx.state.tasks[0]
    if task.kind != WORKSHOP or can_work(tx.state):
        return False
    tx.drop_task()
    return True


def platform(state: State, building: Building) -> tuple[Way, ...]:
    """A new Law is introduced."""
    return (Way(name="law", label=T("introduce a Law"), do=_platform),)


def _platform(tx: Transaction) -> None:
    if not laws.may_offer(tx.state):
        raise IllegalMove(T("No further Law can be brought in."), rule="laws", page=37)
    tx.queue(PLATFORM)


WAYS: Mapping[str, Callable[[State, Building], tuple[Way, ...]]] = {
    "generator_building": generator_building,
    "workshop": workshop,
    "platform": platform,
}
