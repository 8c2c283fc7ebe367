"""What became of each code in a frame, and shares with how sure they are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.independent.codes import turned
from benchmarks.independent.readers import Answer, Said
from benchmarks.independent.scenes import Truth
from benchmarks.wilson import wilson

RIGHT, ASKED, SILENT, WRONG = "right", "asked", "silent", "wrong"
OUTCOMES = (RIGHT, ASKED, SILENT, WRONG)


@dataclass(frozen=True)
class Judged:
    """What became of the codes of one frame, in their order, and what was said surely that is nowhere in it."""

    outcomes: tuple[str, ...]
    invented: int


def judge(truths: tuple[Truth, ...], answer: Answer) -> Judged:
    """Judges what was said of a frame.

    A whole code is *right* where it was said surely; *wrong* where something else was said surely in its place (or, by
    a reader that tells no places, of a frame whose only other code it is); *asked* where something unsure was said in
    its place or, of a frame of which nothing else was said, what the trouble is; otherwise *silent*. A code that is cut
    is *wrong* where anything but all of it was said surely: what is left of it is not what is printed.
    """
    left = [said for said in answer.sure if not any(_is(said, truth) for truth in truths)]
    outcomes = []
    for truth in truths:
        rivals = [each for each in truths if each is not truth and not any(_is(said, each) for said in answer.sure)]
        if any(_is(said, truth) for said in answer.sure):
            outcomes.append(RIGHT)
        elif any(_is_in(said, truth) if said.place else not rivals for said in left):
            outcomes.append(WRONG)
        elif any(_is_in(said, truth) or _is_doubted(said, truth) for said in answer.unsure):
            outcomes.append(ASKED)
        else:
            outcomes.append(ASKED if answer.trouble and not answer.sure and not answer.unsure else SILENT)
    return Judged(tuple(outcomes), len(left))


def _is(said: Said, truth: Truth) -> bool:
    return said.text == truth.text and said.kind in ("", truth.kind)


def _is_doubted(said: Said, truth: Truth) -> bool:
    return truth.text in (said.text, said.other, turned(said.text))


def _is_in(said: Said, truth: Truth) -> bool:
    if said.place is None:
        return False
    corners = np.array(truth.corners, np.float32)
    return cv2.pointPolygonTest(corners.reshape(-1, 1, 2), said.place, True) > -0.7 * truth.digit


@dataclass(frozen=True)
class Share:
    """So many of so many."""

    some: int
    all: int

    def bounds(self) -> tuple[float, float]:
        """The Wilson interval of the share, 95 %, between 0 and 1."""
        return wilson(self.some, self.all)

    def __str__(self) -> str:
        if not self.all:
            return "-"
        low, high = self.bounds()
        return f"{self.some} of {self.all}: {100 * self.some / self.all:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


@dataclass(frozen=True)
class Tally:
    """How often each thing became of codes."""

    right: int = 0
    asked: int = 0
    silent: int = 0
    wrong: int = 0

    @property
    def all(self) -> int:
        """How many there are."""
        return self.right + self.asked + self.silent + self.wrong

    def __str__(self) -> str:
        return f"{Share(self.right, self.all)!s:>30}{self.asked:>7}{self.silent:>7}{self.wrong:>7}"


def tally(outcomes: list[str]) -> Tally:
    """The sum of what became of codes."""
    return Tally(*(outcomes.count(each) for each in OUTCOMES))
