"""What a set of cubes weighs on this cell: from the rests of a calibration to numbers that counting can trust."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from statistics import mean, median, stdev
from typing import Any

from hardware.levels import Level

DRIFT_COUNTS = 25.0  # how far an HX711's zero wanders in the seconds around a fall, measured on real recordings
COARSEST = 0.1  # cubes; a cell that cannot weigh one cube better than this cannot count
USUAL_GRAMS = 0.325  # an 8 mm wooden cube; only for showing grams, never for counting
LARGEST_SET = 500
SINGLE_FROM, SINGLE_TO = 0.4, 1.8  # what may be one cube, in mean cubes
LONG_ENOUGH_S = 0.6
NEAR_IN_TIME_S = 60.0
JUST_ENDING_S = 0.3  # a rest that ends just after a step was announced is what lay there before


class CannotCalibrate(Exception):
    """This calibration cannot be used; `code` says why:

    `no_tare`, `no_known`, `not_still` (a step saw no rest), `wrong_sign` (weight lowers the value), `nothing_weighed`,
    `cell_too_coarse` (too large a cell for such cubes), `zero_moved` (the empty drawer weighed differently afterwards),
    `no_noise` (a value that never changes), `set_too_small`, `bad_values`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """One calibration, in raw counts; it goes into the database and comes back through plain mappings.

    `cube` is the mean cube; `mean_error` its relative standard error; `spread` the relative standard deviation of a
    single cube, from `singles` of them; `noise` the standard deviation of one 100 ms block; `zero` the empty drawer.
    """

    set_size: int
    cube: float
    mean_error: float
    spread: float
    singles: int
    noise: float
    zero: float

    def __post_init__(self) -> None:
        if not all(math.isfinite(value) for value in self.to_plain().values()):
            raise CannotCalibrate("bad_values")
        if not (1 <= self.set_size <= LARGEST_SET and self.cube > 0 and 0 <= self.mean_error < 1):
            raise CannotCalibrate("bad_values")
        if not (0 <= self.spread < 1 and self.singles >= 0 and self.noise >= 0):
            raise CannotCalibrate("bad_values")

    @property
    def resolution(self) -> float:
        """How well half a second of rest weighs, in cubes (standard deviation)."""
        return float((self.noise**2 / 5.0 + DRIFT_COUNTS**2) ** 0.5 / self.cube)

    def to_plain(self) -> dict[str, int | float]:
        """Plain names and numbers, for JSON and the database."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Calibration:
        """The calibration that `to_plain` gave; `CannotCalibrate("bad_values")` for anything else."""
        try:
            whole = {name: int(plain[name]) for name in ("set_size", "singles")}
            rest = {f.name: float(plain[f.name]) for f in fields(cls) if f.name not in whole}
        except (KeyError, TypeError, ValueError, OverflowError):
            raise CannotCalibrate("bad_values") from None
        return cls(**whole, **rest)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Step:
    """One step of a calibration: what was asked for from `start_s` on (`tare`, `known`, `single`, `empty`)."""

    kind: str
    start_s: float
    cubes: int = 0


def calibrate(levels: Sequence[Level], steps: Sequence[Step]) -> Calibration:
    """Make a calibration of the rests that were seen during its steps. Raises `CannotCalibrate`.

    A step may be announced before or after the hand has done it: of the rests that touch its time, the one that
    looks like what was asked for is taken.
    """
    rests = [level for level in levels if level.lasted_s >= LONG_ENOUGH_S]
    tare = _tare(rests, steps)
    known, set_size = _known(rests, steps, tare)
    mean_cube, mean_error = _mean_cube(rests, steps, tare, known, set_size)
    spread, singles = _spread(rests, steps, mean_cube)
    noise = median(rest.noise for rest in rests)
    _refuse_bad_cell(noise, mean_cube)
    zero = _empties(rests, steps, tare, mean_cube)[-1].now
    calibration = Calibration(
        set_size=set_size, cube=mean_cube, mean_error=mean_error, spread=spread, singles=singles, noise=noise, zero=zero
    )
    if calibration.resolution > COARSEST:
        raise CannotCalibrate("cell_too_coarse")
    return calibration


def _during(rests: Sequence[Level], steps: Sequence[Step], index: int) -> list[Level]:
    """The rests that touch the time of a step, up to the next step."""
    start = steps[index].start_s
    end = steps[index + 1].start_s if index + 1 < len(steps) else float("inf")
    return [rest for rest in rests if rest.end_s > start + JUST_ENDING_S and rest.start_s < end]


def _last_of(steps: Sequence[Step], kind: str) -> int | None:
    found = [i for i, step in enumerate(steps) if step.kind == kind]
    return found[-1] if found else None


def _tare(rests: Sequence[Level], steps: Sequence[Step]) -> Level:
    index = _last_of(steps, "tare")
    if index is None:
        raise CannotCalibrate("no_tare")
    found = _during(rests, steps, index)
    if not found:
        raise CannotCalibrate("not_still")
    return found[0]


def _known(rests: Sequence[Level], steps: Sequence[Step], tare: Level) -> tuple[Level, int]:
    index = _last_of(steps, "known")
    if index is None:
        raise CannotCalibrate("no_known")
    if not 2 <= steps[index].cubes <= LARGEST_SET:
        raise CannotCalibrate("set_too_small" if steps[index].cubes < 2 else "bad_values")
    found = _during(rests, steps, index)
    if not found:
        raise CannotCalibrate("not_still")
    known = max(found, key=lambda rest: abs(rest.first - tare.now) if rest.start_s > tare.start_s else 0.0)
    if known is tare or abs(known.first - tare.now) < 10.0:
        raise CannotCalibrate("nothing_weighed")
    if known.first < tare.now:
        raise CannotCalibrate("wrong_sign")
    return known, steps[index].cubes


def _mean_cube(
    rests: Sequence[Level], steps: Sequence[Step], tare: Level, known: Level, set_size: int
) -> tuple[float, float]:
    """The mean cube and its relative standard error, from the set's weight going in and coming out."""
    going_in = (known.first - tare.now) / set_size
    after = [rest for rest in _empties(rests, steps, tare, going_in) if rest.start_s > known.start_s]
    if not after or after[0].start_s - known.end_s > NEAR_IN_TIME_S:
        return going_in, (DRIFT_COUNTS + 0.1 * going_in) / (set_size * going_in)
    coming_out = (known.now - after[0].first) / set_size
    if abs(going_in - coming_out) * set_size > going_in:
        raise CannotCalibrate("zero_moved")
    mean_cube = (going_in + coming_out) / 2.0
    apart = abs(going_in - coming_out) / 2.0
    return mean_cube, max(apart, DRIFT_COUNTS / set_size) / mean_cube


