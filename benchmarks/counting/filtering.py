"""What a converter leaves of a swing."""

from __future__ import annotations

import math


def averaged(periods: float) -> float:
    """What a conversion, which averages over its own time, leaves of a swing of so many periods in that time."""
    return math.sin(math.pi * periods) / (math.pi * periods)
