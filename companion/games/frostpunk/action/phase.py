"""Everything that the Action Phase and the night's shelters bring to the game: prompts and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.game import MoveKind, Prompt
from companion.games.frostpunk.action import turn
from companion.games.frostpunk.state import State

STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {**turn.STEP_PROMPTS}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {}
MOVES: Mapping[str, MoveKind[State]] = {**turn.MOVES}
