"""A row that was nearly read, cropped with a little jitter: turned, longer or higher, leaning. Where its corners were
not found quite rightly, as in blur, most of such cuts are read; and what several of them say is no chance of one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.find.candidate import Candidate
from vision.read.fusion import ReadFusion
from vision.read.lookalikes import turned_number
from vision.reads import CARD_ID, COVERED, Read

# Degrees turned, shares longer and higher, and how far it leans: the ten of twenty that read most, those first that add
# most to the ones before.
_JITTERS = (
    (3, 0.0, 0.1, -0.1), (-6, 0.0, 0.0, 0.0), (-3, 0.0, 0.1, 0.1), (-3, 0.05, 0.1, 0.0), (0, 0.0, 0.0, 0.12),
    (0, -0.05, 0.15, 0.0), (3, 0.0, 0.0, 0.0), (6, 0.0, 0.0, 0.0), (0, 0.0, -0.1, 0.0), (0, 0.06, 0.1, 0.0),
)  # fmt: skip
_WORTH = 0.5  # of the prescreen: how likely a code a row must be
_TRIED = 5  # cuts, of which one at least must have shown a code
_AGREEING = 3  # sure readings that are wanted


@dataclass
class JitteredCrops:
    """What the cuts of one row said so far: `tried` of them, the `sure` readings, whether there was any at all, and
    whether one saw something that may lie over the row."""

    tried: int = 0
    sure: list[Read] = field(default_factory=list)
    any: bool = False
    covered: bool = False

    def cut(self, row: Candidate) -> Candidate:
        """The row as the next cut has it."""
        return jittered(row, self.tried % len(_JITTERS))

    def take(self, reads: Sequence[Read]) -> None:
        """Take in what the next cut said."""
        self.tried += 1
        self.sure += [read for read in reads if not read.uncertainty_reason]
        self.any = self.any or bool(reads)
        self.covered = self.covered or any(read.uncertainty_reason == COVERED for read in reads)

    @property
    def wanted(self) -> bool:
        """Whether another cut may still settle it."""
        denied = self.covered or len({read.text for read in self.sure}) > 1
        if self.tried >= len(_JITTERS) or denied or self.read is not None:
            return False
        return self.tried < _TRIED or self.any

    @property
    def read(self) -> Read | None:
        """What several cuts surely say and no other one denies; never what may be covered, nor what is nearly a number
        upside down, which has reasons of its own to be asked about."""
        texts = {read.text for read in self.sure}
        if self.covered or len(self.sure) < _AGREEING or len(texts) != 1:
            return None
        surely = min(self.sure, key=lambda read: read.confidence)
        return None if turned_number(surely.text) else surely


def worth_jittering(row: Candidate, fusion: ReadFusion) -> bool:
    """Whether a row that was not read surely may be read so: a likely ID over which nothing lies. Digits in boxes are
    told too easily for other ones."""
    return (
        fusion.kind == CARD_ID
        and fusion.prescreened
        and fusion.likelihood >= _WORTH
        and not (fusion.covered or row.word)
    )


def jittered(row: Candidate, number: int) -> Candidate:
    """The row as one of the cuts has it."""
    turn, longer, higher, lean = _JITTERS[number]
    middle = row.quad.mean(axis=0)
    along = (row.quad[1] - row.quad[0]) / max(row.length, 1.0)
    axes = np.array([along, (-along[1], along[0])])
    across, down = ((row.quad - middle) @ axes.T).T
    there = np.stack([across * (1 + longer) + lean * down, down * (1 + higher)], axis=1) @ axes
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return replace(row, quad=np.asarray(there @ spin.T + middle, np.float32))
