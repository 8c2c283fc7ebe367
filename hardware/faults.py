"""What the wiring or the cell itself does wrong, as a calibration shows it."""

from __future__ import annotations

from hardware.calibration import COARSEST, DRIFT_COUNTS, CannotCalibrate

USUAL_NOISE = 40.0  # counts; a block's standard deviation on a good cell, measured on real recordings
TOO_NOISY = 0.12  # cubes; the noise of a block above which nothing can be said for sure
RUNS_AWAY = 1.5  # cubes a minute


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
