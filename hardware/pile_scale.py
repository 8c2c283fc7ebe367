"""Counts like pieces laid on the cell: weigh a known few, then any number of them."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.calibration import COARSEST, DRIFT_COUNTS
from hardware.levels import Level, Levels
from hardware.samples import Blocks, SampleBlock

USUAL_SPREAD = 0.03  # printed tokens less, wooden pieces more
PRIOR_WIDTH = 0.6  # of the logarithm
SPREADS: NDArray[np.float64] = np.geomspace(0.004, 0.15, 20)
AROUND = 24  # counts looked at on either side of the nearest
MOST_PIECES = 5000
FARTHEST_REACH = 400
SURE = 1.0 - 1e-4
FARTHEST = 0.36  # pieces from the nearest whole count

STANDS_BLOCKS = 10  # a pile lies still for a second before it is counted: hands may still be on it
TOO_NOISY = 0.12  # pieces; the noise of a block above which nothing is said for sure
STRANGE = 4.0  # standard deviations
SILENT_S = 1.0
DRIFT_A_ROOT_MINUTE = 90.0  # raw counts: how far an HX711's zero wanders in a minute, and by the root of time
PUT_SINGLY = 3  # as many steps of one piece each tell the spread
LEAST_COUNTS = 10.0


@dataclass(frozen=True)
class CountEstimate:
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

    def estimate(self, weight: float, error: float) -> CountEstimate:
        """How many pieces weigh `weight`, measured with a standard error of `error` (negative: taken away)."""
        nearest = round(weight / self.piece)
        counts = np.arange(nearest - AROUND, nearest + AROUND + 1, dtype=np.float64)
        variances = self._variances(np.abs(counts), error)
        log = -0.5 * (weight - counts * self.piece) ** 2 / variances - 0.5 * np.log(variances)
        chances = self._belief() @ np.exp(log - log.max())
        chances /= chances.sum()
        second, first = (int(i) for i in np.argsort(chances)[-2:])
        return CountEstimate(int(counts[first]), int(counts[second]), float(chances[first]), weight / self.piece)

    def deviation(self, count: int, error: float) -> float:
        """The standard deviation of `count` pieces' measured weight, in raw counts."""
        variances = self._variances(np.array([float(abs(count))]), error)
        return float((self._belief() @ variances)[0] ** 0.5)

    def reach(self, error: float) -> int:
        """The most pieces that can be counted surely at once, if they weigh what they should."""
        for count in range(1, FARTHEST_REACH + 1):
            if not self.estimate(count * self.piece, error).sure:
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


