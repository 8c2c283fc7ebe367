"""A load-cell bar as what it is: a mass on a spring, damped, that every force goes through.

Its reading, in grams, is the spring's own force. With the bar's stiffness k, the mass M that moves with it and a load's
force f: `y" + 2 D y' + w² y = w² f`, where w² = k / M and D = c / 2M. What a thing brings that strikes the bar is its
momentum: the reading's speed jumps by w² p / g. More cubes make it slower, a bare plate faster. Between two moments the
force is taken as constant, and the movement is then exact (the matrix exponential of the two equations).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GRAVITY = 9.80665  # m/s²
Step = tuple[float, float, float, float]


def falling_speed(height_m: float) -> float:
    """How fast a thing is, in m/s, that fell from so high."""
    return math.sqrt(2.0 * GRAVITY * height_m)


def exact_step(omega: float, decay: float, seconds: float) -> Step:
    """How a reading that is `u` off its rest and moves with `v` goes on: `(a u + b v, c u + d v)` after so long.

    `omega` is the undamped angular frequency, `decay` (less than it) the rate at which a swing dies, both in 1/s.
    """
    damped = math.sqrt(omega**2 - decay**2)
    fades = math.exp(-decay * seconds)
    cos, sin = math.cos(damped * seconds), math.sin(damped * seconds) / damped
    return fades * (cos + decay * sin), fades * sin, -fades * omega**2 * sin, fades * (cos - decay * sin)


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
        read: list[float] = []
        for first, last in pairwise(bounds):
            if first == last:
                continue
            mass_g = float(masses[first])
            step = exact_step(self.omega(mass_g), self.decay(mass_g), seconds)
            struck = {at: self.jump(strikes[at], mass_g) for at in strikes if first <= at < last}
            self._stretch(forces[first:last].tolist(), step, first, struck, read)
        return np.array(read)

    def _stretch(self, forces: list[float], step: Step, first: int, jumps: dict[int, float], read: list[float]) -> None:
        a, b, c, d = step
        y, v = self.reading, self.speed
        for at, force in enumerate(forces, first):
            if at in jumps:
                v += jumps[at]
            off = y - force
            y, v = force + a * off + b * v, c * off + d * v
            read.append(y)
        self.reading, self.speed = y, v
