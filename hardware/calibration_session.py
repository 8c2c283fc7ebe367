"""A calibration under way -> a calibration: from the rests that the cell saw during its steps to the set's numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, median, stdev

from hardware.calibration import DRIFT_COUNTS, LARGEST_SET, Calibration, CannotCalibrate, refuse_bad_cell
from hardware.drawer import Drawer
from hardware.levels import SETTLING_BLOCKS, Level
from hardware.samples import SampleBlock

SINGLE_FROM, SINGLE_TO = 0.4, 1.8  # what may be one cube, in mean cubes
LONG_ENOUGH_S = 0.6
NO_CUBE = 0.7  # cubes; what has come since the last empty rest and weighs less is none
LIGHTEST_DRAWER = 6.0  # cubes; what weighs less tells nothing about whether the drawer is in
NEAR_IN_TIME_S = 60.0
WATCHED_S = 10.0
# One cube is weighed in two rests close to each other; how well is learned, at first as if seen a few times before.
SINGLE_ERROR_COUNTS, SINGLE_ERROR_SEEN = 0.7 * DRIFT_COUNTS, 4.0
JUST_ENDING_S = 0.3  # a rest that ends just after a step was announced is what lay there before

SET_ASIDE_AGREES = 0.25  # cubes, and as much again for each ten set aside: so well what they weigh must be known
TELL_NO_MORE = 12  # cubes
MOST_RESTS = 2000  # several for each of the largest set's cubes
MOST_BLOCKS = 36_000  # an hour


@dataclass(frozen=True)
class CalibrationStep:
    """One step of a calibration: what was asked for from `start_s` on (`tare`, `known`, `single`, `empty`)."""

    kind: str
    start_s: float
    cubes: int = 0


def calibrate(levels: Sequence[Level], steps: Sequence[CalibrationStep], plate: float | None = None) -> Calibration:
    """Make a calibration of the rests that were seen during its steps; `plate` is what the bare plate showed just
    before, None where it was not seen. Raises `CannotCalibrate`.

    A step may be announced before or after the hand has done it: of the rests that touch its time, the one that
    looks like what was asked for is taken. Where the set is weighed again after the singles, with fewer cubes, those
    missing were set aside; which they were is told by what they weighed.
    """
    rests = [level for level in levels if level.lasted_s >= LONG_ENOUGH_S]
    tare = _tare(rests, steps)
    index = _known_step(steps)
    known = _known(rests, steps, index, tare)
    set_size = steps[index].cubes
    mean_cube, mean_error = _mean_cube(rests, steps, tare, known, set_size)
    weighings = _singles(rests, steps, mean_cube)
    singles = SpreadEstimate([one.weight for one in weighings], _single_error(weighings) / mean_cube)
    if (whole := _whole_before(rests, steps, index, tare, mean_cube)) is not None:
        singles.set_aside(whole[0], whole[1] / mean_cube, set_size)
    noise = median(rest.noise for rest in rests)
    empties = _empties(rests, steps, tare, mean_cube)
    refuse_bad_cell(noise, mean_cube, _drift(empties) / mean_cube)
    return Calibration(
        set_size=set_size,
        cube=mean_cube,
        mean_error=mean_error,
        spread=singles.spread(set_size),
        singles=singles.count,
        noise=noise,
        zero=empties[-1].now,
        single_error=singles.error if singles.count else 0.0,
        weighed=tuple(weight / mean_cube for weight in singles.weights),
        drawer=_drawer(plate, tare, mean_cube),
    )


def _during(rests: Sequence[Level], steps: Sequence[CalibrationStep], index: int) -> list[Level]:
    """The rests that touch the time of a step, up to the next step."""
    start = steps[index].start_s
    end = steps[index + 1].start_s if index + 1 < len(steps) else float("inf")
    return [rest for rest in rests if rest.end_s > start + JUST_ENDING_S and rest.start_s < end]


def _last_of(steps: Sequence[CalibrationStep], kind: str) -> int | None:
    found = [i for i, step in enumerate(steps) if step.kind == kind]
    return found[-1] if found else None


def _tare(rests: Sequence[Level], steps: Sequence[CalibrationStep]) -> Level:
    index = _last_of(steps, "tare")
    if index is None:
        raise CannotCalibrate("no_tare")
    found = _during(rests, steps, index)
    if not found:
        raise CannotCalibrate("not_still")
    return found[0]


def _drawer(plate: float | None, tare: Level, cube: float) -> float | None:
    """What the empty drawer itself weighs, where the bare plate was seen and it is a drawer's weight."""
    weight = None if plate is None else tare.first - plate
    return weight if weight is not None and weight > LIGHTEST_DRAWER * cube else None