class CannotWeigh(Exception):
    """A step that cannot be taken; `code` says why: `not_still`, `nothing_weighed`, `wrong_sign`, `too_light`,
    `bad_count`, `not_yet`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class PileReading:
    """What lies there now.

    `stage`: `zero` (waiting for the empty plate), `known` (waiting for a known few) or `count`. `status`: `sure`,
    `unsure`, `moving`, `no signal`, or "" before anything can be counted. `pieces` is the weight in pieces; `at_once`
    how many more can be counted surely in one go. `reason`: `too_noisy`, `between_counts`, `disagree`, `too_heavy`.
    """

    stage: str
    status: str = ""
    count: int | None = None
    other: int | None = None
    confidence: float = 0.0
    reason: str = ""
    pieces: float | None = None
    resting: bool = False
    at_once: int | None = None


@dataclass(frozen=True)
class _Known:
    """So many pieces lay at that value (raw counts) at that time: what later weights are compared with."""

    count: int
    raw: float
    at_s: float


class PileScale:
    """Samples in, count out, for one pile. All methods may be called from any thread; times must not run backwards.

    `weights` are the pieces' weights from an earlier evening; then the known few need not be weighed again.
    """

    def __init__(self, weights: PileWeights | None = None) -> None:
        self.weights = weights
        self._lock = threading.RLock()
        self._blocks = Blocks()
        self._levels = Levels(cube=weights.piece if weights else None)
        self._zero: _Known | None = None
        self._last: _Known | None = None
        self._known_came: list[float] = []
        self._silent = False
        self._asked_zero = False
        self._estimate: CountEstimate | None = None
        self._reading = PileReading("zero")
        self._reach: int | None = None

    # --- what happens -------------------------------------------------------------------------------------------------

    def feed(self, time_s: float, raw: int, good: bool = True) -> None:
        """Take one sample, as `CubeScale.feed` does."""
        with self._lock:
            self._notice_silence(time_s)
            block = self._blocks.feed(time_s, raw, good)
            if block is not None:
                self._take(block)

    def zero(self) -> None:
        """Nothing of the pile lies there now; where something still moves, the next rest is taken."""
        with self._lock:
            self._asked_zero = True
            self._zero = self._last = None
            self._known_came = []
            self._look()

    def known(self, count: int) -> PileWeights:
        """So many pieces lie there: what one weighs. Raises `CannotWeigh`."""
        with self._lock:
            if not 1 <= count <= MOST_PIECES:
                raise CannotWeigh("bad_count")
            if self._zero is None:
                raise CannotWeigh("not_yet")
            level = self._resting()
            if level is None:
                raise CannotWeigh("not_still")
            self._use(self._weights_of(count, level))
            self._last = _Known(count, level.now, level.end_s)
            self._look()
            assert self.weights is not None
            return self.weights

    def confirm_count(self, count: int) -> None:
        """People say that so many lie there now; where that fits the weight, the mean piece is learnt from it."""
        with self._lock:
            level = self._resting()
            if self.weights is None or self._zero is None or level is None:
                raise CannotWeigh("not_still" if level is None else "not_yet")
            if not 0 <= count <= MOST_PIECES:
                raise CannotWeigh("bad_count")
            weight, error = level.now - self._zero.raw, self._error(level, self._zero)
            off = abs(weight - count * self.weights.piece)
            if off <= STRANGE * self.weights.deviation(count, error):
                self._use(self.weights.refined(count, weight, error))
            self._last = _Known(count, level.now, level.end_s)
            self._look()

    def pause(self) -> None:
        """Something else is weighed meanwhile: what lies there is not known any more, the pieces' weight is."""
        with self._lock:
            self._asked_zero = False
            self._zero = self._last = None
            self._known_came = []
            self._look()

    @property
    def reading(self) -> PileReading:
        """What lies there now."""
        with self._lock:
            return self._reading

    # --- inside -------------------------------------------------------------------------------------------------------

    def _notice_silence(self, time_s: float) -> None:
        last = self._blocks.last_good_s
        silent = last is not None and time_s - last > SILENT_S
        if silent and last is not None:
            self._levels.interrupt(time_s - last)
        if silent != self._silent:
            self._silent = silent
            self._look()

    def _take(self, block: SampleBlock) -> None:
        before = self._levels.resting
        self._levels.feed(block)
        level = self._levels.resting
        if level is None or level is not before or level.blocks <= 2 * STANDS_BLOCKS or level.blocks % 5 == 0:
            self._look()

    def _resting(self) -> Level | None:
        """The present rest: enough where people say that nothing moves any more."""
        return None if self._silent else self._levels.resting

    def _standing(self) -> Level | None:
        """The present rest once it has lasted: hands are off."""
        level = self._resting()
        return level if level is not None and level.blocks >= STANDS_BLOCKS else None

    def _look(self) -> None:
        level = self._standing()
        if level is not None and self._asked_zero and self._zero is None:
            self._zero = self._last = _Known(0, level.now, level.end_s)
        if level is not None and self._zero is not None and self.weights is None:
            self._note_known(level)
        self._reading = self._read(level)

    def _read(self, level: Level | None) -> PileReading:
        resting = level is not None
        if self._zero is None:
            return PileReading("zero", "no signal" if self._silent else "", resting=resting)
        if self.weights is None:
            return PileReading("known", "no signal" if self._silent else "", resting=resting)
        if self._silent or self._blocks.frozen():
            return PileReading("count", "no signal", reason="frozen" if self._blocks.frozen() else "silent")
        if level is None:
            return PileReading("count", "moving", at_once=self._reach)
        return self._count(level, self._zero, self._last or self._zero, self.weights)

    def _count(self, level: Level, zero: _Known, last: _Known, weights: PileWeights) -> PileReading:
        """Two witnesses: all that lies there since the plate was empty, and what came or went since the last count."""
        total = weights.estimate(level.now - zero.raw, self._error(level, zero))
        step = weights.estimate(level.now - last.raw, self._error(level, last))
        count = last.count + step.count if step.sure else total.count
        reason = self._objection(count, total, step, level, zero, weights)
        if not reason:
            self._believe(count, level, zero, weights)
        other = last.count + step.other if step.sure else total.other
        return PileReading(
            "count", "unsure" if reason else "sure", max(count, 0), max(other, 0),
            step.chance if step.sure else total.chance, reason, total.pieces, True, self._reach,
        )  # fmt: skip

    def _objection(
        self, count: int, total: CountEstimate, step: CountEstimate, level: Level, zero: _Known, weights: PileWeights
    ) -> str:
        if max(level.noise, self._levels.noise) > TOO_NOISY * weights.piece:
            return "too_noisy"
        if count > MOST_PIECES:
            return "too_heavy"
        if not (step.sure or total.sure) or count < 0:
            return "between_counts"
        if step.sure and total.sure and count != total.count:
            return "disagree"
        allowed = STRANGE * weights.deviation(count, self._error(level, zero)) / weights.piece
        off = abs(total.pieces - count)
        # A step that is no whole number may be a hand that came and stayed; the sum alone is then not believed either.
        strange = not step.sure and abs(step.pieces - step.count) > FARTHEST
        return "disagree" if off > allowed or strange else ""

    def _believe(self, count: int, level: Level, zero: _Known, weights: PileWeights) -> None:
        """A sure count is what the next one is compared with; an empty plate is the zero anew, a larger load a better
        mean piece."""
        self._last = _Known(count, level.now, level.end_s)
        if count == 0:
            self._zero = self._last
            return
        self._use(weights.refined(count, level.now - zero.raw, self._error(level, zero)))

    def _use(self, weights: PileWeights) -> None:
        if weights is not self.weights:
            self.weights = weights
            self._levels.cube = weights.piece
            self._reach = weights.reach((2.0 * self._levels.noise**2 / 10.0 + DRIFT_COUNTS**2) ** 0.5)

    # --- inside: the known few ----------------------------------------------------------------------------------------

    def _note_known(self, level: Level) -> None:
        """Remember each height at which the known few stood while they came, so that pieces put in singly show how
        unequal they are."""
        heights = self._known_came
        apart = max(40.0, 5.0 * self._levels.noise)
        if not heights or abs(level.now - heights[-1]) > apart:
            heights.append(level.now)
        else:
            heights[-1] = level.now

    def _weights_of(self, count: int, level: Level) -> PileWeights:
        assert self._zero is not None
        weight, error = level.now - self._zero.raw, self._error(level, self._zero)
        if abs(weight) < max(LEAST_COUNTS, 3.0 * error):
            raise CannotWeigh("nothing_weighed")
        if weight < 0:
            raise CannotWeigh("wrong_sign")
        if (self._levels.noise**2 / 5.0 + DRIFT_COUNTS**2) ** 0.5 > COARSEST * weight / count:
            raise CannotWeigh("too_light")
        return PileWeights.weighed(count, weight, error, self._singly(count, weight))

    def _singly(self, count: int, weight: float) -> list[float]:
        """What each piece weighed, if they came one by one; else nothing."""
        heights = self._known_came
        steps = [after - before for before, after in pairwise(heights)]
        one = weight / count
        alone = len(steps) == count >= PUT_SINGLY and all(0.5 * one < step < 1.5 * one for step in steps)
        return steps if alone else []

    def _error(self, level: Level, since: _Known) -> float:
        """The standard error of a weight in raw counts: noise on both sides, and what the zero wandered in between."""
        white = 2.0 * self._levels.noise**2 * (1.0 / min(level.blocks, 20) + 1.0 / STANDS_BLOCKS)
        minutes = max(level.end_s - since.at_s, 0.0) / 60.0
        return float((white + DRIFT_COUNTS**2 + DRIFT_A_ROOT_MINUTE**2 * minutes) ** 0.5)
