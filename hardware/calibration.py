"""What a set of cubes weighs on this cell, in numbers that counting can trust, and how far they reach."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any

from hardware.cube_weights import CubeWeights
from hardware.known_weights import MOST_CUBES, KnownWeights

DRIFT_COUNTS = 25.0  # how far an HX711's zero wanders in the seconds around a fall, measured on real recordings
COARSEST = 0.1  # cubes; a cell that cannot weigh one cube better than this cannot count
USUAL_GRAMS = 0.325  # an 8 mm wooden cube; only for showing grams, never for counting
LARGEST_SET = 500
SELDOM_ASKED = 0.01
STRANGE_SINGLE = 3.5  # standard deviations, by the median's, beyond which a single cube is not like the others
STRANGE_AT_LEAST = 0.06  # cubes; nearer to the mean none is strange
ENOUGH_SINGLES = 5
UNLIKE = 3.5  # standard errors that the singles' mean may lie from the set's
UNLIKE_AT_LEAST = 0.008
MEAN_WANDERS = 0.001  # wood takes up water: by so much, relatively, a mean may have moved between two answers
BELIEVED = 4.0  # standard deviations that a count people gave may lie from what was weighed
FARTHEST_TAUGHT = 0.9  # cubes
WORST_PART = 4  # set aside at most one in so many, beyond those that are strange

USUAL_NOISE = 40.0  # counts; a block's standard deviation on a good cell, measured on real recordings
TOO_NOISY = 0.12  # cubes; the noise of a block above which nothing can be said for sure
RUNS_AWAY = 1.5  # cubes a minute


class CannotCalibrate(Exception):
    """This calibration cannot be used; `code` says why:

    `no_tare`, `no_known`, `not_still` (a step saw no rest), `wrong_sign` (weight lowers the value), `nothing_weighed`,
    `cell_too_coarse` (too large a cell for such cubes), `too_noisy` (a bad wire, or something that shakes the cell),
    `drifting` (the zero runs away), `zero_moved` (the empty drawer weighed differently afterwards), `no_noise` (a value
    that never changes), `set_too_small`, `bad_values`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Reach:
    """What a set on a cell can do. `surely`: up to how many cubes are counted with less than one drop in a hundred
    asked about; `asked`: the share of drops asked about, of all counts from none to the whole set alike."""

    surely: int
    asked: float


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """One calibration, in raw counts; it goes into the database and comes back through plain mappings.

    `cube` is the mean cube; `mean_error` its relative standard error; `spread` the relative standard deviation of a
    single cube, from `singles` of them; `noise` the standard deviation of one 100 ms block; `zero` the empty drawer.
    `drawer` is the empty drawer's own weight, None where the bare plate was not seen.
    `weighed` is what the single cubes weighed, in mean cubes, in the order in which they were weighed (those that were
    set aside since included); `single_error` the standard error of each.
    """

    set_size: int
    cube: float
    mean_error: float
    spread: float
    singles: int
    noise: float
    zero: float
    single_error: float = 0.0
    weighed: tuple[float, ...] = ()
    drawer: float | None = None

    def __post_init__(self) -> None:
        numbers = [value for name, value in asdict(self).items() if name != "weighed" and value is not None]
        if not all(math.isfinite(value) for value in (*numbers, *self.weighed)):
            raise CannotCalibrate("bad_values")
        if not (1 <= self.set_size <= LARGEST_SET and self.cube > 0 and 0 <= self.mean_error < 1):
            raise CannotCalibrate("bad_values")
        if not (0 <= self.spread < 1 and self.singles >= 0 and self.noise >= 0 and 0 <= self.single_error < 1):
            raise CannotCalibrate("bad_values")
        if len(self.weighed) > LARGEST_SET or (self.drawer is not None and self.drawer <= 0):
            raise CannotCalibrate("bad_values")

    @property
    def resolution(self) -> float:
        """How well half a second of rest weighs, in cubes (standard deviation)."""
        return float((self.noise**2 / 5.0 + DRIFT_COUNTS**2) ** 0.5 / self.cube)

    def weights(self) -> CubeWeights:
        """What counting needs to know of the set."""
        if len(self.weighed) == self.singles == self.set_size <= MOST_CUBES and self._unlike_the_others():
            return KnownWeights(self.weighed, self.spread, self.mean_error, self.single_error)
        return CubeWeights(self.set_size, self.spread, self.singles, self.mean_error, self.single_error)

    def reach(self) -> Reach:
        """Up to how many cubes this set is counted surely on this cell, by the spread that was found."""
        weights = self.weights()
        asked = [weights.asks(count, self.resolution) for count in range(self.set_size + 1)]
        surely = next((n - 1 for n in range(1, self.set_size + 1) if asked[n] > SELDOM_ASKED), self.set_size)
        return Reach(surely, sum(asked) / len(asked))

    def unlike(self) -> float:
        """By how much, relatively, the cubes weighed singly are heavier (negative: lighter) than the whole set's mean;
        0.0 where that is no more than chance, or cannot be told.

        Those never weighed singly are not like them then: some are chipped, or the set has not so many cubes.
        """
        n = len(self.weighed)
        if n < ENOUGH_SINGLES or n != self.singles:  # where some were set aside the whole set was another one
            return 0.0
        apart = sum(self.weighed) / n - 1.0
        drawn = self.spread**2 * (1.0 - n / self.set_size) if n < self.set_size else 0.0
        error = ((drawn + self.single_error**2) / n + self.mean_error**2) ** 0.5
        return apart if abs(apart) > max(UNLIKE * error, UNLIKE_AT_LEAST) else 0.0

    def set_aside(self) -> tuple[int, ...]:
        """Which of the single cubes to set aside, by their order in `weighed` (from 0), the farthest off first.

        Those that are not like the others; and where every cube of the set was weighed and it is too unequal to be
        counted surely as a whole, its worst quarter. Nothing, where too few were weighed to tell.
        """
        if len(self.weighed) == self.set_size and self.reach().surely < self.set_size:
            return self._farthest()[: self.set_size // WORST_PART]
        return self._unlike_the_others()

    def _farthest(self) -> tuple[int, ...]:
        """All single cubes, the farthest off first."""
        middle = median(self.weighed)
        return tuple(sorted(range(len(self.weighed)), key=lambda i: abs(self.weighed[i] - middle), reverse=True))

    def _unlike_the_others(self) -> tuple[int, ...]:
        """Which of the single cubes are not like the others, the farthest off first."""
        if len(self.weighed) < ENOUGH_SINGLES:
            return ()
        middle = median(self.weighed)
        usual = median(abs(weight - middle) for weight in self.weighed)
        strange = max(STRANGE_SINGLE * 1.48 * usual, STRANGE_AT_LEAST)
        return tuple(i for i in self._farthest() if abs(self.weighed[i] - middle) > strange)

    def refined(self, weight: float, error: float, count: int) -> Calibration | None:
        """The calibration after somebody counted `count` cubes where `weight` mean cubes were weighed (with a standard
        error of `error`): the mean moves as far as this one drop can tell. None: so many cubes cannot weigh that.

        The answer is judged by the set's spread, so that the mean of a set weighed as a whole hardly moves, and only
        slowly: wood takes up water.
        """
        drawn = self.weights().deviation(count, error)
        if not 0 < count <= self.set_size or abs(weight - count) > min(BELIEVED * drawn + 0.1, FARTHEST_TAUGHT):
            return None
        uncertainty_reason = (self.mean_error**2 + MEAN_WANDERS**2) ** 0.5
        one = drawn / count
        share = uncertainty_reason**2 / (uncertainty_reason**2 + one**2)
        mean = 1.0 + share * (weight / count - 1.0)
        return replace(self, cube=self.cube * mean, mean_error=uncertainty_reason * (1.0 - share) ** 0.5)

    def at_gain(self, gain: float) -> Calibration:
        """The same set on a cell that shows so many times as much."""
        return replace(self, cube=self.cube * gain)

    def to_plain(self) -> dict[str, Any]:
        """Plain names, numbers and a list of numbers, for JSON and the database."""
        return {**asdict(self), "weighed": list(self.weighed)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Calibration:
        """The calibration that `to_plain` gave, of this version or an earlier one; `CannotCalibrate("bad_values")` for
        anything else."""
        try:
            return cls(
                set_size=int(plain["set_size"]),
                cube=float(plain["cube"]),
                mean_error=float(plain["mean_error"]),
                spread=float(plain["spread"]),
                singles=int(plain["singles"]),
                noise=float(plain["noise"]),
                zero=float(plain["zero"]),
                single_error=float(plain.get("single_error", 0.0)),
                weighed=tuple(float(weight) for weight in plain.get("weighed", ())),
                drawer=None if plain.get("drawer") is None else float(plain["drawer"]),
            )
        except (KeyError, TypeError, ValueError, OverflowError):
            raise CannotCalibrate("bad_values") from None


def refuse_bad_cell(noise: float, cube: float, drift: float) -> None:
    """Raise `CannotCalibrate` for a cell that cannot count such cubes.

    `noise` is a block's standard deviation and `cube` a cube's weight in raw counts, `drift` in cubes a minute. Such
    noise is the wiring's fault where it is more than a converter's own, and the cell's where it is not.
    """
    if noise <= 1.0:
        raise CannotCalibrate("no_noise")
    resolution = (noise**2 / 5.0 + DRIFT_COUNTS**2) ** 0.5 / cube
    if noise > TOO_NOISY * cube or resolution > COARSEST:
        raise CannotCalibrate("too_noisy" if noise > 3.0 * USUAL_NOISE else "cell_too_coarse")
    if abs(drift) > RUNS_AWAY:
        raise CannotCalibrate("drifting")
