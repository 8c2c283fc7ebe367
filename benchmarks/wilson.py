"""How far the share of what was counted may be from the true one."""

from __future__ import annotations

import math

_DEVIATIONS = 1.959964  # of a normal variable: 95 of 100 lie within


def wilson(k: int, n: int) -> tuple[float, float]:
    """The rates between which the true one lies in 95 of 100 cases (Wilson's score interval), where `k` of `n` were
    seen."""
    if not n:
        return 0.0, 1.0
    rate, square = k / n, _DEVIATIONS**2
    middle = (rate + square / (2 * n)) / (1.0 + square / n)
    half = _DEVIATIONS * math.sqrt(rate * (1.0 - rate) / n + square / (4 * n * n)) / (1.0 + square / n)
    return max(middle - half, 0.0), min(middle + half, 1.0)
