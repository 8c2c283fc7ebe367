"""Blocks -> levels at which the cell rested. Between two levels something moved: a cube, a hand, the drawer.

A fall leaves one damped swing about a level that no longer changes. What is left when that has been taken away should
be the converter's own noise; a hand leaves its tremor, its sway, and the change of level of its coming or going, all
of them slow. So it shows while the swing still hides it from the eye (`Tremor`).
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hardware.samples import SampleBlock

Floats = NDArray[np.float64]
LONGEST_BLOCKS = 10
FEWEST = 24  # samples
GRID_HZ: Floats = np.concatenate([np.arange(5.5, 15.01, 0.5), np.arange(16.0, 40.1, 0.75)])
GRID_DIES_S: Floats = np.array([0.07, 0.10, 0.14, 0.20, 0.35])
SLOWEST_HZ, FASTEST_HZ, SHORTEST_S, LONGEST_S = 5.0, 42.0, 0.03, 1.0
REFINED = 4  # times; more changes nothing that could be seen
SLOW_HZ = 14.0  # a hand's tremor lies below
RAW_NOISE = 1.8  # the samples' own deviation, in usual roughnesses of blocks, which are of medians
ALIKE = 0.25  # a swing slower than 17 a second makes neighbouring samples more alike than that
LANDS = 0.2  # of what hides everything: a block that swings so much, and more than the one before, holds a landing
SELDOM = 4.4  # standard deviations
NOISE_LEARNS = 0.003  # of its difference, with each block

STABLE_BLOCKS = 4
STABLE_SINGLES = 6  # so many where a block holds a single sample
FEW_SAMPLES = 2
SETTLING_BLOCKS = 20  # for so long a new level is still being averaged; what it does later is drift
DRIFT_WEIGHT = 0.04  # follows the zero with a time constant of 2.5 s, where a cell's Allan deviation is lowest
NOISE_BLOCKS = 40
NOISE_LAG = 3  # blocks compared for noise lie so far apart that no median has seen a sample of both
LEAST_NOISE = 1.0
UNKNOWN_CUBE = 150.0  # counts; before a calibration what moves more is a step: four deviations of a block of any cell
SPREAD, SLOPE = 9.0, 4.0  # times the noise of a block, that a rest's first blocks may differ
SPREAD_SLOW, SLOPE_SLOW = 6.0, 2.5  # where samples are too few to tell falls from noise, which is overrated then
CALM, SHAKEN = 1.9, 2.0  # times the usual roughness: below, blocks are calm; above, a hand or a tone shakes the cell
CALM_BLOCKS, SHAKEN_BLOCKS = 2, 4
FALLEN = 6.0  # times the usual roughness, while the swing after a fall is half a second old
LOWER_THIRD = 1.15  # times a third of the blocks' deviations lie below it: their own
ROUGH_BLOCKS = 200  # so many tell the usual roughness
ENOUGH_BLOCKS = 20
NO_STEP = 0.4  # cubes
SWINGS = 0.75  # cubes; a block in which a cube falls is rougher, one in which a hand comes to lean hardly is
SLIPS, SHOWS = 0.5, 3.0  # of what came; times the usual roughness
MOVED_BLOCKS = 60
HIDES = 4.0  # cubes; a swing so rough hides a hand's tremor
YOUNG_BLOCKS = 5
LINGER_BLOCKS, LINGERS = 5, 0.22  # a swing's power falls farther in so long, even without foam
STEADY, STEADY_BLOCKS = 1.35, 12  # times the usual roughness; blocks


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

    def felt(self) -> bool:
        """Whether more is left beside one swing about one level than the cell's usual noise."""
        blocks = list(self._blocks)
        landed = max((i for i, block in enumerate(blocks) if block.rough > self._lands), default=-1)
        if not self._felt_in(blocks):
            return False
        return landed < 0 or not _fast(blocks[landed + 1 : landed + 3]) or self._felt_in(blocks[landed + 1 :], few=True)

    def _felt_in(self, blocks: list[SampleBlock], few: bool = False) -> bool:
        values = np.array([value for block in blocks for value in block.values], dtype=np.float64)
        if len(values) < FEWEST or not self._usual_rough:
            return few
        passed = blocks[-1].time_s - blocks[0].time_s
        period_s = float(passed) / (len(values) - len(blocks[0].values))
        left = _beside_a_swing(period_s * np.arange(len(values), dtype=np.float64), values)
        power, freedom = _slow(left, period_s)
        return power > _seldom_above(freedom) * (RAW_NOISE * self._usual_rough) ** 2


def _fast(blocks: list[SampleBlock]) -> bool:
    """Whether what is left after a landing goes up and down from sample to sample, as a stiff bar does; what is slower
    may be a hand."""
    values = np.array([value for block in blocks for value in block.values], dtype=np.float64)
    values = values - values.mean() if len(values) else values
    power = float(values @ values)
    return power > 0.0 and float(values[1:] @ values[:-1]) < ALIKE * power


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


