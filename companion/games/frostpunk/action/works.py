"""The Generator Building, the Workshop and the Platform (rulebook p. 40 and 41)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import IllegalMove
from companion.games.frostpunk.action.way import Way
from companion.games.frostpunk.cards import laws
from companion.games.frostpunk.city.land import Building
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import State
from companion.games.frostpunk.stores import lose, spend
from companion.text import N, T

MOST_REMOVED = 5  # p. 40
WORKSHOP = "workshop"  # effects of the Workshop are to be chosen
EFFECTS = 2  # p. 41
PLATFORM = "platform"  # a Law is to be chosen


def generator_building(state: State, building: Building) -> tuple[Way, ...]:
    """Up to five Stress cubes go back to the bank, or all of them for a Steam Core."""
    cubes = min(MOST_REMOVED, state.generator.stress)
    return (
        Way(
            name="five",
            label=N("take {n} Stress cube off", "take {n} Stress cubes off", cubes),
            do=lambda ledger: remove_stress(ledger, MOST_REMOVED),
        ),
        Way(name="core", label=T("take all Stress cubes off for a Steam Core"), do=remove_all_stress),
    )


def remove_stress(ledger: Ledger, cubes: int) -> None:
    """Up to so many Stress cubes go back to the bank."""
    if not ledger.state.generator.stress:
        raise IllegalMove(T("No Stress cubes lie on the Stress track."), rule="generator.building", page=40)
    lose(ledger, "stress", cubes)


def remove_all_stress(ledger: Ledger) -> None:
    """A Steam Core takes all Stress cubes off; the first one puts the Generator Upgrade in."""
    spend(ledger, "steam_cores", 1)
    lose(ledger, "stress", ledger.state.generator.stress)
    if not ledger.state.generator.upgraded:
        ledger.set_generator(upgraded=True)
        ledger.tell("generator_upgraded", T("Put the Generator Upgrade into the top of the Generator."))


def workshop(state: State, building: Building) -> tuple[Way, ...]:
    """Two effects, the same twice if you like: an upgrade, or the Development token one space back."""
    return (Way(name="two", label=T("choose two effects"), do=_work),)


def _work(ledger: Ledger) -> None:
    ledger.add_task(WORKSHOP, count=EFFECTS)


def platform(state: State, building: Building) -> tuple[Way, ...]:
    """A new Law is introduced."""
    return (Way(name="law", label=T("introduce a Law"), do=_platform),)


def _platform(ledger: Ledger) -> None:
    if not laws.may_offer(ledger.state):
        raise IllegalMove(T("No further Law can be brought in."), rule="laws", page=37)
    ledger.add_task(PLATFORM)


WAYS: Mapping[str, Callable[[State, Building], tuple[Way, ...]]] = {
    "generator_building": generator_building,
    "workshop": workshop,
    "platform": platform,
}
