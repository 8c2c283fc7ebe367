"""Where the rulebook is silent about Beasts and tables differ: chosen at setup, the usual reading first."""

from __future__ import annotations

from companion.api.game import Ask
from companion.api.text import T
from companion.games.turris.state import State
from companion.toolkit.forms import pick

BLOCKED, CHAIN = "blocked", "chain"
ASKS: tuple[Ask, ...] = (
    pick(
        BLOCKED,
        T("A Beast with two steps whose second place is taken by another Beast"),
        {"near": T("Goes one step"), "stay": T("Does not move")},
        usual="near",
    ),
    pick(
        CHAIN,
        T("An adjacent Scout that stands with another Beast, for the Harrow's chain attack"),
        {"ignored": T("Does not count"), "counts": T("Counts")},
        usual="ignored",
    ),
)


def goes_near(state: State) -> bool:
    """Whether a Beast that cannot reach the end of its steps goes as far as it can (p. 17 does not say)."""
    return state.choices.get(BLOCKED) != "stay"


def beside_counts(state: State) -> bool:
    """Whether a Scout with another Beast keeps the chain going (p. 13 leaves it out only for targets)."""
    return state.choices.get(CHAIN) == "counts"
