"""Blocks -> levels at which the cell rested. Between two levels something moved: a cube, a hand, the drawer.

After a landing the level is known as soon as one damped swing about it explains the samples (`Ringing`); where no such
swing does, once the blocks' means agree and are calm.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from hardware.samples import SampleBlock
from hardware.swing import RAW_NOISE, Ringing, SwingFit
from hardware.tremor import Tremor

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
SWINGS = 0.5  # of what came; a block in which it fell swings more, one in which a hand comes to lean hardly does
LEAST, MOST = 1.0, 1.5  # cubes; the hand may press by more than it leaves, and of many cubes few fall in one block
PRESSED_BLOCKS = 4  # longer than any swing, or a rain of cubes, stays on one side
MOVED_BLOCKS = 60
HIDES = 4.0  # cubes; a swing so rough hides a hand's tremor
YOUNG_BLOCKS = 5
LINGER_BLOCKS, LINGERS = 5, 0.22  # a swing's power falls farther in so long, even without foam
STEADY, STEADY_BLOCKS = 1.35, 12  # times the usual roughness; blocks
SHIFTS, SHIFT_NOISES = 0.1, 4.0  # cubes; a block's deviations: the mean of the last blocks lies so far beside a rest
MEDIANS_OFF = 0.1  # cubes; medians of a swing of three samples are off by up to its height


@dataclass
class Level:
    """One rest: `first` is the mean of its first two seconds, `now` follows the drift after that (raw counts).

    `blocks` counts the blocks averaged so far; `noise` is a block's standard deviation lately; `gap_s` is the longest
    silence since the rest before it. It is `quiet` where the value went there without the swing that a fall leaves, so
    that a hand may lean on the cell; no longer, once it has lasted without a tremor. That it went there without `swung`
    stays: what lies still may be a finger, or a supply that has sagged (None: it cannot be told). `error` is the
    value's standard error where it was found beneath a swing (0.0: by the noise of its blocks). A hand `pressed` the
    drawer, or lifted it, on the way there, and has gone: what it has left is no fall. It was `struck` on the way as
    only a cube that falls in strikes it, or a blow.
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
    error: float = 0.0
    pressed: bool = False
    struck: bool = False

    @property
    def lasted_s(self) -> float:
        return self.end_s - self.start_s

    def follow(self, time_s: float, value: float, error: float) -> None:
        """It rests on at this value, by one block more."""
        self.blocks += 1
        self.now, self.end_s, self.error = value, time_s, error
        if self.blocks <= SETTLING_BLOCKS:
            self.first = value

    def add(self, block: SampleBlock) -> None:
        """Average one more block in."""
        self.blocks += 1
        self.error = 0.0
        weight = max(1.0 / self.blocks, DRIFT_WEIGHT)
        self.now += weight * (block.mean - self.now)
        self.end_s = block.time_s
        if self.blocks <= SETTLING_BLOCKS:
            self.first = self.now


