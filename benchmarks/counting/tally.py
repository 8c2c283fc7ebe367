"""What came of a case's rounds, for each method, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

TIMES = 800  # hundredths of a second are counted up to here


@dataclass
class Tally:
    """`wrong`: rounds in which something false was said as sure; `asked`: rounds whose last word is not sure.

    `times` counts the sure rounds by hundredths of a second, from the last cube's fall to the sure count.
    """

    rounds: int = 0
    wrong: int = 0
    asked: int = 0
    times: list[int] = field(default_factory=lambda: [0] * (TIMES + 1))
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, wrong: bool, asked: str, time_s: float | None) -> None:
        """One round; `asked` is the reason, "" where it was sure; `time_s` None where nothing fell."""
        self.rounds += 1
        self.wrong += wrong
        if asked:
            self.asked += 1
            self.reasons[asked] = self.reasons.get(asked, 0) + 1
        elif time_s is not None:
            self.times[min(max(round(100.0 * time_s), 0), TIMES)] += 1

    def merge(self, other: Tally) -> None:
        """Add another's rounds."""
        self.rounds += other.rounds
        self.wrong += other.wrong
        self.asked += other.asked
        self.times = [a + b for a, b in zip(self.times, other.times, strict=True)]
        for reason, n in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + n

    def time_s(self, part: float) -> float:
        """The time within which so large a part of the sure counts came; NaN without any."""
        return self._at(part * sum(self.times))

    def time_at_most_s(self, part: float) -> float:
        """The upper 95 % bound of that time."""
        n = sum(self.times)
        return self._at(min(part * n + 1.645 * math.sqrt(n * part * (1.0 - part)), n))

    def to_plain(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Tally:
        """What `to_plain` gave."""
        return cls(**plain)

    def _at(self, rank: float) -> float:
        seen = 0
        for hundredths, n in enumerate(self.times):
            seen += n
            if n and seen >= rank:
                return hundredths / 100.0
        return math.nan


def upper_bound(k: int, n: int) -> float:
    """The largest rate at which so few as `k` of `n` would still be seen in 5 of 100 tries (Clopper-Pearson)."""
    low, high = k / n if n else 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2.0
        low, high = (rate, high) if _at_most(k, n, rate) > 0.05 else (low, rate)
    return high


def _at_most(k: int, n: int, rate: float) -> float:
    """The chance of at most `k` of `n`: the terms near `k` are all that counts."""
    rate = min(max(rate, 1e-15), 1.0 - 1e-15)
    least = max(0, k - 2000)
    return sum(math.exp(_log_binomial(n, i, rate)) for i in range(least, k + 1))


def _log_binomial(n: int, k: int, rate: float) -> float:
    choose = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return choose + k * math.log(rate) + (n - k) * math.log1p(-rate)
