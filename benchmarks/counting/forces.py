"""What presses on the drawer and what shakes the table, as functions of time: fingers, kicks, steps, a telephone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Shape = Callable[[Floats], Floats]
DEAD = 10.0  # of its time constants, after which a swing is nothing
TONES = 6
TREMOR_HZ, SWAY_HZ = (8.0, 12.0), (0.2, 2.0)


@dataclass(frozen=True)
class Force:
    """What `shape` says of the moments from `from_s` to `to_s`: grams on the drawer, or, with `shakes`, the table's
    acceleration in m/s², which everything that moves with the bar feels by its mass."""

    from_s: float
    to_s: float
    shape: Shape
    shakes: bool = False


def finger(random: np.random.Generator, from_s: float, to_s: float, grams: float) -> Force:
    """A finger or a hand that rests on the drawer: it comes and goes smoothly, within 0.1 to 0.5 s, sways by 5 % of its
    weight and trembles at 8 to 12 Hz by 2 to 15 %."""
    comes_s, goes_s = random.uniform(0.1, 0.5, 2)
    moves = _tones(random, TREMOR_HZ, random.uniform(0.02, 0.15)), _tones(random, SWAY_HZ, 0.05)

    def shape(times: Floats) -> Floats:
        there = least_jerk((times - from_s) / comes_s) - least_jerk((times - to_s) / goes_s)
        return np.asarray(grams * there * (1.0 + moves[0](times) + moves[1](times)))

    return Force(from_s, to_s + goes_s, shape)


def steady(from_s: float, to_s: float, grams: float) -> Force:
    """A thing that lies against the drawer and does not tremble; it comes and goes within 0.15 s."""

    def shape(times: Floats) -> Floats:
        return np.asarray(grams * (least_jerk((times - from_s) / 0.15) - least_jerk((times - to_s) / 0.15)))

    return Force(from_s, to_s + 0.15, shape)


def blow(at_s: float, peak: float, hz: float, damping: float) -> Force:
    """The table is struck: it swings in its own way, `peak` m/s² high at first."""
    dies = damping * math.tau * hz

    def shape(times: Floats) -> Floats:
        since = np.maximum(times - at_s, 0.0)
        return np.asarray(peak * np.exp(-dies * since) * np.sin(math.tau * hz * since))

    return Force(at_s, at_s + DEAD / dies, shape, shakes=True)


def buzz(from_s: float, to_s: float, peak: float, hz: float) -> Force:
    """A telephone's motor, which runs up and down within 50 ms."""

    def shape(times: Floats) -> Floats:
        runs = np.clip(np.minimum(times - from_s, to_s - times) / 0.05, 0.0, 1.0)
        return np.asarray(peak * runs * np.sin(math.tau * hz * (times - from_s)))

    return Force(from_s, to_s, shape, shakes=True)


def handling(random: np.random.Generator, from_s: float, to_s: float) -> Force:
    """The drawer is taken hold of or set down: it is pressed and lifted by up to 60 g, unsteadily."""
    tones = _tones(random, (2.0, 12.0), random.uniform(5.0, 30.0))

    def shape(times: Floats) -> Floats:
        part = np.clip((times - from_s) / (to_s - from_s), 0.0, 1.0)
        return np.asarray(np.sin(math.pi * part) * tones(times))

    return Force(from_s, to_s, shape)


def least_jerk(part: Floats) -> Floats:
    """0 to 1, as arms move."""
    part = np.clip(part, 0.0, 1.0)
    return np.asarray(part**3 * (10.0 - 15.0 * part + 6.0 * part**2))


def _tones(random: np.random.Generator, between_hz: tuple[float, float], deviation: float) -> Shape:
    hz = random.uniform(*between_hz, TONES)
    phases = random.uniform(0.0, math.tau, TONES)
    height = deviation * math.sqrt(2.0 / TONES)

    def shape(times: Floats) -> Floats:
        return np.asarray(height * np.sin(math.tau * hz[:, None] * times + phases[:, None]).sum(axis=0))

    return shape
