"""Everything that the Action Phase and the night's shelters bring to the game: prompts and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import MoveKind, Prompt
from companion.games.frostpunk import shelters_prompts
from companion.games.frostpunk.action import construct_prompts, meeples_prompts, task_prompts, turn, turn_moves
from companion.games.frostpunk.state import State

STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **meeples_prompts.STEP_PROMPTS,
    **turn.STEP_PROMPTS,
    **shelters_prompts.STEP_PROMPTS,
}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **task_prompts.TASK_PROMPTS,
    **construct_prompts.TASK_PROMPTS,
}
MOVES: Mapping[str, MoveKind[State]] = {
    **meeples_prompts.MOVES,
    **turn_moves.MOVES,
    **task_prompts.MOVES,
    **construct_prompts.MOVES,
    **shelters_prompts.MOVES,
}
