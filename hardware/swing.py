"""The swing that a landing leaves: one damped swing about a level, fitted to samples, tells the level while it lasts.

A bar with a drawer is a mass on a damped spring. Whatever linear filter the converter has, and however much faster than
the samples it swings, once the last landing lies before the filter's reach the samples are a level, one damped swing
and the converter's own noise. What is left beside it says whether that holds.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hardware.samples import SampleBlock

Floats = NDArray[np.float64]
_GRID_HZ = [*np.arange(5.5, 15.01, 0.5).tolist(), *np.arange(16.0, 40.1, 0.75).tolist()]
GRID: Floats = np.array([(hz, dies_s) for hz in _GRID_HZ for dies_s in (0.07, 0.10, 0.14, 0.20, 0.35, 1.0)])
SLOWEST_HZ, FASTEST_HZ, SHORTEST_S, LONGEST_S = 4.5, 42.0, 0.03, 5.0
REFINED = 6  # times at most; more changes nothing that could be seen
HARDLY = 1e-4  # of what is left; what betters it by less ends the refining
SLOW_HZ = 14.0  # a hand's tremor lies below
RAW_NOISE = 1.8  # the samples' own deviation, in usual roughnesses of blocks, which are of medians
RIDGE = 1e-9
PARAMETERS = 5  # a level, two heights, a pitch and how fast it dies

FEWEST_BLOCKS, MOST_BLOCKS = 4, 12
SELDOM = 3.5  # standard deviations
NOISE_BLOCKS, NOISES, FEWEST_NOISES = 6, 50, 3  # of so many blocks each
LOWER_THIRD = 1.04  # times a third of the deviations of so many samples lie below it: their own
BEST_ERROR = 0.06  # cubes; a level that is known no better is waited for


@dataclass(frozen=True)
class SwingFit:
    """`level` with its standard error per deviation of a sample; what is `left` of the samples beside level and swing;
    the swing's pitch, how fast it dies, and how high it is at the end."""

    level: float
    error: float
    left: Floats
    hz: float
    dies_s: float
    height: float


def fit_swing(values: Floats, period_s: float, start: tuple[float, float] | None = None) -> SwingFit:
    """The level and the damped swing about it that fit samples `period_s` apart best, by least squares; from a pitch
    and a dying time to `start` with, or the best of a grid."""
    times = period_s * np.arange(len(values), dtype=np.float64)
    middle = float(values.mean())
    values = values - middle
    hz, dies_s = start or _likeliest(times, values)
    swing, heights, left = _fitted(times, values, hz, dies_s)
    slopes = _slopes(times, swing, heights, dies_s)
    for _ in range(REFINED):
        moves = _solved(slopes, left)
        new_hz = min(max(hz + float(moves[3]), SLOWEST_HZ), FASTEST_HZ)
        new_dies_s = min(max(dies_s * math.exp(min(max(float(moves[4]), -0.5), 0.5)), SHORTEST_S), LONGEST_S)
        new = _fitted(times, values, new_hz, new_dies_s)
        was, now = float(left @ left), float(new[2] @ new[2])
        if now >= was:
            break
        hz, dies_s, (swing, heights, left) = new_hz, new_dies_s, new
        slopes = _slopes(times, swing, heights, dies_s)
        if was - now < HARDLY * was:
            break
    height = math.hypot(heights[1], heights[2]) * math.exp(-float(times[-1]) / dies_s)
    return SwingFit(middle + float(heights[0]), _level_error(slopes), left, hz, dies_s, height)


def is_noise(left: Floats, period_s: float, noise: float, seldom: float) -> bool:
    """Whether what a fit has left is no more than samples that deviate by `noise` leave, as a whole and where a hand
    trembles; more is seen in one of so many cases as lie beyond `seldom` deviations."""
    freedom = max(len(left) - PARAMETERS, 1)
    if float(left @ left) > seldom_above(freedom, seldom) * noise**2:
        return False
    power, freedom = slow_power(left, period_s)
    return power <= seldom_above(freedom, seldom) * noise**2


def slow_power(left: Floats, period_s: float) -> tuple[float, int]:
    """The power of what is slow, and how many values it is the sum of."""
    powers = np.abs(np.fft.rfft(left)) ** 2 / len(left)
    slow = int((np.fft.rfftfreq(len(left), period_s) <= SLOW_HZ).sum())
    return float(2.0 * powers[:slow].sum()), 2 * slow - 1


def seldom_above(freedom: int, seldom: float) -> float:
    """What a sum of so many squared normal deviates seldom exceeds (Wilson and Hilferty)."""
    part = 2.0 / (9.0 * freedom)
    return float(freedom * (1.0 - part + seldom * math.sqrt(part)) ** 3)


def _swing(times: Floats, hz: float, dies_s: float) -> Floats:
    made = np.ones((len(times), 3))
    swings = np.exp(times * complex(-1.0 / dies_s, math.tau * hz))
    made[:, 1], made[:, 2] = swings.real, swings.imag
    return made


def _fitted(times: Floats, values: Floats, hz: float, dies_s: float) -> tuple[Floats, Floats, Floats]:
    swing = _swing(times, hz, dies_s)
    heights = _solved(swing, values)
    return swing, heights, values - swing @ heights


