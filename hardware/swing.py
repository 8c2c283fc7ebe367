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
Mask = NDArray[np.bool_]
_GRID_HZ = [*np.arange(5.5, 15.01, 0.5).tolist(), *np.arange(16.0, 40.1, 0.75).tolist()]
GRID: Floats = np.array([(hz, dies_s) for hz in _GRID_HZ for dies_s in (0.07, 0.10, 0.14, 0.20, 0.35, 1.0)])
SLOWEST_HZ, FASTEST_HZ, SHORTEST_S, LONGEST_S = 4.5, 42.0, 0.03, 5.0
_MANY = 48  # samples: waves of so many, or of a multiple, are kept, and serve for fewer as well
REFINED = 6  # times at most; more changes nothing that could be seen
HARDLY = 1e-4  # of what is left; what betters it by less ends the refining
HOPELESS, SLOWLY = 30.0, 0.3  # times what noise may leave; of what was left: so much more, and so slowly less, ends it
SLOW_HZ = 14.0  # a hand's tremor lies below
RAW_NOISE = 1.8  # the samples' own deviation, in usual roughnesses of blocks, which are of medians
RIDGE = 1e-9
PARAMETERS = 5  # a level, two heights, a pitch and how fast it dies
_RIDGE: Floats = RIDGE * np.eye(6)
_RIDGED: Floats = 1.0 + _RIDGE

FEWEST_BLOCKS, MOST_BLOCKS = 4, 12
SELDOM = 3.5  # standard deviations
NOISE_BLOCKS, NOISES, FEWEST_NOISES = 6, 50, 3  # of so many blocks each
LOWER_THIRD = 1.04  # times a third of the deviations of so many samples lie below it: their own
BEST_ERROR = 0.06  # cubes; a level that is known no better is waited for


@dataclass(frozen=True)
class SwingFit:
    """`level` with its standard error per deviation of a sample; what is `left` of the samples beside level and swing;
    the swing's pitch, how fast it dies, and how high it is at the end. Of a sample that was `lost` nothing is left."""

    level: float
    error: float
    left: Floats
    hz: float
    dies_s: float
    height: float
    lost: int


def fit_swing(values: Floats, period_s: float, start: tuple[float, float] | None = None) -> SwingFit:
    """The level and the damped swing about it that fit samples `period_s` apart best, by least squares; from a pitch
    and a dying time to `start` with, or the best of a grid. A sample that was lost is not a number (nan)."""
    return _refined(values, period_s, start, math.inf).fit()


def fit_noise(
    values: Floats, period_s: float, start: tuple[float, float] | None, noise: float, seldom: float
) -> SwingFit | None:
    """The same where what is left is no more than `is_noise` allows; None, sooner, where it is more."""
    most = seldom_above(_freedom(values.size - int(np.isnan(values).sum())), seldom) * noise**2
    best = _refined(values, period_s, start, HOPELESS * most)
    if best.power > most:
        return None
    fit = best.fit()
    return fit if is_noise(fit.left, period_s, noise, seldom, fit.lost) else None


def _refined(values: Floats, period_s: float, start: tuple[float, float] | None, hopeless: float) -> _Projection:
    """The best swing, or a worse one as soon as more than `hopeless` is left that hardly becomes less."""
    times = period_s * np.arange(len(values), dtype=np.float64)
    gone = np.isnan(values)
    there = None if not gone.any() else ~gone
    seen = values if there is None else values[there]
    middle = float(np.add.reduce(seen)) / len(seen)
    seen = seen - middle
    first = start or _likeliest(times, seen, there)
    best = _Projection(times, seen, middle, *first, there)
    for _ in range(REFINED):
        if best.gains < HARDLY * best.power or (new := best.refined()).power >= best.power:
            break
        was, best = best.power, new
        if best.power > max(hopeless, SLOWLY * was):
            break
    return best


