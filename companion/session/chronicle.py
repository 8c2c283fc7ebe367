"""An evening told afterwards: its story in numbers, and what was decided, by whom and when."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from companion.api.refusals import BadMove
from companion.api.story import Story
from companion.api.text import T, Text
from companion.session.evening_state import READ_AT_ONCE, EveningState
from companion.session.screen import HistoryStep

TOLD_KINDS = frozenset({"start", "move", "correct"})


@dataclass(frozen=True)
class Decision:
    """What was decided in a step that counts in the end, by whom, and when (seconds since 1970)."""

    label: Text
    by: str
    at: float


@dataclass(frozen=True, kw_only=True)
class Chronicle:
    """What the page after the game shows. `decisions` are in the order in which they were made."""

    story: Story
    decisions: tuple[Decision, ...]


def chronicle(evening_state: EveningState) -> Chronicle:
    """The chronicle of an evening; `BadMove` where its game tells no story."""
    tell = evening_state.game.story
    if tell is None:
        raise BadMove(T("This game keeps no story."))
    return Chronicle(story=tell(evening_state.state), decisions=_decisions(evening_state))


def _decisions(evening_state: EveningState) -> tuple[Decision, ...]:
    last = evening_state.timeline.last
    pages = (evening_state.history(before, READ_AT_ONCE) for before in range(last + 1, 1, -READ_AT_ONCE))
    return decisions([step for page in pages for step in page], evening_state.game.decisions)


def decisions(steps: Sequence[HistoryStep], names: Set[str] = frozenset()) -> tuple[Decision, ...]:
    """The facts of these names, of the steps that were not taken back, oldest first. Without names, every step that was
    played: what was read off the board decides nothing."""
    told = [step for step in reversed(steps) if step.kind in TOLD_KINDS and not step.undone]
    if not names:
        return tuple(Decision(step.label, step.by, step.at) for step in told)
    return tuple(Decision(fact.text, step.by, step.at) for step in told for fact in step.facts if fact.name in names)
