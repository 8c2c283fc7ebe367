"""The two symbols on each Heat Range indicator, and whether the Heat marker is above them (rulebook p. 24).

An indicator shows the colour of a Building and a zone of the map; how high each lies beside the Heat track when the
indicator stands on a space of the Generator track is only pictured. A fact says the lowest Heat space that lies above a
symbol. What was learnt in the course of a game are bounds of it: `least` and `most`. An indicator that stands higher
never has its symbols lower, and a higher Heat marker is above all that a lower one is above; nothing more is inferred.
"""

from __future__ import annotations

from companion.api.game import BoardFamily, Whole
from companion.api.text import T
from companion.games.frostpunk.state import HIGHEST_SPACE, State
from companion.games.frostpunk.transaction import Transaction

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


def _names(bound: str) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    """For each symbol the facts that bound it, space by space: what was told, else what was learnt."""
    spaces = range(1, HIGHEST_SPACE + 1)
    return {
        (one, side): tuple((fact(one, side, n), f"{one}_{side}_{bound}_{n}") for n in spaces)
        for one in INDICATORS
        for side in SIDES
    }


_LEAST, _MOST = _names("least"), _names("most")


def bounds(state: State, indicator: str, side: str) -> tuple[int, int]:
    """The lowest and the highest space that the lowest Heat space above a symbol can be, the indicator being where it
    is now."""
    here = indicator_space(state, indicator)
    exact = state.fact(fact(indicator, side, here))
    if exact is not None:
        return exact, exact
    below, beyond = _LEAST[indicator, side][:here], _MOST[indicator, side][here - 1 :]
    return max(_known(state, below), default=LOWEST), min(_known(state, beyond), default=NEVER)


def _known(state: State, names: tuple[tuple[str, str], ...]) -> list[int]:
    told = (state.board.get(exact, state.board.get(board_facts)) for exact, board_facts in names)
    return [value for value in told if isinstance(value, int)]


def above(state: State, indicator: str, side: str) -> bool | None:
    """Whether the Heat marker is above a symbol; None while nobody can know."""
    least, most = bounds(state, indicator, side)
    if state.generator.heat >= most:
        return True
    return False if state.generator.heat < least else None


def learn(tx: Transaction, indicator: str, side: str, is_above: bool) -> None:
    """Keep that the Heat marker is, or is not, above a symbol at this moment."""
    heat, space = tx.state.generator.heat, indicator_space(tx.state, indicator)
    if above(tx.state, indicator, side) is None:
        bound = "most" if is_above else "least"
        tx.learn(f"{indicator}_{side}_{bound}_{space}", heat if is_above else heat + 1)
