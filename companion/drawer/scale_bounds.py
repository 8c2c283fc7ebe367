"""What a calibration has seen so far, and what a weight means against it. Everything in raw counts."""

from __future__ import annotations

from dataclasses import dataclass

DRAWER_AT_LEAST = 3000.0  # any drawer on any usable cell weighs more
RESEATED = 1000.0  # a drawer put back may weigh so much less
NEAR_EMPTY = 1.5  # cubes
LEAST_SET = 30.0


@dataclass
class Bounds:
    """`plate` is the bare plate (None: not known), `tare` the empty drawer, `base` the last rest while single cubes are
    weighed, `whole` the weight of the set and `cube` its mean cube (0.0: not known)."""

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

    def drawer_moved(self, raw: float, noise: float, told: bool = False) -> str:
        """What came onto the bare plate: the drawer (`in`), `nothing`, or something that lightens it (`wrong_sign`);
        "" where nobody `told` that it is in and nothing shows it."""
        rise = raw - (self.plate or 0.0)
        if told and abs(rise) < 20.0 + 3.0 * noise:
            return "nothing"
        if told:
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