def _known_step(steps: Sequence[CalibrationStep]) -> int:
    index = _last_of(steps, "known")
    if index is None:
        raise CannotCalibrate("no_known")
    if not 2 <= steps[index].cubes <= LARGEST_SET:
        raise CannotCalibrate("set_too_small" if steps[index].cubes < 2 else "bad_values")
    return index


def _known(rests: Sequence[Level], steps: Sequence[CalibrationStep], index: int, tare: Level) -> Level:
    """The rest of the whole set: of those that touch its step, the one farthest from the empty drawer."""
    found = _during(rests, steps, index)
    if not found:
        raise CannotCalibrate("not_still")
    known = max(found, key=lambda rest: abs(rest.first - tare.now) if rest.start_s > tare.start_s else 0.0)
    if known is tare or abs(known.first - tare.now) < 10.0:
        raise CannotCalibrate("nothing_weighed")
    if known.first < tare.now:
        raise CannotCalibrate("wrong_sign")
    return known


def _whole_before(
    rests: Sequence[Level], steps: Sequence[CalibrationStep], index: int, tare: Level, cube: float
) -> tuple[int, float] | None:
    """How many cubes the whole set had before some were set aside, and what they weighed (raw); None: none were."""
    before = _last_of(steps[:index], "known")
    if before is None or steps[before].cubes <= steps[index].cubes:
        return None
    found = [rest for rest in _during(rests, steps, before) if rest.start_s > tare.start_s]
    if not found:
        return None
    known = max(found, key=lambda rest: abs(rest.first - tare.now))
    empty = max((e for e in _empties(rests, steps, tare, cube) if e.start_s < known.start_s), key=lambda e: e.start_s)
    return steps[before].cubes, known.first - empty.now


def _mean_cube(
    rests: Sequence[Level], steps: Sequence[CalibrationStep], tare: Level, known: Level, set_size: int
) -> tuple[float, float]:
    """The mean cube and its relative standard error, from the set's weight going in and coming out."""
    about = (known.first - tare.now) / set_size
    empties = _empties(rests, steps, tare, about)
    before = [rest for rest in empties if rest.start_s < known.start_s][-1]
    going_in = (known.first - before.now) / set_size
    after = [rest for rest in empties if rest.start_s > known.start_s]
    if not after or after[0].start_s - known.end_s > NEAR_IN_TIME_S:
        return going_in, (DRIFT_COUNTS + 0.1 * going_in) / (set_size * going_in)
    coming_out = (known.now - after[0].first) / set_size
    if abs(going_in - coming_out) * set_size > going_in:
        raise CannotCalibrate("zero_moved")
    mean_cube = (going_in + coming_out) / 2.0
    apart = abs(going_in - coming_out) / 2.0
    return mean_cube, max(apart, DRIFT_COUNTS / set_size) / mean_cube


def _empties(rests: Sequence[Level], steps: Sequence[CalibrationStep], tare: Level, cube: float) -> list[Level]:
    """The rests of the empty drawer, the tare's first: those of `empty` steps that weigh about as the tare did."""
    found = [tare]
    for index, step in enumerate(steps):
        if step.kind == "empty":
            during = _during(rests, steps, index)
            near = [
                rest
                for rest in during
                if abs(rest.first - found[-1].now) < (NO_CUBE if _holds_next(rest, steps, index) else 2.0) * cube
            ]
            if near:
                found.append(min(near, key=lambda rest: abs(rest.first - found[-1].now)))
    return found


