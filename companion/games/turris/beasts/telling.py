"""What the Beasts do is told twice: as a fact, and as a step on the map."""

from __future__ import annotations

from collections.abc import Iterable

from companion.api.game import Urgency, Value
from companion.api.text import Text
from companion.games.turris.books import Books
from companion.games.turris.state import Told

MOST_STEPS = 200  # a Harrow's chain ends long before


def say(
    books: Books,
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
    books.tell(name, text, urgency, **args)
    state = books.state
    step = Told(
        text=text,
        ways=tuple(ways),
        lit=tuple(lit),
        beasts=state.beasts,
        scouts=dict(state.scouts),
        betrayers=state.betrayers,
        fruit=state.fruit,
    )
    books.set(told=(*state.told, step)[-MOST_STEPS:])


def forget(books: Books) -> None:
    """A new tale begins."""
    books.set(told=())
