"""What a calibration has seen so far: whether the weight rests, what the drawer and its cubes weigh, which are odd."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median

from companion.drawer.views import Single

STANDS_S = 1.2
SETTLED_S = 1.8  # half a second more: then a hand may come, and the rest was long enough
DRIFTS = 40.0  # raw counts a second within one rest
DRIFT_LOOK_S = 4.0

DRAWER_AT_LEAST = 3000.0  # any drawer on any usable cell weighs more
RESEATED = 1000.0  # a drawer put back may weigh so much less
NEAR_EMPTY = 1.5  # cubes
LEAST_SET = 30.0

LEAST, ENOUGH, BEST = 3, 8, 20  # single cubes
ODD_FROM, ODD_DEVIATIONS = 0.12, 3.5
ONE_FROM, ONE_TO = 0.4, 1.8  # what may be one cube, in mean cubes
LIGHT_FROM = 0.35  # mean cubes; less may be a drawer that sits otherwise, or a crumb
LIKE_FROM, LIKE_TO = 0.75, 1.33  # what the middle one of three weighs where as many cubes lay there as was said


class RestDetector:
    """When a weight stands still for long enough to be taken, and whether it wanders while it does. Follows the value
    at which a scale rests (None: something moves), each with its time."""

    def __init__(self) -> None:
        self.raw: float | None = None
        self.lasted_s = 0.0
        self._since = 0.0
        self._first = 0.0
        self._reported = ""

    def see(self, time_s: float, raw: float | None) -> str:
        """`moves` when a rest has just ended, `stands` and then `settled` once when one has lasted, `drifts` when it
        wanders, else ""."""
        before, self.raw = self.raw, raw
        if raw is None:
            self._reported, self.lasted_s = "", 0.0
            return "" if before is None else "moves"
        if before is None:
            self._since, self._first = time_s, raw
        self.lasted_s = time_s - self._since
        due = "settled" if self.lasted_s >= SETTLED_S and self._reported else "stands"
        if self.lasted_s >= STANDS_S and self._reported not in (due, "settled"):
            self._reported = due
            return due
        wanders = abs(raw - self._first) > DRIFTS * self.lasted_s
        return "drifts" if wanders and self.lasted_s >= DRIFT_LOOK_S else ""

    def again(self) -> None:
        """What stands now is to be reported once more."""
        self._reported = ""


@dataclass
class DrawerWeights:
    """What a weight means against those before it, in raw counts.

    `plate` is the bare plate (None: not known), `tare` the empty drawer, `base` the last rest while single cubes are
    weighed, `whole` the weight of the set and `cube` its mean cube (0.0: not known).
    """

    plate: float | None = None
    tare: float = 0.0
    base: float = 0.0
    whole: float = 0.0
    cube: float = 0.0
    _first: float | None = None

    def first_moved(self, raw: float, noise: float) -> str:
        """What happened since the first rest: the drawer went `out`, or, having been out, came `in`; else ""."""
        if self._first is None:
            self._first = raw
        moved = self._moved(raw - self._first, noise)
        if moved == "in":
            self.plate = self._first
        return moved

    def drawer_moved(self, raw: float, noise: float, confirmed: bool = False) -> str:
        """What came onto the bare plate: the drawer (`in`), `nothing`, or something that lightens it (`wrong_sign`);
        "" where nobody `confirmed` that it is in and nothing shows it."""
        rise = raw - (self.plate or 0.0)
        if confirmed and abs(rise) < 20.0 + 3.0 * noise:
            return "nothing"
        if confirmed:
            return "in" if rise > 0 else "wrong_sign"
        return {"in": "in", "out": "wrong_sign"}.get(self._moved(rise, noise), "")

    def out(self, raw: float) -> bool:
        """Whether the drawer was pulled out, so that something can be done with its cubes."""
        return self.plate is not None and raw - self.plate < 0.5 * (self.tare - self.plate)

    def lighter_than_plate(self, raw: float, noise: float) -> bool:
        """Nothing weighs less than the bare plate."""
        return self.plate is not None and raw < self.plate - max(RESEATED, 6.0 * noise)

    def near_empty(self, raw: float) -> bool:
        """Whether the drawer weighs about what it weighed empty."""
        return abs(raw - self.tare) < NEAR_EMPTY * self.cube

    def set_shows(self, raw: float, noise: float) -> str:
        """What lies there: the `set`, as much as ever so far; `less` than that; `wrong_sign`; or nothing, ""."""
        rise = raw - self.tare
        if rise < -max(RESEATED, 6.0 * noise):
            return "wrong_sign"
        if rise > (self.whole - 0.5 * self.cube if self.whole else max(LEAST_SET, 6.0 * noise)):
            return "set"
        return "less" if self.whole and rise < 0.9 * self.whole else ""

    def set_is(self, raw: float, cubes: int) -> None:
        """The whole set of so many cubes lies there."""
        self.whole = raw - self.tare
        self.cube = self.whole / cubes

    def _moved(self, by: float, noise: float) -> str:
        big = max(DRAWER_AT_LEAST, 30.0 * noise)
        return "in" if by > big else "out" if by < -big else ""


def is_one(rise: float) -> bool:
    """Whether so many mean cubes may be one cube."""
    return ONE_FROM < rise < ONE_TO


@dataclass
class SingleWeights:
    """Cubes weighed one by one: which are odd, and how many are enough.

    `cubes` is the size of the set; all weights are in mean cubes. `more_help` says that the scale would still ask
    often with those that were weighed so far.
    """

    cubes: int
    all_of_them: bool = False
    more_help: bool = False
    weighed: list[Single] = field(default_factory=list)
    _stopped: bool = False

    def add(self, weight: float) -> Single:
        """One more was weighed."""
        one = Single(round(weight, 3), self._is_odd(weight))
        self.weighed.append(one)
        return one

    @property
    def miscounted(self) -> bool:
        """Whether they weigh as if another number of cubes than was said had lain in the drawer."""
        middle = median(one.weight for one in self.weighed)
        return len(self.weighed) == LEAST and not LIKE_FROM < middle < LIKE_TO

    @property
    def set_by_weight(self) -> int:
        """How many cubes the set had by what single ones weigh."""
        return round(self.cubes / median(one.weight for one in self.weighed))

    def stop(self) -> None:
        """No more of them."""
        self._stopped = True

    @property
    def wanted(self) -> int:
        """Eight, or as many more as help, up to twenty; all where people wish so, or where one was odd: those that were
        not weighed may be like it, and only what is set aside does no harm."""
        if self._stopped:
            return len(self.weighed)
        if self.all_of_them or any(one.odd for one in self.weighed):
            return self.cubes
        more = len(self.weighed) + 1 if self.more_help and len(self.weighed) >= ENOUGH else ENOUGH
        return min(more, BEST, self.cubes)

    @property
    def may_stop(self) -> bool:
        return len(self.weighed) >= LEAST

    @property
    def done(self) -> bool:
        return len(self.weighed) >= self.wanted

    def _is_odd(self, weight: float) -> bool:
        before = [one.weight for one in self.weighed]
        if len(before) < LEAST:
            return abs(weight - 1.0) > 2 * ODD_FROM
        middle = median(before)
        deviation = median(abs(one - middle) for one in before)
        return abs(weight - middle) > max(ODD_FROM, ODD_DEVIATIONS * 1.48 * deviation)
