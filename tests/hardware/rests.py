"""Rests made by hand, and what a drop makes of them, for tests."""

from __future__ import annotations

from dataclasses import replace

from hardware.calibration import Calibration
from hardware.drop import Drop, Verdict
from hardware.levels import Level

CUBE = 1400.0
MADE = Calibration(
    set_size=40, cube=CUBE, mean_error=0.0005, spread=0.03, singles=20, noise=40.0, zero=0.0, single_error=0.012
)


def level(cubes: float, start_s: float, lasted_s: float = 2.0) -> Level:
    """A rest with so many cubes, reached with the swing of a fall."""
    return Level(start_s, start_s + lasted_s, cubes * CUBE, cubes * CUBE, 20, swung=True)


def dropped(*cubes: float, lasted_s: float = 2.0, empty: float | None = None) -> Verdict:
    """The verdict where rests with so many cubes followed each other; with `empty` the zero is in doubt."""
    drop = Drop("one", 20, MADE, MADE.weights())
    doubt = "zero_doubtful" if empty is not None else ""
    drop.take_zero(level(cubes[0], 0.0), doubt, at=None if empty is None else empty * CUBE)
    for number, many in enumerate(cubes[1:], 1):
        drop.rest(level(many, 3.0 * number, lasted_s))
    return drop.verdict(40.0)


def after(*rests: tuple[float, bool], begun_s: float = 0.0, odd: float = 0.0) -> Verdict:
    """The verdict where rests with so many cubes followed each other, each with whether it may have been a fall."""
    drop = Drop("one", 20, MADE, MADE.weights(), begun_s=begun_s)
    drop.take_zero(level(0.0, 0.0))
    drop.odd = odd
    for number, (many, fell) in enumerate(rests, 1):
        drop.rest(replace(level(many, 3.0 * number), swung=None if fell else False))
    return drop.verdict(40.0)
