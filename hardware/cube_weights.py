"""How probable each whole number of cubes is, given what they weigh together, and when that is enough to be sure."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

FEWEST = -3  # cubes may also be taken out; that must be told from drift, not rounded to nothing
USUAL_SPREAD = 0.045  # wooden cubes of 8 mm, before any was weighed singly
SPREADS: NDArray[np.float64] = np.geomspace(0.012, 0.13, 16)

SURE = 1.0 - 3e-4  # so likely a single count must be
SELDOM_WRONG = 4e-5  # and so seldom may drops of this many cubes be miscounted, were all that lie so near taken for it
FARTHEST = 0.36  # cubes from the nearest whole count
FARTHEST_FROM_NONE = 0.25
STRANGE = 2.7  # standard deviations that a weight may lie from a whole number of cubes
SURELY = 2.55  # standard deviations; what is farther off is asked
LIGHT = 3.0  # standard deviations; what weighs less than one cube by more is surely none
DISAGREE = 0.75  # cubes; however unequal they are, a sum so far from the count means that some step was misread
FAR_OFF = 12.0  # standard deviations
NOTHING = 1e-10  # a spread that is less likely changes no answer

Chances = NDArray[np.float64]  # (set size + 1 - FEWEST,): chance of FEWEST, ..., 0, 1, ..., set size cubes


class CubeWeights:
    """What is known of the owner's set: its size, how unequal its cubes are, and how well their mean is known.

    `spread` is the standard deviation of one cube's weight relative to the mean, found from `singles` different cubes
    that were each weighed with a relative standard error of `single_error`; `mean_error` is the relative standard error
    of the mean. All weights here are in cubes (1.0 is the mean cube).
    """

    sure = SURE  # so likely a count of this set must be

    def __init__(
        self, set_size: int, spread: float, singles: int, mean_error: float, single_error: float = 0.0
    ) -> None:
        self.set_size = set_size
        self._counts = np.arange(FEWEST, set_size + 1, dtype=np.float64)
        belief = _spread_belief(spread, singles, single_error, set_size)
        self._likely_spread = float(belief @ SPREADS)
        self._mean_error = mean_error
        self._spreads, self._belief = SPREADS[belief > NOTHING], belief[belief > NOTHING]
        n = np.minimum(np.abs(self._counts), set_size)
        self._variances = self._spreads[:, None] ** 2 * _drawn(n, set_size)[None, :] + (n * mean_error) ** 2
        self._widest = float(self._variances.max())

    def chances(self, weight: float, error: float) -> Chances:
        """The chance of each whole count when `weight` cubes were measured with a standard error of `error` cubes."""
        near = self._near(weight, error)
        variances = self._variances[:, near] + error**2
        log = -0.5 * ((weight - self._counts[near]) ** 2 / variances + np.log(variances))
        likelihood = self._belief @ np.exp(log - log.max())
        chances = np.zeros(len(self._counts))
        chances[near] = likelihood / likelihood.sum()
        return chances

    def _near(self, weight: float, error: float) -> slice:
        """The counts that such a weight can be at all: all others are less likely than one in 10^30."""
        if not FEWEST <= weight <= self.set_size:
            return slice(None)
        reach = 1 + math.ceil(FAR_OFF * math.sqrt(self._widest + error**2))
        middle = round(weight) - FEWEST
        return slice(max(middle - reach, 0), middle + reach + 1)

    @cached_property
    def none(self) -> Chances:
        """Surely no cube at all."""
        return np.asarray(self._counts == 0.0, dtype=np.float64)

    def deviation(self, count: int, error: float) -> float:
        """The standard deviation of `count` cubes' measured weight, in cubes, at the likeliest spread."""
        return math.sqrt(self._likely_spread**2 * self._times_drawn(count) + self._known_error(count, error))

    def strange(self, count: int, off: float, error: float, deviations: float = STRANGE) -> bool:
        """Whether what weighs `off` cubes more than `count` is no whole number of cubes: a hand, another thing, a cube
        that leans on the wall. So much happens more seldom than so many deviations are exceeded, as far as the set's
        spread is known."""
        if count == 0:
            return abs(off) > FARTHEST_FROM_NONE
        return abs(off) > FARTHEST or self._tail(count, abs(off), error) < 0.5 * math.erfc(deviations / math.sqrt(2.0))

    def most_deviations(self, count: int) -> float:
        """Within how many standard deviations a weight is surely so many cubes."""
        return SURELY

    def may_weigh(self, count: int, off: float, error: float) -> bool:
        """Whether `count` cubes that fell in several steps may weigh so many cubes more (negative: less) than usual."""
        return abs(off) <= min(max(FARTHEST, STRANGE * self.deviation(count, error)), DISAGREE)

    def may_hold_cubes(self, weight: float, error: float) -> bool:
        """Whether so much, weighed with such a standard error, may hold a cube, beside whatever else."""
        return weight >= 1.0 - LIGHT * self.deviation(1, error)

    def risk(self, count: int, off: float, error: float) -> float:
        """How often one cube more or one fewer would weigh within `off` cubes of `count`, and be taken for it."""
        beyond = 1.0 - abs(off)
        more = self._tail(count + 1, beyond, error) if count < self.set_size else 0.0
        return more + self._tail(count - 1, beyond, error)

    def asks(self, count: int, error: float) -> float:
        """The chance that a drop of `count` cubes lies too far from a whole count to be sure."""
        return min(1.0, 2.0 * self._tail(count, self.sure_within(count, error), error))

    def sure_within(self, count: int, error: float) -> float:
        """How far from `count` a weight may lie, in cubes, that it surely is that count (0.0: never sure)."""
        low, high = 0.0, FARTHEST if count else FARTHEST_FROM_NONE
        for _ in range(12):
            off = (low + high) / 2.0
            sure = self.risk(count, off, error) <= SELDOM_WRONG and self._chance(count, off, error) >= SURE
            low, high = (off, high) if sure else (low, off)
        return low

    @cached_property
    def _plain_belief(self) -> list[tuple[float, float]]:
        """Each spread's variance with its weight."""
        found = zip(self._spreads.tolist(), self._belief.tolist(), strict=True)
        return [(spread**2, weight) for spread, weight in found]

    def _times_drawn(self, count: int) -> float:
        n = min(abs(count), self.set_size)
        return n * (self.set_size - n) / max(self.set_size - 1, 1)

    def _known_error(self, count: int, error: float) -> float:
        return float((min(abs(count), self.set_size) * self._mean_error) ** 2 + error**2)

    def _tail(self, count: int, off: float, error: float) -> float:
        """The chance that `count` cubes weigh more than `off` too much."""
        drawn, known = self._times_drawn(count), self._known_error(count, error)
        half = off / math.sqrt(2.0)
        return 0.5 * sum(w * math.erfc(half / math.sqrt(s2 * drawn + known)) for s2, w in self._plain_belief)

    def _chance(self, count: int, off: float, error: float) -> float:
        """The chance of `count` against its neighbours, at `count + off`."""
        here = self.density(count, off, error)
        above = self.density(count + 1, 1.0 - off, error) if count < self.set_size else 0.0
        return here / max(here + above + self.density(count - 1, 1.0 + off, error), 1e-300)

    def density(self, count: int, off: float, error: float) -> float:
        """How often so many cubes weigh `off` more than usual, against other counts and weights."""
        drawn, known = self._times_drawn(count), self._known_error(count, error)
        variances = [(s2 * drawn + known, weight) for s2, weight in self._plain_belief]
        return sum(w * math.exp(-0.5 * off * off / v) / math.sqrt(v) for v, w in variances)


