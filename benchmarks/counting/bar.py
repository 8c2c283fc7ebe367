"""A load-cell bar as what it is: a mass on a spring, damped, that every force goes through.

Its reading, in grams, is the spring's own force. With the bar's stiffness k, the mass M that moves with it and a load's
force f: `y" + 2 D y' + w² y = w² f`, where w² = k / M and D = c / 2M. What a thing brings that strikes the bar is its
momentum: the reading's speed jumps by w² p / g. More cubes make it slower, a bare plate faster. Between two moments the
force is taken as constant, and the movement is then exact.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GRAVITY = 9.80665  # m/s²
FADES = 10.0  # what fades by more than so many powers of e is summed in several parts, for the sake of precision
Complexes = NDArray[np.complex128]


def falling_speed(height_m: float) -> float:
    """How fast a thing is, in m/s, that fell from so high."""
    return math.sqrt(2.0 * GRAVITY * height_m)


def _powers(once: complex, many: int) -> Complexes:
    """The exponential of 0, 1, 2 and so on times this."""
    width = math.isqrt(many) + 1
    fine, coarse = np.exp(once * np.arange(width)), np.exp(once * width * np.arange(width))
    return np.asarray(np.outer(coarse, fine).ravel()[:many])


@dataclass
class Bar:
    """`hz` and `damping` (the ratio) are those with `usual_g` moving, the empty drawer with the bar's own part.

    `reading` is in grams, `speed` in grams a second, both from the bar's rest.
    """

    hz: float
    damping: float
    usual_g: float
    reading: float = 0.0
    speed: float = 0.0

    def __post_init__(self) -> None:
        self._stiffness = (math.tau * self.hz) ** 2 * self.usual_g
        self._friction = 2.0 * self.damping * math.tau * self.hz * self.usual_g

    @property
    def dies_s(self) -> float:
        """The time constant of a swing with the empty drawer."""
        return 1.0 / (self.damping * math.tau * self.hz)

    def omega(self, mass_g: float) -> float:
        """The undamped angular frequency with so much moving."""
        return math.sqrt(self._stiffness / mass_g)

    def decay(self, mass_g: float) -> float:
        """The rate at which a swing dies with so much moving."""
        return self._friction / (2.0 * mass_g)

    def jump(self, momentum: float, mass_g: float) -> float:
        """By how much the reading's speed changes, in grams a second, when a momentum (in g m/s) strikes the bar."""
        return self.omega(mass_g) ** 2 * momentum / GRAVITY

    def move(self, forces: Floats, masses: Floats, strikes: Mapping[int, float], seconds: float) -> Floats:
        """The readings after each step of so many seconds, under each step's force and moving mass, both in grams; a
        momentum strikes at the beginning of the step that it stands with."""
        changes = np.flatnonzero(np.diff(masses)) + 1
        bounds = [0, *changes.tolist(), len(forces)]
        read: list[Floats] = []
        for first, last in pairwise(bounds):
            if first == last:
                continue
            mass_g = float(masses[first])
            struck = {at - first: self.jump(strikes[at], mass_g) for at in strikes if first <= at < last}
            swing = complex(-self.decay(mass_g), math.sqrt(self.omega(mass_g) ** 2 - self.decay(mass_g) ** 2))
            longest = max(int(FADES / (self.decay(mass_g) * seconds)), 1)
            for at in range(first, last, longest):
                some = {i - (at - first): jump for i, jump in struck.items() if 0 <= i - (at - first) < longest}
                read.append(self._stretch(forces[at : min(at + longest, last)], swing, seconds, some))
        return np.concatenate(read) if read else np.zeros(0)

    def _stretch(self, forces: Floats, swing: complex, seconds: float, jumps: Mapping[int, float]) -> Floats:
        """All steps of a stretch at once, with `swing` the exponent of its free swing: what `speed - conj(swing) * off`
        is turns and fades by that factor in each step, and jumps with the force."""
        kicks = np.zeros(len(forces), dtype=np.complex128)
        kicks[1:] = swing.conjugate() * np.diff(forces)
        kicks[0] = self.speed - swing.conjugate() * (self.reading - forces[0])
        for at, jump in jumps.items():
            kicks[at] += jump
        once = swing * seconds
        moved = _powers(once, len(forces)) * np.cumsum(kicks * _powers(-once, len(forces))) * cmath.exp(once)
        off = moved.imag / swing.imag
        self.reading = float(forces[-1] + off[-1])
        self.speed = float(moved[-1].real + swing.real * off[-1])
        return np.asarray(forces + off)
