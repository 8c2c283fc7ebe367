"""Gusts of wind: every fire spreads one block, once (rulebook p. 7)."""

from __future__ import annotations

from companion.api.text import T
from companion.games.fire_brigade.city.streets import DIRECTIONS, at, step
from companion.games.fire_brigade.fire.flames import kindle, show
from companion.games.fire_brigade.names import DIRECTION_NAMES
from companion.games.fire_brigade.state import State, Step
from companion.games.fire_brigade.transaction import Transaction


def order(state: State, direction: str) -> tuple[str, ...]:
    """The burning blocks in the order in which they spread: from the side that the wind blows to (p. 7), so that a fire
    which the gust has lit is not spread once more."""
    x, y = DIRECTIONS[direction]
    return tuple(sorted(state.fires, key=lambda place: (-(at(place)[0] * x + at(place)[1] * y), place)))


def gust(tx: Transaction, direction: str) -> None:
    """Every burning block makes the next block in the wind's direction burn one higher (p. 7)."""
    burning = order(tx.state, direction)
    text = T("The wind blew to the {direction}.", direction=DIRECTION_NAMES[direction])
    tx.tell("gust", text, direction=direction, blocks=len(burning))
    for place in burning:
        target = step(place, DIRECTIONS[direction])
        if target is None or target not in tx.state.city:
            show(tx, Step(name="edge", target=place, fire=tx.state.city[place].fire))
        elif tx.state.city[target].destroyed:
            show(tx, Step(name="ash", target=target, source=place))
        else:
            kindle(tx, target, event=True, source=place, kind="spread")
