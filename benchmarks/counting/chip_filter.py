"""What the converter makes of a moving reading: it settles over four conversions.

Its data sheet says that much, and that at 10 samples a second 50 and 60 Hz are kept out; it does not say the filter's
form. Two forms do both, and both are played: the mean of four conversions, and four means of one conversion, one after
the other (a sinc filter of the fourth order, usual in such chips).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
CONVERSIONS = 4
FORMS = ("mean", "sinc4")


def weights(form: str, steps: int) -> Floats:
    """How much each step of the last four conversions counts, of `steps` steps each; the oldest first."""
    one = np.full(steps, 1.0 / steps)
    if form == "mean":
        return np.full(CONVERSIONS * steps, 1.0 / (CONVERSIONS * steps))
    made = one
    for _ in range(CONVERSIONS - 1):
        made = np.convolve(made, one)
    return np.concatenate([np.zeros(CONVERSIONS * steps - len(made)), made])


def converted(readings: Floats, steps: int, counts: Floats) -> Floats:
    """The conversions of a stretch that begins with the last four before it; `counts` are the weights."""
    windows = np.lib.stride_tricks.sliding_window_view(readings, CONVERSIONS * steps)[steps::steps]
    return np.asarray(windows @ counts, dtype=np.float64)
