"""One drop: what has come onto the cell since the game began to expect cubes, and how many cubes that surely is."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from hardware.calibration import DRIFT_COUNTS, Calibration
from hardware.cube_weights import FEWEST, Chances, CubeWeights, likeliest
from hardware.levels import Level

SURE = 1.0 - 1e-4
FARTHEST = 0.36  # cubes from the nearest whole count
FARTHEST_FROM_NONE = 0.25
STRANGE = 4.0  # standard deviations that a step may lie from a whole number of cubes
LEAST_ERROR = 0.01
TOO_NOISY = 0.12  # cubes; the noise of a block above which nothing is said for sure
DRIFT_AT_REST = 0.15  # cubes that the zero may wander unnoticed, and how many more in each minute
DRIFT_A_MINUTE = 0.7


@dataclass(frozen=True)
class Verdict:
    """The likeliest count, the second likeliest, the chance of the first, and why it is not sure ("" when it is).

    `reason`: `settling` (sure soon, perhaps), `too_noisy`, `between_counts`, `steps_disagree`, `too_many` (more than
    expected), `taken_out`, `zero_doubtful` (something may have fallen before the zero was taken), `samples_missing`,
    `drifting`.
    """

    count: int | None
    other: int | None
    confidence: float
    reason: str

    @property
    def sure(self) -> bool:
        return not self.reason


@dataclass
class _Step:
    """From one rest to the next, in raw counts; `of` is the rest that it led to."""

    before: float
    of: Level
    before_blocks: int

    @property
    def rise(self) -> float:
        return self.of.first - self.before


@dataclass
class Drop:
    """Counts what is new since the zero was taken, step by step.

    Two witnesses must agree: each step by itself is a whole number of cubes, and so is the sum. What a rest drifts
    while nothing moves belongs to neither.
    """

    name: str
    at_most: int
    calibration: Calibration
    weights: CubeWeights
    zero: Level | None = None
    doubt: str = ""
    closed: bool = False
    _steps: list[_Step] = field(default_factory=list)
    _at: Level | None = None
    _drifted: float = 0.0

    def take_zero(self, level: Level, doubt: str = "", at: float | None = None) -> None:
        """Start from this rest; `at` gives the zero's value where it is not the rest's own."""
        self.zero = self._at = level
        self.doubt = doubt
        self._steps = []
        self._drifted = -level.drifted
        if at is not None:
            self._steps = [_Step(at, level, level.blocks)]

    def rest(self, level: Level) -> None:
        """Something moved and came to rest at `level`."""
        if self._at is None or level is self._at:
            return
        self._drifted += self._at.drifted
        self._steps.append(_Step(self._at.now, level, self._at.blocks))
        self._at = level
        self._forget_what_came_and_went()

    def verdict(self, noise: float) -> Verdict:
        """What lies there now; `noise` is the standard deviation of a block in raw counts."""
        chances = [self.weights.chances(self._cubes(step.rise), self._error(step, noise)) for step in self._steps]
        all_steps = self._together(chances)
        count, other, chance = likeliest(all_steps)
        reason = self.doubt or self._objection(count, chance, chances, noise)
        return Verdict(count, other, chance, reason) if count >= 0 else Verdict(None, None, 0.0, "taken_out")

    def _objection(self, count: int, chance: float, chances: list[Chances], noise: float) -> str:
        singly = [likeliest(one)[0] for one in chances]
        if min(singly, default=0) < 0:
            return "taken_out"
        if noise / self.calibration.cube > TOO_NOISY:
            return "too_noisy"
        if any(self._strange(step, n, noise) for step, n in zip(self._steps, singly, strict=True)):
            return "between_counts"
        if not self._sum_agrees(count, noise):
            return "steps_disagree"
        if self._drifting():
            return "drifting"
        if count > self.at_most:
            return "too_many"
        return "" if chance >= SURE else "between_counts"

    def _strange(self, step: _Step, n: int, noise: float) -> bool:
        """Whether a step is no whole number of cubes: a hand, another thing, a cube that leans on the wall."""
        off = abs(self._cubes(step.rise) - n)
        if n == 0:
            return off > FARTHEST_FROM_NONE
        return off > FARTHEST or off > STRANGE * self.weights.deviation(n, self._error(step, noise)) + 0.02

    def _sum_agrees(self, count: int, noise: float) -> bool:
        total = sum(self._cubes(step.rise) for step in self._steps)
        error = max(sum(self._error(step, noise) ** 2 for step in self._steps) ** 0.5, LEAST_ERROR)
        return abs(total - count) <= FARTHEST and likeliest(self.weights.chances(total, error))[0] == count

    def _drifting(self) -> bool:
        if self.zero is None or self._at is None:
            return False
        minutes = (self._at.end_s - self.zero.start_s) / 60.0
        drifted = self._cubes(self._drifted + self._at.drifted)
        return abs(drifted) > DRIFT_AT_REST + DRIFT_A_MINUTE * minutes

    def _together(self, chances: list[Chances]) -> Chances:
        """The chance of each whole count of all steps together."""
        size = self.calibration.set_size + 1 - FEWEST
        together = np.zeros(size)
        together[-FEWEST] = 1.0
        for one in chances:
            summed = np.convolve(together, one)
            together = summed[-FEWEST : -FEWEST + size]
            together = together / max(float(together.sum()), 1e-300)
        return together

    def _forget_what_came_and_went(self) -> None:
        """A hand that rested on the drawer leaves two steps that are no cubes and cancel out: make them one of none."""
        for first in range(len(self._steps) - 1):
            some = self._steps[first:]
            back = sum(self._cubes(step.rise) for step in some)
            if abs(back) <= FARTHEST_FROM_NONE and any(self._foreign(self._cubes(step.rise)) for step in some):
                came_back = _Step(some[0].before, some[-1].of, some[0].before_blocks)
                came_back.before += sum(s.before - p.of.first for p, s in pairwise(some))
                self._steps[first:] = [came_back]
                return

    def _foreign(self, cubes: float) -> bool:
        return abs(cubes) > self.at_most + 1.5 or abs(cubes - round(cubes)) > FARTHEST

    def _cubes(self, raw: float) -> float:
        return raw / self.calibration.cube

    def _error(self, step: _Step, noise: float) -> float:
        """The standard error of a step, in cubes: noise on both sides, and the zero's wandering in between."""
        noise = max(noise, self.calibration.noise)
        # Twice, because medians of three overlap: neighbouring blocks err together at 10 samples a second.
        white = 2.0 * noise**2 * (1.0 / min(step.before_blocks, 20) + 1.0 / min(step.of.blocks, 20))
        return self._cubes((white + DRIFT_COUNTS**2) ** 0.5)
