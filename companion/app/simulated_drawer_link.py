"""The simulated drawer that takes a real one's place: a simulated cell under an emulated chip, calibrated already."""

from __future__ import annotations

from typing import Any

from firmware_bridge.emulator import Emulator
from hardware.calibration import Calibration
from hardware.cube_scale import CubeScale
from hardware.recorder import Recorder
from hardware.simulated_drawer import Cell, SimulatedDrawer

RATE = 80
UNIT_ID = b"simulate"


class SimulatedDrawerLink:
    """`drawer` takes the verbs of the table, `cable` those of its plug; `port` is what the link opens, `recording` the
    samples of its calibration. `OSError` where this machine has no pseudo-terminals."""

    def __init__(self) -> None:
        self._running: Emulator | None = None
        self.drawer = SimulatedDrawer(seed=1, cell=Cell.at(RATE), before=self._catch_up)
        offset_s, self.calibration, self.recording = calibrated(self.drawer)
        self.cable = Emulator(lambda time_s: self.drawer.raw_at(offset_s + time_s), UNIT_ID, rests=True)
        try:
            self.cable.start()
            self._running = self.cable
        except OSError:
            self.cable.stop()
            raise

    @property
    def port(self) -> str:
        return self.cable.port

    def _catch_up(self) -> None:
        """Something is about to happen to the drawer."""
        if self._running is not None:
            self._running.catch_up()

    def stop(self) -> None:
        """Vanish; returns when its thread has ended."""
        self.cable.stop()


def calibrated(drawer: SimulatedDrawer) -> tuple[float, Calibration, dict[str, Any] | None]:
    """Calibrate on a simulated drawer as an owner would, in simulated time; that time at its end, the result, and the
    samples it was made of."""
    recorder = Recorder()
    scale = CubeScale(None, lambda count: None, recorder)
    time_s, everything = 0.0, drawer.cubes_beside

    def rest(seconds: float) -> None:
        nonlocal time_s
        for _ in range(round(seconds * RATE)):
            time_s += 1 / RATE
            scale.feed(time_s, drawer.raw_at(time_s))

    drawer.pull_drawer()
    scale.bare_plate()
    rest(3)
    drawer.push_drawer()
    rest(2)
    scale.tare()
    rest(3)
    drawer.drop_cubes(everything)
    rest(1)
    scale.known(everything)
    rest(4)
    drawer.empty()
    rest(1)
    scale.empty()
    rest(3)
    for _ in range(6):
        drawer.drop_cubes(1)
        rest(1)
        scale.single()
        rest(3)
        drawer.empty()
        rest(2)
    made = scale.finish_calibration()
    return time_s, made, recorder.calibration_recording()
