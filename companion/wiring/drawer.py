"""The drawer: chip, serial link, scale, and the desk between the scale and the evening."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from companion.health import HealthBoard, device
from companion.readings import Reading
from companion.scale_desk import ScaleDesk, Store
from companion.settings import DrawerSettings
from companion.text import T, Text
from firmware_bridge.emulator import Emulator
from firmware_bridge.link import Link
from firmware_bridge.link_status import CONNECTED, LinkStatus, TimedSample
from firmware_bridge.serial_port import usb_ports
from hardware.calibration import Calibration, CannotCalibrate
from hardware.cube_scale import CubeScale
from hardware.simulated_drawer import Cell, SimulatedDrawer

_log = logging.getLogger(__name__)
SIMULATED = "simulated"
SIMULATED_RATE = 80
SIMULATED_ID = b"simulate"


class DrawerRig:
    """Everything from the serial port to the scale's answers; what is not plugged in is simulated byte by byte.

    `desk` is None when the drawer is switched off; `simulated` and `cable` are there only for a simulated one.
    """

    def __init__(
        self,
        settings: DrawerSettings,
        board: HealthBoard,
        report: Callable[[Reading], object],
        store: Store,
        simulate: bool,
    ) -> None:
        self._board = board
        self._store = store
        self._link: Link | None = None
        self._id = ""
        self._emulated: Emulator | None = None
        self.simulated: SimulatedDrawer | None = None
        self.desk: ScaleDesk | None = None
        if settings.port == "none":
            board.put(device("drawer", "off"))
            return
        self._scale = CubeScale(None, lambda count: self.desk.counted(count) if self.desk else None)
        ports = self._ports(settings.port, simulate)
        board.put(device("drawer", "searching" if self.simulated is None else SIMULATED))
        self.desk = ScaleDesk(self._scale, report, store, lambda: self._id)
        self._link = Link(self._sample, self._status, ports=ports, prefer=store.get("drawer", "id"))

    @property
    def cable(self) -> Any:
        """The plug of a simulated drawer."""
        return self._emulated

    @property
    def link_status(self) -> LinkStatus:
        """How the serial link is."""
        return self._link.status if self._link else LinkStatus()

    def start(self) -> None:
        """Begin to look for the drawer."""
        if self._link is not None:
            self._link.start()

    def stop(self) -> None:
        """Let go of the port and of what is simulated."""
        if self._link is not None:
            self._link.stop()
        if self._emulated is not None:
            self._emulated.stop()

    # --- inside -------------------------------------------------------------------------------------------------------

    def _ports(self, wanted: str, simulate: bool) -> list[str] | None:
        """The ports to ask; None: whatever is plugged in."""
        if simulate or wanted == SIMULATED or (wanted == "auto" and not usb_ports()):
            return [self._simulate()]
        return None if wanted == "auto" else [wanted]

    def _simulate(self) -> str:
        drawer = SimulatedDrawer(seed=1, cell=Cell.at(SIMULATED_RATE))
        offset_s, calibration = calibrated(drawer)
        self._scale.use(calibration)
        self.simulated = drawer
        self._emulated = Emulator(lambda time_s: drawer.raw_at(offset_s + time_s), SIMULATED_ID)
        self._emulated.start()
        return self._emulated.port

    def _sample(self, sample: TimedSample) -> None:
        if self.desk is not None:
            self.desk.feed(sample.time_s, sample.raw, sample.good)

    def _status(self, status: LinkStatus) -> None:
        if status.state == CONNECTED and status.device_id not in (None, self._id) and self.simulated is None:
            self._id = status.device_id or ""
            self._store.put("drawer", "id", self._id)
            self._scale.use(self._kept_calibration())
        if status.state != CONNECTED:
            self._scale.silent(time.monotonic())
        self._board.put(device("drawer", self._code(status), _figures(status)))

    def _code(self, status: LinkStatus) -> str:
        if status.state != CONNECTED:
            return status.state
        if self.simulated is not None:
            return SIMULATED
        return CONNECTED if self._scale.calibration is not None else "not_calibrated"

    def _kept_calibration(self) -> Calibration | None:
        kept = self._store.get("calibration", self._id)
        if not isinstance(kept, dict):
            return None
        try:
            return Calibration.from_plain(kept["values"])
        except (CannotCalibrate, KeyError, TypeError):
            _log.warning("the kept calibration of the drawer %s cannot be used; calibrate again", self._id)
            return None


def _figures(status: LinkStatus) -> tuple[tuple[Text, str], ...]:
    if status.state != CONNECTED:
        return ()
    return (
        (T("Port"), status.port or ""),
        (T("Firmware"), status.firmware or ""),
        (T("Samples a second"), f"{status.rate_hz:.0f}"),
        (T("Samples lost"), str(status.lost)),
        (T("Damaged frames"), str(status.damaged)),
        (T("Found again"), str(status.reconnects)),
    )


def calibrated(drawer: SimulatedDrawer) -> tuple[float, Calibration]:
    """Calibrate on a simulated drawer as an owner would, in simulated time; that time at its end, and the result."""
    scale = CubeScale(None, lambda count: None)
    time_s, everything = 0.0, drawer.cubes_beside

    def rest(seconds: float) -> None:
        nonlocal time_s
        for _ in range(round(seconds * SIMULATED_RATE)):
            time_s += 1 / SIMULATED_RATE
            scale.feed(time_s, drawer.raw_at(time_s))

    rest(3)
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
    return time_s, scale.finish_calibration()