def _empties(rests: Sequence[Level], steps: Sequence[Step], tare: Level, cube: float) -> list[Level]:
    """The rests of the empty drawer, the tare's first: those of `empty` steps that weigh about as the tare did."""
    found = [tare]
    for index, step in enumerate(steps):
        if step.kind == "empty":
            near = [rest for rest in _during(rests, steps, index) if abs(rest.first - tare.now) < 2.0 * cube]
            if near:
                found.append(min(near, key=lambda rest: abs(rest.first - found[-1].now)))
    return found


def _spread(rests: Sequence[Level], steps: Sequence[Step], cube: float) -> tuple[float, int]:
    """The relative standard deviation of single cubes, and how many were weighed; (0.0, 0) when too few."""
    singles: dict[int, float] = {}  # each rest serves one step, whether steps are announced early or late
    for index, step in enumerate(steps):
        if step.kind == "single":
            found = [rest for rest in _during(rests, steps, index) if id(rest) not in singles]
            weights = [(rest, weight) for rest in found if (weight := _single(rests, rest, cube)) is not None]
            singles.update({id(rest): weight for rest, weight in weights[:1]})
    if len(singles) < 2:
        return 0.0, 0
    measured = stdev(singles.values()) / mean(singles.values())
    own_error = 1.4 * DRIFT_COUNTS / cube / 2.0
    return max(measured**2 - own_error**2, 0.0) ** 0.5, len(singles)


def _single(rests: Sequence[Level], rest: Level, cube: float) -> float | None:
    """What one cube weighs that came with this rest, against the nearest rest before; None where it was no one cube."""
    before = [other for other in rests if other.end_s <= rest.start_s][-6:]
    rises = [rest.first - other.now for other in reversed(before)]
    return next((rise for rise in rises if SINGLE_FROM < rise / cube < SINGLE_TO), None)


def _refuse_bad_cell(noise: float, cube: float) -> None:
    if noise <= 1.0:
        raise CannotCalibrate("no_noise")
    if noise > 0.6 * cube:
        raise CannotCalibrate("cell_too_coarse")
