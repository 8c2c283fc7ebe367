"""Cubes weighed one by one: which are odd, and how many are enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median

from companion.drawer.scale_view import Single

LEAST, ENOUGH, BEST = 3, 8, 20
ODD_FROM, ODD_DEVIATIONS = 0.12, 3.5
ONE_FROM, ONE_TO = 0.4, 1.8  # what may be one cube, in mean cubes


def is_one(rise: float) -> bool:
    """Whether so many mean cubes may be one cube."""
    return ONE_FROM < rise < ONE_TO


@dataclass
class Singles:
    """`cubes` is the size of the set; all weights are in mean cubes. `more_help` says that the scale would still ask
    often with those that were weighed so far."""

    cubes: int
    all_of_them: bool = False
    more_help: bool = False
    weighed: list[Single] = field(default_factory=list)
    _stopped: bool = False

    def add(self, weight: float) -> Single:
        """One more was weighed."""
        one = Single(round(weight, 3), self._is_odd(weight))
        self.weighed.append(one)
        return one

    def stop(self) -> None:
        """No more of them."""
        self._stopped = True

    @property
    def wanted(self) -> int:
        """Eight, or as many more as help, up to twenty; or all."""
        if self._stopped:
            return len(self.weighed)
        if self.all_of_them:
            return self.cubes
        more = len(self.weighed) + 1 if self.more_help and len(self.weighed) >= ENOUGH else ENOUGH
        return min(more, BEST, self.cubes)

    @property
    def may_stop(self) -> bool:
        return len(self.weighed) >= LEAST

    @property
    def done(self) -> bool:
        return len(self.weighed) >= self.wanted

    def _is_odd(self, weight: float) -> bool:
        before = [one.weight for one in self.weighed]
        if len(before) < LEAST:
            return abs(weight - 1.0) > 2 * ODD_FROM
        return abs(weight - median(before)) > max(ODD_FROM, ODD_DEVIATIONS * 1.48 * _deviation(before))


def _deviation(weights: list[float]) -> float:
    middle = median(weights)
    return median(abs(one - middle) for one in weights)
