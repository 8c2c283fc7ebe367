"""A hand that leans on the cell: it comes and goes within a quarter of a second, trembles and sways.

Its weight comes and goes smoothly, as arms move (least jerk), in 0.1 to 0.3 s; set down, it knocks a little. A resting
arm's force is never still: physiological tremor lies between 8 and 12 Hz, swelling and fading within half a second, and
below 2 Hz the arm sways with breath and posture. In percent of the force both grow as the force gets smaller; a drawer
on a cell that swings at 6 to 14 Hz raises a tremor there about threefold. What a hand does to the cell is taken to be
small beside that: a tremor of 15 % of its weight and 5 % of sway, so that one which weighs like a cube moves the cell
by as little as a sixth of a cube. (A kilogram on a real table top, which gives by a tenth of a millimetre, shakes a
drawer of 40 g by more than that, and weighs, through the tilt of the table, next to nothing.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting.filtering import averaged

Floats = NDArray[np.float64]
COMES_S = (0.1, 0.3)
TREMOR_HZ = (8.5, 11.5)
TREMOR_WIDE_HZ = 0.8
SWAY_HZ = (0.2, 2.0)
TREMOR, SWAY = 0.15, 0.05  # standard deviations, of its weight
TONES = 6
KNOCKS = 1.0  # at most, of its weight
CONVERSIONS = 4.0  # that a converter's value is the mean of
PARTS = 8


@dataclass(frozen=True)
class _Tones:
    hz: Floats
    phases: Floats
    height: float

    def at(self, times: Floats, rate_hz: float) -> Floats:
        """What samples at that rate leave of them: a mean over each conversion."""
        heights = self.height * np.array([averaged(hz / rate_hz) for hz in self.hz])
        return np.asarray(heights @ np.sin(math.tau * self.hz[:, None] * times + self.phases[:, None]))


class Hand:
    """`grams` from `from_s` to `to_s`: then it begins to go."""

    def __init__(self, random: np.random.Generator, from_s: float, to_s: float, grams: float) -> None:
        self.grams = grams
        self.from_s, self.to_s = from_s, to_s
        self._comes_s, self._goes_s = random.uniform(*COMES_S, 2).tolist()
        self.knocks_s = from_s + 0.5 * self._comes_s
        self.knock_grams = abs(grams) * random.uniform(0.0, KNOCKS)
        middle_hz = random.uniform(*TREMOR_HZ)
        self._tremor = _tones(random, random.normal(middle_hz, TREMOR_WIDE_HZ, TONES), TREMOR)
        self._sway = _tones(random, random.uniform(*SWAY_HZ, TONES), SWAY)

    @property
    def gone_s(self) -> float:
        return self.to_s + self._goes_s

    def weighs(self, times: Floats, rate_hz: float) -> Floats:
        """What it adds to each sample, in grams."""
        moments = np.linspace(0.0, CONVERSIONS / rate_hz, PARTS)
        there = np.mean([self._there(times - moment) for moment in moments], axis=0)
        moves = 1.0 + self._tremor.at(times, rate_hz) + self._sway.at(times, rate_hz)
        return np.asarray(self.grams * there * moves)

    def _there(self, times: Floats) -> Floats:
        came = _least_jerk((times - self.from_s) / self._comes_s)
        return came - _least_jerk((times - self.to_s) / self._goes_s)


def _tones(random: np.random.Generator, hz: Floats, deviation: float) -> _Tones:
    return _Tones(hz, random.uniform(0.0, math.tau, len(hz)), deviation * math.sqrt(2.0 / len(hz)))


def _least_jerk(part: Floats) -> Floats:
    part = np.clip(part, 0.0, 1.0)
    return np.asarray(part**3 * (10.0 - 15.0 * part + 6.0 * part**2))