class _Projection:
    """Samples held against a level, a swing of this pitch and dying time, and how that swing changes with both.

    That change is a sum of the swing's two waves times the time, whatever their heights: so the triangle of the normal
    equations of all five with the samples holds everything, the heights of the first three with what they leave, and
    where the pitch and the dying time should go (Gauss and Newton).
    """

    def __init__(
        self, times: Floats, values: Floats, middle: float, hz: float, dies_s: float, there: Mask | None
    ) -> None:
        self._middle, self.hz, self.dies_s, self._there = middle, hz, dies_s, there
        self._all_times, self._values = times, values
        times = times if there is None else times[there]
        self._waves = waves = np.empty((6, len(times)))
        waves[0], waves[5] = 1.0, values
        waves[1:3] = _swing(times, hz, dies_s)
        np.multiply(waves[1:3], times, out=waves[3:5])
        self._rows = np.linalg.cholesky((waves @ waves.T) * _RIDGED + _RIDGE).tolist()
        _, b, c, d, e, seen = self._rows
        sine = seen[2] / c[2]
        cosine = (seen[1] - c[1] * sine) / b[1]
        self.heights = (seen[0] - b[0] * cosine - c[0] * sine) / self._rows[0][0], cosine, sine
        self._by_sine = seen[4] / e[4]
        self._by_cosine = (seen[3] - e[3] * self._by_sine) / d[3]
        self.gains = seen[3] ** 2 + seen[4] ** 2
        self.power = self.gains + seen[5] ** 2

    def refined(self) -> _Projection:
        """The same with a pitch and a dying time that fit better, as far as straight lines tell."""
        _, cosine, sine = self.heights
        square = max(cosine**2 + sine**2, RIDGE)
        by_pitch = (self._by_cosine * sine - self._by_sine * cosine) / square
        by_decay = (self._by_cosine * cosine + self._by_sine * sine) / square
        hz = min(max(self.hz + by_pitch / math.tau, SLOWEST_HZ), FASTEST_HZ)
        longer = math.exp(min(max(by_decay * self.dies_s, -0.5), 0.5))
        dies_s = min(max(self.dies_s * longer, SHORTEST_S), LONGEST_S)
        return _Projection(self._all_times, self._values, self._middle, hz, dies_s, self._there)

    def fit(self) -> SwingFit:
        """What it tells; the level's error is that where the pitch and the dying time are unknown too."""
        level, cosine, sine = self.heights
        left = self._values - np.array(self.heights) @ self._waves[:3]
        height = math.hypot(cosine, sine) * math.exp(-float(self._all_times[-1]) / self.dies_s)
        if self._there is not None:
            seen, left = left, np.zeros(len(self._all_times))
            left[self._there] = seen
        lost = len(left) - len(self._values)
        return SwingFit(self._middle + level, self._error(), left, self.hz, self.dies_s, height, lost)

    def _error(self) -> float:
        """The level's, per deviation of a sample: the first column of the triangle's inverse, row by row."""
        errors: list[float] = []
        for i, row in enumerate(self._rows[:PARAMETERS]):
            rest = 0.0 if i else 1.0
            for known, part in zip(errors, row, strict=False):
                rest -= part * known
            errors.append(rest / row[i])
        return math.hypot(*errors)


def _freedom(samples: int) -> int:
    return max(samples - PARAMETERS, 1)


def is_noise(left: Floats, period_s: float, noise: float, seldom: float, lost: int = 0) -> bool:
    """Whether what a fit has left is no more than samples that deviate by `noise` leave, as a whole and where a hand
    trembles; more is seen in one of so many cases as lie beyond `seldom` deviations. So many of them were `lost`."""
    freedom = _freedom(len(left) - lost)
    if float(left @ left) > seldom_above(freedom, seldom) * noise**2:
        return False
    power, freedom = slow_power(left, period_s)
    return power <= seldom_above(freedom, seldom) * noise**2


