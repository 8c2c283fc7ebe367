"""What a part of the game brings along; the game is composed of its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.api.game import Ask, BoardFamily, Correction, MoveKind, Offer, Outcome, Prompt, Table, Value
from companion.api.text import Text
from companion.api.view import Panel
from companion.games.citadel.state import State, Task
from companion.games.citadel.transaction import Transaction


def _nothing(state: State) -> tuple[()]:
    return ()


def _no_text(state: State) -> Text | None:
    return None


def _not_mine(state: State, name: str, value: Value) -> Outcome[State] | None:
    return None


@dataclass(frozen=True, kw_only=True)
class GameModule:
    """One part.

    - `tasks`: the prompt of each kind of task that the part puts on `state.todo`; the first task alone is shown.
    - `prompts(state)`: what presses besides tasks; asked for only while there is no task. The first part with any
      wins, in the order of `parts.PARTS`.
    - `idle(state)`: what can be begun while nothing presses, gathered into the one idle prompt; each offer has a
      heading (`under`), the same one for what belongs together.
    - `reminders(state)`: prompts shown below the pressing one, such as a golden rule at its moment.
    - `panels(state)`: what the phones show; those without widgets are left out.
    - `adjustables(state)`, `correct(state, name, value)`: corrections by hand; None for a name of another part.
    - `setup(players)`: what is asked before the first move; `begin(tx, table)`: its share of the first state.
    - `families`: facts of the owner's cards without fixed names; `check(name, value)` refuses senseless ones;
      `told(tx, name)`: a fact was told while the game runs.
    - `settle(tx)`: after every move, what needs nobody's choice.
    - `line(state)`: where we are, in one line; the first part that says one wins.
    """

    name: str
    moves: Mapping[str, MoveKind[State]] = field(default_factory=dict)
    tasks: Mapping[str, Callable[[State, Task], Prompt]] = field(default_factory=dict)
    prompts: Callable[[State], tuple[Prompt, ...]] = _nothing
    idle: Callable[[State], tuple[Offer, ...]] = _nothing
    reminders: Callable[[State], tuple[Prompt, ...]] = _nothing
    panels: Callable[[State], tuple[Panel, ...]] = _nothing
    corrections: Callable[[State], tuple[Correction, ...]] = _nothing
    correct: Callable[[State, str, Value], Outcome[State] | None] = _not_mine
    setup: Callable[[int], tuple[Ask, ...]] = lambda players: ()
    begin: Callable[[Transaction, Table], None] = lambda tx, table: None
    families: tuple[BoardFamily, ...] = ()
    check: Callable[[str, Value], None] = lambda name, value: None
    told: Callable[[Transaction, str], None] = lambda tx, name: None
    settle: Callable[[Transaction], None] = lambda tx: None
    line: Callable[[State], Text | None] = _no_text
