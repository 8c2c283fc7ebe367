"""An evening told afterwards: its story in numbers, and what was decided, by whom and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.evening import Step
from companion.refusals import BadMove
from companion.sitting import Sitting
from companion.story import Story
from companion.text import T, Text

TOLD_KINDS = frozenset({"start", "move", "correct"})
MOST_STEPS = 100_000


@dataclass(frozen=True)
class Decision:
    """A step that counts in the end: what was done, by whom, and when (seconds since 1970)."""

    label: Text
    by: str
    at: float


@dataclass(frozen=True, kw_only=True)
class Chronicle:
    """What the page after the game shows. `decisions` are in the order in which they were made."""

    story: Story
    decisions: tuple[Decision, ...]


def chronicle(sitting: Sitting) -> Chronicle:
    """The chronicle of an evening; `BadMove` where its game tells no story."""
    tell = sitting.game.story
    if tell is None:
        raise BadMove(T("This game keeps no story."))
    return Chronicle(story=tell(sitting.state), decisions=decisions(sitting.history(MOST_STEPS, MOST_STEPS)))


def decisions(steps: Sequence[Step]) -> tuple[Decision, ...]:
    """Steps that were played and not taken back; what was read off the board decides nothing."""
    told = (step for step in reversed(steps) if step.kind in TOLD_KINDS and not step.undone)
    return tuple(Decision(step.label, step.by, step.at) for step in told)
