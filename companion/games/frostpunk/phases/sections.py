"""Sections of the Population track (rulebook p. 22) and of the Food track (p. 28): what they do, once it is told.

A section covers several spaces; it is kept space by space, and told for all its spaces at once.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.frostpunk.state import KINDS, LOSING_HUNGER, LOSING_SICK, QUIET_SICK, State
from companion.games.frostpunk.transaction import Transaction

SICKNESS = ("tokens", "flips")
HUNGER = ("discontent", "deaths")
FIRST = {"sickness": QUIET_SICK + 1, "hunger": 1}
LAST = {"sickness": LOSING_SICK - 1, "hunger": LOSING_HUNGER - 1}


def section(state: State, track: str, space: int) -> Mapping[str, int] | None:
    """What the section of a space does, on the track of `sickness` or `hunger`; None while that is not known."""
    told = {what: state.fact(f"{track}_{what}_at_{space}") for what in _whats(track)}
    known = {what: count for what, count in told.items() if count is not None}
    return known if len(known) == len(told) else None


def hint(state: State, track: str, what: str, space: int) -> int | None:
    """What is known of one effect of a section."""
    return state.fact(f"{track}_{what}_at_{space}")


def learn(tx: Transaction, track: str, effects: Mapping[str, int], first: int, last: int) -> None:
    """Keep what a section does for all its spaces."""
    for space in range(max(first, FIRST[track]), min(last, LAST[track]) + 1):
        for what in _whats(track):
            tx.learn(f"{track}_{what}_at_{space}", effects[what])


def _whats(track: str) -> tuple[str, ...]:
    return SICKNESS if track == "sickness" else HUNGER


def dies_of_hunger(state: State) -> str | None:
    """Whose type dies of hunger: the one over the previous round's column, in the first round over the current one
    (p. 28); None while that is not known."""
    return fed_in(state, max(1, state.round - 1))


def fed_in(state: State, number: int) -> str | None:
    """The type over the column of a round; None while that is not known."""
    known = state.word(f"fed_in_round_{number}")
    return known if known in KINDS else None


def learn_fed(tx: Transaction, number: int, kind: str) -> None:
    """Keep the type over a round's column, unless it is known already (a card may ask for another type once)."""
    if fed_in(tx.state, number) is None:
        tx.learn(f"fed_in_round_{number}", kind)