def _holds_next(rest: Level, steps: Sequence[CalibrationStep], index: int) -> bool:
    """Whether this rest lasted into the step after, in which a single cube lies in the drawer: announced late, it is
    that cube's rest."""
    after = steps[index + 1 : index + 2]
    return bool(after) and after[0].kind == "single" and rest.end_s > after[0].start_s + JUST_ENDING_S


def _drift(empties: Sequence[Level]) -> float:
    """How fast the empty drawer's value runs away, in raw counts a minute; 0.0 where it was not watched for long."""
    watched_s = empties[-1].end_s - empties[0].end_s
    return (empties[-1].now - empties[0].now) / watched_s * 60.0 if watched_s >= WATCHED_S else 0.0


@dataclass(frozen=True)
class _Weighing:
    """What one cube weighed going in, and coming out (None: nobody saw that), in raw counts."""

    going_in: float
    coming_out: float | None

    @property
    def weight(self) -> float:
        return self.going_in if self.coming_out is None else (self.going_in + self.coming_out) / 2.0


def _singles(rests: Sequence[Level], steps: Sequence[CalibrationStep], cube: float) -> list[_Weighing]:
    """The weighings of the single cubes, in their order."""
    singles: dict[int, _Weighing] = {}  # each rest serves one step, whether steps are announced early or late
    for index, step in enumerate(steps):
        if step.kind == "single":
            found = [rest for rest in _during(rests, steps, index) if id(rest) not in singles]
            weighed = [(rest, one) for rest in found if (one := _single(rests, rest, cube)) is not None]
            singles.update({id(rest): one for rest, one in weighed[:1]})
    return list(singles.values())


def _single(rests: Sequence[Level], rest: Level, cube: float) -> _Weighing | None:
    """One cube that came with this rest, against the nearest rests before and after; None where it was no one cube."""
    before = [other for other in rests if other.end_s <= rest.start_s][-6:]
    after = [other for other in rests if other.start_s >= rest.end_s][:6]
    rises = (rest.first - other.now for other in reversed(before))
    falls = (rest.now - other.first for other in after)
    came, gone = (next((by for by in some if SINGLE_FROM < by / cube < SINGLE_TO), None) for some in (rises, falls))
    return None if came is None else _Weighing(came, gone)


def _single_error(weighings: Sequence[_Weighing]) -> float:
    """How well one cube was weighed, in raw counts: by how its weighings going in and coming out differ, and at first
    as cells usually do."""
    halves = [(one.going_in - one.coming_out) / 2.0 for one in weighings if one.coming_out is not None]
    seen = SINGLE_ERROR_SEEN * SINGLE_ERROR_COUNTS**2 + sum(half**2 for half in halves)
    return float((seen / (SINGLE_ERROR_SEEN + len(halves))) ** 0.5)


@dataclass
class SpreadEstimate:
    """`weights` in raw counts, in the order of weighing; `error` is the relative standard error of each."""

    weights: list[float]
    error: float
    _aside: set[int] = field(default_factory=set)
    _whole: int = 0

    @property
    def count(self) -> int:
        """How many tell of the set as it is now; 0 when too few to tell of a spread.

        Where some were set aside they tell no more than a few: nobody saw that it was the right ones.
        """
        left = len(self.weights) - len(self._aside)
        if left < 2:
            return 0
        return min(left, TELL_NO_MORE) if self._aside else left

    def set_aside(self, whole: int, weight: float, left: int) -> None:
        """Of the `whole` set, of `weight` mean cubes of those left, only `left` cubes are left. The missing are taken
        for the farthest off, where that agrees with what is missing of the weight."""
        missing = whole - left
        if not 0 < missing <= len(self.weights):
            return
        cube = mean(self.weights)
        middle = median(self.weights)
        farthest = sorted(range(len(self.weights)), key=lambda i: abs(self.weights[i] - middle), reverse=True)[:missing]
        self._whole = whole
        kept = [w for i, w in enumerate(self.weights) if i not in farthest]
        cube = mean(kept) if len(kept) >= 2 else cube
        off = sum(self.weights[i] for i in farthest) / cube - (weight - left)
        if abs(off) <= SET_ASIDE_AGREES * (1.0 + missing / 10.0):
            self._aside = set(farthest)

    def spread(self, set_size: int) -> float:
        """The relative standard deviation of one cube of the set as it is now; 0.0 when too few were weighed.

        Where some were set aside, those never weighed are as unequal as the whole set was.
        """
        if not self.count:
            return 0.0
        everything = self._variance(self.weights)
        if not self._aside:
            return float(everything**0.5)
        kept = self._variance([weight for i, weight in enumerate(self.weights) if i not in self._aside])
        unweighed = max(self._whole - len(self.weights), 0)
        part = min(unweighed / set_size, 1.0)
        return float((part * everything + (1.0 - part) * kept) ** 0.5)

    def _variance(self, weights: list[float]) -> float:
        measured = stdev(weights) / mean(weights)
        return float(max(measured**2 - self.error**2, 0.0))


