"""What one piece of a pile weighs, how well that is known, and how probable each count is, given the pile's weight."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

USUAL_SPREAD = 0.03  # printed tokens less, wooden pieces more
PRIOR_WIDTH = 0.6  # of the logarithm
SPREADS: NDArray[np.float64] = np.geomspace(0.004, 0.15, 20)
AROUND = 24  # counts looked at on either side of the nearest
MOST_PIECES = 5000
FARTHEST_REACH = 400
SURE = 1.0 - 1e-4
FARTHEST = 0.36  # pieces from the nearest whole count


@dataclass(frozen=True)
class Guess:
    """The likeliest count, the second likeliest, the chance of the first, and how many pieces the weight makes."""

    count: int
    other: int
    chance: float
    pieces: float

    @property
    def sure(self) -> bool:
        return self.chance >= SURE and abs(self.pieces - self.count) <= FARTHEST


@dataclass(frozen=True, kw_only=True)
class PileWeights:
    """Like pieces, in raw counts.

    `piece` is the mean piece, found from `pieces` of them weighed together, with a standard error of `error` raw counts
    on that weight; `spread` is the standard deviation of one piece relative to the mean, found from `singles` pieces
    weighed one by one (0.0 and 0: none were).
    """

    piece: float
    pieces: int
    error: float
    spread: float = 0.0
    singles: int = 0

    def __post_init__(self) -> None:
        values = (self.piece, self.error, self.spread)
        if not all(math.isfinite(value) for value in values) or self.piece <= 0 or self.error < 0:
            raise ValueError("not a piece's weight")
        if not (1 <= self.pieces <= MOST_PIECES and 0 <= self.singles <= MOST_PIECES and 0 <= self.spread < 1):
            raise ValueError("not a piece's weight")

    @classmethod
    def weighed(cls, count: int, weight: float, error: float, singly: Sequence[float] = ()) -> PileWeights:
        """From `count` pieces that weigh `weight` together; `singly` is what each weighed, where they came singly."""
        # The scale's own error is not taken out of the spread: too large a spread makes unsure, too small a one wrong.
        spread = stdev(singly) / fmean(singly) if len(singly) > 1 else 0.0
        singles = len(singly) if len(singly) > 1 else 0
        return cls(piece=weight / count, pieces=count, error=error, spread=min(spread, 0.99), singles=singles)

    def refined(self, count: int, weight: float, error: float) -> PileWeights:
        """Known better, now that `count` pieces weigh `weight` together. As counting scales do it, only a load of more
        than before and at most twice as many is believed; any other changes nothing."""
        if not self.pieces < count <= min(2 * self.pieces, MOST_PIECES) or weight <= 0:
            return self
        return PileWeights(piece=weight / count, pieces=count, error=error, spread=self.spread, singles=self.singles)

    def guess(self, weight: float, error: float) -> Guess:
        """How many pieces weigh `weight`, measured with a standard error of `error` (negative: taken away)."""
        nearest = round(weight / self.piece)
        counts = np.arange(nearest - AROUND, nearest + AROUND + 1, dtype=np.float64)
        variances = self._variances(np.abs(counts), error)
        log = -0.5 * (weight - counts * self.piece) ** 2 / variances - 0.5 * np.log(variances)
        chances = self._belief() @ np.exp(log - log.max())
        chances /= chances.sum()
        second, first = (int(i) for i in np.argsort(chances)[-2:])
        return Guess(int(counts[first]), int(counts[second]), float(chances[first]), weight / self.piece)

    def deviation(self, count: int, error: float) -> float:
        """The standard deviation of `count` pieces' measured weight, in raw counts."""
        variances = self._variances(np.array([float(abs(count))]), error)
        return float((self._belief() @ variances)[0] ** 0.5)

    def reach(self, error: float) -> int:
        """The most pieces that can be counted surely at once, if they weigh what they should."""
        for count in range(1, FARTHEST_REACH + 1):
            if not self.guess(count * self.piece, error).sure:
                return count - 1
        return FARTHEST_REACH

    def _variances(self, counts: NDArray[np.float64], error: float) -> NDArray[np.float64]:
        """For each spread of SPREADS (rows) and each count (columns), in raw counts squared."""
        spread2 = (SPREADS[:, None] * self.piece) ** 2
        mean2 = spread2 / self.pieces + (self.error / self.pieces) ** 2
        return np.asarray(counts[None, :] * spread2 + counts[None, :] ** 2 * mean2 + error**2, dtype=np.float64)

    def _belief(self) -> NDArray[np.float64]:
        """The weight of each spread in SPREADS: what such pieces are like, and the singles' chi-squared."""
        log = -0.5 * (np.log(SPREADS / USUAL_SPREAD) / PRIOR_WIDTH) ** 2
        freedom = self.singles - 1
        if freedom > 0:
            log = log - freedom * np.log(SPREADS) - freedom * self.spread**2 / (2.0 * SPREADS**2)
        belief = np.exp(log - log.max())
        return np.asarray(belief / belief.sum(), dtype=np.float64)

    # --- kept by name -------------------------------------------------------------------------------------------------

    def to_plain(self) -> dict[str, int | float]:
        """Plain names and numbers, for JSON and the database."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> PileWeights:
        """What `to_plain` gave; ValueError for anything else."""
        try:
            whole = {name: int(plain[name]) for name in ("pieces", "singles")}
            rest = {one.name: float(plain[one.name]) for one in fields(cls) if one.name not in whole}
        except (KeyError, TypeError, ValueError, OverflowError):
            raise ValueError("not a piece's weight") from None
        return cls(**whole, **rest)  # type: ignore[arg-type]
