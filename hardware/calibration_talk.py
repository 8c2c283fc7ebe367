"""One guided calibration: what was asked for when, and the rests that the cell has seen meanwhile."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from hardware.calibrating import LONG_ENOUGH_S, Step, calibrate
from hardware.calibration import Calibration
from hardware.drawer import Drawer
from hardware.levels import SETTLING_BLOCKS, Level
from hardware.samples import Block

MOST_RESTS = 2000  # several for each of the largest set's cubes
MOST_BLOCKS = 36_000  # an hour


@dataclass
class CalibrationTalk:
    """The steps so far, and every rest since the first of them, or since long before where none has begun."""

    steps: list[Step] = field(default_factory=list)
    rests: deque[Level] = field(default_factory=lambda: deque(maxlen=MOST_RESTS))
    _since: deque[tuple[Block, Level | None]] = field(default_factory=lambda: deque(maxlen=MOST_BLOCKS))

    @property
    def under_way(self) -> bool:
        """Whether a calibration has begun and not been finished."""
        return bool(self.steps)

    @property
    def step(self) -> str:
        """The step under way, "" for none."""
        return self.steps[-1].kind if self.steps else ""

    def begin(self, resting: Level | None) -> None:
        """Forget everything before; `resting` is the present rest."""
        self.steps = []
        self.rests.clear()
        if resting is not None:
            self.rests.append(resting)

    def add(self, kind: str, time_s: float, cubes: int = 0) -> None:
        """A step begins: `tare`, `known` (that many cubes), `single` or `empty`."""
        self.steps.append(Step(kind, time_s, cubes))
        self._since.clear()

    def feed(self, block: Block, resting: Level | None) -> None:
        """Remember what the cell says: what it means is known only when the calibration is."""
        if self.steps:
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
        return resting.end_s - self.steps[-1].start_s >= LONG_ENOUGH_S

    def so_far(self) -> Calibration:
        """What the steps so far would make. Raises `CannotCalibrate`."""
        return calibrate(list(self.rests), self.steps)

    def end(self) -> None:
        """No calibration is under way any more."""
        self.steps = []
