"""The two symbols on each Heat Range indicator, and whether the Heat marker is above them (rulebook p. 24).

An indicator shows the colour of a Building and a zone of the map; how high each lies beside the Heat track when the
indicator stands on a space of the Generator track is only pictured. A fact says the lowest Heat space that lies above a
symbol. What was learnt in the course of a game are bounds of it: `least` and `most`. An indicator that stands higher
never has its symbols lower, and a higher Heat marker is above all that a lower one is above; nothing more is inferred.
"""

from __future__ import annotations

from companion.game import BoardFamily, Whole
from companion.games.frostpunk.ledger import Ledger
from companion.games.frostpunk.state import HIGHEST_SPACE, State
from companion.text import T

INDICATORS = ("red", "orange", "yellow")
SIDES = ("colour", "zone")
LOWEST = 2  # on the first space the Generator is not started, and all is cold
NEVER = HIGHEST_SPACE + 1  # no space of the Heat track lies above the symbol
LEARNT = BoardFamily(
    pattern=r"(red|orange|yellow)_(colour|zone)_(least|most)_[0-9]{1,2}",
    ask=Whole(name="heat", label=T("Heat space"), at_least=LOWEST, at_most=NEVER),
    label=T("What you answered about heat: the Heat space above a symbol lies no lower, or no higher"),
)
# p. 24 shows the zones in this order, and its example counts the first two of them with the first two indicators.
ZONES = ("red", "orange", "yellow")


def fact(indicator: str, side: str, space: int) -> str:
    """The board fact: the lowest Heat space above a symbol of an indicator that stands on a space."""
    return f"{indicator}_{side}_above_{space}"


def indicator_space(state: State, indicator: str) -> int:
    """Where an indicator stands on the Generator track."""
    spaces = {"red": state.generator.red, "orange": state.generator.orange, "yellow": state.generator.yellow}
    return spaces[indicator]


def bounds(state: State, indicator: str, side: str) -> tuple[int, int]:
    """The lowest and the highest space that the lowest Heat space above a symbol can be, the indicator being where it
    is now."""
    here = indicator_space(state, indicator)
    least = max((_told(state, indicator, side, "least", n) or LOWEST for n in range(1, here + 1)), default=LOWEST)
    most = min(_told(state, indicator, side, "most", n) or NEVER for n in range(here, HIGHEST_SPACE + 1))
    exact = state.fact(fact(indicator, side, here))
    return (exact, exact) if exact is not None else (least, most)


def _told(state: State, indicator: str, side: str, bound: str, space: int) -> int | None:
    exact = state.fact(fact(indicator, side, space))
    return exact if exact is not None else state.fact(f"{indicator}_{side}_{bound}_{space}")


def above(state: State, indicator: str, side: str) -> bool | None:
    """Whether the Heat marker is above a symbol; None while nobody can know."""
    least, most = bounds(state, indicator, side)
    if state.generator.heat >= most:
        return True
    return False if state.generator.heat < least else None


def learn(ledger: Ledger, indicator: str, side: str, is_above: bool) -> None:
    """Keep that the Heat marker is, or is not, above a symbol at this moment."""
    heat, space = ledger.state.generator.heat, indicator_space(ledger.state, indicator)
    if above(ledger.state, indicator, side) is None:
        bound = "most" if is_above else "least"
        ledger.learn(f"{indicator}_{side}_{bound}_{space}", heat if is_above else heat + 1)