def _slopes(times: Floats, swing: Floats, heights: Floats, dies_s: float) -> Floats:
    """How each sample changes with each parameter."""
    _, cosine, sine = swing.T
    by_hz = math.tau * times * (heights[2] * cosine - heights[1] * sine)
    by_log_dies = times / dies_s * (heights[1] * cosine + heights[2] * sine)
    return np.column_stack([swing, by_hz, by_log_dies])


def _solved(slopes: Floats, values: Floats) -> Floats:
    """Least squares by the normal equations; a little is added to them, for a swing that hardly shows."""
    squares = slopes.T @ slopes
    squares.flat[:: len(squares) + 1] *= 1.0 + RIDGE
    squares.flat[:: len(squares) + 1] += RIDGE
    return np.asarray(np.linalg.solve(squares, slopes.T @ values), dtype=np.float64)


def _level_error(slopes: Floats) -> float:
    scales = np.maximum(np.sqrt((slopes**2).sum(axis=0)), 1e-9)
    squares = (slopes / scales).T @ (slopes / scales)
    squares.flat[:: len(squares) + 1] += RIDGE
    first = np.linalg.solve(squares, np.eye(len(squares))[0])[0]
    return float(math.sqrt(max(first, 0.0)) / scales[0])


def _likeliest(times: Floats, values: Floats) -> tuple[float, float]:
    """The best of a grid: all its swings at once, by their normal equations."""
    swings, unsquared = _grid(len(times), round(float(times[1]), 4))
    seen = swings @ values
    best = int(np.einsum("gi,gij,gj->g", seen, unsquared, seen).argmax())
    return float(GRID[best, 0]), float(GRID[best, 1])


@lru_cache(maxsize=32)
def _grid(samples: int, period_s: float) -> tuple[Floats, Floats]:
    """Level, cosine and sine of each swing of the grid, and what its normal equations are solved with."""
    times = period_s * np.arange(samples, dtype=np.float64)
    swings = np.stack([_swing(times, hz, dies_s).T for hz, dies_s in GRID.tolist()])
    squares = swings @ swings.transpose(0, 2, 1) + RIDGE * np.eye(3)
    return swings, np.asarray(np.linalg.inv(squares), dtype=np.float64)


def samples_of(blocks: Sequence[SampleBlock]) -> tuple[Floats, float]:
    """The samples of blocks that follow each other, and the time between two."""
    values = np.array([value for block in blocks for value in block.values], dtype=np.float64)
    passed = blocks[-1].time_s - blocks[0].time_s
    return values, passed / max(len(values) - len(blocks[0].values), 1)


@dataclass
class Ringing:
    """The blocks since the last landing, as far as one swing about one level explains them; and the samples' own
    `noise`, which is what such a swing leaves at the quietest times of half a minute (0.0: not known yet)."""

    noise: float = 0.0
    _blocks: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=MOST_BLOCKS))
    _recent: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=NOISE_BLOCKS))
    _left: deque[float] = field(default_factory=lambda: deque(maxlen=NOISES))
    _since: int = 0
    _last: tuple[float, float] | None = None

    @property
    def blocks(self) -> int:
        """How many there are."""
        return len(self._blocks)

    def feed(self, block: SampleBlock, still: bool) -> None:
        """Take one block; where it lies `still` nothing swings."""
        if block.gap_s or not block.values:
            self._blocks.clear()
            self._recent.clear()
        if block.values:
            self._blocks.append(block)
            self._recent.append(block)
            self._measure_noise(still)

    def fitted(self, cube: float) -> SwingFit | None:
        """The level about which it swings, where that is known. What lies before something that no swing explains is
        forgotten."""
        while self.noise and len(self._blocks) >= FEWEST_BLOCKS:
            values, period_s = samples_of(list(self._blocks))
            fit = self._fit(values, period_s)
            if fit is not None:
                return fit if fit.error * self.noise < BEST_ERROR * cube else None
            newest = len(self._blocks) - FEWEST_BLOCKS if len(self._blocks) > FEWEST_BLOCKS else 1
            for _ in range(newest):
                self._blocks.popleft()
        return None

    def _fit(self, values: Floats, period_s: float) -> SwingFit | None:
        for start in (self._last, None) if self._last else (None,):
            fit = fit_swing(values, period_s, start)
            if is_noise(fit.left, period_s, self.noise, SELDOM):
                self._last = fit.hz, fit.dies_s
                if self._since >= NOISE_BLOCKS:
                    self._learn_noise(fit.left, PARAMETERS)
                return fit
        return None

    def _measure_noise(self, still: bool) -> None:
        self._since += 1
        if self._since < NOISE_BLOCKS or len(self._recent) < NOISE_BLOCKS or (self.noise and not still):
            return
        values, period_s = samples_of(list(self._recent))
        left = values - values.mean() if still else fit_swing(values, period_s, self._last).left
        self._learn_noise(left, 1 if still else PARAMETERS)

    def _learn_noise(self, left: Floats, parameters: int) -> None:
        self._since = 0
        self._left.append(math.sqrt(float(left @ left) / (len(left) - parameters)))
        if len(self._left) >= FEWEST_NOISES:
            self.noise = LOWER_THIRD * sorted(self._left)[len(self._left) // 3]
