"""Whether a hand trembles beneath the swing of a fall that dies away.

A fall leaves one damped swing about a level that no longer changes. What is left when that has been taken away should
be the converter's own noise; a hand leaves its tremor, its sway, and the change of level of its coming or going, all
of them slow. So it shows while the swing still hides it from the eye.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hardware.samples import Block

Floats = NDArray[np.float64]
LONGEST_BLOCKS = 10
FEWEST = 24  # samples
GRID_HZ: Floats = np.arange(5.5, 15.01, 0.5)
GRID_DIES_S: Floats = np.array([0.07, 0.10, 0.14, 0.20, 0.35])
SLOWEST_HZ, FASTEST_HZ, SHORTEST_S, LONGEST_S = 5.0, 16.0, 0.05, 0.6
REFINED = 4  # times; more changes nothing that could be seen
SLOW_HZ = 14.0  # a hand's tremor lies below
RAW_NOISE = 1.8  # the samples' own deviation, in usual roughnesses of blocks, which are of medians
SELDOM = 4.4  # standard deviations
NOISE_LEARNS = 0.003  # of its difference, with each block


@dataclass
class Tremor:
    """Keeps the samples of the last second, from when the swing was weaker than `too_rough` on."""

    _usual_rough: float = 0.0
    _blocks: deque[Block] = field(default_factory=lambda: deque(maxlen=LONGEST_BLOCKS))

    def feed(self, block: Block, too_rough: float, usual_rough: float) -> None:
        """Take one block; what swings more hides everything, and what lies before a gap belongs to another time."""
        # The converter's noise hardly changes in an evening: what twenty seconds tell of it is averaged on.
        weight = NOISE_LEARNS if self._usual_rough else 1.0
        self._usual_rough += weight * (usual_rough - self._usual_rough)
        if block.gap_s or not block.values or block.rough >= too_rough:
            self._blocks.clear()
        if block.values and block.rough < too_rough:
            self._blocks.append(block)

    def felt(self) -> bool:
        """Whether more is left beside one swing about one level than the cell's usual noise."""
        values = np.array([value for block in self._blocks for value in block.values], dtype=np.float64)
        if len(values) < FEWEST or not self._usual_rough:
            return False
        passed = self._blocks[-1].time_s - self._blocks[0].time_s
        period_s = float(passed) / (len(values) - len(self._blocks[0].values))
        left = _beside_a_swing(period_s * np.arange(len(values), dtype=np.float64), values)
        power, freedom = _slow(left, period_s)
        return power > _seldom_above(freedom) * (RAW_NOISE * self._usual_rough) ** 2


def _seldom_above(freedom: int) -> float:
    """What a sum of so many squared normal deviates seldom exceeds (Wilson and Hilferty)."""
    part = 2.0 / (9.0 * freedom)
    return float(freedom * (1.0 - part + SELDOM * math.sqrt(part)) ** 3)


def _slow(left: Floats, period_s: float) -> tuple[float, int]:
    """The power of what is slow, and how many values it is the sum of."""
    powers = np.abs(np.fft.rfft(left)) ** 2 / len(left)
    slow = int((np.fft.rfftfreq(len(left), period_s) <= SLOW_HZ).sum())
    return float(2.0 * powers[:slow].sum()), 2 * slow - 1


def _beside_a_swing(times: Floats, values: Floats) -> Floats:
    """What the damped swing about a level that fits best, by least squares, leaves."""
    values = values - values.mean()
    hz, dies_s = _likeliest_swing(times, values)
    level_and_swing, heights, left = _fitted(times, values, hz, dies_s)
    for _ in range(REFINED):
        _, cosine, sine = level_and_swing.T
        by_hz = math.tau * times * (heights[2] * cosine - heights[1] * sine)
        by_log_dies = times / dies_s * (heights[1] * cosine + heights[2] * sine)
        moves = np.linalg.lstsq(np.column_stack([level_and_swing, by_hz, by_log_dies]), left, rcond=None)[0]
        new_hz = min(max(hz + float(moves[3]), SLOWEST_HZ), FASTEST_HZ)
        new_dies_s = min(max(dies_s * math.exp(min(max(float(moves[4]), -0.5), 0.5)), SHORTEST_S), LONGEST_S)
        new = _fitted(times, values, new_hz, new_dies_s)
        if new[2] @ new[2] >= left @ left:
            break
        hz, dies_s, (level_and_swing, heights, left) = new_hz, new_dies_s, new
    return left


def _swing(times: Floats, hz: float, dies_s: float) -> Floats:
    dies = np.exp(-times / dies_s)
    turns = math.tau * hz * times
    return np.column_stack([np.ones_like(times), dies * np.cos(turns), dies * np.sin(turns)])


def _fitted(times: Floats, values: Floats, hz: float, dies_s: float) -> tuple[Floats, Floats, Floats]:
    swing = _swing(times, hz, dies_s)
    heights: Floats = np.asarray(np.linalg.lstsq(swing, values, rcond=None)[0], dtype=np.float64)
    return swing, heights, values - swing @ heights


def _likeliest_swing(times: Floats, values: Floats) -> tuple[float, float]:
    """The best of a grid: all its swings at once, by their normal equations."""
    hz, dies_s = (one.ravel() for one in np.meshgrid(GRID_HZ, GRID_DIES_S))
    dies = np.exp(-times[None, :] / dies_s[:, None])
    turns = math.tau * hz[:, None] * times[None, :]
    swings = np.stack([np.ones_like(dies), dies * np.cos(turns), dies * np.sin(turns)], axis=1)
    seen = swings @ values
    squares = swings @ swings.transpose(0, 2, 1)
    explained = np.einsum("gi,gi->g", seen, np.linalg.solve(squares, seen[..., None])[..., 0])
    best = int(explained.argmax())
    return float(hz[best]), float(dies_s[best])
