"""A part of the game: its moves, what it asks, what it does by itself, what it shows and what can be set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.game import Ask, BoardFamily, Prompt, Value
from companion.games.turris.books import Books, Deed
from companion.games.turris.state import State
from companion.view import Panel


@dataclass(frozen=True)
class Knob:
    """A value that can be set by hand: what it is, what it is now, and how it is put."""

    ask: Ask
    now: Value
    put: Callable[[Books, Value], None]


def _nothing(_: State) -> Iterator[Knob]:
    return iter(())


@dataclass(frozen=True, kw_only=True)
class Part:
    """One subject of the rules.

    - `moves`: by name, all names of the game differ.
    - `tasks`: the prompt of each kind of task of this part; asked when such a task is at the head.
    - `prompts(state)`: what to do when no task waits.
    - `settle(books)`: do one thing that needs nobody's choice (a task at the head, or the next step of a phase) and
      say whether anything was done; it is asked again until no part has anything to do.
    - `panels(state)`, `knobs(state)`: what is shown, and what can be set by hand.
    """

    name: str
    moves: Mapping[str, Deed] = field(default_factory=dict)
    tasks: Mapping[str, Callable[[State], Prompt]] = field(default_factory=dict)
    prompts: Callable[[State], tuple[Prompt, ...]] = lambda _: ()
    settle: Callable[[Books], bool] = lambda _: False
    panels: Callable[[State], tuple[Panel, ...]] = lambda _: ()
    knobs: Callable[[State], Iterator[Knob]] = _nothing
    families: tuple[BoardFamily, ...] = ()