@dataclass
class Levels:
    """Finds the rests in a stream of blocks.

    `cube` is what one cube weighs in raw counts (None: not known yet); it sets how still is still.
    `resting` is the present rest, or None while something moves; `rung` says that it swings yet, and that the fit of
    its swing explains all samples up to now.
    """

    cube: float | None = None
    resting: Level | None = None
    noise: float = 40.0
    rung: bool = False
    _recent: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=STABLE_SINGLES))
    _changes: deque[float] = field(default_factory=lambda: deque(maxlen=NOISE_BLOCKS))
    _means: deque[float] = field(default_factory=lambda: deque(maxlen=NOISE_LAG))
    _gap_s: float = 0.0
    _roughs: deque[float] = field(default_factory=lambda: deque(maxlen=ROUGH_BLOCKS))
    _usual_rough: float = 0.0
    _fed: int = 0
    _left: float | None = None
    _rested_s: float = -math.inf
    _moved: deque[SampleBlock] = field(default_factory=lambda: deque(maxlen=MOVED_BLOCKS))
    _tremor: Tremor = field(default_factory=Tremor)
    _ringing: Ringing = field(default_factory=Ringing)
    _trembled: bool = False

    def feed(self, block: SampleBlock) -> None:
        """Take one block; `resting` tells what became of it."""
        self._ringing.feed(block, self.resting is not None and not self.rung)
        self._measure_noise(block)
        if block.gap_s:
            self.interrupt(block.gap_s)
        self._recent.append(block)
        self._measure_roughness(block)
        if self.cube is not None:
            self._tremor.feed(block, HIDES * self.cube, self._usual_rough)
        rings = self._rings(block) if self.resting is not None and self.rung else False
        if self.resting is not None and not rings and self._leaves(block):
            self._leave([block])
        elif self.resting is not None and not rings and self._has_shifted(self.resting):
            self._leave(list(self._recent)[-STABLE_BLOCKS:])
            self._ringing.forget()
        self._moved.append(block)
        if self.resting is not None:
            if not rings:
                self.resting.add(block)
            self._look_at_rest(self.resting)
        elif (fit := self._fitted()) is not None:
            self._settle_at(fit.level, self._ringing.blocks, self._ringing.noise * fit.error)
        elif self._calm() and self._still():
            self._settle()

    def steady(self, blocks: int = STEADY_BLOCKS) -> bool:
        """Whether nothing but one swing and the converter's noise was seen for so long: a finger as light as a cube
        sways by more. Where samples are too few to see a swing, whether the rest has lasted so long."""
        if self.resting is None or self.resting.blocks < blocks:
            return False
        return not self.sees_swings or self.only_swings(blocks)

    @property
    def sees_swings(self) -> bool:
        """Whether samples are enough to tell a swing from a rest."""
        return bool(self._ringing.blocks)

    def only_swings(self, blocks: int) -> bool:
        """Whether so many blocks showed nothing but one swing and the converter's noise; False where samples are too
        few to see a swing."""
        return self._fitted() is not None and self._ringing.blocks >= blocks

    def _fitted(self) -> SwingFit | None:
        """The level about which it swings by now, where one swing explains it."""
        return None if self.cube is None else self._ringing.fitted(self.cube)

    def _rings(self, block: SampleBlock) -> bool:
        """Whether the present rest still swings about its level, as it did: then the fit follows it."""
        rest, blocks = self.resting, self._ringing.blocks
        if rest is None or self.cube is None:
            return False
        if self._rough(SHAKEN_BLOCKS) < CALM and abs(block.mean - rest.now) <= self._leaving():
            self.rung = False
            return False
        fit = self._fitted()
        if fit is None or self._ringing.blocks < blocks or abs(fit.level - rest.now) > self._leaving():
            return False
        rest.follow(block.time_s, fit.level, self._ringing.noise * fit.error)
        return True

    def _leaves(self, block: SampleBlock) -> bool:
        if self.resting is None or self.rung:
            return True
        return abs(block.mean - self.resting.now) > self._leaving() or self._rough(SHAKEN_BLOCKS) > SHAKEN

    def _has_shifted(self, rest: Level) -> bool:
        """Whether the last blocks lie a little beside the rest, more than it drifts: a light finger has come or gone, a
        drop has fallen in, a cube that leant has slipped a little. What moved belongs to no rest."""
        last = list(self._recent)[-STABLE_BLOCKS:]
        if self.cube is None or rest.blocks <= 2 * STABLE_BLOCKS or last[-1].samples <= FEW_SAMPLES:
            return False
        off = sum(block.mean for block in last) / len(last) - rest.now
        return abs(off) > max(SHIFTS * self.cube, SHIFT_NOISES * self.noise)

    def _leave(self, since: list[SampleBlock]) -> None:
        """The rest has ended: these blocks lie elsewhere."""
        if self.resting is not None and not self.resting.pressed:
            self._rested_s = self.resting.end_s
        if self.resting is not None and not self.resting.quiet:
            self._left = self.resting.now
            self._moved.clear()
        self.resting = None
        self._recent.clear()
        self._recent.extend(since)

    def _look_at_rest(self, rest: Level) -> None:
        rest.noise = self.noise
        if rest.blocks <= YOUNG_BLOCKS and not self.rung and (not rest.quiet or self._trembled):
            rest.quiet = self._trembled = self._trembles()
        elif rest.quiet and rest.blocks >= STEADY_BLOCKS:
            rest.quiet = self._rough(STEADY_BLOCKS) >= STEADY and not self.only_swings(STEADY_BLOCKS)

    def interrupt(self, gap_s: float) -> None:
        """Samples are missing: nothing seen before says what the next block belongs to."""
        self.resting = self._left = None
        self._recent.clear()
        self._gap_s = max(self._gap_s, gap_s)

    def _measure_noise(self, block: SampleBlock) -> None:
        if block.gap_s or (self._usual_rough and block.rough > SHAKEN * self._usual_rough):
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
            usual = LOWER_THIRD * sorted(self._roughs)[len(self._roughs) // 3]
            if self._ringing.noise:
                usual = min(usual, LOWER_THIRD * self._ringing.noise / RAW_NOISE)  # a soft bar may swing all the time
            self._usual_rough = max(usual, LEAST_NOISE)

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
        return self._samples_agree(blocks) if few else self._medians_agree(blocks)

    def _medians_agree(self, blocks: list[SampleBlock]) -> bool:
        """A swing of nearly three samples shows each median of three the same side of it, so that blocks lie still
        far from its level: the samples themselves have the mean that their medians have."""
        values = [value for block in blocks for value in block.values]
        if not values:
            return True
        off = sum(values) / len(values) - sum(block.mean for block in blocks) / len(blocks)
        return abs(off) <= MEDIANS_OFF * (self.cube if self.cube is not None else UNKNOWN_CUBE)

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
        self._settle_at(sum(block.mean for block in used) / len(used), len(used))

    def _settle_at(self, mean: float, blocks: int, error: float = 0.0) -> None:
        ringing = error > 0.0
        used = list(self._moved)[-blocks:]
        quiet = self._quiet(mean, blocks if ringing else 0)
        # Cubes may have fallen while a hand lay there: what never swung at all is none.
        never = quiet and all(block.swing < self._least_swing(mean) for block in self._moved)
        pressed = self._pressed(mean)
        never = never or pressed
        swung = False if never else True if self._has_swung(mean) and not quiet else None
        self._trembled = not quiet and not ringing and self._trembles()
        quiet = quiet or self._trembled
        start_s, end_s = used[0].time_s, used[-1].time_s
        self.resting = Level(
            start_s, end_s, mean, mean, len(used), self.noise, self._gap_s, quiet, swung, error, pressed, self._struck()
        )
        self._gap_s, self.rung = 0.0, ringing

    def _quiet(self, mean: float, ringing: int) -> bool:
        """Whether what has just moved to `mean` left the rest before, or came to this one, without the swing that a
        fallen cube leaves. The last so many blocks ring on: what moved lies before them."""
        if not self._usual_rough or self.cube is None or self._left is None:
            return False
        step = NO_STEP * self.cube
        if abs(mean - self._left) <= step:
            return False
        first = next((i for i, block in enumerate(self._moved) if abs(block.mean - self._left) > step), 0)
        before = list(self._moved)[: len(self._moved) - ringing]
        last = max((i for i, block in enumerate(before) if ringing or abs(block.mean - mean) > step), default=0)
        # A swing's mean hardly shows, so that a fall may be in the block beside the one that lies elsewhere.
        least = self._least_swing(mean)
        return self._no_swing(first, least) or self._no_swing(last, least)

    def _pressed(self, mean: float) -> bool:
        """Whether a hand pressed or lifted the drawer on the way to `mean`: it lay well beyond both rests for longer
        than any swing stays on one side. A lift that came to rest is a step of its own, and leaves nothing in it."""
        if self.cube is None or self._left is None:
            return False
        low, high, row = min(mean, self._left), max(mean, self._left), 0
        for block in self._moved:
            # A swing of three samples has a median that lies as still as a hand: only the samples themselves tell.
            values = block.values or (high,)
            middle = sum(values) / len(values)
            swings = (sum((one - middle) ** 2 for one in values) / len(values)) ** 0.5
            beyond = max(middle - high, low - middle if block.time_s > self._rested_s else 0.0)
            row = row + 1 if beyond > max(self.cube, swings) else 0
            if row >= PRESSED_BLOCKS:
                return True
        return False

    def _struck(self) -> bool:
        """Whether a block on the way there has swung as cubes make it that fall in, and no hand does, however heavy."""
        if self.cube is None or self._left is None:
            return False
        most = max((block.swing for block in self._moved), default=0.0)
        farthest = max((abs(block.mean - self._left) for block in self._moved), default=0.0)
        return most >= SWINGS * max(self.cube, farthest)

    def _has_swung(self, mean: float) -> bool:
        """Whether what has just moved to `mean` has left a swing on its way, as even a cube does that slips a little.
        A hand's coming, however quick, spreads a block by less than a third of its weight."""
        if not self._usual_rough or self._left is None:
            return False
        return max((block.swing for block in self._moved), default=0.0) >= SWINGS * abs(mean - self._left)

    def _trembles(self) -> bool:
        """Whether a hand's tremor shows beneath the swing of a fall, or in place of it. Landings that came one after
        the other look so too, until one swing explains what follows the last."""
        return self.cube is not None and (self._lingers() or self._tremor.felt()) and self._fitted() is None

    def _lingers(self) -> bool:
        """Whether it has been shaken for a second, and hardly less in its second half."""
        if len(self._roughs) < 2 * LINGER_BLOCKS or not self._usual_rough:
            return False
        late = self._rough(LINGER_BLOCKS) ** 2
        early = 2.0 * self._rough(2 * LINGER_BLOCKS) ** 2 - late
        return min(late, early) > STEADY**2 and late - 1.0 > LINGERS * (early - 1.0)

    def _least_swing(self, mean: float) -> float:
        """By how much a block swings in which cubes fall on the way to `mean`."""
        if self.cube is None or self._left is None:
            return 0.0
        return SWINGS * min(max(abs(mean - self._left), LEAST * self.cube), MOST * self.cube)

    def _no_swing(self, block: int, least: float) -> bool:
        """Whether neither this block since the rest before nor its neighbours swing more than a hand's coming makes
        them."""
        near = list(self._moved)[max(block - 1, 0) : block + 2]
        return all(one.swing < least for one in near)
