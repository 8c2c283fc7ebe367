"""What a cube scale says: counts with their certainty, and how it is itself."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.calibration import USUAL_GRAMS, Calibration
from hardware.calibration_talk import CalibrationTalk
from hardware.drawer import Drawer
from hardware.levels import Levels

SURE = "sure"
UNSURE = "unsure"
DRAWER_OUT = "drawer out"
NOT_CALIBRATED = "not calibrated"
NO_SIGNAL = "no signal"


@dataclass(frozen=True)
class Count:
    """How many cubes are new since the zero was taken. `count` is the best estimate, or None where there is none.

    `status` is `sure`, `unsure`, `drawer out`, `not calibrated` or `no signal`; `confidence` is the chance that
    `count` is right; `other` is the next likeliest count; `reason` says in a code why it is not sure (see `Verdict`,
    `CannotCalibrate`). A count of 0 that is sure says: the zero is taken, and nothing has fallen so far.
    """

    time_s: float
    count: int | None
    status: str
    confidence: float
    other: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class Health:
    """What a health page shows. `grams` and `noise_grams` are equivalents by a usual cube, None when not calibrated.

    `drawer` is `in`, `out` or `unknown`; `last` is what was told last; `step` is the calibration step under way and
    `step_seen` whether the cell has come to rest since it began.
    """

    rate_hz: float
    raw: float | None
    noise: float
    resting: bool
    drawer: str
    grams: float | None
    noise_grams: float | None
    cubes: float | None
    last: Count | None
    step: str
    step_seen: bool

    @classmethod
    def of(
        cls,
        rate_hz: float,
        levels: Levels,
        drawer: Drawer,
        calibration: Calibration | None,
        silent: bool,
        last: Count | None,
        talk: CalibrationTalk,
    ) -> Health:
        """Of a scale's parts, as they are now."""
        resting, cube, zero = levels.resting, calibration.cube if calibration else None, drawer.empty
        cubes = (resting.now - zero) / cube if resting and cube and zero is not None else None
        return cls(
            rate_hz=rate_hz,
            raw=resting.now if resting else None,
            noise=levels.noise,
            resting=resting is not None and not silent,
            drawer="out" if drawer.out else "in" if zero is not None else "unknown",
            grams=cubes * USUAL_GRAMS if cubes is not None else None,
            noise_grams=levels.noise / cube * USUAL_GRAMS if cube else None,
            cubes=cubes,
            last=last,
            step=talk.step,
            step_seen=talk.seen(resting),
        )
