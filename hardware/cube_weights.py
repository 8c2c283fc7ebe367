"""How probable each whole number of cubes is, given what they weigh together."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

FEWEST = -3  # cubes may also be taken out; that must be told from drift, not rounded to nothing
USUAL_SPREAD = 0.045  # wooden cubes of 8 mm, before any was weighed singly
SPREADS: NDArray[np.float64] = np.geomspace(0.012, 0.13, 16)

Chances = NDArray[np.float64]  # (set size + 1 - FEWEST,): chance of FEWEST, ..., 0, 1, ..., set size cubes


class CubeWeights:
    """What is known of the owner's set: its size, how unequal its cubes are, and how well their mean is known.

    `spread` is the standard deviation of one cube's weight relative to the mean, found from `singles` cubes;
    `mean_error` is the relative standard error of the mean. All weights here are in cubes (1.0 is the mean cube).
    """

    def __init__(self, set_size: int, spread: float, singles: int, mean_error: float) -> None:
        self.set_size = set_size
        self._counts = np.arange(FEWEST, set_size + 1, dtype=np.float64)
        self._belief = _spread_belief(spread, singles)
        self._likely_spread = float(self._belief @ SPREADS)
        self._mean_error = mean_error
        n = np.minimum(np.abs(self._counts), set_size)
        self._variances = SPREADS[:, None] ** 2 * _drawn(n, set_size)[None, :] + (n * mean_error) ** 2

    def chances(self, weight: float, error: float) -> Chances:
        """The chance of each whole count when `weight` cubes were measured with a standard error of `error` cubes."""
        variances = self._variances + error**2
        log = -0.5 * (weight - self._counts) ** 2 / variances - 0.5 * np.log(variances)
        likelihood = self._belief @ np.exp(log - log.max())
        return np.asarray(likelihood / likelihood.sum(), dtype=np.float64)

    def deviation(self, count: int, error: float) -> float:
        """The standard deviation of `count` cubes' measured weight, in cubes, at the likeliest spread."""
        n = float(min(abs(count), self.set_size))
        drawn = float(_drawn(np.array([n]), self.set_size)[0])
        return math.sqrt(drawn * self._likely_spread**2 + (n * self._mean_error) ** 2 + error**2)


def _drawn(n: NDArray[np.float64], set_size: int) -> NDArray[np.float64]:
    """The variance of the sum of `n` cubes drawn from a set whose sum is known, per variance of one cube."""
    return np.asarray(n * (set_size - n) / max(set_size - 1, 1), dtype=np.float64)


def _spread_belief(spread: float, singles: int) -> NDArray[np.float64]:
    """The weight of each spread in SPREADS: a broad belief about such cubes, and the singles' chi-squared."""
    log = -0.5 * (np.log(SPREADS / USUAL_SPREAD) / 0.5) ** 2
    freedom = singles - 1
    if freedom > 0:
        log = log - freedom * np.log(SPREADS) - freedom * spread**2 / (2.0 * SPREADS**2)
    belief = np.exp(log - log.max())
    return np.asarray(belief / belief.sum(), dtype=np.float64)


def likeliest(chances: Chances) -> tuple[int, int, float]:
    """The likeliest count, the second likeliest, and the chance of the first."""
    second, first = (int(i) for i in np.argsort(chances)[-2:])
    return first + FEWEST, second + FEWEST, float(chances[first])