@dataclass
class CalibrationSession:
    """The steps so far, and every rest since the first of them, or since long before where none has begun."""

    steps: list[CalibrationStep] = field(default_factory=list)
    plate: float | None = None
    _bare_since_s: float | None = None
    _lightest: float | None = None
    rests: deque[Level] = field(default_factory=lambda: deque(maxlen=MOST_RESTS))
    _since: deque[tuple[SampleBlock, Level | None]] = field(default_factory=lambda: deque(maxlen=MOST_BLOCKS))

    @property
    def under_way(self) -> bool:
        """Whether a calibration has begun and not been finished."""
        return bool(self.steps)

    @property
    def step(self) -> str:
        """The step under way, "" for none."""
        return self.steps[-1].kind if self.steps else ""

    def bare_plate(self, time_s: float) -> None:
        """Between here and `begin` the plate lies bare for a while: the lightest rest is that of the plate."""
        self._bare_since_s, self._lightest = time_s, None

    def begin(self, resting: Level | None, plate: float | None) -> None:
        """Forget everything before; `resting` is the present rest, `plate` what the bare plate showed before it (None:
        as it was seen since `bare_plate`, where that was said)."""
        self.steps, self.plate = [], self._lightest if plate is None else plate
        self._bare_since_s = self._lightest = None
        self.rests.clear()
        if resting is not None:
            self.rests.append(resting)

    def add(self, kind: str, time_s: float, cubes: int = 0) -> None:
        """A step begins: `tare`, `known` (that many cubes), `single` or `empty`."""
        self.steps.append(CalibrationStep(kind, time_s, cubes))
        self._since.clear()

    def feed(self, block: SampleBlock, resting: Level | None) -> None:
        """Remember what the cell says: what it means is known only when the calibration is."""
        if self._bare_since_s is not None and resting is not None:
            if resting.end_s - max(resting.start_s, self._bare_since_s) >= LONG_ENOUGH_S:
                self._lightest = resting.now if self._lightest is None else min(self._lightest, resting.now)
        elif self.steps:
            self._since.append((block, replace(resting) if resting is not None else None))

    def show(self, drawer: Drawer) -> None:
        """Let the drawer see what has happened since the last step, now that its weight is known."""
        was: Level | None = None
        for block, resting in self._since:
            if resting is not None and was is not None and resting.start_s == was.start_s:
                drawer.drift(resting.now - was.now if resting.blocks > SETTLING_BLOCKS else 0.0)
            if drawer.feed(block, resting) == "in" and resting is not None:
                drawer.came_in(resting.now)
            was = resting
        self._since.clear()

    def seen(self, resting: Level | None) -> bool:
        """Whether the cell has come to rest since the present step began."""
        if resting is None or not self.steps:
            return False
        # As `calibrate` will have it: a rest that samples were missing in begins anew.
        return min(resting.end_s - self.steps[-1].start_s, resting.lasted_s) >= LONG_ENOUGH_S

    def so_far(self) -> Calibration:
        """What the steps so far would make. Raises `CannotCalibrate`."""
        return calibrate(list(self.rests), self.steps, self.plate)

    def end(self) -> None:
        """No calibration is under way any more."""
        self.steps = []
