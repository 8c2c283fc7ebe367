"""What the Beasts do is told twice: as a fact, and as a step on the map."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api.game import Urgency, Value
from companion.api.text import Text
from companion.games.turris.state import Told
from companion.games.turris.transaction import Transaction

MOST_STEPS = 200  # a Harrow's chain ends long before


def say(
    tx: Transaction,
    name: str,
    text: Text,
    urgency: Urgency = Urgency.PLAIN,
    /,
    *,
    ways: Iterable[str] = (),
    lit: Iterable[str] = (),
    **args: Value,
) -> None:
    """Tell a fact, and keep it as a step on the map with the pieces as they stand now."""
    tx.tell(name, text, urgency, **args)
    state = tx.state
    step = Told(
        text=text,
        ways=tuple(ways),
        lit=tuple(lit),
        beasts=state.beasts,
        scouts=dict(state.scouts),
        betrayers=state.betrayers,
        fruit=state.fruit,
    )
    tx.set(told=(*state.told, step)[-MOST_STEPS:])


def forget(tx: Transaction) -> None:
    """A new tale begins."""
    tx.set(told=())
