"""Everything that is asked of Laws, Technologies, Expeditions, Advisors, Citizen and Scenario cards, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.api.game import MoveKind, Prompt
from companion.games.frostpunk.cards import (
    advisors_prompts,
    by_hand,
    by_hand_prompts,
    citizens_prompts,
    expeditions_prompts,
    lasting_prompts,
    laws_prompts,
    scenario_prompts,
    technologies_prompts,
)
from companion.games.frostpunk.state import State

OPEN_BOOKS = (by_hand.TASK,)  # tasks that the players carry out themselves, with the books open

STEP_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **advisors_prompts.STEP_PROMPTS,
    **scenario_prompts.STEP_PROMPTS,
}
TASK_PROMPTS: Mapping[str, Callable[[State], Prompt]] = {
    **by_hand_prompts.TASK_PROMPTS,
    **citizens_prompts.TASK_PROMPTS,
    **expeditions_prompts.TASK_PROMPTS,
    **lasting_prompts.TASK_PROMPTS,
    **laws_prompts.TASK_PROMPTS,
    **technologies_prompts.TASK_PROMPTS,
}
MOVES: Mapping[str, MoveKind[State]] = {
    **advisors_prompts.MOVES,
    **by_hand_prompts.MOVES,
    **citizens_prompts.MOVES,
    **expeditions_prompts.MOVES,
    **lasting_prompts.MOVES,
    **laws_prompts.MOVES,
    **scenario_prompts.MOVES,
    **technologies_prompts.MOVES,
}
