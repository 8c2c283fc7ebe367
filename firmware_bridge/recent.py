"""The samples of the last two seconds: how many came, and how much they differ among themselves."""

from __future__ import annotations

import statistics
from collections import deque
from itertools import pairwise

from firmware_bridge.link_status import TimedSample
from firmware_bridge.messages import Flag

_OVER_S = 2.0
_FEWEST = 8
_NOISE_EVERY_S = 0.5
# The median of how far two neighbours are apart, for noise of standard deviation 1.
_MEDIAN_STEP = 0.954


class Recent:
    """Samples by the time at which they were heard. Only its last two seconds are kept."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, TimedSample]] = deque()
        self._noise: float | None = None
        self._noise_at = float("-inf")

    def add(self, now: float, sample: TimedSample) -> None:
        """One more; `now` in monotonic seconds."""
        self._samples.append((now, sample))
        self._forget(now)

    def rate_hz(self, now: float) -> float:
        """Samples a second, good or not. By their own times, as many may come at once; none came, or one: none."""
        self._forget(now)
        if len(self._samples) < 2:
            return 0.0
        return (len(self._samples) - 1) / (self._samples[-1][1].time_s - self._samples[0][1].time_s)

    def noise(self, now: float) -> float | None:
        """Standard deviation of one good sample in raw counts; None where there are too few. Looked at twice a second.

        From the steps between neighbours, and their median: cubes that fall and a zero that wanders are no noise.
        """
        if now - self._noise_at >= _NOISE_EVERY_S:
            self._forget(now)
            self._noise, self._noise_at = self._measure(), now
        return self._noise

    def saturated(self, now: float) -> bool:
        """Whether most samples stand at an end of the range: no load does that to a cell that is wired."""
        self._forget(now)
        at_an_end = sum(bool(sample.flags & Flag.SATURATED) for _, sample in self._samples)
        return at_an_end >= _FEWEST and 2 * at_an_end > len(self._samples)

    def _measure(self) -> float | None:
        good = [sample.raw for _, sample in self._samples if sample.good]
        if len(good) < _FEWEST:
            return None
        return statistics.median(abs(b - a) for a, b in pairwise(good)) / _MEDIAN_STEP

    def _forget(self, now: float) -> None:
        while self._samples and self._samples[0][0] < now - _OVER_S:
            self._samples.popleft()
