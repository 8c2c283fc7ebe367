"""How probable each count is where every cube of the set was weighed: exactly, however unlike the others some are.

What so many cubes of such a set weigh is no bell any more where a few are chipped: it has a hill for each
number of chipped ones among them. Each hill is narrow, so that most weights still belong to one count alone. Nothing
about such a set is guessed, so that a count need not be quite as likely to be sure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.cube_weights import FARTHEST, FEWEST, LIGHT, STRANGE, Chances, CubeWeights

Floats = NDArray[np.float64]
MOST_CUBES = 100  # of larger sets the sums would take too long
PARTS = 100  # of a cube, in which weights are told apart
REACH = 800  # parts that a drop's weight may lie from its count
LONE = 1.8  # standard deviations; so much seldomer than the others falls one that is asked where it falls alone
NEAR = 4  # counts on either side that may weigh as much


class KnownWeights(CubeWeights):
    """A set of which each cube's weight is known, in mean cubes, but for `single_error`."""

    sure = 1.0 - 3e-3

    def __init__(self, weighed: Sequence[float], spread: float, mean_error: float, single_error: float) -> None:
        super().__init__(len(weighed), spread, len(weighed), mean_error, single_error)
        self._single_error = single_error
        mean = sum(weighed) / len(weighed)
        self._lightest = min(weighed) / mean
        self._offsets, self._shares = _sums([weight / mean for weight in weighed])
        some = self._shares > 0.0
        self._lowest = some.argmax(axis=1).tolist()
        self._highest = (2 * REACH + 1 - some[:, ::-1].argmax(axis=1)).tolist()

    def chances(self, weight: float, error: float) -> Chances:
        middle = min(max(round(weight), FEWEST), self.set_size)
        chances = np.zeros(self.set_size + 1 - FEWEST)
        for count in range(max(middle - NEAR, FEWEST), min(middle + NEAR, self.set_size) + 1):
            chances[count - FEWEST] = self.density(count, weight - count, error)
        total = float(chances.sum())
        return chances / total if total > 0.0 else super().chances(weight, error)

    def strange(self, count: int, off: float, error: float, deviations: float = STRANGE) -> bool:
        """Whether what so many cubes weigh less often happens more seldom than so many deviations are exceeded."""
        if count <= 0:
            return super().strange(count, off, error, deviations)
        hills = self._hills(count, error)
        here = hills[min(max(round(off * PARTS), -REACH), REACH) + REACH]
        rarer = float(hills[hills <= here].sum() / hills.sum())
        return rarer < math.erfc(deviations / math.sqrt(2.0))

    def most_deviations(self, count: int) -> float:
        """A chipped cube that falls alone weighs what another thing may, and is seldom among the others."""
        return LONE if count == 1 else super().most_deviations(count)

    def may_weigh(self, count: int, off: float, error: float) -> bool:
        return abs(off) <= FARTHEST or not self.strange(count, off, error)

    def may_hold_cubes(self, weight: float, error: float) -> bool:
        return weight >= self._lightest - LIGHT * math.hypot(error, self._single_error)

    def risk(self, count: int, off: float, error: float) -> float:
        """Nothing: what is known exactly has no risk beyond the chance of the count itself."""
        return super().risk(count, off, error) if count <= 0 else 0.0

    def asks(self, count: int, error: float) -> float:
        """The chance that a drop of `count` cubes weighs what others might."""
        hills, others = self._hills(count, error), np.zeros(2 * REACH + 1)
        for other in range(max(count - NEAR, 0), min(count + NEAR, self.set_size) + 1):
            if other != count:
                others += np.roll(self._hills(other, error), PARTS * (other - count))
        sure = hills * (1.0 - self.sure) >= others * self.sure
        return 1.0 - float(hills[sure].sum() / hills.sum())

    def _hills(self, count: int, error: float) -> Floats:
        """How often so many cubes seem to weigh each weight, weighed with such a standard error."""
        deviation = self._error(count, error) * PARTS
        reach = math.ceil(6.0 * deviation)
        bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2) / deviation
        lowest, highest = self._lowest[count], self._highest[count]
        hills = np.zeros(2 * (REACH + reach) + 1)
        hills[lowest : highest + 2 * reach] = np.convolve(self._shares[count, lowest:highest], bell)
        return hills[reach : len(hills) - reach]

    def _error(self, count: int, error: float) -> float:
        """How well a drop's weight is known: how badly each cube was weighed makes the set seem so much more unequal
        already."""
        return math.sqrt(self._known_error(count, error))

    def density(self, count: int, off: float, error: float) -> float:
        if count < 0:
            off, count = -off, -count
        deviation = self._error(count, error)
        first = max(math.ceil(PARTS * (off - 9.0 * deviation)) + REACH, self._lowest[count])
        last = min(math.ceil(PARTS * (off + 9.0 * deviation)) + REACH, self._highest[count])
        if first >= last:
            return 0.0
        away = (self._offsets[first:last] - off) / deviation
        return float(self._shares[count, first:last] @ np.exp(-0.5 * away**2)) / deviation


def _sums(weights: Sequence[float]) -> tuple[Floats, Floats]:
    """How far from its count a drop may weigh, and the share of each such weight, of each number of cubes."""
    shares = np.zeros((len(weights) + 1, 2 * REACH + 1))
    shares[0, REACH] = 1.0
    for seen, weight in enumerate(weights):
        parts = round(PARTS * (weight - 1.0))
        new, old = slice(max(parts, 0), min(parts, 0) or None), slice(max(-parts, 0), min(-parts, 0) or None)
        for many in range(seen, -1, -1):
            shares[many + 1, new] += shares[many, old]
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-300)
    return np.arange(-REACH, REACH + 1) / PARTS, shares
