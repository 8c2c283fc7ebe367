"""Whether the drawer stands on the cell, and what it weighs empty, as far as weight alone can tell."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from hardware.levels import FEW_SAMPLES, Level
from hardware.samples import SampleBlock

CLEARLY_EMPTY = 0.4  # cubes; a drawer put back sits up to 100 mg differently
LIGHTER_THAN_EMPTY = 3.0  # cubes below the empty drawer: it is out
SUDDENLY_LIGHTER = 25.0  # cubes below the last rest, where the empty drawer's weight is not known
WEIGHT_LEARNS = 0.3
# A crumb or a sticker may stay in the drawer. What it is off by must be far from whole cubes, so that no cube that fell
# in unseen, seated up to a third of a cube differently, is ever taken for it; and it must be seen twice.
CRUMB_FROM, CRUMBS_ALIKE = 0.35, 0.35  # cubes
OUT_BLOCKS = 4  # longer than the half swing of any cell
STEADY_BLOCKS = 3  # where samples are too few to follow a swing, it may look low for long, but not steadily


@dataclass
class Drawer:
    """Notices the drawer going out and coming in.

    `cube` is a cube's weight and `empty` the value with the empty drawer in, in raw counts (None: not known). `unseen`
    means that something may have come into the drawer while nobody could weigh it. What the bare plate shows while the
    drawer is out, with the drawer's own weight, tells anew what empty is: no zero has to hold for longer than that.
    """

    cube: float | None = None
    empty: float | None = None
    out: bool = False
    unseen: bool = False
    _before: float | None = None
    _weight: float | None = None
    _plate: float | None = None
    _low_blocks: int = 0
    _last: deque[int] = field(default_factory=lambda: deque(maxlen=STEADY_BLOCKS))
    _seen_low: bool = False
    _said_in: bool = False
    learned: int = 0  # how often it has learned by itself that the empty drawer weighs otherwise than it did
    _off: float | None = None

    def moved(self, out: bool) -> None:
        """Somebody says that the drawer goes out, or in, now."""
        if out:
            self._go_out(seen_low=False)
        self._said_in = not out

    def feed(self, block: SampleBlock, resting: Level | None) -> str:
        """Take one block: `out` or `in` when the drawer has just moved, else ""."""
        low = self.is_low(block.mean)
        self._low_blocks = self._low_blocks + 1 if low else 0
        self._last.append(block.last)
        if self.out:
            return self._maybe_in(resting)
        if self._low_blocks >= OUT_BLOCKS and (block.samples > FEW_SAMPLES or self._steady()):
            self._go_out(seen_low=True)
            return "out"
        if resting is not None:
            self._before = resting.now
        return ""

    def drift(self, change: float) -> None:
        """The zero has wandered while nothing moved."""
        if self.empty is not None:
            self.empty += change
        if self._plate is not None and not self.out:
            self._plate += change

    def is_empty(self, raw: float) -> None:
        """People say that the drawer stands in its place, empty, at this value."""
        if self._plate is not None:
            self._weight = raw - self._plate
        elif self._weight is not None and self.empty is not None:
            self._weight += raw - self.empty
        self.empty = raw
        self.out = self.unseen = self._said_in = False
        self._low_blocks = 0
        self._off = None

    def seen_off(self, cubes: float) -> None:
        """The empty drawer seems to weigh so many cubes more than it did. What is seen twice, and is no whole cube, is
        a crumb that stays: from then on it belongs to the drawer."""
        before, self._off = self._off, cubes
        if before is None or self.empty is None or self.cube is None or abs(before - cubes) > CRUMBS_ALIKE:
            return
        both = (before + cubes) / 2.0
        if abs(both - round(both)) < CRUMB_FROM:
            return
        self.empty += cubes * self.cube
        if self._weight is not None:
            self._weight += both * self.cube
        self.learned += 1
        self._off = None

    def came_in(self, raw: float) -> None:
        """The drawer is in and at rest: is it empty?"""
        if self._plate is not None and self._weight is not None:
            self.empty = self._plate + self._weight
        elif self._plate is not None and self.empty is not None:
            self._weight = self.empty - self._plate
        if self.empty is not None and self.clearly_empty(raw):
            if self._weight is not None:
                self._weight += WEIGHT_LEARNS * (raw - self.empty)
            self.empty = raw
            self._off = None
        elif self.empty is not None and self.cube is not None:
            self.seen_off((raw - self.empty) / self.cube)

    def clearly_empty(self, raw: float) -> bool:
        """Whether the drawer weighs what it weighs empty."""
        return self.empty is not None and self.cube is not None and abs(raw - self.empty) < CLEARLY_EMPTY * self.cube

    def forget(self) -> None:
        """Another calibration: what was known of this drawer no longer holds."""
        self.empty = self._before = self._weight = self._plate = None
        self.out = self.unseen = self._seen_low = self._said_in = False
        self._low_blocks = 0
        self._off = None

    def _steady(self) -> bool:
        return self.cube is not None and max(self._last) - min(self._last) < LIGHTER_THAN_EMPTY * self.cube

    def is_low(self, raw: float) -> bool:
        """Whether the drawer's own weight is missing."""
        if self.cube is None:
            return False
        if self.empty is not None:
            return raw < self.empty - LIGHTER_THAN_EMPTY * self.cube
        return self._before is not None and raw < self._before - SUDDENLY_LIGHTER * self.cube

    def _go_out(self, seen_low: bool) -> None:
        self.out = self.unseen = True
        self._seen_low = seen_low
        self._said_in = False
        self._plate = None

    def _maybe_in(self, resting: Level | None) -> str:
        self._seen_low = self._seen_low or self._low_blocks >= OUT_BLOCKS
        if self._seen_low and self._low_blocks and resting is not None:
            # The lowest rest is the bare plate: a drawer may have leant on it for a while.
            self._plate = resting.now if self._plate is None else min(self._plate, resting.now)
        if resting is None or self._low_blocks or not (self._seen_low or self._said_in):
            return ""
        self.out = self._said_in = False
        return "in"
