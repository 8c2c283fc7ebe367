"""Whether a hand trembles on the cell.

A fall leaves one damped swing about a level that no longer changes. What is left when that has been taken away should
be the converter's own noise; a hand leaves its tremor, its sway, and the change of level of its coming or going, all
of them slow. So it shows while the swing still hides it from the eye.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from hardware.samples import SampleBlock
from hardware.swing import RAW_NOISE, fit_swing, samples_of, seldom_above, slow_power

LONGEST_BLOCKS = 10
FEWEST = 24  # samples
ALIKE = 0.25  # a swing slower than 17 a second makes neighbouring samples more alike than that
LANDS = 0.2  # of what hides everything: a block that swings so much, and more than the one before, holds a landing
SELDOM = 4.4  # standard deviations
NOISE_LEARNS = 0.003  # of its difference, with each block


@dataclass
class Tremor:
    """Keeps the samples of the last second, from when the swing was weaker than `too_rough` on."""

    _usual_rough: float = 0.0
    _lands: float = 0.0
    _blocks: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=LONGEST_BLOCKS))

    def feed(self, block: SampleBlock, too_rough: float, usual_rough: float) -> None:
        """Take one block; what swings more hides everything, and what lies before a gap belongs to another time."""
        self._lands = LANDS * too_rough
        # The converter's noise hardly changes in an evening: what twenty seconds tell of it is averaged on.
        weight = NOISE_LEARNS if self._usual_rough else 1.0
        self._usual_rough += weight * (usual_rough - self._usual_rough)
        if block.gap_s or not block.values or block.rough >= too_rough:
            self._blocks.clear()
        if block.values and block.rough < too_rough:
            self._blocks.append(block)

    @property
    def noise(self) -> float:
        """A sample's own deviation, 0.0 where it is not known yet."""
        return RAW_NOISE * self._usual_rough

    def felt(self) -> bool:
        """Whether more is left beside one swing about one level than the cell's usual noise."""
        blocks = list(self._blocks)
        landed = max((i for i, block in enumerate(blocks) if block.rough > self._lands), default=-1)
        if not self._felt_in(blocks):
            return False
        return landed < 0 or not _fast(blocks[landed + 1 : landed + 3]) or self._felt_in(blocks[landed + 1 :], few=True)

    def _felt_in(self, blocks: list[SampleBlock], few: bool = False) -> bool:
        if sum(len(block.values) for block in blocks) < FEWEST or not self._usual_rough:
            return few
        values, period_s = samples_of(blocks)
        power, freedom = slow_power(fit_swing(values, period_s).left, period_s)
        return power > seldom_above(freedom, SELDOM) * (RAW_NOISE * self._usual_rough) ** 2


def _fast(blocks: list[SampleBlock]) -> bool:
    """Whether what is left after a landing goes up and down from sample to sample, as a stiff bar does; what is slower
    may be a hand."""
    values = np.array([value for block in blocks for value in block.values], dtype=np.float64)
    values = values - values.mean() if len(values) else values
    power = float(values @ values)
    return power > 0.0 and float(values[1:] @ values[:-1]) < ALIKE * power
