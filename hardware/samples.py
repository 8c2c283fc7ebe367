"""Raw samples of a load cell -> blocks of about 100 ms, with what cannot be true left out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

BLOCK_S = 0.1
ENOUGH_FOR_ROUGH = 5  # samples
FROZEN_S = 3.0  # a real converter's lowest bits never stand still for so long
GAP_PERIODS = 4.5  # an HX711 that was reset keeps quiet for four conversions
SHORTEST_GAP_S = 0.3
NOISE_ROUGHS, CREST_ROUGHS, MOST_NOISE = 8.0, 2.0, 600.0  # roughnesses of a block; counts
SWINGS_ALIKE = 2.0  # times the second largest distance from the median
TELLS_PERIOD = 20  # samples that tell the time between two
SATURATED = (-(1 << 23), (1 << 23) - 1)


@dataclass(frozen=True, slots=True)
class SampleBlock:
    """The mean of the samples of one block, in raw counts.

    `time_s` is the last sample's time, `last` its unfiltered value; `gap_s` is how long nothing came before the block
    (0.0 when nothing was missing); `samples` is how many it is the mean of; `rough` is their standard deviation (0.0
    where they are too few to tell); `values` are the samples themselves, but for disturbed ones (none where
    they are too few), and `lost` says for each how many that should have come before it never came.
    """

    time_s: float
    mean: float
    last: int
    gap_s: float = 0.0
    samples: int = 1
    rough: float = 0.0
    values: tuple[float, ...] = ()
    lost: tuple[int, ...] = ()

    @property
    def swing(self) -> float:
        """The deviation of the samples themselves: the median of three, whose deviation is `rough`, cuts a stiff bar's
        swing off."""
        n = len(self.values)
        if n < ENOUGH_FOR_ROUGH:
            return self.rough
        mean = sum(self.values) / n
        return math.sqrt(sum([(one - mean) ** 2 for one in self.values]) / (n - 1))


@dataclass
class Blocks:
    """Drops flagged, saturated and late samples, takes the median of three, and means it over 100 ms."""

    period_s: float = 0.1
    last_good_s: float | None = None
    _before: tuple[int | None, int | None] = (None, None)
    _begun_s: float = 0.0
    _periods: int = 0
    _values: list[int] = field(default_factory=list)
    _raws: list[int] = field(default_factory=list)
    _lost: list[int] = field(default_factory=list)
    _lost_lately: int = 0
    _gap_s: float = 0.0
    _same: int | None = None
    _same_since_s: float = 0.0

    def feed(self, time_s: float, raw: int, good: bool) -> SampleBlock | None:
        """Take one sample; the block that it completes, if it does."""
        last_s = self.last_good_s
        if not good or raw in SATURATED or (last_s is not None and time_s <= last_s):
            return None
        if raw != self._same:
            self._same, self._same_since_s = raw, time_s
        if last_s is not None:
            self._notice_gap(time_s - last_s)
        self.last_good_s = time_s
        older, old = self._before
        self._before = old, raw
        # What stands in a block is the sample before this one, the middle of the last three.
        lost, self._lost_lately = self._lost_lately, self._lost_before(last_s, time_s)
        if older is None or old is None:
            return None
        low, high = (older, old) if older < old else (old, older)
        values = self._values
        if not values:
            self._begun_s = time_s
        values.append(low if raw < low else high if raw > high else raw)
        self._raws.append(old)
        self._lost.append(lost)
        # A block is closed by its own last sample, not by the next one: waiting costs a block's time at 10 SPS.
        if time_s - self._begun_s + 1.5 * self.period_s <= BLOCK_S:
            return None
        return self._close(time_s, raw)

    def fresh(self, time_s: float) -> bool:
        """Whether the sample of that time was a good one, and not the same value as the one before."""
        return time_s == self.last_good_s == self._same_since_s

    def frozen(self) -> bool:
        """Whether the value has not changed at all for seconds: a cut wire or a stuck chip, not a quiet table."""
        if self.last_good_s is None or self._same is None:
            return False
        return self.last_good_s - self._same_since_s >= FROZEN_S

    @property
    def rate_hz(self) -> float:
        """Samples per second, as they have come lately."""
        return 1.0 / self.period_s

    def _notice_gap(self, waited: float) -> None:
        if waited > SHORTEST_GAP_S and waited > GAP_PERIODS * self.period_s:
            self._before = (None, None)
            self._values.clear()
            self._raws.clear()
            self._lost.clear()
            self._gap_s = max(self._gap_s, waited)
        else:
            self._periods += 1
            # The first samples' plain mean; then what has come lately.
            weight = 0.05 if self._periods > TELLS_PERIOD else 1.0 / self._periods
            self.period_s += weight * (waited - self.period_s)

    def _lost_before(self, last_s: float | None, time_s: float) -> int:
        """How many samples should have come since the last one, and have not; none where that cannot be told."""
        if last_s is None or self._before[0] is None or self._periods < TELLS_PERIOD:
            return 0
        return max(round((time_s - last_s) / self.period_s) - 1, 0)

    def _close(self, time_s: float, raw: int) -> SampleBlock:
        values, n = self._values, len(self._values)
        mean = sum(values) / n
        rough = (sum([(one - mean) ** 2 for one in values]) / (n - 1)) ** 0.5 if n >= ENOUGH_FOR_ROUGH else 0.0
        found = (self._undisturbed(rough), tuple(self._lost)) if rough else ((), ())
        block = SampleBlock(time_s, mean, raw, self._gap_s, n, rough, *found)
        values.clear()
        self._raws.clear()
        self._lost.clear()
        self._gap_s = 0.0
        return block

    def _undisturbed(self, rough: float) -> tuple[float, ...]:
        """The block's samples as they were: a median cuts off the crests of a swing. Those that lie farther from it
        than noise and crests do were disturbed reads."""
        allowed = min(NOISE_ROUGHS * rough, CREST_ROUGHS * rough + MOST_NOISE)
        # A stiff bar's swing is so fast that the median cuts it off altogether: many samples lie far from it, not one.
        off = sorted([abs(raw - middle) for raw, middle in zip(self._raws, self._values, strict=True)])
        allowed = max(allowed, SWINGS_ALIKE * off[-2])
        if off[-1] <= allowed:
            return tuple(map(float, self._raws))
        pairs = zip(self._raws, self._values, strict=True)
        return tuple(float(raw if abs(raw - middle) <= allowed else middle) for raw, middle in pairs)
