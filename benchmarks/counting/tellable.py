"""Whether a round could be told at all: by an ideal observer who knows every cube of the set, and sees only weights.

It knows exactly what the cell showed when the game began to expect cubes and what it shows at the end, but for what a
cell and a drawer's seat leave uncertain; that a cell's gain has drifted, or how it lags, it knows as little as a scale.
It can tell a round when one count is `RATIO` times as likely as every other, that count's cubes weigh so much more
often than three deviations, it is true, and no cube can have come in unseen. What weighs as a cube and is none it would
tell wrongly: that belongs to the rounds that nobody could tell. So does a finger as heavy as cubes that goes again,
which is the same as a cube that is taken out, and what comes just as cubes begin to be expected and weighs as one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from benchmarks.counting.cell import Floats
from benchmarks.counting.evening import UNSEEN_S
from benchmarks.counting.plan import RealRound

RATIO = 1000.0
WONDER = 0.00135  # a tail beyond three standard deviations
BORDER = 1.25  # so much more unequal than they are the cubes may seem, to one who has weighed twenty of them
CELL = 0.03  # cubes; so well a cell weighs what has come
SEAT = 0.05  # cubes; so much differently a drawer sits, twice
EITHER_S = 1.5  # before cubes are expected the cell may come to rest for the last time
RESTS_S = 1.0  # after something came; what comes sooner leaves it no time to
LAGS = 0.4  # of what goes down and reads too high: the standard deviation between two readings
SHORT_S = 0.5  # what lay there for a shorter time was never at rest
PART = 0.12  # cubes; what came by itself and lies nearer to a whole number is no part of a cube
FAR_OFF = 9.0  # deviations; what lies farther off weighs nothing here
PARTS = 100  # of a cube, in which weights are told apart


@dataclass(frozen=True)
class IdealObserver:
    """Knows what each of the set's `cubes` weighs, in grams."""

    cubes: tuple[float, ...]

    def tells(self, grams: float, error: float = CELL) -> int | None:
        """How many cubes of the set weigh so much, known to so many cubes; None where that cannot be told, or is no
        number of cubes."""
        likelihoods, usual = self._weigh(grams, error)
        best = int(likelihoods.argmax())
        others = np.delete(likelihoods, best)
        return best if usual[best] >= WONDER and likelihoods[best] >= RATIO * float(others.max()) else None

    def may_hold_cubes(self, grams: float) -> bool:
        """Whether what lies in a drawer that was out may be a cube, or one and whatever else."""
        return grams >= min(self.cubes) - 3.0 * math.hypot(CELL, SEAT) * self._mean_g

    def may_be(self, count: int, grams: float, error: float = CELL, seems: float = 1.0) -> bool:
        """Whether so many cubes of the set weigh so much, known to so many cubes, or are as far off, often enough to be
        no wonder, were they so much more unequal than they are."""
        usual_g = count * self._mean_g
        near_g = usual_g + (grams - usual_g) / seems
        return 0 <= count <= len(self.cubes) and bool(self._weigh(near_g, error)[1][count] >= WONDER)

    def error(self, one: RealRound, reseated: bool) -> float:
        """How well a weight is known in this round, in cubes: where the drawer was out it may sit otherwise."""
        return math.hypot(CELL, SEAT if reseated else 0.0, LAGS * one.lags_g / self._mean_g)

    def can_tell(self, one: RealRound) -> bool:
        """Whether it tells this round, and right."""
        reseated = one.reseated_before or any(out_s < one.expect_s for out_s, _ in one.pulls)
        if reseated and self.may_hold_cubes(one.left_g):
            return False
        if any(out_s - UNSEEN_S < at_s < in_s for out_s, in_s in one.pulls for at_s in one.falls):
            return False
        if any(self._seemed_cubes(one, thing.from_s, thing.to_s) for thing in one.foreign):
            return False
        end_s, error = float(one.times[-1]), self.error(one, bool(one.pulls))
        told = self.tells(one.shows(one.new_g + one.foreign_g(end_s)), error)
        if told is None or told not in one.allowed(end_s):
            return False
        before = self.tells(one.shows(one.new_g + one.foreign_g(end_s, one.expect_s - EITHER_S)), error)
        return before in (None, told)

    def lies_a_part(self, one: RealRound) -> bool:
        """Whether something lies there that came by itself and is no whole number of cubes: who has seen it come may
        hold it for one that leans on the wall."""
        things = one.things_g(float(one.times[-1]), one.expect_s - EITHER_S)
        return any(PART < grams / self._mean_g % 1.0 < 1.0 - PART for grams in things)

    def _seemed_cubes(self, one: RealRound, from_s: float, to_s: float) -> bool:
        """Whether something that has gone by now weighed as cubes while it was there: it may be one taken out."""
        end_s, at_s = float(one.times[-1]), to_s - SHORT_S
        if to_s >= end_s or at_s < max(one.expect_s, one.last_s, from_s) + SHORT_S:
            return False
        told = self.tells(one.shows(one.new_g + one.foreign_g(at_s)), self.error(one, False))
        return told is not None and told not in one.allowed(at_s)

    def _weigh(self, grams: float, error: float) -> tuple[Floats, Floats]:
        """How likely so many grams are for each number of cubes, and how seldom those weigh as little, or as much."""
        off = (np.arange(self._sums.shape[1]) / PARTS - 1.0 - grams / self._mean_g) / error
        first, last = np.searchsorted(off, [-FAR_OFF, FAR_OFF]).tolist()
        near, off = self._sums[:, first:last], off[first:last]
        below = np.array([0.5 * math.erfc(one / math.sqrt(2.0)) for one in off.tolist()])
        tails = self._sums[:, :first].sum(axis=1) + near @ below
        return near @ np.exp(-0.5 * off**2), np.minimum(tails, 1.0 - tails)

    @cached_property
    def _mean_g(self) -> float:
        return sum(self.cubes) / len(self.cubes)

    @cached_property
    def _sums(self) -> Floats:
        """The chance of each weight, in parts of a cube from one cube below nothing on, of each number of cubes."""
        n = len(self.cubes)
        sums = np.zeros((n + 1, (n + 3) * PARTS))
        sums[0, PARTS] = 1.0
        for seen, grams in enumerate(self.cubes):
            parts = round(PARTS * grams / self._mean_g)
            for many in range(seen, -1, -1):
                sums[many + 1, parts:] += sums[many, : sums.shape[1] - parts]
        return np.asarray(sums / sums.sum(axis=1, keepdims=True))