@dataclass
class Level:
    """One rest: `first` is the mean of its first two seconds, `now` follows the drift after that (raw counts).

    `blocks` counts the blocks averaged so far; `noise` is a block's standard deviation lately; `gap_s` is the longest
    silence since the rest before it. It is `quiet` where the value went there without the swing that a fall leaves, so
    that a hand may lean on the cell; no longer, once it has lasted without a tremor. That it went there without `swung`
    stays: what lies still may be a finger, or a supply that has sagged (None: it cannot be told).
    """

    start_s: float
    end_s: float
    first: float
    now: float
    blocks: int
    noise: float = 0.0
    gap_s: float = 0.0
    quiet: bool = False
    swung: bool | None = None

    @property
    def lasted_s(self) -> float:
        return self.end_s - self.start_s

    @property
    def drifted(self) -> float:
        """How far the cell has wandered since this rest began, in raw counts."""
        return self.now - self.first

    def add(self, block: SampleBlock) -> None:
        """Average one more block in."""
        self.blocks += 1
        weight = max(1.0 / self.blocks, DRIFT_WEIGHT)
        self.now += weight * (block.mean - self.now)
        self.end_s = block.time_s
        if self.blocks <= SETTLING_BLOCKS:
            self.first = self.now


@dataclass
class Levels:
    """Finds the rests in a stream of blocks.

    `cube` is what one cube weighs in raw counts (None: not known yet); it sets how still is still.
    `resting` is the present rest, or None while something moves.
    """

    cube: float | None = None
    resting: Level | None = None
    noise: float = 40.0
    _recent: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=STABLE_SINGLES))
    _changes: deque[float] = field(default_factory=lambda: deque(maxlen=NOISE_BLOCKS))
    _means: deque[float] = field(default_factory=lambda: deque(maxlen=NOISE_LAG))
    _gap_s: float = 0.0
    _roughs: deque[float] = field(default_factory=lambda: deque(maxlen=ROUGH_BLOCKS))
    _usual_rough: float = 0.0
    _fed: int = 0
    _left: float | None = None
    _moved: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=MOVED_BLOCKS))
    _tremor: Tremor = field(default_factory=Tremor)

    def feed(self, block: SampleBlock) -> None:
        """Take one block; `resting` tells what became of it."""
        self._measure_noise(block)
        if block.gap_s:
            self.interrupt(block.gap_s)
        self._recent.append(block)
        self._measure_roughness(block)
        if self.cube is not None:
            self._tremor.feed(block, HIDES * self.cube, self._usual_rough)
        if self.resting is not None and (
            abs(block.mean - self.resting.now) > self._leaving() or self._rough(SHAKEN_BLOCKS) > SHAKEN
        ):
            if not self.resting.quiet:
                self._left = self.resting.now
                self._moved.clear()
            self.resting = None
            self._recent.clear()
            self._recent.append(block)
        self._moved.append(block)
        if self.resting is not None:
            self.resting.add(block)
            self.resting.noise = self.noise
            if not self.resting.quiet and self.resting.blocks <= YOUNG_BLOCKS:
                self.resting.quiet = self._trembles()
            elif self.resting.quiet and self.resting.blocks >= STEADY_BLOCKS:
                self.resting.quiet = self._rough(STEADY_BLOCKS) >= STEADY
        elif self._calm() and self._still():
            self._settle()

    def interrupt(self, gap_s: float) -> None:
        """Samples are missing: nothing seen before says what the next block belongs to."""
        self.resting = self._left = None
        self._recent.clear()
        self._gap_s = max(self._gap_s, gap_s)

    def _measure_noise(self, block: SampleBlock) -> None:
        if block.gap_s or (self._usual_rough and block.rough > FALLEN * self._usual_rough):
            self._means.clear()  # what lies before a gap, or a fall, tells nothing of the noise after it
            return
        if len(self._means) == NOISE_LAG:
            self._changes.append(abs(block.mean - self._means[0]))
        self._means.append(block.mean)
        if len(self._changes) >= 8:
            # The lower quartile of a normal deviate's size, so that falls in quick succession do not look like noise.
            self.noise = max(LEAST_NOISE, 2.22 * sorted(self._changes)[len(self._changes) // 4])

    def _measure_roughness(self, block: SampleBlock) -> None:
        if not block.rough:
            return
        self._roughs.append(block.rough)
        self._fed += 1
        if len(self._roughs) >= ENOUGH_BLOCKS and (self._fed % 10 == 0 or not self._usual_rough):
            # The lower third: what shakes the cell most of the time is as usual as the converter's own noise.
            self._usual_rough = max(LOWER_THIRD * sorted(self._roughs)[len(self._roughs) // 3], LEAST_NOISE)

    def _rough(self, blocks: int) -> float:
        """How rough the last blocks are within themselves, in usual roughnesses: a hand trembles where a cube lies. 0.0
        where it is not known."""
        if not self._usual_rough:
            return 0.0
        roughs = [self._roughs[-i] for i in range(1, blocks + 1)]
        return float((sum(rough**2 for rough in roughs) / blocks) ** 0.5 / self._usual_rough)

    def _calm(self) -> bool:
        """Whether nothing shakes the cell any more. The swing after a fall grows less from block to block; a hand's
        trembling only seems to, for a block or two."""
        if not self._usual_rough:
            return True
        if self._rough(CALM_BLOCKS) >= CALM:
            return False
        if self._rough(SHAKEN_BLOCKS) < SHAKEN:
            return True
        sixth, _, fourth, third, second, last = (self._roughs[-i] for i in range(6, 0, -1))
        return sixth > FALLEN * self._usual_rough and fourth > third > max(second, last)

    def _leaving(self) -> float:
        if self.cube is None:
            return max(UNKNOWN_CUBE, 5.0 * self.noise)
        return min(max(0.25 * self.cube, 5.0 * self.noise), 0.35 * self.cube)

    def _still(self) -> bool:
        few = bool(self._recent) and self._recent[-1].samples <= FEW_SAMPLES
        blocks = list(self._recent)[-(STABLE_SINGLES if few else STABLE_BLOCKS) :]
        if len(blocks) < (STABLE_SINGLES if few else STABLE_BLOCKS):
            return False
        means = [block.mean for block in blocks]
        slope = abs(means[-1] + means[-2] - means[0] - means[1]) / 2.0
        if max(means) - min(means) > self._spread_allowed() or slope > self._slope_allowed():
            return False
        return not few or self._samples_agree(blocks)

    def _samples_agree(self, blocks: list[SampleBlock]) -> bool:
        """At 10 samples a second one value can be the median of three blocks: look at the samples themselves, of which
        one may be a spike."""
        middle = sum(block.mean for block in blocks) / len(blocks)
        allowed = max(0.2 * self.cube if self.cube is not None else 60.0, 6.0 * self.noise)
        off = [abs(block.last - middle) > allowed for block in blocks]
        return sum(off) <= 1 and not off[-1]

    def _spread_allowed(self) -> float:
        if self.cube is None:
            return max(UNKNOWN_CUBE, 6.0 * self.noise)
        noise = (SPREAD if self._usual_rough else SPREAD_SLOW) * self.noise
        return min(max(0.1 * self.cube, noise), 0.35 * self.cube)

    def _slope_allowed(self) -> float:
        noise = (SLOPE if self._usual_rough else SLOPE_SLOW) * self.noise
        return max(noise, 0.4 * UNKNOWN_CUBE if self.cube is None else 0.06 * self.cube)

    def _settle(self) -> None:
        used = list(self._recent)[1 - STABLE_BLOCKS :]  # those before may still hold a part of the movement
        mean = sum(block.mean for block in used) / len(used)
        quiet = self._quiet(mean)
        # Cubes may have fallen while a hand lay there: what never swung at all is none.
        never = quiet and all(block.rough < SWINGS * (self.cube or 0.0) for block in self._moved)
        swung = False if never else True if self._has_swung(mean) and not quiet else None
        quiet = quiet or self._trembles()
        start_s, end_s = used[0].time_s, used[-1].time_s
        self.resting = Level(start_s, end_s, mean, mean, len(used), self.noise, self._gap_s, quiet, swung)
        self._gap_s = 0.0

    def _quiet(self, mean: float) -> bool:
        """Whether what has just moved to `mean` left the rest before, or came to this one, without the swing that a
        fallen cube leaves."""
        if not self._usual_rough or self.cube is None or self._left is None:
            return False
        step = NO_STEP * self.cube
        if abs(mean - self._left) <= step:
            return False
        first = next((i for i, block in enumerate(self._moved) if abs(block.mean - self._left) > step), 0)
        last = max((i for i, block in enumerate(self._moved) if abs(block.mean - mean) > step), default=0)
        # A swing's mean hardly shows, so that a fall may be in the block beside the one that lies elsewhere.
        return self._no_swing(first) or self._no_swing(last)

    def _has_swung(self, mean: float) -> bool:
        """Whether what has just moved to `mean` has left a swing on its way, as even a cube does that slips a little.
        A hand's coming, however quick, spreads a block by less than a third of its weight."""
        if not self._usual_rough or self._left is None:
            return False
        least = max(SLIPS * abs(mean - self._left), SHOWS * self._usual_rough)
        return max((block.rough for block in self._moved), default=0.0) >= least

    def _trembles(self) -> bool:
        """Whether a hand's tremor shows beneath the swing of a fall, or in place of it."""
        return self.cube is not None and (self._lingers() or self._tremor.felt())

    def _lingers(self) -> bool:
        """Whether it has been shaken for a second, and hardly less in its second half."""
        if len(self._roughs) < 2 * LINGER_BLOCKS or not self._usual_rough:
            return False
        late = self._rough(LINGER_BLOCKS) ** 2
        early = 2.0 * self._rough(2 * LINGER_BLOCKS) ** 2 - late
        return min(late, early) > STEADY**2 and late - 1.0 > LINGERS * (early - 1.0)

    def _no_swing(self, block: int) -> bool:
        """Whether neither this block since the rest before nor its neighbours are rougher than a hand's coming makes
        them."""
        near = list(self._moved)[max(block - 1, 0) : block + 2]
        return all(one.rough < SWINGS * (self.cube or 0.0) for one in near)
