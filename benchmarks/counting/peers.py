"""Three usual ways to count, on the very traces that the scale is shown: what each one's last word is, and when.

They are helped where it costs them nothing: each knows the mean cube as well as the scale does, takes its zero from the
last second before the game expects cubes, and only its last word is judged, not what it said on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from benchmarks.counting.cell import WALK, Floats
from benchmarks.counting.evening import Round

BLOCK_S = 0.1
HOLD_S = 0.5
MARGIN = 0.25


@dataclass(frozen=True)
class Word:
    """A count, or None where the method asks; `time_s` is when it was first said and then held."""

    count: int | None
    time_s: float


Peer = Callable[[Round, float], Word]


def mean_and_round(one: Round, cube: float) -> Word:
    """The mean of the last second, less the zero, in whole cubes; said when it has held for half a second."""
    width = max(round(_rate(one)), 1)
    cubes = (_boxcar(one.raws.astype(np.float64), width) - _zero(one, one.raws.astype(np.float64))) / cube
    return _held(one, np.rint(cubes[one.expected :]))


def median_boxcar_margin(one: Round, cube: float) -> Word:
    """Median of three, the mean of half a second; still for as long and within a quarter of a cube, else asked."""
    clean = _median(one)
    smooth = _boxcar(clean, max(round(0.5 * _rate(one)), 1))
    cubes = ((smooth - _zero(one, clean)) / cube)[one.expected :]
    hold = max(round(HOLD_S * _rate(one)), 2)
    windows = np.lib.stride_tricks.sliding_window_view(cubes, hold)
    still = windows.max(axis=1) - windows.min(axis=1) < MARGIN
    near = np.abs(cubes[hold - 1 :] - np.rint(cubes[hold - 1 :])) <= MARGIN
    says = np.where(still & near, np.rint(cubes[hold - 1 :]), np.nan)
    said = np.flatnonzero(still)
    if not len(said) or np.isnan(says[said[-1]]):
        return Word(None, float(one.times[-1]))
    last = says[said[-1]]
    other = np.flatnonzero(still & (says != last))
    first = said[said > other[-1]][0] if len(other) else said[0]
    return Word(int(last), float(one.times[one.expected + hold - 1 + first]))


def median_kalman(one: Round, cube: float) -> Word:
    """Median of three and a Kalman filter over blocks of 100 ms that starts anew at a step; the nearest whole count."""
    clean = _median(one)
    width = max(round(BLOCK_S * _rate(one)), 1)
    blocks = len(clean) // width
    means = clean[: blocks * width].reshape(blocks, width).mean(axis=1).tolist()
    ends = one.times[width - 1 : blocks * width : width]
    begin = one.expected // width
    white, walk = 40.0**2, WALK**2 * BLOCK_S
    value, variance, age, zero = means[0], white, 1, means[0]
    says = np.full(blocks, np.nan)
    for i, mean in enumerate(means):
        variance += walk
        if abs(mean - value) > 5.0 * (variance + white) ** 0.5:
            value, variance, age = mean, white, 0
        gain = variance / (variance + white)
        value, variance, age = value + gain * (mean - value), variance * (1.0 - gain), age + 1
        if i < begin:
            zero = value
        elif age >= 5:
            says[i] = round((value - zero) / cube)
    said = np.flatnonzero(~np.isnan(says))
    if not len(said):
        return Word(None, float(one.times[-1]))
    other = np.flatnonzero(~np.isnan(says) & (says != says[said[-1]]))
    falls_s = max(one.falls, default=0.0)
    since = said[(said > (other[-1] if len(other) else -1)) & (ends[said] >= falls_s)]
    return Word(int(says[said[-1]]), float(ends[since[0]] if len(since) else ends[said[-1]]))


PEERS: Mapping[str, Peer] = {
    "mean": mean_and_round,
    "boxcar": median_boxcar_margin,
    "Kalman": median_kalman,
}


def _rate(one: Round) -> float:
    return float((len(one.times) - 1) / (one.times[-1] - one.times[0]))


def _zero(one: Round, values: Floats) -> float:
    """The mean of the second before cubes were expected."""
    from_s = one.times[one.expected] - 1.0
    # Where samples were lost, of the last few before.
    first = min(int(np.searchsorted(one.times, from_s)), one.expected - 5)
    return float(values[first : one.expected].mean())


def _median(one: Round) -> Floats:
    a = one.raws.astype(np.float64)
    b, c = np.roll(a, 1), np.roll(a, 2)
    return np.asarray(np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c)), dtype=np.float64)


def _boxcar(values: Floats, width: int) -> Floats:
    """The mean of the last `width` values, of fewer at the beginning."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    first = np.maximum(np.arange(1, len(values) + 1) - width, 0)
    last = np.arange(1, len(values) + 1)
    return np.asarray((total[last] - total[first]) / (last - first), dtype=np.float64)


def _held(one: Round, says: Floats) -> Word:
    """The last value, if it has held for long enough, and when it had."""
    other = np.flatnonzero(says != says[-1])
    times = one.times[one.expected :]
    since_s = float(times[other[-1] + 1] if len(other) else times[0])
    falls_s = max(one.falls, default=since_s)
    time_s = max(since_s + HOLD_S, falls_s)
    return Word(int(says[-1]) if since_s + HOLD_S <= times[-1] else None, time_s)