def _drawn(n: NDArray[np.float64], set_size: int) -> NDArray[np.float64]:
    """The variance of the sum of `n` cubes drawn from a set whose sum is known, per variance of one cube.

    It falls again beyond half the set: what lies there is then best known by what remains.
    """
    return np.asarray(n * (set_size - n) / max(set_size - 1, 1), dtype=np.float64)


def _spread_belief(spread: float, singles: int, single_error: float, set_size: int) -> NDArray[np.float64]:
    """The weight of each spread in SPREADS: a broad belief about such cubes, and the singles' chi-squared.

    The set is finite: the more of it was weighed, the less is left to guess; of all of it the spread is known but for
    the weighing's own error.
    """
    log = -0.5 * (np.log(SPREADS / USUAL_SPREAD) / 0.5) ** 2
    freedom = max(singles - 1, 0)
    if freedom:
        unweighed = max(1.0 - freedom / max(set_size - 1, 1), 1.0 / set_size)
        measured = spread**2 + single_error**2
        variances = SPREADS**2 + single_error**2
        # Sampling and weighing both blur the spread; only the first ends when the whole set has been weighed.
        sampling = (spread**2 / measured) ** 2 * unweighed
        weighing = 1.0 - (spread**2 / measured) ** 2
        freedom_left = freedom / max(sampling + weighing, 1.0 / set_size)
        log = log - 0.5 * freedom_left * (np.log(variances) + measured / variances)
    belief = np.exp(log - log.max())
    return np.asarray(belief / belief.sum(), dtype=np.float64)


def likeliest(chances: Chances) -> tuple[int, int, float]:
    """The likeliest count, the second likeliest, and the chance of the first."""
    first = int(chances.argmax())
    below = float(chances[first - 1]) if first else -1.0
    above = float(chances[first + 1]) if first + 1 < len(chances) else -1.0
    return first + FEWEST, first + (-1 if below >= above else 1) + FEWEST, float(chances[first])