def slow_power(left: Floats, period_s: float) -> tuple[float, int]:
    """The power of what is slow, and how many values it is the sum of."""
    slow = min(int(SLOW_HZ * period_s * len(left)), len(left) // 2) + 1
    waves = np.fft.rfft(left)[:slow]
    return float(2.0 * np.vdot(waves, waves).real / len(left)), 2 * slow - 1


@lru_cache(maxsize=512)
def seldom_above(freedom: int, seldom: float) -> float:
    """What a sum of so many squared normal deviates seldom exceeds (Wilson and Hilferty)."""
    part = 2.0 / (9.0 * freedom)
    return float(freedom * (1.0 - part + seldom * math.sqrt(part)) ** 3)


def _swing(times: Floats, hz: float, dies_s: float) -> Floats:
    """Cosine and sine."""
    waves = np.exp(times * complex(-1.0 / dies_s, math.tau * hz))
    return np.asarray(waves.view(np.float64).reshape(-1, 2).T)


def _likeliest(times: Floats, values: Floats, there: Mask | None) -> tuple[float, float]:
    """The best of a grid, all its swings at once."""
    samples, period_s = len(times), round(float(times[1]), 4)
    waves = _waves_of(samples, period_s)
    if there is None:
        squared = _triangles(samples, period_s) @ waves
    else:
        waves = np.ascontiguousarray(waves[:, :, there])
        squared = _squaring(waves) @ waves
    seen = squared.reshape(-1, len(values)) @ values
    best = int(np.square(seen).reshape(-1, 3).sum(axis=1).argmax())
    return float(GRID[best, 0]), float(GRID[best, 1])


@lru_cache(maxsize=2 * MOST_BLOCKS)  # 23 kB each, and one for each number of samples that is looked at
def _triangles(samples: int, period_s: float) -> Floats:
    return _squaring(_waves_of(samples, period_s))


def _squaring(waves: Floats) -> Floats:
    """What makes level, cosine and sine of each swing of the grid square to each other and of unit length."""
    triangles = np.linalg.cholesky(waves @ waves.transpose(0, 2, 1) + RIDGE * np.eye(3))
    return np.asarray(np.linalg.inv(triangles), np.float64)


def _waves_of(samples: int, period_s: float) -> Floats:
    """Level, cosine and sine of each swing of the grid: (swings, 3, samples)."""
    whole = _MANY * math.ceil(samples / _MANY)
    return np.ascontiguousarray(_waves(whole, period_s)[:, :, :samples])


@lru_cache(maxsize=2)  # 0.4 MB each, or 0.7; a board's clock may lie between two periods
def _waves(samples: int, period_s: float) -> Floats:
    times = period_s * np.arange(samples, dtype=np.float64)
    waves = np.ones((len(GRID), 3, samples))
    turned = np.exp((-1.0 / GRID[:, 1:] + math.tau * 1j * GRID[:, :1]) * times)
    waves[:, 1], waves[:, 2] = turned.real, turned.imag
    return waves


def samples_of(blocks: Sequence[SampleBlock]) -> tuple[Floats, float]:
    """The samples of blocks that follow each other, nan for each that was lost, and the time between two."""
    passed, first = blocks[-1].time_s - blocks[0].time_s, len(blocks[0].values)
    if not any(any(block.lost) for block in blocks):
        values = [value for block in blocks for value in block.values]
        return np.array(values, dtype=np.float64), passed / max(len(values) - first, 1)
    values = []
    for block in blocks:
        for value, lost in zip(block.values, block.lost, strict=True):
            values += [math.nan] * (lost if values else 0)
            values.append(value)
    first += sum(blocks[0].lost[1:])
    return np.array(values, dtype=np.float64), passed / max(len(values) - first, 1)


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
    _known: SwingFit | None = None
    _looked: bool = False

    @property
    def blocks(self) -> int:
        """How many there are."""
        return len(self._blocks)

    def feed(self, block: SampleBlock, still: bool) -> None:
        """Take one block; where it lies `still` nothing swings."""
        self._looked = False
        if block.gap_s or not block.values:
            self._blocks.clear()
            self._recent.clear()
        if block.values:
            self._blocks.append(block)
            self._recent.append(block)
            self._measure_noise(still)

    def forget(self) -> None:
        """What was seen up to now lies about another level."""
        self._blocks.clear()
        self._looked = False

    def fitted(self, cube: float) -> SwingFit | None:
        """The level about which it swings, where that is known. What lies before something that no swing explains is
        forgotten."""
        if not self._looked:
            self._known, self._looked = self._explained(), True
        fit = self._known
        return fit if fit is not None and fit.error * self.noise < BEST_ERROR * cube else None

    def _explained(self) -> SwingFit | None:
        while self.noise and len(self._blocks) >= FEWEST_BLOCKS:
            values, period_s = samples_of(list(self._blocks))
            fit = self._fit(values, period_s)
            if fit is not None:
                return fit
            newest = len(self._blocks) - FEWEST_BLOCKS if len(self._blocks) > FEWEST_BLOCKS else 1
            for _ in range(newest):
                self._blocks.popleft()
        return None

    def _fit(self, values: Floats, period_s: float) -> SwingFit | None:
        for start in (self._last, None) if self._last else (None,):
            fit = fit_noise(values, period_s, start, self.noise, SELDOM)
            if fit is not None:
                self._last = fit.hz, fit.dies_s
                if self._since >= NOISE_BLOCKS:
                    self._learn_noise(fit.left, PARAMETERS + fit.lost)
                return fit
        return None

    def _measure_noise(self, still: bool) -> None:
        self._since += 1
        if self._since < NOISE_BLOCKS or len(self._recent) < NOISE_BLOCKS or (self.noise and not still):
            return
        values, period_s = samples_of(list(self._recent))
        if still:
            seen = values[~np.isnan(values)]
            self._learn_noise(seen - seen.mean(), 1)
        else:
            fit = fit_swing(values, period_s, self._last)
            self._learn_noise(fit.left, PARAMETERS + fit.lost)

    def _learn_noise(self, left: Floats, parameters: int) -> None:
        self._since = 0
        self._left.append(math.sqrt(float(left @ left) / (len(left) - parameters)))
        if len(self._left) >= FEWEST_NOISES:
            self.noise = LOWER_THIRD * sorted(self._left)[len(self._left) // 3]
