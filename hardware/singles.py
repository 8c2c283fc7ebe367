"""Single cubes, weighed one by one: how unequal the set is, and which of them lie aside now."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean, median, stdev

SET_ASIDE_AGREES = 0.25  # cubes, and as much again for each ten set aside: so well what they weigh must be known

TELL_NO_MORE = 12  # cubes


@dataclass
class Singles:
    """`weights` in raw counts, in the order of weighing; `error` is the relative standard error of each."""

    weights: list[float]
    error: float
    _aside: set[int] = field(default_factory=set)
    _whole: int = 0

    @property
    def count(self) -> int:
        """How many tell of the set as it is now; 0 when too few to tell of a spread.

        Where some were set aside they tell no more than a few: nobody saw that it was the right ones.
        """
        left = len(self.weights) - len(self._aside)
        if left < 2:
            return 0
        return min(left, TELL_NO_MORE) if self._aside else left

    def set_aside(self, whole: int, weight: float, left: int) -> None:
        """Of the `whole` set, of `weight` mean cubes of those left, only `left` cubes are left. The missing are taken
        for the farthest off, where that agrees with what is missing of the weight."""
        missing = whole - left
        if not 0 < missing <= len(self.weights):
            return
        cube = mean(self.weights)
        middle = median(self.weights)
        farthest = sorted(range(len(self.weights)), key=lambda i: abs(self.weights[i] - middle), reverse=True)[:missing]
        self._whole = whole
        kept = [w for i, w in enumerate(self.weights) if i not in farthest]
        cube = mean(kept) if len(kept) >= 2 else cube
        off = sum(self.weights[i] for i in farthest) / cube - (weight - left)
        if abs(off) <= SET_ASIDE_AGREES * (1.0 + missing / 10.0):
            self._aside = set(farthest)

    def spread(self, set_size: int) -> float:
        """The relative standard deviation of one cube of the set as it is now; 0.0 when too few were weighed.

        Where some were set aside, those never weighed are as unequal as the whole set was.
        """
        if not self.count:
            return 0.0
        everything = self._variance(self.weights)
        if not self._aside:
            return float(everything**0.5)
        kept = self._variance([weight for i, weight in enumerate(self.weights) if i not in self._aside])
        unweighed = max(self._whole - len(self.weights), 0)
        part = min(unweighed / set_size, 1.0)
        return float((part * everything + (1.0 - part) * kept) ** 0.5)

    def _variance(self, weights: list[float]) -> float:
        measured = stdev(weights) / mean(weights)
        return float(max(measured**2 - self.error**2, 0.0))
